import type { CheckContext } from '../check-context.js'
import { judgeErrors, type RejectedRequest } from '../expected-error.js'
import { differs, holds, type Line, unknown } from '../line.js'
import { findOperation, toRoute } from '../operations.js'
import { describeResponse, type Exchange, isErrorResponse, isSuccess, readData, readError } from '../service-client.js'
import { selectUsable, tryWrites, type WriteProbes } from './key-probes.js'

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

/** Checks the errors for a key that lacks a scope, and that the scope is checked before the body. */
export async function checkNarrowKey(
  context: CheckContext,
  probes: WriteProbes,
  { withoutKey, withUnknownKey }: Readonly<Record<'withoutKey' | 'withUnknownKey', readonly RejectedRequest[]>>,
): Promise<Line[]> {
  const { rejections, accepted, writes } = await readNarrowResults(context, probes)
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
