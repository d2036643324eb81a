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

/** Pattern of a client token. */
export const tokenPattern: RegExp = /^[\w-]+\.[\w-]+$/

/** Describes a string without showing it, because it may be a key. */
function describeString(text: string): string {
  if (/^sk_/.test(text)) return 'an API key, which must stay on your server'
  if (/^\s*</.test(text)) return 'an HTML page. Check the address and the status of the response'
  if (/^\s*[{[]/.test(text)) return 'JSON. Return its client_token'
  return text ? 'a string that is not a token' : 'an empty string'
}

/**
 * Describes why a value cannot open a checkout: the expected and the actual value. Returns an empty string for a token, and
 * for the response of a buy button, which contains its own message.
 */
export function describeProblem(value: unknown): string {
  if (
    typeof value === 'string'
      ? tokenPattern.test(value)
      : !!value && typeof value === 'object' && ('code' in value || 'question' in value)
  )
    return ''
  const received =
    typeof value === 'string' ? describeString(value) : value === null ? 'null' : `a value of the type ${typeof value}`
  return `intent must be the client_token of a checkout intent, or a function that returns it. Got ${received}.`
}

/** Shop name and amount in a token, as on the wire. */
interface TokenClaims {
  readonly n: string
  /** In pesewas. */
  readonly a: number
}

/** Reads shop name and amount from a token. Only the service verifies the token. Returns undefined if it is malformed. */
export function readClaims(token: unknown): TokenClaims | undefined {
  try {
    const binary = atob((token as string).replace(/\..*/, '').replace(/-/g, '+').replace(/_/g, '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    const claims = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof claims.n === 'string' && Number.isSafeInteger(claims.a) && claims.a > 0) return claims
  } catch {}
  return
}

/** Reads the summary from a token. Returns undefined if it is malformed. */
export function readSummary(token: string | null, language: string): IntentSummary | undefined {
  const claims = readClaims(token)
  return claims && { shop: claims.n, amount: amountText(claims.a, language) }
}
