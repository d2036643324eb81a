// The interface for the sandbox: use cases, requests, responses, and the extension point. Public, because the sandbox
// is a separate package. Undocumented parts may change with any version.
export type { ControlCall, Routes } from './api/control/call.js'
export { noRoute, type RoutedResponse } from './api/router.js'
export { earnedAmounts, paymentRecord } from './api/serializers.js'
export { checkInput, checkSize, exceedsBytes, readBody, readObject } from './http/body.js'
export type { IncomingRequest } from './http/request.js'
export {
  errorResponse,
  type HttpResponse,
  type ResponseData,
  respondToWrite,
  respondWith,
  toResponse,
} from './http/response.js'
export { createServer } from './server/mock-server.js'
export { checkServerOptions } from './server/options.js'
export type { PersistentStore } from './server/shared-state.js'
export type { HealthEndpoint, ServerExtension, TextResponse } from './server/types.js'
export { planIntent } from './service/checkout-intents.js'
export { type Context, getBasePath, getBaseUrl, getPath, type Ids, type SealPhone } from './service/context.js'
export {
  createWriteHandler,
  execute,
  type InputOf,
  type WriteCommand,
  type WriteHandler,
} from './service/execute.js'
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
export { recordSettlement } from './service/settlements.js'
export { hasBidiControl, isBroken } from './service/texts.js'
export { challengeToken, readToken, signToken } from './service/token.js'
export { requireFetchApi, toDescription, toFetchResponse, wait } from './transports/fetch.js'
