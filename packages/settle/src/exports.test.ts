/// <reference types="node" />
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listExportedNames } from '../../../scripts/exported-names.mjs'

test('the entry points of @cedi/settle export exactly these types and values', () => {
  const expected = {
    '.': `
      Handlers OrderState PaymentOutcome PaymentState PollingOptions ReviewReason RunResult SettleOptions
      Settlement SettlementEvent Store TrackInput TrackedOrder TrackedOrderQuery WaitForPaymentOptions settle
      toOrderState waitForPayment`,
    './memory': `
      memoryStore`,
    './pg': `
      PgClient PgPool PgStoreOptions pgSchema pgStore`,
    './sqlite': `
      SqliteDatabase SqliteStoreOptions sqliteStore`,
    './d1': `
      D1Database D1Statement D1StoreOptions D1Transaction d1Schema d1Store`,
  }
  const names = Object.entries(expected).map(([entry, text]) => [entry, text.trim().split(/\s+/)])
  expect(listExportedNames(join(import.meta.dirname, '..'))).toEqual(Object.fromEntries(names))
})
