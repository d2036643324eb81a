import { at, type Description, description } from '../schema.js'
import { type CheckContext, readCheckContext } from './check-context.js'
import { checkCreatedValues } from './checks/created-values.js'
import { checkDescription } from './checks/description.js'
import { checkInvalidInputs } from './checks/invalid-inputs.js'
import { checkKeys } from './checks/keys.js'
import { checkLists } from './checks/lists.js'
import { checkOperations, checkPaths } from './checks/paths.js'
import { checkPayments } from './checks/payments.js'
import { checkPublicRoutes } from './checks/public-routes.js'
import { checkListedValues, checkRecords } from './checks/record-lines.js'
import { checkRelatedRecords } from './checks/related-records.js'
import { checkResponses } from './checks/responses.js'
import { checkSimulation } from './checks/simulation.js'
import { checkTimes } from './checks/times.js'
import { checkWrites, noWrites, type Writes } from './checks/writes.js'
import { withoutConsequences } from './consequences.js'
import { checkErrorFields } from './expected-error.js'
import type { Action, Line, Verdict } from './line.js'
import { createRecordCheck, type RecordCheck, removeDuplicates } from './records.js'
import type { Place } from './schema-actions.js'
import {
  createServiceClient,
  isErrorResponse,
  isSuccess,
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
  const lists = await checkLists(checkContext)
  const paths = [...checkOperations(checkContext, contract), ...(await checkPaths(checkContext))]
  const descriptionLines = await checkDescription(checkContext, contract)
  const publicRoutes = await checkPublicRoutes(checkContext)
  const simulation = await checkSimulation(checkContext)
  const writes: Writes = allowWrites ? await checkWrites(checkContext, context.sleep) : noWrites
  const keys = await checkKeys(checkContext, {
    isSimulationSafe: simulation.isSafe,
    ...{ areWritesSafe: writes.mayContinue, paymentRef: writes.paymentRef, failed: writes.failed },
  })
  const inputs = await checkInvalidInputs(checkContext, simulation, writes)
  const payments = [...checkContext.payments, ...writes.payments]
  const { singles } = checkContext
  const created = [...simulation.created, ...writes.created]
  const recordLines = [
    checkRecords(records, 'Product', {
      listed: readRecords(checkContext.products),
      responses: [singles.product, simulation.response].filter((one) => one !== undefined),
    }),
    checkRecords(records, 'Order', {
      listed: readRecords(checkContext.orders),
      responses: singles.order ? [singles.order] : [],
    }),
    checkRecords(records, 'Payment', { responses: payments }),
    checkRecords(records, 'Balance', { responses: [checkContext.balance] }),
    checkRecords(records, 'CheckoutIntent', { responses: writes.intents, reason: writes.intentProblem }),
    checkRecords(records, 'Refund', { responses: writes.refunds, reason: writes.refundProblem }),
    checkRecords(records, 'LicenseCheck', { responses: [publicRoutes.license] }),
    checkRecords(records, 'Failure', {
      listed: service.exchanges
        .filter((one) => isErrorResponse(one) && 'error' in toObject(one.body))
        .map(({ body }) => body),
    }),
    checkListedValues([
      { name: 'Product', list: checkContext.products, single: singles.product },
      { name: 'Order', list: checkContext.orders, single: singles.order },
    ]),
  ]
  // The result of a real write replaces the line of a read.
  const writtenIds = new Set(writes.lines.map(({ id }) => id))
  const lines = withoutConsequences([
    ...checkResponses(checkContext, contract),
    ...checkErrorFields(service.exchanges),
    ...keys,
    ...[...paths, ...simulation.lines].filter(({ id }) => !writtenIds.has(id)),
    ...inputs,
    ...writes.lines,
    ...recordLines,
    checkCreatedValues(created),
    ...lists,
    ...checkPayments(checkContext, { response: simulation.response, created, payments: writes.payments }),
    ...(await compareRecords(checkContext, writes)),
    ...publicRoutes.lines,
    ...descriptionLines,
  ])
  return {
    lines,
    places: findDecidedPlaces(contract, records),
    actions: removeDuplicates(lines.flatMap(({ actions = [] }) => actions)),
  }
}

/** Compares records with each other and over time. Reads the balance again, because it contains the time of the service. */
async function compareRecords(checkContext: CheckContext, writes: Writes): Promise<Line[]> {
  const { service, key, balance, products, allProducts, orders, laterOrders } = checkContext
  const payments = checkContext.payments.filter(isSuccess).map(readRecord)
  return [
    ...checkRelatedRecords({
      orders: readRecords(orders),
      laterOrders: readRecords(laterOrders),
      payments,
      products: readRecords(allProducts),
    }),
    ...checkTimes({
      payments: [...payments, ...writes.payments.map(readRecord)],
      others: [products, orders].flatMap(readRecords),
      ...{ intents: writes.intents, intentProblem: writes.intentProblem },
      earlierBalance: balance,
      laterBalance: await service.get('/api/v1/balance', { key }),
    }),
  ]
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
