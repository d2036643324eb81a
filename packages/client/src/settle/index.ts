export type { ReviewReason } from './assessment.js'
export type { Handlers, SettlementEvent } from './handlers.js'
export type { PollingOptions } from './polling-client.js'
export {
  type RunOptions,
  type RunResult,
  type Settlement,
  type SettleOptions,
  type StartOptions,
  settle,
} from './settle.js'
export type { Store, TrackedOrderQuery } from './store.js'
export type { TrackInput } from './track.js'
export { type OrderState, type PaymentState, type TrackedOrder, toOrderState } from './tracked-order.js'
export { type PaymentOutcome, type WaitForPaymentOptions, waitForPayment } from './wait-for-payment.js'
