import { amountText } from '@cedi/contract/amount-text'

/**
 * What is paid to whom, according to a checkout intent's token. Only the service verifies it; here it is only shown.
 */
export interface Facts {
  readonly shop: string
  readonly amount: string
}

/** Reads a token without verifying it; undefined when it is malformed. */
export function factsOf(token: string | null, language: string): Facts | undefined {
  try {
    const binary = atob((token as string).replace(/\..*/, '').replace(/-/g, '+').replace(/_/g, '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    const { n, a } = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof n === 'string' && Number.isSafeInteger(a) && a > 0) return { shop: n, amount: amountText(a, language) }
  } catch {}
  return
}
