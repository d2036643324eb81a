import type { Insert, Move, Plan } from '@cedi/ledger'

/**
 * Joins a plan with one that was made for the rows as the first leaves them, so that both are one commit: a card
 * payment is created and charged in one step.
 *
 * @param first - The plan that comes first.
 * @param next - Its moves of rows that `first` inserts or moves are folded into those.
 */
export function followPlan(first: Plan, next: Plan): Plan {
  const inserts: Insert[] = [...first.inserts, ...next.inserts]
  const moves: Move[] = [...first.moves]
  for (const move of next.moves) {
    const inserted = inserts.findIndex((insert) => insert.table === move.table && insert.row.id === move.id)
    const moved = moves.findIndex((earlier) => earlier.table === move.table && earlier.id === move.id)
    const insert = inserts[inserted]
    const earlier = moves[moved]
    if (insert) inserts[inserted] = { table: insert.table, row: Object.freeze(applied(insert.row, move)) } as Insert
    else if (earlier)
      moves[moved] = { ...earlier, set: { ...earlier.set, ...move.set }, add: sum(earlier.add, move.add) } as Move
    else moves.push(move)
  }
  return {
    merchant: first.merchant,
    inserts,
    moves,
    removes: [...first.removes, ...next.removes],
    counters: [...first.counters, ...next.counters],
    entries: [...first.entries, ...next.entries],
  }
}

type Numbers = Readonly<Record<string, number | bigint>>

const plus = (a: number | bigint, b: number | bigint): number | bigint =>
  typeof a === 'bigint' && typeof b === 'bigint' ? a + b : Number(a) + Number(b)

function sum(a: Numbers = {}, b: Numbers = {}): Numbers {
  const total: Record<string, number | bigint> = { ...a }
  for (const [column, amount] of Object.entries(b)) {
    const before = total[column]
    total[column] = before === undefined ? amount : plus(before, amount)
  }
  return total
}

function applied(row: object, { set, add }: Move): object {
  const changed: Record<string, unknown> = { ...row, ...set }
  for (const [column, amount] of Object.entries((add ?? {}) as Numbers)) {
    const held = changed[column]
    if (typeof held === 'number' || typeof held === 'bigint') changed[column] = plus(held, amount)
  }
  return changed
}
