import type { Surroundings } from '../command.js'
import { at, description } from '../schema.js'
import { answerLines } from './checks/answers.js'
import { descriptionLines } from './checks/description.js'
import { keyLines } from './checks/keys.js'
import { listLines } from './checks/lists.js'
import { pathLines } from './checks/paths.js'
import { paymentLines, readPayments } from './checks/payments.js'
import { publicLines } from './checks/public.js'
import { simulateLines } from './checks/simulate.js'
import { writeLines } from './checks/writes.js'
import { converse, dataOf, type Exchange, objectOf, recordsOf } from './conversation.js'
import { type Action, differs, holds, type Line, unknown, type Verdict } from './line.js'
import { look } from './looking.js'
import { type Place, type RecordCheck, recordCheck, unique } from './records.js'

/** One thing that we chose where the service is silent, and what the comparison saw of it. */
interface ChosenPlace {
  /** Where it stands in `openapi.yaml`. */
  readonly place: Place
  /** The page in docs/decisions. */
  readonly decision: string
  readonly verdict: Verdict
}

/** The result of a comparison. */
export interface Comparison {
  readonly lines: readonly Line[]
  readonly places: readonly ChosenPlace[]
  /** How to change our description so that it matches the service. */
  readonly actions: readonly Action[]
}

/** Which service, which keys, and which checks. */
export interface CompareOptions {
  readonly baseUrl: string
  readonly key: string
  /** A key that lacks a scope for reading. */
  readonly narrowKey?: string | undefined
  /** Payments to check besides those of the orders. */
  readonly refs?: readonly string[]
  /** Adds payments of the smallest amount. */
  readonly mayWrite?: boolean
}

const ok = ({ status }: Exchange): boolean => status >= 200 && status < 300

/**
 * Compares a service with the contract. It reads, and simulates where the service states that simulating writes
 * nothing.
 *
 * @throws Unreachable when no usable answer comes.
 */
export async function compare(
  options: CompareOptions,
  around: Pick<Surroundings, 'transport' | 'signal'>,
): Promise<Comparison> {
  const { baseUrl, key, narrowKey, refs = [], mayWrite = false } = options
  const service = converse(baseUrl, around, mayWrite)
  const looking = await look(service, { key, narrowKey, refs })
  const records = recordCheck()
  const keys = await keyLines(looking)
  const lists = await listLines(looking)
  const paths = await pathLines(looking)
  const described = await descriptionLines(looking)
  const open = await publicLines(looking)
  const simulated = await simulateLines(looking)
  const written = mayWrite ? await writeLines(looking) : { lines: [], payments: [], intents: [] }
  const of = (exchanges: readonly (Exchange | undefined)[]): unknown[] =>
    exchanges
      .filter((one) => one !== undefined)
      .filter(ok)
      .map(dataOf)
  const recordLines = [
    recordLine(records, 'Product', [...recordsOf(looking.products), ...of([simulated.answer])]),
    recordLine(records, 'Order', recordsOf(looking.orders)),
    recordLine(records, 'Payment', [...of(readPayments(looking)), ...of(written.payments)]),
    recordLine(records, 'Balance', of([looking.balance])),
    recordLine(records, 'CheckoutIntent', of(written.intents)),
    recordLine(records, 'Refund', []),
    recordLine(records, 'LicenseCheck', of([open.license])),
    recordLine(
      records,
      'Failure',
      service.exchanges
        .filter(({ status, body }) => status >= 400 && 'error' in objectOf(body))
        .map(({ body }) => body),
    ),
  ]
  // What a write showed is no longer unknown.
  const shown = new Set(written.lines.map(({ id }) => id))
  const lines = [
    ...answerLines(looking),
    ...keys,
    ...[...paths, ...simulated.lines, ...written.lines].filter(
      ({ id, verdict }) => !(verdict === 'unknown' && shown.has(id)),
    ),
    ...recordLines,
    ...lists,
    ...paymentLines(looking),
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

/** Every place of our description that has `x-decision`, with what the records showed. */
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
