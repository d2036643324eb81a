import { calls, scenarios } from './snippets.js'

/** Finds the code of a link such as `#refund` or `#call=payments.create`; undefined if unknown. */
export function findSnippet(hash: string): { readonly id: string; readonly code: string } | undefined {
  const requestedId = hash.replace(/^#/, '')
  const [, call] = /^call=([a-zA-Z]+\.[a-z]+)$/.exec(requestedId) ?? []
  const table = call ? calls : scenarios
  const id = call ?? requestedId
  const code = Object.hasOwn(table, id) ? table[id] : undefined
  return code === undefined ? undefined : { id: call ? `call=${call}` : id, code }
}
