import { addToColumns, type Insert, type Plan, PlanError, type Update } from './plan.js'

/**
 * Merges a plan with a second plan for the resulting rows into one commit: a card payment is created and charged in
 * one step.
 *
 * @param first - The first plan.
 * @param next - The second plan. Its updates are merged into the inserts and updates of `first`.
 * @returns A plan with each row once, and the records of `next`.
 * @throws {@link PlanError} if the merchants differ, or if `next` requires values that `first` does not set.
 * @decision 0014
 */
export function followPlan<Records>(first: Plan, next: Plan<Records>): Plan<Records> {
  if (next.merchant !== first.merchant) {
    throw new PlanError(
      `A plan of ${next.merchant} cannot follow one of ${first.merchant}. Commit two plans. (decision 0014)`,
    )
  }
  const inserts: Insert[] = [...first.inserts]
  const updates: Update[] = [...first.updates]
  for (const update of next.updates) {
    const insertIndex = inserts.findIndex((insert) => insert.table === update.table && insert.row.id === update.id)
    const updateIndex = updates.findIndex(
      (firstUpdate) => firstUpdate.table === update.table && firstUpdate.id === update.id,
    )
    const insert = inserts[insertIndex]
    const firstUpdate = updates[updateIndex]
    if (insert) inserts[insertIndex] = { table: insert.table, row: applyUpdate(insert.row, update) } as Insert
    else if (firstUpdate) updates[updateIndex] = mergeUpdates(firstUpdate, update)
    else updates.push(update)
  }
  return {
    merchant: first.merchant,
    inserts: [...inserts, ...next.inserts],
    updates,
    deletes: [...first.deletes, ...next.deletes],
    counters: [...first.counters, ...next.counters],
    entries: [...first.entries, ...next.entries],
    records: next.records,
  }
}

type Columns = Readonly<Record<string, unknown>>

function applyUpdate(row: object, update: Update): object {
  requireColumns(row as Columns, update.where, update)
  const set = { ...row, ...update.set }
  return Object.freeze(update.add ? { ...set, ...addToColumns(set, update.add) } : set)
}

function mergeUpdates(firstUpdate: Update, update: Update): Update {
  const set = firstUpdate.set as Columns
  const left = Object.entries(update.where).filter(([column]) => !Object.hasOwn(set, column))
  requireColumns(
    set,
    Object.fromEntries(Object.entries(update.where).filter(([column]) => Object.hasOwn(set, column))),
    update,
  )
  const joinedUpdate = {
    ...firstUpdate,
    // The conditions of the first update are about the row as it was read.
    where: { ...Object.fromEntries(left), ...firstUpdate.where },
    set: { ...firstUpdate.set, ...update.set },
  }
  if (!firstUpdate.add && !update.add) return joinedUpdate as Update
  const increments = firstUpdate.add ?? {}
  return {
    ...joinedUpdate,
    add: { ...increments, ...update.add, ...addToColumns(increments, pickShared(update.add ?? {}, increments)) },
  } as Update
}

/** Returns the columns of `add` that `other` contains too. */
const pickShared = (add: object, other: object): object =>
  Object.fromEntries(Object.entries(add).filter(([column]) => Object.hasOwn(other, column)))

function requireColumns(row: Columns, expected: object, { table, id }: Update): void {
  for (const [column, value] of Object.entries(expected)) {
    if (row[column] !== value) {
      throw new PlanError(
        `The second plan expects another ${column} of ${table} ${id}. Create it from the rows after the first one. (decision 0014)`,
      )
    }
  }
}
