import type { CommitFailure, Plan } from '@cedi/mock-server/internal'
import { toShape } from './commit/shape.js'
import { compileTemplate, type Template } from './commit/template.js'
import type { SqlRow } from './driver.js'
import { commitCall, readCommitRow } from './sharding/commit.js'
import type { Statement } from './statement.js'

/** The statement that commits a plan. */
export interface CommitStatement extends Statement {
  /** Returns the failure with this number. */
  failure(number: number): CommitFailure | undefined
  /** Returns the result row; undefined if the merchant has no row in `books`; `moved` if the shard is on another node now. */
  read(rows: readonly SqlRow[]): SqlRow | 'moved' | undefined
}

/** Maximum number of cached templates (LRU). */
const maxTemplates = 500
/** Maximum length of a cached text. Longer ones are rare, and no driver prepares them. */
const maxCachedLength = 20_000

/**
 * Creates the function that compiles a plan into one statement.
 *
 * The statement locks the merchant's row in `books`, then the rows that it changes in the order of their ids, and checks them.
 * It writes only if all checks pass. It returns one row: the last sequence, and the number of the first failure or
 * null. It returns no row if the merchant has no row in `books`.
 *
 * The text depends on the shape of the plan only, so it is cached and prepared once.
 *
 * @param isSharded - Whether the tables are sharded: then a function executes the statement on the shard's node.
 * @decision 0032, 0097
 */
export function createCommitCompiler(isSharded = false): (plan: Plan) => CommitStatement {
  const templates = new Map<string, Template>()

  function templateFor(plan: Plan): Template {
    const shape = toShape(plan)
    const key = JSON.stringify(shape)
    const cached = templates.get(key)
    const template = cached ?? compileTemplate(shape, isSharded)
    if (template.text.length > maxCachedLength) return template
    if (cached) templates.delete(key)
    else if (templates.size >= maxTemplates) templates.delete(templates.keys().next().value ?? '')
    templates.set(key, template)
    return template
  }

  return (plan) => {
    const template = templateFor(plan)
    const { text, values, failures } = template
    const failure = (number: number) => failures[number]?.(plan)
    if (isSharded)
      return { ...commitCall(plan, template, text.length <= maxCachedLength), failure, read: readCommitRow }
    return { text, values: values.map((read) => read(plan)), failure, read: ([row]) => row }
  }
}
