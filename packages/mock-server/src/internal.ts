// Entry point for the sandbox. It is not covered by semantic versioning: use it in no other program.

export type { ControlCall, Routes } from './api/control/call.js'
export { noRoute, type RoutedResponse } from './api/router.js'
export { earnedAmounts, paymentRecord } from './api/serializers.js'
export { checkInput, checkSize, readBody, readObject } from './http/body.js'
export { parseRateLimit } from './http/rate-limit.js'
export type { IncomingRequest } from './http/request.js'
export type { LoggedRequest } from './http/request-log.js'
export { type HttpResponse, type ResponseData, respondToWrite, respondWith, toResponse } from './http/response.js'
export { type Account, accounts, chartOfAccounts, type ProviderAccount } from './ledger/accounts.js'
export { balanceOf, readBalance } from './ledger/balance.js'
export { keyIssued } from './ledger/entries/key-issued.js'
export { merchantCreated } from './ledger/entries/merchant-created.js'
export { paymentFailed } from './ledger/entries/payment-ended.js'
export { canonicalText, entryHash, firstHash, hashText, parseCanonicalText, toHex } from './ledger/entry.js'
export { idempotencyKeyId, idempotencyLifetimeMs } from './ledger/idempotency.js'
export { AmountError, formatCedis, maximumPaymentPesewas, parseCedis } from './ledger/money.js'
export { orderStatus } from './ledger/order-status.js'
export { checkPlan, isEmpty, makePlan, type Plan, PlanError, scheduleEvents, withSteps } from './ledger/plan.js'
export { fail, type Rejection, type Result, type ServiceError, succeed } from './ledger/result.js'
export type { CommitResult, ListQuery, Place, Store } from './ledger/store.js'
export { fromJsonRow, parseItem, parsePesewas, toJsonRow } from './ledger/stores/json-row.js'
export { checkQuery, toPlace } from './ledger/stores/listing.js'
export { createMemoryStore, type MemoryStore } from './ledger/stores/memory.js'
export { type AnyRow, type CommitState, type PreparedCommit, prepareCommit } from './ledger/stores/prepare-commit.js'
export { checkSnapshot, type MerchantSnapshot, type Snapshot } from './ledger/stores/snapshot.js'
export type { AccountRow } from './ledger/tables/accounts.js'
export { ledgerTables } from './ledger/tables/books.js'
export type { EntryRow } from './ledger/tables/entries.js'
export type { IntentRow } from './ledger/tables/intents.js'
export type { KeyRow } from './ledger/tables/keys.js'
export type { LicenseRow } from './ledger/tables/licenses.js'
export type { MerchantRow } from './ledger/tables/merchants.js'
export type { OrderRow } from './ledger/tables/orders.js'
export type { PaymentRow } from './ledger/tables/payments.js'
export type { PayoutRow } from './ledger/tables/payouts.js'
export type { ProductRow, ProductType } from './ledger/tables/products.js'
export type { RefundRow } from './ledger/tables/refunds.js'
export type { Column, Kind, Table } from './ledger/tables/table.js'
export {
  getDefinition,
  getUniqueColumn,
  type RecordTable,
  type Row,
  recordTables,
  type TableName,
} from './ledger/tables.js'
export { type Reader, transact } from './ledger/transact.js'
export { createUtf8Decoder, encodeUtf8 } from './ledger/utf8.js'
export type { VerifyResult } from './ledger/verify/verify-result.js'
export { verify } from './ledger/verify.js'
export { createServer } from './server/mock-server.js'
export { baseUrlCheck, checkServerOptions, type MockServerOptions } from './server/options.js'
export type { PersistentStore } from './server/shared-state.js'
export type { HealthEndpoint, ServerExtension, TextResponse } from './server/types.js'
export { planIntent } from './service/checkout-intents.js'
export { type Context, getBasePath, getBaseUrl, getPath, type Ids } from './service/context.js'
export { createWriteHandler, execute, type InputOf, type WriteCommand, type WriteHandler } from './service/execute.js'
export {
  cardDigits,
  cardHasExpired,
  cardNetwork,
  hasCheckDigit,
  type MobileNetwork,
  maskPhone,
  mobileNetworks,
  networkMenus,
  parsePhone,
  suggestNetwork,
} from './service/instruments/index.js'
export { readInstrument } from './service/instruments/instrument.js'
export { type IntentClaims, intentToken, matchesIntent, merchantName } from './service/intent-token.js'
export { issueKey, revokeKey } from './service/keys.js'
export { readLicenseKey } from './service/licenses.js'
export { demoMerchant } from './service/merchants.js'
export { fulfilOrder } from './service/orders.js'
export { paymentRows, planConfirmation, runDueEvents } from './service/outcomes/events.js'
export { isScenario, payoutFailureMessages } from './service/outcomes/scenarios.js'
export {
  cancelEvents,
  createFailure,
  listScheduledEvents,
  toEventRows,
  toPaymentScript,
} from './service/outcomes/schedule.js'
export { approveOnPhone, endPayment, planPayment, returnLateMoney } from './service/payments.js'
export { endPayout, requestPayout } from './service/payouts.js'
export { changeProduct, createProduct } from './service/products.js'
export { getReceiptUrl, readReceipt, receiptToken, toReceiptSubject } from './service/receipt-token.js'
export { findRecord } from './service/records.js'
export { requestRefund, resolveRefund } from './service/refunds.js'
export { sha256Hex } from './service/secrets.js'
export { parseSeed, type Seed } from './service/seed.js'
export { recordSettlement } from './service/settlements.js'
export { challengeToken, readToken, signToken } from './service/token.js'
export { decodeUtf8, requireFetchApi, toDescription, toFetchResponse, wait } from './transports/fetch.js'
export { isWildcardHost } from './transports/wildcard-host.js'
