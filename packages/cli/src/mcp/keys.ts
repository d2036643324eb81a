/** Error of a tool, with a message for the assistant. */
export class ToolError extends Error {
  override readonly name = 'ToolError'

  /** Whether a request was sent whose result is unknown. */
  readonly isResultUnknown: boolean

  constructor(message: string, isResultUnknown = false) {
    super(message)
    this.isResultUnknown = isResultUnknown
  }
}

/** Format of keys from a sandbox. */
const issuedKey = /^sk_issued_[0-9a-f]{40}$/

/**
 * Returns a test key: one with the test prefix, or one from a sandbox. Every other key may be live.
 *
 * @throws {@link ToolError} without the key.
 *
 * @decision 0083
 */
export function requireTestKey(key: string): string {
  if (/^sk_test_[\w-]{1,64}$/.test(key) || issuedKey.test(key)) return key
  throw new ToolError(
    'This key is rejected: cedi mcp accepts test keys only (sk_test_… or a key from create_key). If the key is live, it is now exposed to an assistant: revoke it in the portal.',
  )
}

/** Redacts keys in a string, except their last four characters. */
export const redactKeys = (text: string): string =>
  text
    .replace(/\bsk_issued_[0-9a-f]{8,}/g, (key) => `sk_issued_…${key.slice(-4)}`)
    .replace(/\bsk_live_\w+/g, 'sk_live_…')
