import { at, type Description, description } from '../schema.js'
import { readCheckContext } from './check-context.js'
import { checkDescription } from './checks/description.js'
import { checkKeys } from './checks/keys.js'
import { checkLists } from './checks/lists.js'
import { checkPaths } from './checks/paths.js'
import { checkPayments } from './checks/payments.js'
import { checkPublicRoutes } from './checks/public-routes.js'
import { checkResponses } from './checks/responses.js'
import { checkSimulation } from './checks/simulation.js'
import { checkWrites, type Writes } from './checks/writes.js'
import { type Action, differs, holds, type Line, unknown, type Verdict } from './line.js'
import { createRecordCheck, type RecordCheck, removeDuplicates } from './records.js'
import type { Place } from './schema-actions.js'
import {
  createServiceClient,
  type Exchange,
  findWrapper,
  isErrorResponse,
  isSuccess,
  readData,
  readRecord,
  readRecords,
  type ServiceClientContext,
  toObject,
} from './service-client.js'

/** Undocumented detail that the contract decides, with the verdict of the comparison. */
interface DecidedPlace {
  /** JSON Pointer in `openapi.yaml`. */
  readonly place: Place
  /** The page in docs/decisions. */
  readonly decision: string
  readonly verdict: Verdict
}

/** The result of a comparison. */
export interface Comparison {
  readonly lines: readonly Line[]
  readonly places: readonly DecidedPlace[]
  /** Changes to the contract's description that make it match the service. */
  readonly actions: readonly Action[]
}

/** Options for `compare`. */
export interface CompareOptions {
  readonly baseUrl: string
  readonly key: string
  /** A key that lacks a scope for reading. */
  readonly narrowKey?: string | undefined
  /** Payments to check besides those of the orders. */
  readonly refs?: readonly string[]
  /** Whether to create payments of the minimum amount. */
  readonly allowWrites?: boolean
  /** The contract to compare with. Default: the description of this version. */
  readonly contract?: Description
}

/**
 * Compares a service with the contract. Sends reads, and simulated writes where the service documents that they write
 * nothing.
 *
 * @throws Unreachable if there is no usable response.
 */
export async function compare(options: CompareOptions, context: ServiceClientContext): Promise<Comparison> {
  const { baseUrl, key, narrowKey, refs = [], allowWrites = false, contract = description } = options
  const service = createServiceClient(baseUrl, context, allowWrites)
  const checkContext = await readCheckContext(service, { baseUrl, key, narrowKey, refs })
  const records = createRecordCheck(contract)
  const keys = await checkKeys(checkContext)
  const lists = await checkLists(checkContext)
  const paths = await checkPaths(checkContext, contract)
  const descriptionLines = await checkDescription(checkContext, contract)
  const publicRoutes = await checkPublicRoutes(checkContext)
  const simulation = await checkSimulation(checkContext)
  const writes: Writes = allowWrites
    ? await checkWrites(checkContext, context.sleep)
    : { lines: [], payments: [], intents: [], refunds: [] }
  const payments = [...checkContext.payments, ...writes.payments]
  const recordLines = [
    checkRecords(records, 'Product', {
      listed: readRecords(checkContext.products),
      responses: simulation.response ? [simulation.response] : [],
    }),
    checkRecords(records, 'Order', { listed: readRecords(checkContext.orders) }),
    checkRecords(records, 'Payment', { responses: payments }),
    checkRecords(records, 'Balance', { responses: [checkContext.balance] }),
    checkRecords(records, 'CheckoutIntent', { responses: writes.intents }),
    checkRecords(records, 'Refund', { responses: writes.refunds, reason: writes.refundProblem }),
    checkRecords(records, 'LicenseCheck', { responses: [publicRoutes.license] }),
    checkRecords(records, 'Failure', {
      listed: service.exchanges
        .filter((one) => isErrorResponse(one) && 'error' in toObject(one.body))
        .map(({ body }) => body),
    }),
  ]
  // The result of a real write replaces the line of a read.
  const writtenIds = new Set(writes.lines.map(({ id }) => id))
  const lines = withoutKeyConsequences([
    ...checkResponses(checkContext, contract),
    ...keys,
    ...[...paths, ...simulation.lines].filter(({ id }) => !writtenIds.has(id)),
    ...writes.lines,
    ...recordLines,
    ...lists,
    ...checkPayments({ ...checkContext, payments }, simulation.response),
    ...publicRoutes.lines,
    ...descriptionLines,
  ])
  return {
    lines,
    places: findDecidedPlaces(contract, records),
    actions: removeDuplicates(lines.flatMap(({ actions = [] }) => actions)),
  }
}

/** Makes the lines unknown that differ only because the service rejects the key in every request. */
function withoutKeyConsequences(lines: readonly Line[]): readonly Line[] {
  if (lines.find(({ id }) => id === 'key.accepted')?.verdict !== 'differs') return lines
  return lines.map((line) =>
    line.verdict === 'differs' && /^(?:path\..*|record\.unknown|simulate\.answer|key\.scope)$/.test(line.id)
      ? unknown(line, 'The service rejects the key.')
      : line,
  )
}

/** Records to check. */
interface SeenRecords {
  readonly listed?: readonly unknown[]
  /** Responses with one record each. Only successes are checked. */
  readonly responses?: readonly Exchange[]
  /** Reason for a missing record. */
  readonly reason?: string | undefined
}

function checkRecords(
  records: RecordCheck,
  name: string,
  { listed = [], responses = [], reason = 'No response contained one.' }: SeenRecords,
): Line {
  const statement = {
    id: `record.${name}`,
    title: `the fields of ${name}`,
    source: name === 'LicenseCheck' ? '0017' : name === 'Failure' ? '0003' : name === 'Refund' ? '0009' : '0008',
  }
  const successes = responses.filter(isSuccess)
  const wrappers = new Set(successes.map(findWrapper).filter((wrapper) => wrapper !== undefined))
  const seen = [...listed, ...successes.map((one) => (findWrapper(one) ? readRecord(one) : readData(one)))]
  if (seen.length === 0) return unknown(statement, reason)
  const { wrong: wrongFields, actions } = records.check(name, seen)
  const wrong = [...[...wrappers].map((wrapper) => `${name} is inside \`${wrapper.slice(0, 60)}\`.`), ...wrongFields]
  return wrong.length === 0 ? holds(statement, `${seen.length} checked.`) : differs(statement, wrong.join(' '), actions)
}

/** Returns every place in the description that has `x-decision`, with its verdict. */
function findDecidedPlaces(contract: Description, records: RecordCheck): DecidedPlace[] {
  const found: DecidedPlace[] = []
  const walk = (value: unknown, place: Place): void => {
    if (typeof value !== 'object' || value === null) return
    const decision = (value as Record<string, unknown>)['x-decision']
    if (typeof decision === 'string')
      found.push({
        place,
        decision,
        verdict: records.wrong.has(place) ? 'differs' : records.right.has(place) ? 'holds' : 'unknown',
      })
    for (const [name, inner] of Object.entries(value))
      walk(inner, `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
  walk(at(contract, '#/components'), '#/components')
  walk(at(contract, '#/x-public-surfaces'), '#/x-public-surfaces')
  return found
}
