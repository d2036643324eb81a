import type { CheckContext } from '../check-context.js'
import { differs, holds, judge, type Line, toVerdict, unknown } from '../line.js'
import { describeResponse, type Exchange, isErrorResponse, readError } from '../service-client.js'

const readPaths = [
  '/api/v1/balance',
  '/api/v1/products?limit=1',
  '/api/v1/orders?limit=1',
  '/api/v1/payments/pay_compare',
]

/** Checks the errors for a missing key, an invalid key, and a key that lacks a scope. */
export async function checkKeys({ service, narrowKey, balance, products, orders }: CheckContext): Promise<Line[]> {
  const withoutKey = await service.get('/api/v1/balance')
  const unknownKey = await service.get('/api/v1/balance', { key: 'no-such-key' })
  const missingStatement = { id: 'key.missing', title: 'no key is 401', source: 'Authentication, rule 4' }
  const codeStatement = {
    id: 'key.missing.code',
    title: 'no key is missing_api_key, with WWW-Authenticate',
    source: '0005',
  }
  const unknownStatement = { id: 'key.wrong', title: 'an unknown key is 401 invalid_api_key', source: '0005' }
  return [
    judge(missingStatement, [withoutKey], () =>
      withoutKey.status === 401
        ? holds(missingStatement)
        : differs(missingStatement, `Got ${describeResponse(withoutKey)}.`),
    ),
    judge(codeStatement, [withoutKey], () =>
      toVerdict(codeStatement, [
        readError(withoutKey).code !== 'missing_api_key' && `Got ${describeResponse(withoutKey)}.`,
        !withoutKey.headers.has('www-authenticate') && 'There is no WWW-Authenticate.',
      ]),
    ),
    judge(unknownStatement, [unknownKey], () =>
      unknownKey.status === 401 && readError(unknownKey).code === 'invalid_api_key'
        ? holds(unknownStatement)
        : differs(unknownStatement, `Got ${describeResponse(unknownKey)}.`),
    ),
    checkScope(await readRejections(narrowKey, service, [balance, products, orders])),
  ]
}

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
  return toVerdict(
    { ...statement, title: `${statement.title}, with 403 (0005)` },
    rejections.map(
      (one) =>
        (readError(one).code !== 'insufficient_scope' || one.status !== 403) &&
        `Got ${describeResponse(one)} for ${one.method} ${one.path}.`,
    ),
  )
}
