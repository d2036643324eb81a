import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listExportedNames } from '../../../scripts/exported-names.mjs'

test('the entry points of @cedi/sandbox export exactly these types and values', () => {
  const expected = {
    '.': `
      AccessToken AccessTokenStore ConnectionDropped Fault FaultMatch FaultRule Faults HttpResponse
      InjectedFault Listening LoggedRequest MockServer MockServerOptions PersistentStore RateLimit
      RequestContext RequestDescription RequestLog SandboxOptions SandboxStore Scenario Seed ServerSnapshot
      SettleOptions createSandbox scenarios`,
    './cli': `
      FlagError FlagOptions ParsedFlags Progress Screen parseFlags progressOn runMock runSandbox`,
    './playwright': `
      Buyer BuyerFixtures BuyerLocator BuyerPage BuyerPayment ListeningSandbox SandboxFixtures createBuyer
      fixtures startSandbox`,
    './stores': `
      PgliteOptions PostgresOptions SqlDriver SqlError SqlQuery SqlRow SqlStore SqlValue Statement
      StoreUnavailable Transaction migrate openPglite openPostgres openSqlStore schemaVersion shardWithCitus`,
  }
  const names = Object.entries(expected).map(([entry, text]) => [entry, text.trim().split(/\s+/)])
  expect(listExportedNames(join(import.meta.dirname, '..'))).toEqual(Object.fromEntries(names))
})
