import { type CommitFailure, type Plan, PlanError } from '@cedi/mock-server/internal'
import type { SqlValue } from '../driver.js'
import { checkConstraints, checkUnique } from './constraints.js'
import { checkEntries, computeEntries, insertEntries } from './entries.js'
import { groupUpdates, lockCounters, lockDeletes, lockUpdates } from './locks.js'
import type { Claim, Part, StatementContext } from './part.js'
import type { PlanShape } from './shape.js'
import { deleteEvents, insertRows, updateRows, writeCounters } from './writes.js'

/** A statement without its values. Its text depends on the shape of the plan only. */
export interface Template {
  readonly text: string
  /** Reads the value of each parameter from a plan. */
  readonly values: readonly ((plan: Plan) => SqlValue)[]
  /** Failures by the number that the statement returns. */
  readonly failures: readonly ((plan: Plan) => CommitFailure)[]
  /** Values that are claimed outside the statement if the tables are sharded. */
  readonly claims: readonly Claim[]
}

/** Maximum number of parameters: the protocol counts them with two bytes. */
const maxParameters = 65_535

/**
 * Compiles the statement for all plans of a shape.
 *
 * @param isSharded - Whether the tables are sharded: then `$1` is an array of all values, and `$2` is the number of the
 *   first claim that failed.
 */
export function compileTemplate(shape: PlanShape, isSharded = false): Template {
  const values: ((plan: Plan) => SqlValue)[] = []
  const failures: ((plan: Plan) => CommitFailure)[] = []
  const param: StatementContext['param'] = (type, read) => {
    const number = values.push(read)
    return `CAST(${isSharded ? `($1)[${number}]` : `$${number}`} AS ${type})`
  }
  const merchant = param('text', (plan) => plan.merchant)
  const context: StatementContext = {
    shape,
    merchant,
    isSharded,
    param,
    failure: (toFailure) => failures.push(toFailure) - 1,
  }

  const groups = groupUpdates(context)
  // In the order in which failures are reported: conflict, duplicate, constraint.
  const locks = [...groups.map((group) => lockUpdates(context, group)), lockDeletes(context), lockCounters(context)]
  const unique = checkUnique(context)
  const entries = checkEntries(context)
  const before: Part[] = [
    ...locks,
    unique,
    entries,
    checkConstraints(context, groups),
    ...computeEntries(context, entries.keys),
  ]
  const writeParts: Part[] = [
    insertRows(context),
    ...groups.map((group) => updateRows(context, group)),
    deleteEvents(context),
    writeCounters(context),
    insertEntries(context),
  ]
  if (values.length > maxParameters)
    throw new PlanError(
      `The plan has ${values.length} values. A statement takes ${maxParameters}. Commit several plans.`,
    )

  const checks = before.flatMap((part) => part.checks ?? [])
  const ctes = [
    `book AS (SELECT sequence, at_ms, hash FROM cedi.books WHERE merchant_id = ${merchant} FOR UPDATE)`,
    ...before.flatMap((part) => part.ctes ?? []),
    `failure (n) AS (${checks.join('\nUNION ALL ') || 'SELECT 0 WHERE CAST(NULL AS boolean)'})`,
    'result AS (SELECT (SELECT MIN(n) FROM failure) AS failure FROM book)',
    ...writeParts.flatMap((part) => part.ctes ?? []),
  ]
  const text = `WITH ${ctes.join(',\n')}
SELECT book.sequence + ${shape.entries.length} AS sequence, result.failure FROM book CROSS JOIN result`
  return { text, values, failures, claims: unique.claims }
}
