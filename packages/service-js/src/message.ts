import { messageLimit } from '@cedi/contract/checkout-messages'

/** A message of the checkout page, as it came: nothing in it is trusted before it is checked. */
export interface FrameMessage {
  readonly id: unknown
  readonly method: unknown
  readonly params: Readonly<Record<string, unknown>>
}

/** A value's own members, without inherited ones, whatever the page did to `Object.prototype`. */
const membersOf = (value: unknown): Record<string, unknown> => ({ __proto__: null, ...(value as object) })

/** A message of the protocol; anything else becomes one without a method. Never throws. */
export function readMessage(data: unknown): FrameMessage {
  const { jsonrpc, id, method, params } = membersOf(data)
  try {
    // What cannot be written as JSON (a cycle, a bigint) is not a message.
    if (jsonrpc === '2.0' && JSON.stringify(data).length <= messageLimit)
      return { id, method, params: membersOf(params) }
  } catch {}
  return { id: undefined, method: undefined, params: membersOf(undefined) }
}
