/** Something that a tool cannot do: a sentence for the assistant that says what to do instead. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
}

/** A key as the sandbox issues it. */
const issued = /^sk_issued_[0-9a-f]{40}$/

/**
 * Accepts test keys: those marked as such, and those that a sandbox has issued. Every other key counts as live, could
 * move real money, and is never repeated.
 *
 * @decision 0083
 */
export function refuseLive(key: string): string {
  if (/^sk_test_[\w-]{1,64}$/.test(key) || issued.test(key)) return key
  throw new ToolError(
    'This key is refused: cedi mcp takes test keys only (sk_test_… or one that create_key gave). If it is a live key, it has now been shown to an assistant: revoke it in the portal.',
  )
}

/** Removes keys from a text, except their last four letters, which identify them. */
export const withoutKeys = (text: string): string =>
  text
    .replace(/\bsk_issued_[0-9a-f]{8,}/g, (key) => `sk_issued_…${key.slice(-4)}`)
    .replace(/\bsk_live_\w+/g, 'sk_live_…')
