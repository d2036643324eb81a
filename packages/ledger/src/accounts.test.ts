import { expect, test } from 'vitest'
import { accounts, chartOfAccounts, providerAccount } from './accounts.js'

test('all accounts are guarded but the bank and the fees, and assets are the only ones that debits make grow', () => {
  expect(accounts.filter((account) => !chartOfAccounts[account].guarded)).toEqual(['bank:operating', 'fees:income'])
  expect(accounts.filter((account) => chartOfAccounts[account].nature === 'debit')).toEqual([
    'psp:mtn',
    'psp:telecel',
    'psp:airteltigo',
    'psp:card',
    'bank:operating',
  ])
})

test('each network is collected in its own account, and both card networks in one', () => {
  expect((['mtn', 'telecel', 'airteltigo', 'visa', 'mastercard'] as const).map(providerAccount)).toEqual([
    'psp:mtn',
    'psp:telecel',
    'psp:airteltigo',
    'psp:card',
    'psp:card',
  ])
})
