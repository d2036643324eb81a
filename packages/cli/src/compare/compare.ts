import type { CliContext } from '../command.js'
import { at, description } from '../schema.js'
import { readCheckContext } from './check-context.js'
import { answerLines } from './checks/answers.js'
import { descriptionLines } from './checks/description.js'
import { keyLines } from './checks/keys.js'
import { listLines } from './checks/lists.js'
import { pathLines } from './checks/paths.js'
import { paymentLines, readPayments } from './checks/payments.js'
import { publicLines } from './checks/public.js'
import { simulateLines } from './checks/simulate.js'
import { writeLines } from './checks/writes.js'
import { type Action, differs, holds, type Line, unknown, type Verdict } from './line.js'
import { type Place, type RecordCheck, recordCheck, unique } from './records.js'
import { createServiceClient, type Exchange, readData, readRecords, toObject } from './service-client.js'

/** Undocumented detail that the contract decides, with the verdict of the comparison. */
interface ChosenPlace {
  /** JSON Pointer in `openapi.yaml`. */
  readonly place: Place
  /** The page in docs/decisions. */
  readonly decision: string
  readonly verdict: Verdict
}

/** The result of a comparison. */
export interface Comparison {
  readonly lines: readonly Line[]
  readonly places: readonly ChosenPlace[]
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
  readonly mayWrite?: boolean
}

const ok = ({ status }: Exchange): boolean => status >= 200 && status < 300

/**
 * Compares a service with the contract. Sends reads, and simulated writes where the service documents that they write
 * nothing.
 *
 * @throws Unreachable if there is no usable response.
 */
export async function compare(
  options: CompareOptions,
  context: Pick<CliContext, 'transport' | 'signal'>,
): Promise<Comparison> {
  const { baseUrl, key, narrowKey, refs = [], mayWrite = false } = options
  const service = createServiceClient(baseUrl, context, mayWrite)
  const checkContext = await readCheckContext(service, { key, narrowKey, refs })
  const records = recordCheck()
  const keys = await keyLines(checkContext)
  const lists = await listLines(checkContext)
  const paths = await pathLines(checkContext)
  const described = await descriptionLines(checkContext)
  const open = await publicLines(checkContext)
  const simulated = await simulateLines(checkContext)
  const written = mayWrite ? await writeLines(checkContext) : { lines: [], payments: [], intents: [] }
  const of = (exchanges: readonly (Exchange | undefined)[]): unknown[] =>
    exchanges
      .filter((one) => one !== undefined)
      .filter(ok)
      .map(readData)
  const recordLines = [
    recordLine(records, 'Product', [...readRecords(checkContext.products), ...of([simulated.answer])]),
    recordLine(records, 'Order', readRecords(checkContext.orders)),
    recordLine(records, 'Payment', [...of(readPayments(checkContext)), ...of(written.payments)]),
    recordLine(records, 'Balance', of([checkContext.balance])),
    recordLine(records, 'CheckoutIntent', of(written.intents)),
    recordLine(records, 'Refund', []),
    recordLine(records, 'LicenseCheck', of([open.license])),
    recordLine(
      records,
      'Failure',
      service.exchanges
        .filter(({ status, body }) => status >= 400 && 'error' in toObject(body))
        .map(({ body }) => body),
    ),
  ]
  // The result of a real write replaces the verdict "unknown".
  const shown = new Set(written.lines.map(({ id }) => id))
  const lines = [
    ...answerLines(checkContext),
    ...keys,
    ...[...paths, ...simulated.lines, ...written.lines].filter(
      ({ id, verdict }) => !(verdict === 'unknown' && shown.has(id)),
    ),
    ...recordLines,
    ...lists,
    ...paymentLines(checkContext),
    ...open.lines,
    ...described,
  ]
  return { lines, places: chosenPlaces(records), actions: unique(lines.flatMap(({ actions = [] }) => actions)) }
}

function recordLine(records: RecordCheck, name: string, seen: readonly unknown[]): Line {
  const statement = {
    id: `record.${name}`,
    title: `the fields of ${name}`,
    source: name === 'LicenseCheck' ? '0017' : name === 'Failure' ? '0003' : name === 'Refund' ? '0009' : '0008',
  }
  if (seen.length === 0) return unknown(statement, 'None was seen.')
  const { wrong, actions } = records.check(name, seen)
  return wrong.length === 0 ? holds(statement, `${seen.length} seen.`) : differs(statement, wrong.join(' '), actions)
}

/** Returns every place in the description that has `x-decision`, with its verdict. */
function chosenPlaces(records: RecordCheck): ChosenPlace[] {
  const found: ChosenPlace[] = []
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
  walk(at(description, '#/components'), '#/components')
  walk(at(description, '#/x-public-surfaces'), '#/x-public-surfaces')
  return found
}
