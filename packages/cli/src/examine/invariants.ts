/** Invariants of a correct shop. `fix` is the change that a shop needs after a violation. */
export const invariants = {
  'paid-delivered': {
    text: 'A paid order is delivered.',
    fix: 'Read open payments in the background until they end, and repeat a failed read. Do not depend on the return of the buyer.',
    guide: 'verify-on-the-server',
  },
  'unpaid-kept': {
    text: 'Goods are delivered only for money that has arrived.',
    fix: 'Deliver only if your server reads the payment of this order with the status succeeded, its amount and its currency.',
    guide: 'verify-on-the-server',
  },
  'delivered-once': {
    text: 'A paid order is delivered once.',
    fix: 'Record the delivery in a transaction with a unique key per order, before you deliver.',
    guide: 'verify-on-the-server',
  },
  'one-request': {
    text: 'No second payment is requested silently.',
    fix: 'Return the open order of the buyer, and read its payment before you request another one.',
    guide: 'verify-on-the-server',
  },
  'own-payment': {
    text: 'Every order has its own payment.',
    fix: 'Create one checkout or payment for each order, and return it only for that order.',
    guide: 'verify-on-the-server',
  },
  'same-key': {
    text: 'Every write has an idempotency key that a retry repeats.',
    fix: 'Derive the key from the order and store it before the request. Repeat a request without a response with the same key.',
    guide: 'idempotency-and-retries',
  },
  'told-the-truth': {
    text: 'The buyer sees the actual state of the order.',
    fix: 'Show the state that your server has read, not what the address of the page says.',
    guide: 'verify-on-the-server',
  },
  'private-orders': {
    text: 'Nothing of one buyer reaches another.',
    fix: 'Show an order only to the browser session that created it, and use order numbers that cannot be guessed.',
    guide: 'security-model',
  },
  'secret-key': {
    text: 'The key never leaves the server.',
    fix: 'Keep the key in the environment of the server. Leave requests, headers and stack traces out of pages and scripts.',
    guide: 'security-model',
  },
  'right-amount': {
    text: 'The buyer pays the amount of the order.',
    fix: 'Calculate the amount on the server from the current order, and create a new payment or checkout when the order changes.',
    guide: 'verify-on-the-server',
  },
  'polite-polling': {
    text: 'The shop respects the rate of the service.',
    fix: 'Read a payment at increasing intervals, and wait for Retry-After after a 429 or 503.',
    guide: 'idempotency-and-retries',
  },
  'stays-up': {
    text: 'The shop keeps running.',
    fix: 'Handle responses that are late, cut, not JSON or unknown as "not known yet", and try again later.',
    guide: 'errors',
  },
} as const

export type InvariantName = keyof typeof invariants

/** Violation of an invariant, found by a scenario. */
export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation'
  readonly invariant: InvariantName

  constructor(invariant: InvariantName, message: string) {
    super(message)
    this.invariant = invariant
  }
}

/** Thrown if a scenario does not apply to the shop. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
}
