// The service's answers to a button, besides an intent's token. Names are as on the wire.

/** The question to the buyer before a second payment for the same thing, in the service's words. */
export interface Ask {
  readonly text: string
  /** Continues with the waiting payment. */
  readonly again: string
  /** Cancels it, and pays anew. */
  readonly anew: string
}

/** What a button may get instead of a token: a question, or the reason why there is no token. */
export interface Brought {
  readonly ask: Ask
  readonly message: string
  readonly code: string
}
