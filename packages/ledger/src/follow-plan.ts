import { type Insert, type Move, type Plan, PlanError, sums } from './plan.js'

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
  const moves: Move[] = [...first.moves]
  for (const move of next.moves) {
    const inserted = inserts.findIndex((insert) => insert.table === move.table && insert.row.id === move.id)
    const moved = moves.findIndex((earlier) => earlier.table === move.table && earlier.id === move.id)
    const insert = inserts[inserted]
    const earlier = moves[moved]
    if (insert) inserts[inserted] = { table: insert.table, row: changedRow(insert.row, move) } as Insert
    else if (earlier) moves[moved] = joinedMove(earlier, move)
    else moves.push(move)
  }
  return {
    merchant: first.merchant,
    inserts: [...inserts, ...next.inserts],
    moves,
    removes: [...first.removes, ...next.removes],
    counters: [...first.counters, ...next.counters],
    entries: [...first.entries, ...next.entries],
  }
}

type Columns = Readonly<Record<string, unknown>>

function changedRow(row: object, move: Move): object {
  expectColumns(row as Columns, move.expect, move)
  const set = { ...row, ...move.set }
  return Object.freeze(move.add ? { ...set, ...sums(set, move.add) } : set)
}

function joinedMove(earlier: Move, move: Move): Move {
  const set = earlier.set as Columns
  const left = Object.entries(move.expect).filter(([column]) => !Object.hasOwn(set, column))
  expectColumns(
    set,
    Object.fromEntries(Object.entries(move.expect).filter(([column]) => Object.hasOwn(set, column))),
    move,
  )
  const joined = {
    ...earlier,
    // Of the columns that both expect, the first one's word counts: it is about the row as it was read.
    expect: { ...Object.fromEntries(left), ...earlier.expect },
    set: { ...earlier.set, ...move.set },
  }
  if (!earlier.add && !move.add) return joined as Move
  const added = earlier.add ?? {}
  return { ...joined, add: { ...added, ...move.add, ...sums(added, shared(move.add ?? {}, added)) } } as Move
}

/** The columns of `add` that `other` adds to as well. */
const shared = (add: object, other: object): object =>
  Object.fromEntries(Object.entries(add).filter(([column]) => Object.hasOwn(other, column)))

function expectColumns(row: Columns, expected: object, { table, id }: Move): void {
  for (const [column, value] of Object.entries(expected)) {
    if (row[column] !== value) {
      throw new PlanError(
        `The second plan expects another ${column} of ${table} ${id}. Make it from the rows that the first one leaves. (decision 0014)`,
      )
    }
  }
}
