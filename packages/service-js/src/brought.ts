// What the service answers to a button, besides the token of a checkout intent. Its names arrive as they are written.

/** What the buyer is asked before a second payment for the same, in the words of the service. */
export interface Ask {
  readonly text: string
  /** Goes on with the payment that waits. */
  readonly again: string
  /** Calls it off, and pays anew. */
  readonly anew: string
}

/** What a button may bring instead of a token: a question, or why there is none. */
export interface Brought {
  readonly ask: Ask
  readonly message: string
  readonly code: string
}
