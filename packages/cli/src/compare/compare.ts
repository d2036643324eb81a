import { at, type Description, description } from '../schema.js'
import { type CheckContext, readCheckContext } from './check-context.js'
import { checkCreatedValues } from './checks/created-values.js'
import { checkDescription } from './checks/description.js'
import { checkInvalidInputs } from './checks/invalid-inputs.js'
import { checkKeys } from './checks/keys.js'
import { checkListedValues } from './checks/listed-values.js'
import { checkLists } from './checks/lists.js'
import { checkMemberNames } from './checks/member-names.js'
import { checkOperations, checkPaths } from './checks/paths.js'
import { checkPayments } from './checks/payments.js'
import { checkPublicRoutes } from './checks/public-routes.js'
import { checkRecords, type SeenRecords } from './checks/record-lines.js'
import { checkRelatedRecords } from './checks/related-records.js'
import { checkResponses } from './checks/responses.js'
import { checkSimulation } from './checks/simulation.js'
import { checkTimes } from './checks/times.js'
import { checkWrites, noWrites, type Writes } from './checks/writes.js'
import { withoutConsequences } from './consequences.js'
import { checkErrorFields } from './expected-error.js'
import type { Action, Line, Verdict } from './line.js'
import { createNameConverter } from './names.js'
import { createRecordCheck, type RecordCheck, removeDuplicates } from './records.js'
import type { Place } from './schema-actions.js'
import {
  createServiceClient,
  type Exchange,
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
  const service = createServiceClient(baseUrl, context, allowWrites, createNameConverter(contract))
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
  const created = [...simulation.created, ...writes.created]
  const seenRecords = collectRecords(checkContext, {
    writes,
    simulation: simulation.response,
    license: publicRoutes.license,
  })
  const listedValues = checkListedRecords(checkContext, contract)
  const recordLines = [
    ...Object.entries(seenRecords).map(([name, seen]) => checkRecords(records, name, seen)),
    checkMemberNames(
      contract,
      seenRecords,
      service.exchanges.map(({ body }) => body),
    ),
    listedValues,
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
    ...(await compareRecords(checkContext, writes, isListTrusted(listedValues))),
    ...publicRoutes.lines,
    ...descriptionLines,
  ])
  return {
    lines,
    places: findDecidedPlaces(contract, records),
    actions: removeDuplicates(lines.flatMap(({ actions = [] }) => actions)),
  }
}

/** Returns the records of all responses by the name of their schema. */
function collectRecords(
  checkContext: CheckContext,
  {
    writes,
    simulation,
    license,
  }: { readonly writes: Writes; readonly simulation: Exchange | undefined; readonly license: Exchange },
): Readonly<Record<string, SeenRecords>> {
  const { singles, singleOrders } = checkContext
  return {
    Product: {
      listed: readRecords(checkContext.products),
      responses: [singles.product, simulation].filter((one) => one !== undefined),
    },
    Order: { listed: readRecords(checkContext.orders), responses: singleOrders },
    Payment: { responses: [...checkContext.payments, ...writes.payments] },
    Balance: { responses: [checkContext.balance] },
    CheckoutIntent: { responses: writes.intents, reason: writes.intentProblem },
    Refund: { responses: writes.refunds, reason: writes.refundProblem },
    LicenseCheck: { responses: [license] },
    Failure: {
      listed: checkContext.service.exchanges
        .filter((one) => isErrorResponse(one) && 'error' in toObject(one.body))
        .map(({ body }) => body),
    },
  }
}

/** Compares the listed records with those that were read by their identifiers. */
function checkListedRecords(
  { products, laterProducts, orders, laterOrders, singles, singleOrders }: CheckContext,
  contract: Description,
): Line {
  const product = { name: 'Product', list: products, laterList: laterProducts }
  return checkListedValues(contract, [
    { ...product, singles: singles.product ? [singles.product] : [] },
    { name: 'Order', list: orders, laterList: laterOrders, singles: singleOrders },
  ])
}

/** Returns whether the listed orders have the values of the single orders. */
const isListTrusted = ({ verdict, seen }: Line): boolean => verdict !== 'differs' || !seen.includes('Order.')

/**
 * Compares records with each other and over time. Reads the balance again, because it contains the time of the service.
 *
 * @param isListTrusted - Whether to compare the listed orders, not only those that were read by their identifiers.
 */
async function compareRecords(checkContext: CheckContext, writes: Writes, isListTrusted: boolean): Promise<Line[]> {
  const { service, key, balance, products, allProducts, singleOrders } = checkContext
  const single = singleOrders.filter(isSuccess).map(readRecord)
  const [orders, laterOrders] = isListTrusted
    ? [readRecords(checkContext.orders), readRecords(checkContext.laterOrders)]
    : [single, single]
  const unread = checkContext.payments.find(({ problem }) => problem !== undefined)
  const payments = checkContext.payments.filter(isSuccess).map(readRecord)
  return [
    ...checkRelatedRecords({
      ...{ orders, laterOrders, payments },
      products: readRecords(allProducts),
      problem: unread?.problem ?? checkContext.orders.problem,
    }),
    ...checkTimes({
      payments: [...payments, ...writes.payments.map(readRecord)],
      others: [...readRecords(products), ...orders],
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
