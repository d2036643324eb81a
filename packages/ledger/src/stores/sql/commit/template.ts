import { type Plan, PlanError } from '../../../plan.js'
import type { SqlValue } from '../driver.js'
import type { Claim, Draft, Problem } from './draft.js'
import { draftEntries, findRecorded, writeEntries } from './entries.js'
import { findCrossedBounds, findDuplicates, groupsOf, lockCounters, lockMoves, lockRemoves } from './judge.js'
import type { Shape } from './shape.js'
import { insertRows, updateRows, writeCounters, writeRemoves } from './write.js'

/** A statement whose values are still in the plan: it never sees one, so its text cannot depend on any. */
export interface Template {
  readonly text: string
  /** Where each value comes from. */
  readonly reads: readonly ((plan: Plan) => SqlValue)[]
  /** What each number means with which the statement refuses. */
  readonly problems: readonly ((plan: Plan) => Problem)[]
  /** What is claimed beside the statement, where the tables are spread. */
  readonly claims: readonly Claim[]
}

/** The protocol counts the values of a statement with two bytes. */
const mostValues = 65_535

/**
 * Writes the statement of all plans of a shape.
 *
 * @param isSpread - Whether it is for tables that are spread: then all values are in one list, `$1`, and `$2` is the first
 * problem of what is claimed.
 */
export function makeTemplate(shape: Shape, isSpread = false): Template {
  const reads: ((plan: Plan) => SqlValue)[] = []
  const problems: ((plan: Plan) => Problem)[] = []
  const claims: Claim[] = []
  const param: Draft['param'] = (type, read) => {
    const number = reads.push(read)
    return `CAST(${isSpread ? `($1)[${number}]` : `$${number}`} AS ${type})`
  }
  const merchant = param('text', (plan) => plan.merchant)
  const problem: Draft['problem'] = (tell) => problems.push(tell) - 1
  const it: Draft = { shape, param, problem, merchant, isSpread, claims, ctes: [], checks: [] }
  it.ctes.push(`book AS (SELECT sequence, at_ms, hash FROM cedi.books WHERE merchant_id = ${merchant} FOR UPDATE)`)
  const groups = groupsOf(it)
  // In the order in which a plan is refused: conflict, duplicate, guard.
  for (const group of groups) lockMoves(it, group)
  lockRemoves(it)
  lockCounters(it)
  findDuplicates(it)
  const words = findRecorded(it)
  findCrossedBounds(it, groups)
  draftEntries(it, words)
  const checks = it.checks.length > 0 ? it.checks.join('\nUNION ALL ') : 'SELECT 0 WHERE CAST(NULL AS boolean)'
  it.ctes.push(`problem (n) AS (${checks})`, 'verdict AS (SELECT (SELECT MIN(n) FROM problem) AS n FROM book)')
  insertRows(it)
  for (const group of groups) updateRows(it, group)
  writeRemoves(it)
  writeCounters(it)
  writeEntries(it)
  if (reads.length > mostValues) {
    throw new PlanError(`The plan takes ${reads.length} values, and a statement ${mostValues}. Commit several plans.`)
  }
  const text = `WITH ${it.ctes.join(',\n')}
SELECT book.sequence + ${shape.entries.length} AS sequence, verdict.n AS problem FROM book CROSS JOIN verdict`
  return { text, reads, problems, claims }
}
