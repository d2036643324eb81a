import type { Plan } from '../../plan.js'
import type { Problem } from './commit/draft.js'
import { shapeOf } from './commit/shape.js'
import { makeTemplate, type Template } from './commit/template.js'
import type { SqlRow } from './driver.js'
import { readTold, spreadCall } from './spread/commit.js'
import type { Statement } from './statement.js'

/** The one statement that carries out a plan, and what the numbers mean with which it refuses. */
export interface CommitStatement extends Statement {
  problem(number: number): Problem | undefined
  /** The row of the answer; none without a book; and `moved` when the shard of the merchant is on another machine by now. */
  read(rows: readonly SqlRow[]): SqlRow | 'moved' | undefined
}

/** So many texts are kept; the one that nobody has asked for longest makes room. */
const mostTexts = 500
/** Longer ones are rare, and no driver keeps them prepared. */
const longestText = 20_000

/**
 * Writes plans as statements, one each.
 *
 * A statement locks the book of the merchant first, then the rows it changes, in the order of their ids, and judges the
 * rows as they are then. Only when nothing is wrong does it write; so a refused plan leaves nothing behind. The answer
 * is one row: the last sequence, and the number of the first problem or null. No row means that the merchant has no
 * book yet.
 *
 * The text depends on the shape of the plan alone: it is written once and kept, and a database prepares it once.
 *
 * @param isSpread - Whether the tables are spread over several machines: then a function carries it out on one of them.
 * @decision 0032, 0097
 */
export function commitStatements(isSpread = false): (plan: Plan) => CommitStatement {
  const kept = new Map<string, Template>()

  function templateOf(plan: Plan): Template {
    const shape = shapeOf(plan)
    const key = JSON.stringify(shape)
    const known = kept.get(key)
    const template = known ?? makeTemplate(shape, isSpread)
    if (template.text.length > longestText) return template
    if (known) kept.delete(key)
    else if (kept.size >= mostTexts) kept.delete(kept.keys().next().value ?? '')
    kept.set(key, template)
    return template
  }

  return (plan) => {
    const template = templateOf(plan)
    const { text, reads, problems } = template
    const problem = (number: number) => problems[number]?.(plan)
    if (isSpread) return { ...spreadCall(plan, template, text.length <= longestText), problem, read: readTold }
    return { text, values: reads.map((read) => read(plan)), problem, read: ([row]) => row }
  }
}
