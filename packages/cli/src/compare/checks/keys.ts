import type { CheckContext } from '../check-context.js'
import { judgeErrors, type RejectedRequest } from '../expected-error.js'
import { type Line, unknown } from '../line.js'
import { type Exchange, isErrorResponse, readError } from '../service-client.js'

const readPaths = [
  '/api/v1/balance',
  '/api/v1/products?limit=1',
  '/api/v1/orders?limit=1',
  '/api/v1/payments/pay_compare',
]

/** Checks the errors for a missing key, an invalid key, and a key that lacks a scope. */
export async function checkKeys({ service, narrowKey, balance, products, orders }: CheckContext): Promise<Line[]> {
  const withoutKey: RejectedRequest[] = []
  const withUnknownKey: RejectedRequest[] = []
  for (const path of readPaths) {
    withoutKey.push({ exchange: await service.get(path), label: `GET ${path}` })
    withUnknownKey.push({ exchange: await service.get(path, { key: 'no-such-key' }), label: `GET ${path}` })
  }
  const missingStatement = { id: 'key.missing', title: 'no key is 401', source: 'Authentication, rule 4' }
  const codeStatement = {
    id: 'key.missing.code',
    title: 'no key is missing_api_key, with WWW-Authenticate',
    source: '0005',
  }
  const unknownStatement = { id: 'key.wrong', title: 'an unknown key is 401 invalid_api_key', source: '0005' }
  const rejected = withoutKey.filter(({ exchange }) => exchange.status === 401)
  return [
    judgeErrors(missingStatement, selectUsable(withoutKey), { status: 401 }),
    rejected.length === 0
      ? unknown(codeStatement, 'No request without a key is 401.')
      : judgeErrors(codeStatement, rejected.map(withChallenge), { status: 401, code: 'missing_api_key' }),
    judgeErrors(unknownStatement, selectUsable(withUnknownKey), { status: 401, code: 'invalid_api_key' }),
    checkScope(await readRejections(narrowKey, service, [balance, products, orders])),
  ]
}

/** Selects the usable responses. Without one, the problem of the first makes the line unknown. */
function selectUsable(requests: readonly RejectedRequest[]): readonly RejectedRequest[] {
  const usable = requests.filter(({ exchange }) => exchange.problem === undefined)
  return usable.length > 0 ? usable : requests
}

const withChallenge = (request: RejectedRequest): RejectedRequest => ({
  ...request,
  others: request.exchange.headers.has('www-authenticate') ? [] : ['There is no WWW-Authenticate.'],
})

/** Checks the responses to a key that lacks a scope: the narrow key, or the main key. */
async function readRejections(
  narrowKey: string | undefined,
  service: CheckContext['service'],
  seen: readonly Exchange[],
): Promise<Exchange[]> {
  const rejections = seen.filter((one) => one.status === 403 || readError(one).code === 'insufficient_scope')
  if (narrowKey === undefined) return rejections
  for (const path of readPaths) {
    const exchange = await service.get(path, { key: narrowKey })
    // This payment does not exist, so a key with the scope receives 404.
    if (isErrorResponse(exchange) && readError(exchange).code !== 'not_found') rejections.push(exchange)
  }
  return rejections
}

function checkScope(rejections: readonly Exchange[]): Line {
  const statement = {
    id: 'key.scope',
    title: 'a missing scope is insufficient_scope',
    source: 'Authentication, rule 5',
  }
  if (rejections.length === 0)
    return unknown(statement, 'This key lacks no scope. Set CEDI_NARROW_API_KEY to a key that lacks one.')
  return judgeErrors(
    { ...statement, title: `${statement.title}, with 403 (0005)` },
    rejections.map((exchange) => ({ exchange, label: `${exchange.method} ${exchange.path}` })),
    { status: 403, code: 'insufficient_scope' },
  )
}
