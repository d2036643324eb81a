import { messageLimit } from '@cedi/contract/checkout-messages'

/** The members of a value, and nothing that it inherits, whatever the page did to `Object.prototype`. */
export const membersOf = (value: unknown): Record<string, unknown> => ({ __proto__: null, ...(value as object) })

/** A message of the protocol; an empty one for anything else. Never throws. */
export const read = (data: unknown): Record<string, unknown> => {
  const message = membersOf(data)
  try {
    // What cannot be written as JSON (a cycle, a bigint) is no message.
    if (message['jsonrpc'] === '2.0' && JSON.stringify(data).length <= messageLimit) return message
  } catch {}
  return membersOf('')
}
