export {
  type Account,
  type AccountKind,
  accounts,
  chartOfAccounts,
  type ProviderAccount,
  providerAccount,
} from './accounts.js'
export { availableAtMs } from './availability.js'
export { type Balance, balanceOf, readBalance } from './balance.js'
export { findViolation } from './constraints.js'
export { deliveryErased } from './entries/delivery-erased.js'
export { type IntentCreated, intentCreated } from './entries/intent-created.js'
export { intentExpired } from './entries/intent-expired.js'
export { type KeyIssued, keyIssued } from './entries/key-issued.js'
export { keyRevoked } from './entries/key-revoked.js'
export { keyUsed } from './entries/key-used.js'
export { lateMoneyReceived } from './entries/late-money-received.js'
export { licenseActivated } from './entries/license-activated.js'
export { type MerchantCreated, merchantCreated } from './entries/merchant-created.js'
export { orderFulfilled } from './entries/order-fulfilled.js'
export { paymentAvailable } from './entries/payment-available.js'
export { type PaymentCreated, paymentCreated } from './entries/payment-created.js'
export {
  type EndedRecords,
  type EndedRows,
  paymentCancelled,
  paymentExpired,
  paymentFailed,
} from './entries/payment-ended.js'
export {
  type PaymentReceived,
  paymentReceived,
  type ReceivedRecords,
  type ReceivedRows,
} from './entries/payment-received.js'
export { payoutFailed } from './entries/payout-failed.js'
export { payoutPaid } from './entries/payout-paid.js'
export { type PayoutRequested, payoutRequested } from './entries/payout-requested.js'
export { type ProductChanged, productChanged } from './entries/product-changed.js'
export { type ProductCreated, productCreated } from './entries/product-created.js'
export { type ProviderSettled, providerSettled } from './entries/provider-settled.js'
export { type RefundRecords, type RefundResolved, type RefundRows, refundPaid } from './entries/refund-paid.js'
export { refundRejected } from './entries/refund-rejected.js'
export { type RefundRequested, refundRequested } from './entries/refund-requested.js'
export { type SuspenseReturned, suspenseReturned } from './entries/suspense-returned.js'
export {
  canonicalText,
  entryHash,
  entryId,
  firstHash,
  hashText,
  parseCanonicalText,
  toHex,
} from './entry.js'
export { feePesewas } from './fees.js'
export { followPlan } from './follow-plan.js'
export {
  type CommandKey,
  checkIdempotencyKey,
  idempotencyKeyId,
  idempotencyLifetimeMs,
  keyInProgress,
  type StoredResponse,
  storeResponse,
} from './idempotency.js'
export { licenseStatus } from './license-status.js'
export {
  AmountError,
  formatCedis,
  formatCedisText,
  maximumPaymentPesewas,
  minimumPaymentPesewas,
  parseCedis,
} from './money.js'
export { orderStatus } from './order-status.js'
export {
  addToColumns,
  type CounterStep,
  checkPlan,
  type Delete,
  type Insert,
  isEmpty,
  joinPlans,
  makePlan,
  type Plan,
  PlanError,
  type PlanSteps,
  scheduleEvents,
  type Update,
  type UpdateOf,
  withSteps,
} from './plan.js'
export { type Entry, type EntryKind, entryKinds, type Posting } from './posting.js'
export { type ErrorCode, fail, type Rejection, type Result, type ServiceError, succeed } from './result.js'
export type { CommitFailure, CommitResult, Constraint, ListQuery, Place, Store } from './store.js'
export { toPlace } from './stores/listing.js'
export { createMemoryStore, type MemoryStore } from './stores/memory.js'
export { checkSnapshot, type MerchantSnapshot, type Snapshot } from './stores/snapshot.js'
export type { AccountRow } from './tables/accounts.js'
export type { CounterRow } from './tables/counters.js'
export type { AccountBalance, EntryRow } from './tables/entries.js'
export type { EventRow } from './tables/events.js'
export type { IdempotencyKeyRow } from './tables/idempotency-keys.js'
export type { IntentRow, IntentStatus } from './tables/intents.js'
export type { Failure, JsonObject, JsonValue } from './tables/json.js'
export type { KeyRow } from './tables/keys.js'
export type { LicenseRow, LicenseStatus } from './tables/licenses.js'
export type { MerchantRow } from './tables/merchants.js'
export type { Buyer, Delivery, OrderBaseStatus, OrderItem, OrderRow, OrderStatus } from './tables/orders.js'
export type {
  CardNetwork,
  MobileNetwork,
  Network,
  NextAction,
  PaymentMethod,
  PaymentRow,
  PaymentStatus,
} from './tables/payments.js'
export type { PayoutRow, PayoutStatus } from './tables/payouts.js'
export type { ProductRow, ProductType } from './tables/products.js'
export type { RefundRow, RefundStatus } from './tables/refunds.js'
export type { ColumnsOf, MerchantRecord } from './tables/table.js'
export type {
  AddColumns,
  FilterColumns,
  RecordTable,
  Row,
  TableName,
  Tables,
  TimeColumns,
  UniqueColumn,
} from './tables.js'
export {
  type Commit,
  type IdempotencyOptions,
  type Planner,
  type Reader,
  type TransactOptions,
  toRejection,
  transact,
} from './transact.js'
export { createUtf8Decoder, encodeUtf8 } from './utf8.js'
export type { VerifyResult } from './verify/verify-result.js'
export { LedgerBusy, verify } from './verify.js'
