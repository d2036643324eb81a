import { messageLimit } from '@cedi/contract/checkout-messages'

/** A message of the checkout page, as it came: nothing in it is believed before it is looked at. */
export interface FrameMessage {
  readonly id: unknown
  readonly method: unknown
  readonly params: Readonly<Record<string, unknown>>
}

/** The members of a value, and nothing that it inherits, whatever the page did to `Object.prototype`. */
const membersOf = (value: unknown): Record<string, unknown> => ({ __proto__: null, ...(value as object) })

/** A message of the protocol; one without a method for anything else. Never throws. */
export function readMessage(data: unknown): FrameMessage {
  const { jsonrpc, id, method, params } = membersOf(data)
  try {
    // What cannot be written as JSON (a cycle, a bigint) is no message.
    if (jsonrpc === '2.0' && JSON.stringify(data).length <= messageLimit)
      return { id, method, params: membersOf(params) }
  } catch {}
  return { id: undefined, method: undefined, params: membersOf(undefined) }
}
