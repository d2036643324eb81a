/// <reference types="node" />
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listExportedNames } from '../../../scripts/exported-names.mjs'

test('the entry points of @cedi/mock-server export exactly these types and values', () => {
  const expected = {
    '.': `
      ConnectionDropped Fault FaultMatch FaultRule Faults HttpResponse InjectedFault Listening LoggedRequest
      MockServer MockServerOptions QueuedOutcomes RateLimit RequestContext RequestDescription RequestLog
      Scenario Seed ServerSnapshot SettleOptions createMockServer scenarios`,
    './msw': `
      handlers`,
    './service': `
      Context ControlCall HealthEndpoint HttpResponse Ids IncomingRequest InputOf IntentClaims PersistentStore
      ResponseData RoutedResponse Routes SealPhone ServerExtension TextResponse WriteCommand WriteHandler
      approveOnPhone cancelEvents challengeToken changeProduct checkInput checkServerOptions checkSize
      createFailure createProduct createServer createWriteHandler demoMerchant earnedAmounts endPayment
      endPayout errorResponse exceedsBytes execute findRecord fulfilOrder getBasePath getBaseUrl getPath
      getReceiptUrl hasBidiControl intentToken isBroken isScenario issueKey listScheduledEvents matchesIntent
      merchantName noRoute paymentRecord paymentRows payoutFailureMessages planConfirmation planIntent
      planPayment readBody readInstrument readLicenseKey readObject readReceipt readToken receiptToken
      recordSettlement requestPayout requestRefund requireFetchApi resolveRefund respondToWrite respondWith
      returnLateMoney revokeKey runDueEvents sha256Hex signToken toDescription toEventRows toFetchResponse
      toPaymentScript toReceiptSubject toResponse wait`,
    './instruments': `
      CardNetwork MobileNetwork MobileNetworkInfo NetworkMenu cardDigits cardHasExpired cardNetwork
      hasCheckDigit maskPhone mobileNetworks networkMenus parsePhone suggestNetwork`,
    './program': `
      CreatedServer Program ProgramText Progress Screen StartError progressOn runProgram`,
  }
  const names = Object.entries(expected).map(([entry, text]) => [entry, text.trim().split(/\s+/)])
  // Semantic versioning does not cover the internal entry point.
  const { './internal': _, ...exported } = listExportedNames(join(import.meta.dirname, '..'))
  expect(exported).toEqual(Object.fromEntries(names))
})
