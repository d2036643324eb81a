import { hashText, type Plan } from '@cedi/mock-server/internal'
import type { Template } from '../commit/template.js'
import type { SqlRow, SqlValue } from '../driver.js'
import type { Statement } from '../statement.js'

/** The call of the function that executes a statement on the node with the merchant's shard. */
const callText = `SELECT cedi.commit_plan(CAST($1 AS text), CAST($2 AS text), CAST($3 AS text), CAST($4 AS text[]), CAST($5 AS text[]), CAST($6 AS bigint[])) AS result`

/** The name of the prepared statement of each cached template. */
const preparedNames = new WeakMap<Template, string>()

/** Returns the call that commits a plan. */
export function commitCall(plan: Plan, template: Template, isCached: boolean): Statement {
  const { text, values: reads, claims } = template
  const name = preparedNames.get(template) ?? hashText(text).slice(0, 32)
  preparedNames.set(template, name)
  // Sorted, so that two commits that claim the same values do not deadlock.
  const claimNames = claims
    .map(({ number, value }) => ({ number, value: value(plan) }))
    .sort((one, other) => (one.value < other.value ? -1 : one.value > other.value ? 1 : one.number - other.number))
  const values = [
    plan.merchant,
    text,
    isCached ? name : null,
    toArrayLiteral(reads.map((read) => read(plan))),
    toArrayLiteral(claimNames.map(({ value }) => value)),
    toArrayLiteral(claimNames.map(({ number }) => number)),
  ]
  return { text: callText, values }
}

/** Returns the call that executes another statement on the merchant's shard. Its parameters are `($1)[1]` and so on. */
export const shardStatement = (merchant: string, text: string, values: readonly SqlValue[]): Statement => ({
  text: callText,
  values: [merchant, text, hashText(text).slice(0, 32), toArrayLiteral(values), '{}', '{}'],
})

/** Parses the result of the function: the row of a commit, undefined without a ledger, or `moved`. */
export function readCommitRow([row]: readonly SqlRow[]): SqlRow | 'moved' | undefined {
  const result = row?.['result']
  if (result === 'moved') return 'moved'
  if (result === null || result === undefined) return undefined
  const [sequence, failure] = String(result).split(' ')
  return { sequence, failure: failure ? failure : null }
}

/** Returns the PostgreSQL literal of an array. */
function toArrayLiteral(values: readonly SqlValue[]): string {
  const items = values.map((value) =>
    value === null ? 'NULL' : `"${String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
  )
  return `{${items.join(',')}}`
}
