import type { CheckContext } from '../check-context.js'
import { judgeErrors, type RejectedRequest } from '../expected-error.js'
import { type Line, unknown } from '../line.js'
import { listAcceptedRoutes, toRoute } from '../operations.js'
import { selectUsable, tryWrites, type WriteProbes } from './key-probes.js'
import { checkNarrowKey } from './narrow-key.js'

const readPaths = [
  '/api/v1/balance',
  '/api/v1/products?limit=1',
  '/api/v1/orders?limit=1',
  '/api/v1/payments/pay_compare',
]

/** Checks the errors for a missing key, an invalid key, and a key that lacks a scope. */
export async function checkKeys(context: CheckContext, probes: WriteProbes): Promise<Line[]> {
  const withoutKey = await tryKey(context, undefined, probes)
  const withUnknownKey = await tryKey(context, 'no-such-key', probes)
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
    ...(await checkNarrowKey(context, probes, { withoutKey, withUnknownKey })),
  ]
}

/** Sends reads and writes with a key that the service must reject, or without one. */
async function tryKey(context: CheckContext, key: string | undefined, probes: WriteProbes): Promise<RejectedRequest[]> {
  const { service } = context
  const requests: RejectedRequest[] = []
  for (const path of readPaths)
    requests.push({ exchange: await service.get(path, key === undefined ? {} : { key }), label: `GET ${path}` })
  requests.push(...(await tryWrites(context, key, probes)))
  const acceptedRoutes = listAcceptedRoutes(service.exchanges)
  return requests.map((request) => withRedirect(request, acceptedRoutes))
}

/** Makes a redirect the response, if the route has another response to the key: a service may redirect to its login. */
function withRedirect(request: RejectedRequest, acceptedRoutes: ReadonlySet<string>): RejectedRequest {
  const { problem, redirectStatus, ...exchange } = request.exchange
  if (redirectStatus === undefined || !acceptedRoutes.has(toRoute(exchange))) return request
  return {
    ...request,
    exchange: { ...exchange, status: redirectStatus },
    others: [`They redirect${String(problem).split(' redirects')[1]}`],
  }
}

const withChallenge = (request: RejectedRequest): RejectedRequest => ({
  ...request,
  others: request.exchange.headers.has('www-authenticate') ? [] : ['There is no WWW-Authenticate.'],
})
