import { type Insert, type Plan, PlanError, sums, type Update } from './plan.js'

/**
 * Joins a plan with one for the rows after it, so that both are one commit: a card payment is created and charged in
 * one step.
 *
 * @param first - The first plan.
 * @param next - Its updates of rows that `first` inserts or updates are merged into those.
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
    const inserted = inserts.findIndex((insert) => insert.table === update.table && insert.row.id === update.id)
    const updated = updates.findIndex((earlier) => earlier.table === update.table && earlier.id === update.id)
    const insert = inserts[inserted]
    const earlier = updates[updated]
    if (insert) inserts[inserted] = { table: insert.table, row: applyUpdate(insert.row, update) } as Insert
    else if (earlier) updates[updated] = joinUpdates(earlier, update)
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
  return Object.freeze(update.add ? { ...set, ...sums(set, update.add) } : set)
}

function joinUpdates(earlier: Update, update: Update): Update {
  const set = earlier.set as Columns
  const left = Object.entries(update.where).filter(([column]) => !Object.hasOwn(set, column))
  requireColumns(
    set,
    Object.fromEntries(Object.entries(update.where).filter(([column]) => Object.hasOwn(set, column))),
    update,
  )
  const joined = {
    ...earlier,
    // The conditions of the first update are about the row as it was read.
    where: { ...Object.fromEntries(left), ...earlier.where },
    set: { ...earlier.set, ...update.set },
  }
  if (!earlier.add && !update.add) return joined as Update
  const added = earlier.add ?? {}
  return { ...joined, add: { ...added, ...update.add, ...sums(added, shared(update.add ?? {}, added)) } } as Update
}

/** Returns the columns of `add` that `other` contains too. */
const shared = (add: object, other: object): object =>
  Object.fromEntries(Object.entries(add).filter(([column]) => Object.hasOwn(other, column)))

function requireColumns(row: Columns, expected: object, { table, id }: Update): void {
  for (const [column, value] of Object.entries(expected)) {
    if (row[column] !== value) {
      throw new PlanError(
        `The second plan expects another ${column} of ${table} ${id}. Make it from the rows that the first one leaves. (decision 0014)`,
      )
    }
  }
}
