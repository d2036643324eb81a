import { calls, scenarios } from './snippets.js'

/** The code for a deep link such as `#refund` or `#call=payments.create`; undefined for an unknown one. */
export function codeOf(hash: string): { readonly id: string; readonly code: string } | undefined {
  const wanted = hash.replace(/^#/, '')
  const [, call] = /^call=([a-zA-Z]+\.[a-z]+)$/.exec(wanted) ?? []
  const table = call ? calls : scenarios
  const id = call ?? wanted
  const code = Object.hasOwn(table, id) ? table[id] : undefined
  return code === undefined ? undefined : { id: call ? `call=${call}` : id, code }
}
