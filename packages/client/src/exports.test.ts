/// <reference types="node" />
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listExportedNames } from '../../../scripts/exported-names.mjs'

test('the entry points of @cedi/client export exactly these types and values', () => {
  const expected = {
    '.': `
      Amount AmountInput ApiError Balance Balances Buyer ByCard ByMobileMoney CallOptions CardInput Channel
      CheckoutIntent CheckoutIntentId CheckoutIntentInput CheckoutIntents Client Config ErrorCode ErrorDetails
      FailedRequest FailureCode HeadersInput HttpHeaders Id LicenseCheck LicenseOptions LicenseRequest
      Licenses ListQuery Metadata NextAction OperationId OperationMethod OperationRequest OperationScope
      Operations Order OrderItem OrderRef Orders ParseOptions Payment PaymentFailure PaymentInput
      PaymentInputFields PaymentRef Payments PhoneInput PriceByAmount PriceOfProduct Product ProductId
      ProductInput Products PublicClient PublicConfig Refund RefundInput RefundRef Refunds RequestDescription
      RequiredScope ResponseData ResponseLike Result Route RouteCalls RouteData RouteInput RouteOperation
      RouteOptions RouteParameter Scope WriteOptions createClient decode isApiError parse`,
    './response': `
      ApiError ErrorCode ErrorDetails FailedRequest HttpHeaders OperationId OperationScope ParseOptions
      RequestAttempt RequestDescription RequiredScope ResponseData ResponseLike Result RetryOptions Scope
      checkRequest decode getRetryDelayMs isApiError isResponse nextPage parse`,
    './fetch': `
      ApiError ErrorCode FetchInit FetchLike FetchResponse HttpHeaders PageOptions ParseOptions
      RequestDescription RequestEvent RequiredScope ResponseEvent RetryEvent SendHooks SendOptions SignalLike
      isApiError items pages send`,
    './debug': `
      CurlOptions HttpHeaders RequestDescription RevealedRequest reveal toCurl`,
    './money': `
      fromPesewas toPesewas`,
    './testing': `
      FailureName FixtureData FixtureNames HttpHeaders MockResponse RequestDescription errorResponse fixture
      successResponse`,
    './schemas': `
      ResponseSchema SchemaIssue SchemaResult SuccessEnvelope balanceSchema checkoutIntentSchema
      envelopeSchema failureSchema licenseCheckSchema orderListSchema orderSchema paymentSchema
      productListSchema productSchema refundSchema`,
    './settle': `
      Handlers OrderState PaymentOutcome PaymentState PollingOptions ReviewReason RunOptions RunResult
      SettleOptions Settlement SettlementEvent StartOptions Store TrackInput TrackedOrder TrackedOrderQuery
      WaitForPaymentOptions settle toOrderState waitForPayment`,
    './settle/memory': `
      memoryStore`,
    './settle/pg': `
      PgClient PgPool PgStoreOptions pgSchema pgStore`,
    './settle/sqlite': `
      SqliteDatabase SqliteStoreOptions sqliteStore`,
    './settle/d1': `
      D1Database D1Statement D1StoreOptions D1Transaction d1Schema d1Store`,
  }
  const names = Object.entries(expected).map(([entry, text]) => [entry, text.trim().split(/\s+/)])
  expect(listExportedNames(join(import.meta.dirname, '..'))).toEqual(Object.fromEntries(names))
})
