import { amountText } from '@cedi/contract/amount-text'

/** Shop name and amount of a checkout intent, for display. */
export interface IntentSummary {
  readonly shop: string
  readonly amount: string
}

/** Question before a second payment for the same product, in the words of the service. */
export interface PayAgainQuestion {
  readonly text: string
  /** Label of the button that continues with the pending payment. */
  readonly show: string
  /** Label of the button that cancels it and pays again. */
  readonly pay_again: string
}

/** Response of the service to a buy button that contains no token. Names are as on the wire. */
export interface IntentRejection {
  readonly question: PayAgainQuestion
  readonly message: string
  readonly code: string
}

/** Reads the summary from a token. Only the service verifies the token. Returns undefined if it is malformed. */
export function readSummary(token: string | null, language: string): IntentSummary | undefined {
  try {
    const binary = atob((token as string).replace(/\..*/, '').replace(/-/g, '+').replace(/_/g, '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    const { n, a } = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof n === 'string' && Number.isSafeInteger(a) && a > 0) return { shop: n, amount: amountText(a, language) }
  } catch {}
  return
}
