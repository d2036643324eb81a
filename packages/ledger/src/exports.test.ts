/// <reference types="node" />
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listExportedNames } from '../../../scripts/exported-names.mjs'

test('the entry points of @cedi/ledger export exactly these types and values', () => {
  const expected = {
    '.': `
      Account AccountBalance AccountKind AccountRow AddColumns AmountError Balance Buyer CardNetwork
      Checkpoint ColumnsOf CommandKey Commit CommitFailure CommitResult Constraint CounterRow CounterStep
      Delete Delivery EndedRecords EndedRows Entry EntryKind EntryRow ErrorCode EventRow Failure FilterColumns
      IdempotencyKeyRow IdempotencyOptions Insert IntentCreated IntentRow IntentStatus JsonObject JsonValue
      KeyIssued KeyRow LedgerBusy LicenseRow LicenseStatus ListQuery MemoryStore MerchantCreated
      MerchantRecord MerchantRow MerchantSnapshot MobileNetwork Network NextAction OrderBaseStatus OrderItem
      OrderRow OrderStatus PaymentCreated PaymentMethod PaymentReceived PaymentRow PaymentStatus
      PayoutRequested PayoutRow PayoutStatus Place Plan PlanError PlanSteps Planner Posting ProductChanged
      ProductCreated ProductRow ProductType ProviderAccount ProviderSettled Reader ReceivedRecords
      ReceivedRows RecordTable RefundRecords RefundRequested RefundResolved RefundRow RefundRows RefundStatus
      Rejection Result Row ServiceError Snapshot Store StoredResponse SuspenseReturned TableName Tables
      TimeColumns TransactOptions UniqueColumn Update UpdateOf VerifyResult accounts addToColumns
      availableAtMs balanceOf canonicalText chartOfAccounts checkIdempotencyKey checkPlan checkSnapshot
      createCheckpoint createMemoryStore createUtf8Decoder deliveryErased encodeUtf8 entryHash entryId
      entryKinds fail feePesewas findViolation firstHash followPlan formatCedis formatCedisText hashText
      idempotencyKeyId idempotencyLifetimeMs intentCreated intentExpired isEmpty joinPlans keyInProgress
      keyIssued keyRevoked keyUsed lateMoneyReceived licenseActivated licenseStatus makePlan
      maximumPaymentPesewas merchantCreated minimumPaymentPesewas orderFulfilled orderStatus
      parseCanonicalText parseCedis paymentAvailable paymentCancelled paymentCreated paymentExpired
      paymentFailed paymentReceived payoutFailed payoutPaid payoutRequested productChanged productCreated
      providerAccount providerSettled readBalance refundPaid refundRejected refundRequested scheduleEvents
      storeResponse succeed suspenseReturned toHex toPlace toRejection transact verify withSteps`,
    './sql': `
      PgliteOptions PostgresOptions SqlDriver SqlError SqlRow SqlStore SqlValue StoreUnavailable migrate
      openPglite openPostgres openSqlStore schemaVersion shardWithCitus`,
  }
  const names = Object.entries(expected).map(([entry, text]) => [entry, text.trim().split(/\s+/)])
  expect(listExportedNames(join(import.meta.dirname, '..'))).toEqual(Object.fromEntries(names))
})
