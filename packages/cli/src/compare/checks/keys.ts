import { endpointTable } from '@cedi/contract/generated/operations'
import type { CheckContext } from '../check-context.js'
import { judgeErrors, type RejectedRequest } from '../expected-error.js'
import { differs, holds, type Line, unknown } from '../line.js'
import { findOperation, listAcceptedRoutes, toRoute } from '../operations.js'
import { describeResponse, type Exchange, isErrorResponse, isSuccess, readData, readError } from '../service-client.js'
import { product } from './simulation.js'
import { repeatsError } from './write-lines.js'
import { intent, minPayment } from './write-statements.js'

const readPaths = [
  '/api/v1/balance',
  '/api/v1/products?limit=1',
  '/api/v1/orders?limit=1',
  '/api/v1/payments/pay_compare',
]

/** Writes that a key without the scope may try. */
interface WriteProbes {
  /** Whether a simulation writes nothing. */
  readonly isSimulationSafe: boolean
  /** Whether real writes are allowed and had the expected results so far. */
  readonly areWritesSafe: boolean
  /** Errors of valid writes. */
  readonly failed: readonly Exchange[]
  /** Payment for a valid refund. */
  readonly paymentRef: unknown
}

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
    ...checkScopes(await readNarrowResults(context, probes), { withoutKey, withUnknownKey }),
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

/** POST operation that a key may try. */
interface WriteProbe {
  readonly label: string
  readonly isSimulated: boolean
  readonly scope: string
  /** Plural of the created record. */
  readonly records: string
  send(key: string | undefined, text: string): Promise<Exchange>
  readonly validBody: object
}

/** Lists the POST operations that are safe with an empty body: a service that checks no scope creates nothing. */
function listProbes(
  { service }: CheckContext,
  { isSimulationSafe, areWritesSafe, paymentRef }: WriteProbes,
): WriteProbe[] {
  const validBodies: Readonly<Record<string, object>> = {
    createProduct: product,
    createPayment: minPayment,
    createCheckoutIntent: intent,
    createRefund: { payment_ref: paymentRef, amount: 1 },
  }
  return (
    endpointTable
      .filter(({ id, method }) => method === 'POST' && (id === 'createProduct' ? isSimulationSafe : areWritesSafe))
      // The simulation is first, because it creates nothing.
      .sort((one, other) => Number(other.id === 'createProduct') - Number(one.id === 'createProduct'))
      .map(({ id, path, scope }): WriteProbe => {
        const isSimulated = id === 'createProduct'
        return {
          label: `POST ${path}${isSimulated ? ' (simulated)' : ''}`,
          ...{ isSimulated, scope },
          records: `${id
            .slice('create'.length)
            .replace(/(?!^)[A-Z]/g, ' $&')
            .toLowerCase()}s`,
          send: (key, text) => (isSimulated ? service.simulate({ key, text }) : service.write(path, { key, text })),
          validBody: validBodies[id] ?? {},
        }
      })
  )
}

/** Sends an empty body to each POST operation that is safe. */
async function tryWrites(
  context: CheckContext,
  key: string | undefined,
  probes: WriteProbes,
): Promise<(RejectedRequest & { readonly label: string; readonly probe: WriteProbe })[]> {
  const requests = []
  for (const probe of listProbes(context, probes))
    requests.push({ exchange: await probe.send(key, '{}'), label: probe.label, probe })
  return requests.filter(({ exchange }) => !repeatsError(probes.failed, exchange))
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
  readonly accepted: readonly Exchange[]
  readonly writes: NarrowWrites
}

/** Results of the writes with the narrow key. */
interface NarrowWrites {
  readonly rejections: readonly RejectedRequest[]
  /** Sentence about a valid write that the service accepted. */
  readonly accepted?: string
  /** Sentences about writes whose body is checked before the scope. */
  readonly late: readonly string[]
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
  const accepted: Exchange[] = []
  if (narrowKey === undefined) return { rejections, accepted, writes: { rejections: [], late: [] } }
  const payment = payments.find(isSuccess)
  const readable = [balance, products, singles.product, orders, singles.order, payment].filter(
    (one) => one !== undefined && isSuccess(one),
  )
  for (const { path } of readable as readonly Exchange[]) {
    const exchange = await service.get(path, { key: narrowKey })
    if (isErrorResponse(exchange)) rejections.push({ exchange, label: toLabel(exchange) })
    else accepted.push(exchange)
  }
  if (payment === undefined) {
    const exchange = await service.get('/api/v1/payments/pay_compare', { key: narrowKey })
    // This payment does not exist, so a key with the scope receives 404.
    if (isErrorResponse(exchange) && exchange.status !== 404) rejections.push({ exchange, label: toLabel(exchange) })
  }
  const writes = await tryNarrowWrites(context, narrowKey, { probes, lacksScope: rejections.length > 0 })
  return { rejections: [...rejections, ...writes.rejections], accepted, writes }
}

/**
 * Tries the writes with an empty body. If it passes the check of the scope, and the key lacks a scope, a valid body follows: it
 * shows whether the service checks the body first. Stops at the first write that the service accepts.
 */
async function tryNarrowWrites(
  context: CheckContext,
  key: string,
  { probes, lacksScope }: { readonly probes: WriteProbes; readonly lacksScope: boolean },
): Promise<NarrowWrites> {
  const tried = (await tryWrites(context, key, probes)).filter(({ exchange }) => exchange.problem === undefined)
  const rejections: RejectedRequest[] = tried.filter(({ exchange }) => !hasPassedScope(exchange))
  const late: string[] = []
  // A key that may read everything may have the scopes for writing, too.
  if (!lacksScope && rejections.length === 0) return { rejections, late }
  for (const { exchange, label, probe } of tried.filter((one) => hasPassedScope(one.exchange))) {
    if (!probe.isSimulated && !isTestKey(key)) continue
    const second = await probe.send(key, JSON.stringify(probe.validBody))
    if (isSuccess(second) && !isErrorResponse(second)) {
      const accepted = `A key without ${probe.scope} may create ${probe.records}: ${label} is ${describeResponse(second)}.`
      return { rejections, late, accepted }
    }
    if (hasPassedScope(second)) {
      late.push(`${label} is ${describeResponse(second)}: its scope is checked later, or not at all.`)
      continue
    }
    rejections.push({ exchange: second, label })
    late.push(`${label} is ${exchange.status} with an empty body, and ${second.status} with a valid one.`)
  }
  return { rejections, late }
}

const isTestKey = (key: string): boolean => key.startsWith('sk_test_')

/** Returns whether a write passed the check of the scope: its fields or the state reject it, or it is accepted. */
const hasPassedScope = (exchange: Exchange): boolean =>
  [400, 409, 422].includes(exchange.status) || (isSuccess(exchange) && !isErrorResponse(exchange))

const scopeStatement = {
  id: 'key.scope',
  title: 'a missing scope is insufficient_scope',
  source: 'Authentication, rule 5',
}
const orderStatement = { id: 'key.order', title: 'the scope of a key is checked before the body', source: '0005' }

function checkScopes(
  { rejections, accepted, writes }: NarrowResults,
  { withoutKey, withUnknownKey }: Readonly<Record<'withoutKey' | 'withUnknownKey', readonly RejectedRequest[]>>,
): Line[] {
  if (rejections.length === 0) {
    const reason = 'This key lacks no scope for reading. Set CEDI_NARROW_API_KEY to a key that lacks one.'
    return [unknown(scopeStatement, reason), unknown(orderStatement, reason)]
  }
  const unknownCode = readError((withUnknownKey[0] as RejectedRequest).exchange).code
  const isUnknownKey = ({ exchange }: RejectedRequest): boolean =>
    exchange.status === 401 && unknownCode !== undefined && readError(exchange).code === unknownCode
  if (accepted.length === 0 && rejections.every(isUnknownKey)) {
    const reason = 'The service does not know CEDI_NARROW_API_KEY.'
    return [unknown(scopeStatement, reason), unknown(orderStatement, reason)]
  }
  const statement = { ...scopeStatement, title: `${scopeStatement.title}, with 403 (0005)` }
  const line = judgeErrors(statement, selectUsable(rejections), { status: 403, code: 'insufficient_scope' })
  // Only the owner of the key knows its scopes.
  const isOpen = createOpenCheck(rejections, withoutKey)
  const allowed = accepted.filter((one) => !isOpen(one))
  const allowedScopes = [...new Set(allowed.map((one) => findOperation(one)?.scope))]
  const hint =
    allowed.length > 0 && `Check that the narrow key has ${allowedScopes.join(', ')}: the service accepts it.`
  const open = [
    ...(writes.accepted ? [`${writes.accepted} CEDI_NARROW_API_KEY must have no scope for writing.`] : []),
    ...accepted.filter(isOpen).map(describeOpen),
  ]
  const others = line.verdict === 'differs' || open.length === 0 ? line.seen : ''
  const seen = [...open, hint, others].filter(Boolean).join(' ')
  const isReadRejected = rejections.some(({ exchange }) => exchange.method === 'GET')
  if (line.verdict === 'holds' && open.length === 0 && accepted.length > 0 && !isReadRejected)
    return [unknown(statement, `The narrow key may read everything. ${seen}`), checkOrder(writes)]
  return [
    open.length > 0 ? differs(statement, seen) : { ...line, seen },
    writes.accepted ? unknown(orderStatement, `See ${scopeStatement.id}.`) : checkOrder(writes),
  ]
}

/**
 * Returns a function that checks whether an accepted read lacks its scope, because another read with the scope is rejected. A
 * read that needs no key is reported by itself.
 */
function createOpenCheck(
  rejections: readonly RejectedRequest[],
  withoutKey: readonly RejectedRequest[],
): (accepted: Exchange) => boolean {
  const publicRoutes = new Set(
    withoutKey.filter(({ exchange }) => isSuccess(exchange)).map(({ exchange }) => toRoute(exchange)),
  )
  const lacking = new Set(
    rejections
      .filter(({ exchange }) => exchange.method === 'GET')
      .map(({ exchange }) => findOperation(exchange)?.scope),
  )
  return (accepted) => lacking.has(findOperation(accepted)?.scope) && !publicRoutes.has(toRoute(accepted))
}

/** Describes a read that the service accepts although the key lacks its scope. */
function describeOpen(exchange: Exchange): string {
  const data = readData(exchange)
  const result = Array.isArray(data) ? ` with ${data.length === 0 ? 'an empty list' : 'a list'}` : ''
  return `${toRoute(exchange)} is ${exchange.status}${result}, not 403 insufficient_scope, although the key lacks ${findOperation(exchange)?.scope}: another read with this scope is rejected.`
}

/** Checks that the body of a request without the scope is not checked. */
function checkOrder({ rejections, late }: NarrowWrites): Line {
  if (late.length > 0) return differs(orderStatement, late.join(' '))
  return rejections.length > 0
    ? holds(orderStatement, `Tried: ${rejections.map(({ label }) => label).join(', ')}.`)
    : unknown(orderStatement, 'No write could be tried with a key that lacks its scope.')
}
