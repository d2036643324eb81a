import { chartOfAccounts } from './accounts.js'
import type { Entry } from './posting.js'
import { type Result, succeed } from './result.js'
import type { EventRow } from './tables/events.js'
import { type AddColumns, getDefinition, type RecordTable, type Tables } from './tables.js'

/** A row to insert. It must not exist yet. */
export type Insert = { [T in RecordTable]: { readonly table: T; readonly row: Readonly<Tables[T]> } }[RecordTable]

/**
 * A row to update. The merchant, the id and lookup columns never change.
 */
export interface UpdateOf<T extends RecordTable> {
  readonly table: T
  readonly id: string
  /** Required values of the row: strings, numbers or null. */
  readonly where: Partial<Tables[T]>
  readonly set: Partial<Tables[T]>
  /** Amounts to add to the current values; null stays null. */
  readonly add?: T extends keyof AddColumns
    ? { readonly [C in AddColumns[T]]?: NonNullable<Tables[T][C & keyof Tables[T]]> }
    : never
}
/** An {@link UpdateOf} any table except `events`: an event is deleted and scheduled again. */
export type Update = { [T in Exclude<RecordTable, 'events'>]: UpdateOf<T> }[Exclude<RecordTable, 'events'>]

/** A scheduled event to delete, because it was executed or cancelled. */
interface Delete {
  readonly table: 'events'
  readonly id: string
}

/** A counter to increment. A counter that does not exist has the value 0. */
interface CounterStep {
  readonly name: string
  readonly from: number
  readonly to: number
}

/**
 * The changes of a command, as a value. All rows belong to one merchant, and each row occurs once. A plan may be empty,
 * such as for a repeated confirmation.
 *
 * @decision 0014
 */
export interface Plan<Records = unknown> {
  readonly merchant: string
  readonly inserts: readonly Insert[]
  readonly updates: readonly Update[]
  readonly deletes: readonly Delete[]
  readonly counters: readonly CounterStep[]
  /** In the order in which they are recorded. */
  readonly entries: readonly Entry[]
  /** The records after the commit. */
  readonly records: Records
}

/** The parts of a plan that change something. */
export type PlanSteps = Partial<Omit<Plan, 'merchant' | 'records'>>

/** An invalid plan: a bug in the caller. */
export class PlanError extends Error {
  override readonly name = 'PlanError'
  /** Always `internal_error`. */
  readonly code = 'internal_error'
}

/**
 * Creates a plan. Steps that are left out are empty.
 *
 * @param merchant - The merchant whose rows change.
 * @param steps - Inserts, updates, deletes, counters, entries.
 */
export function makePlan(merchant: string, steps?: PlanSteps): Plan<undefined>
/**
 * Creates a plan that returns records.
 *
 * @param merchant - The merchant whose rows change.
 * @param steps - Inserts, updates, deletes, counters, entries.
 * @param records - The records after the commit.
 */
export function makePlan<Records>(merchant: string, steps: PlanSteps, records: Records): Plan<Records>
export function makePlan(merchant: string, steps: PlanSteps = {}, records?: unknown): Plan {
  return { merchant, inserts: [], updates: [], deletes: [], counters: [], entries: [], ...steps, records }
}

/**
 * Joins plans of one merchant, so that they are committed together.
 *
 * @returns A plan with the records of the first.
 * @throws {@link PlanError} if the merchants differ.
 */
export function joinPlans<Records>(first: Plan<Records>, ...others: readonly Plan[]): Plan<Records> {
  for (const other of others) {
    if (other.merchant !== first.merchant) {
      throw new PlanError(
        `A plan of ${other.merchant} cannot be joined to one of ${first.merchant}. Commit two plans. (decision 0014)`,
      )
    }
  }
  const all = [first, ...others]
  return {
    merchant: first.merchant,
    inserts: all.flatMap((plan) => plan.inserts),
    updates: all.flatMap((plan) => plan.updates),
    deletes: all.flatMap((plan) => plan.deletes),
    counters: all.flatMap((plan) => plan.counters),
    entries: all.flatMap((plan) => plan.entries),
    records: first.records,
  }
}

/**
 * Adds steps to a planned result. A rejection is returned unchanged.
 *
 * @param result - The result of a command.
 * @param steps - Steps to add, such as the id counter or scheduled events.
 */
export const withSteps = <Records>(result: Result<Plan<Records>>, steps: PlanSteps): Result<Plan<Records>> =>
  result.ok ? succeed(joinPlans(result.value, makePlan(result.value.merchant, steps))) : result

/** Returns the steps that schedule events. To cancel an event, use `deletes: [{ table: 'events', id }]`. */
export function scheduleEvents(...events: readonly EventRow[]): Pick<Plan, 'inserts'> {
  return { inserts: events.map((row) => ({ table: 'events', row })) }
}

/**
 * Returns the columns after adding to them. Null stays null.
 *
 * @param row - The row before.
 * @param add - From a {@link Update}.
 */
export function addToColumns(row: object, add: object): Record<string, bigint | number> {
  const after: Record<string, bigint | number> = {}
  for (const [column, amount] of Object.entries(add)) {
    const current = (row as Record<string, unknown>)[column]
    // Both are of one type, bigint or number, which the compiler cannot see here.
    if (current !== null) after[column] = (current as number) + (amount as number)
  }
  return after
}

/** Whether a plan would change nothing. */
export function isEmpty(plan: Plan): boolean {
  return (
    plan.inserts.length + plan.updates.length + plan.deletes.length + plan.counters.length + plan.entries.length === 0
  )
}

/** Returns whether a column must not be updated: keys and indexes of a store rely on it. */
const isImmutable = (table: RecordTable, column: string): boolean =>
  column === 'merchant' || column === 'id' || (getDefinition(table).lookupColumns ?? []).includes(column)

const sourcePattern = /^[\w.:@/-]{1,200}$/
// Control characters would break the canonical text; a lone surrogate has no UTF-8 encoding.
const memoPattern = /^[^\p{Cc}\p{Cs}]{1,200}$/u

function checkEntry(entry: Entry): void {
  const where = () => `The entry ${entry.kind} of ${entry.source}`
  if (!sourcePattern.test(entry.source))
    throw new PlanError(`${where()}: a source must be letters, digits and ._:@/- only.`)
  if (entry.memo !== undefined && !memoPattern.test(entry.memo)) {
    throw new PlanError(`${where()}: a memo must be one line of 1 to 200 characters.`)
  }
  if (!Number.isSafeInteger(entry.atMs)) throw new PlanError(`${where()}: atMs must be whole milliseconds.`)
  if (entry.postings.length === 0) throw new PlanError(`${where()} has no postings. Add one.`)
  for (const { debit, credit, amountPesewas } of entry.postings) {
    if (typeof amountPesewas !== 'bigint' || amountPesewas <= 0n) {
      throw new PlanError(
        `${where()}: a posting must be more than 0 pesewas, not ${amountPesewas}; debit and credit say the direction.`,
      )
    }
    if (!Object.hasOwn(chartOfAccounts, debit) || !Object.hasOwn(chartOfAccounts, credit) || debit === credit) {
      throw new PlanError(`${where()}: ${debit} and ${credit} must be two accounts of the chart.`)
    }
  }
}

/**
 * Validates a plan. Every store calls it before a commit.
 *
 * @throws {@link PlanError} that names the step: another merchant, a row that occurs twice, an amount that is not
 *   above zero, an unknown account, a source or memo that the canonical text cannot contain.
 * @decision 0014
 */
export function checkPlan(plan: Plan): void {
  const changedRows = new Set<string>()
  const addRow = (step: string, id: string) => {
    if (id === '') throw new PlanError(`${step}: the id must not be empty.`)
    const key = `${step} ${id}`
    if (changedRows.has(key)) throw new PlanError(`The plan touches ${key} twice. Commit two plans. (decision 0014)`)
    changedRows.add(key)
  }
  if (plan.merchant === '') throw new PlanError('The merchant of the plan must not be empty.')
  for (const { table, row } of plan.inserts) {
    addRow(table, row.id)
    if (row.merchant !== plan.merchant)
      throw new PlanError(`${table} ${row.id} belongs to another merchant. Commit two plans.`)
  }
  for (const update of plan.updates) {
    addRow(update.table, update.id)
    if ((update.table as string) === 'events')
      throw new PlanError(`The event ${update.id} cannot be moved. Remove it and insert another.`)
    for (const column in update.set) {
      if (isImmutable(update.table, column)) {
        throw new PlanError(`${update.table} ${update.id}: ${column} never changes. Leave it out.`)
      }
    }
  }
  for (const { table, id } of plan.deletes) addRow(table, id)
  for (const { name, from, to } of plan.counters) {
    addRow('counters', name)
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 0 || to <= from) {
      throw new PlanError(`The counter ${name} must go up from a whole number, not from ${from} to ${to}.`)
    }
  }
  for (const entry of plan.entries) {
    addRow(`entries ${entry.kind}`, entry.source)
    checkEntry(entry)
  }
}
