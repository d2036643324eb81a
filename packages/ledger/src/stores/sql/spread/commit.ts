import { hashText } from '../../../entry.js'
import type { Plan } from '../../../plan.js'
import type { Template } from '../commit/template.js'
import type { SqlRow, SqlValue } from '../driver.js'
import type { Statement } from '../statement.js'

/** The call of the function that carries out a statement where the rows of a merchant are. */
const call = `SELECT cedi.commit_plan(CAST($1 AS text), CAST($2 AS text), CAST($3 AS text), CAST($4 AS text[]), CAST($5 AS text[]), CAST($6 AS bigint[])) AS told`

/** The name under which a text is prepared, for each text that a template keeps. */
const names = new WeakMap<Template, string>()

/** Writes the call that carries out a plan. */
export function spreadCall(plan: Plan, template: Template, isKept: boolean): Statement {
  const { text, reads, claims } = template
  const name = names.get(template) ?? hashText(text).slice(0, 32)
  names.set(template, name)
  const wanted = claims.map(({ number, place }) => ({ number, place: place(plan) }))
  // Two that want the same places ask for them in one order, so neither holds what the other waits for.
  wanted.sort((one, other) => (one.place < other.place ? -1 : one.place > other.place ? 1 : one.number - other.number))
  const values = [
    plan.merchant,
    text,
    isKept ? name : null,
    listText(reads.map((read) => read(plan))),
    listText(wanted.map(({ place }) => place)),
    listText(wanted.map(({ number }) => number)),
  ]
  return { text: call, values }
}

/** The call that carries out any other statement on the shard of a merchant; its values are `($1)[1]` and so on. */
export const spreadStatement = (merchant: string, text: string, given: readonly SqlValue[]): Statement => ({
  text: call,
  values: [merchant, text, hashText(text).slice(0, 32), listText(given), '{}', '{}'],
})

/** What the function has told: the row of a commit, none, or that the shard is elsewhere by now. */
export function readTold([row]: readonly SqlRow[]): SqlRow | 'moved' | undefined {
  const told = row?.['told']
  if (told === 'moved') return 'moved'
  if (told === null || told === undefined) return undefined
  const [sequence, problem] = String(told).split(' ')
  return { sequence, problem: problem ? problem : null }
}

/** A list of texts as PostgreSQL reads it. */
function listText(values: readonly SqlValue[]): string {
  const parts = values.map((value) =>
    value === null ? 'NULL' : `"${String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
  )
  return `{${parts.join(',')}}`
}
