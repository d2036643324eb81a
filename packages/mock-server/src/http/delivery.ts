import type { Answer } from './answer.js'
import type { Strike } from './faults.js'

/** What a transport must do besides sending an answer. */
export interface Delivery {
  /** The answer. */
  readonly answer: Answer
  /** Whether no answer may be sent. */
  readonly dropped: boolean
  /** How long to wait before the answer, in milliseconds. */
  readonly latencyMs: number
  /** How long to wait before the body, in milliseconds. */
  readonly slowBodyMs: number
  /** Whether the connection ends before the body is complete. */
  readonly truncated: boolean
}

/** An answer that is delivered as it is. */
export const plain = (answer: Answer): Delivery => ({
  answer,
  dropped: false,
  latencyMs: 0,
  slowBodyMs: 0,
  truncated: false,
})

/** What a fault does to the delivery. */
export const deliveryOf = (strike: Strike): Omit<Delivery, 'answer'> => ({
  dropped: strike.drop !== undefined,
  latencyMs: strike.latencyMs,
  slowBodyMs: strike.slow_body_ms ?? 0,
  truncated: strike.truncate === true,
})

/** The answer with what a fault does to its body. */
export const spoiled = (answer: Answer, strike: Strike | undefined): Answer =>
  strike?.malformed_json && answer.body ? { ...answer, body: `${answer.body.slice(0, -1)},` } : answer
