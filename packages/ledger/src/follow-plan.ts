import { type Insert, type Plan, PlanError, sums, type Update } from './plan.js'

/**
 * Joins a plan with one that was made for the rows as the first leaves them, so that both are one commit: a card
 * payment is created and charged in one step.
 *
 * @param first - The plan that comes first.
 * @param next - Its moves of rows that `first` inserts or moves are folded into those.
 * @returns A plan that touches each row once.
 * @throws {@link PlanError} when they are of different merchants, or when `next` expects what `first` does not leave.
 * @decision 0014
 */
export function followPlan(first: Plan, next: Plan): Plan {
  if (next.merchant !== first.merchant) {
    throw new PlanError(
      `A plan of ${next.merchant} cannot follow one of ${first.merchant}. Commit two plans. (decision 0014)`,
    )
  }
  const inserts: Insert[] = [...first.inserts]
  const updates: Update[] = [...first.updates]
  for (const update of next.updates) {
    const inserted = inserts.findIndex((insert) => insert.table === update.table && insert.row.id === update.id)
    const moved = updates.findIndex((earlier) => earlier.table === update.table && earlier.id === update.id)
    const insert = inserts[inserted]
    const earlier = updates[moved]
    if (insert) inserts[inserted] = { table: insert.table, row: changedRow(insert.row, update) } as Insert
    else if (earlier) updates[moved] = joinedMove(earlier, update)
    else updates.push(update)
  }
  return {
    merchant: first.merchant,
    inserts: [...inserts, ...next.inserts],
    updates,
    deletes: [...first.deletes, ...next.deletes],
    counters: [...first.counters, ...next.counters],
    entries: [...first.entries, ...next.entries],
  }
}

type Columns = Readonly<Record<string, unknown>>

function changedRow(row: object, update: Update): object {
  expectColumns(row as Columns, update.where, update)
  const set = { ...row, ...update.set }
  return Object.freeze(update.add ? { ...set, ...sums(set, update.add) } : set)
}

function joinedMove(earlier: Update, update: Update): Update {
  const set = earlier.set as Columns
  const left = Object.entries(update.where).filter(([column]) => !Object.hasOwn(set, column))
  expectColumns(
    set,
    Object.fromEntries(Object.entries(update.where).filter(([column]) => Object.hasOwn(set, column))),
    update,
  )
  const joined = {
    ...earlier,
    // Of the columns that both expect, the first one's word counts: it is about the row as it was read.
    where: { ...Object.fromEntries(left), ...earlier.where },
    set: { ...earlier.set, ...update.set },
  }
  if (!earlier.add && !update.add) return joined as Update
  const added = earlier.add ?? {}
  return { ...joined, add: { ...added, ...update.add, ...sums(added, shared(update.add ?? {}, added)) } } as Update
}

/** The columns of `add` that `other` adds to as well. */
const shared = (add: object, other: object): object =>
  Object.fromEntries(Object.entries(add).filter(([column]) => Object.hasOwn(other, column)))

function expectColumns(row: Columns, expected: object, { table, id }: Update): void {
  for (const [column, value] of Object.entries(expected)) {
    if (row[column] !== value) {
      throw new PlanError(
        `The second plan expects another ${column} of ${table} ${id}. Make it from the rows that the first one leaves. (decision 0014)`,
      )
    }
  }
}
