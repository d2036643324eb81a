import { endpointTable } from '@cedi/contract/generated/operations'
import type { CheckContext } from '../check-context.js'
import { judgeErrors, type RejectedRequest } from '../expected-error.js'
import { type Line, unknown } from '../line.js'
import { type Exchange, isErrorResponse, isSuccess, readError } from '../service-client.js'

const readPaths = [
  '/api/v1/balance',
  '/api/v1/products?limit=1',
  '/api/v1/orders?limit=1',
  '/api/v1/payments/pay_compare',
]

/** Writes that a key without the scope may try. The body is empty, so a service that checks no scope creates nothing. */
interface WriteProbes {
  /** Whether a simulation writes nothing. */
  readonly isSimulationSafe: boolean
  /** Whether real writes are allowed and had the expected results so far. */
  readonly areWritesSafe: boolean
}

/** Checks the errors for a missing key, an invalid key, and a key that lacks a scope. */
export async function checkKeys(context: CheckContext, probes: WriteProbes): Promise<Line[]> {
  const { service } = context
  const withoutKey: RejectedRequest[] = []
  const withUnknownKey: RejectedRequest[] = []
  for (const path of readPaths) {
    withoutKey.push({ exchange: await service.get(path), label: `GET ${path}` })
    withUnknownKey.push({ exchange: await service.get(path, { key: 'no-such-key' }), label: `GET ${path}` })
  }
  withoutKey.push(...(await tryWrites(context, undefined, probes)))
  withUnknownKey.push(...(await tryWrites(context, 'no-such-key', probes)))
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
    checkScope(await readNarrowResults(context, probes)),
  ]
}

/** Sends an empty body to each POST operation that is safe. */
async function tryWrites(
  { service }: CheckContext,
  key: string | undefined,
  { isSimulationSafe, areWritesSafe }: WriteProbes,
): Promise<RejectedRequest[]> {
  const requests: RejectedRequest[] = []
  for (const { id, method, path } of endpointTable) {
    if (method !== 'POST') continue
    if (id === 'createProduct' && isSimulationSafe)
      requests.push({ exchange: await service.simulate({ key, text: '{}' }), label: `POST ${path} (simulated)` })
    else if (id !== 'createProduct' && areWritesSafe)
      requests.push({ exchange: await service.write(path, { key, text: '{}' }), label: `POST ${path}` })
  }
  return requests
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

/** Results of the narrow key. */
interface NarrowResults {
  readonly rejections: readonly RejectedRequest[]
  /** Reads that the service accepted. */
  readonly accepted: readonly string[]
}

const toLabel = ({ method, path }: Exchange): string => `${method} ${path}`

/**
 * Reads with the narrow key whatever the full key reads, and tries the writes. A read that only the full key may send lacks a
 * scope, whatever its status is.
 */
async function readNarrowResults(context: CheckContext, probes: WriteProbes): Promise<NarrowResults> {
  const { service, narrowKey, balance, products, orders, singles, payments } = context
  const rejections: RejectedRequest[] = [balance, products, orders]
    .filter((one) => one.status === 403 || readError(one).code === 'insufficient_scope')
    .map((exchange) => ({ exchange, label: toLabel(exchange) }))
  const accepted: string[] = []
  if (narrowKey === undefined) return { rejections, accepted }
  const payment = payments.find(isSuccess)
  const readable = [balance, products, singles.product, orders, singles.order, payment].filter(
    (one) => one !== undefined && isSuccess(one),
  )
  for (const { path } of readable as readonly Exchange[]) {
    const exchange = await service.get(path, { key: narrowKey })
    if (isErrorResponse(exchange)) rejections.push({ exchange, label: toLabel(exchange) })
    else accepted.push(toLabel(exchange))
  }
  if (payment === undefined) {
    const exchange = await service.get('/api/v1/payments/pay_compare', { key: narrowKey })
    // This payment does not exist, so a key with the scope receives 404.
    if (isErrorResponse(exchange) && exchange.status !== 404) rejections.push({ exchange, label: toLabel(exchange) })
  }
  const writes = await tryWrites(context, narrowKey, probes)
  // A key that may read everything may have a scope for writing, too.
  const rejectedWrites = writes.filter(({ exchange }) => exchange.problem === undefined && !hasPassedScope(exchange))
  return {
    rejections: rejections.length === 0 ? rejectedWrites : [...rejections, ...writes.map(withHint)],
    accepted,
  }
}

/** Returns whether a write passed the check of the scope: the body is empty, so its fields are rejected. */
const hasPassedScope = (exchange: Exchange): boolean =>
  [400, 422].includes(exchange.status) || (isSuccess(exchange) && !isErrorResponse(exchange))

/** Adds the possible cause of an accepted write. */
const withHint = (request: RejectedRequest): RejectedRequest =>
  hasPassedScope(request.exchange)
    ? { ...request, others: ['CEDI_NARROW_API_KEY must have no scope for writing.'] }
    : request

function checkScope({ rejections, accepted }: NarrowResults): Line {
  const statement = {
    id: 'key.scope',
    title: 'a missing scope is insufficient_scope',
    source: 'Authentication, rule 5',
  }
  if (rejections.length === 0)
    return unknown(statement, 'This key lacks no scope. Set CEDI_NARROW_API_KEY to a key that lacks one.')
  const line = judgeErrors({ ...statement, title: `${statement.title}, with 403 (0005)` }, selectUsable(rejections), {
    status: 403,
    code: 'insufficient_scope',
  })
  // Only the owner of the key knows its scopes.
  const hint = `The narrow key may send ${accepted.join(', ')}: check that it has these scopes.`
  return accepted.length === 0 ? line : { ...line, seen: `${line.seen} ${hint}`.trim() }
}
