import { expect, test } from 'vitest'
import { accounts, chartOfAccounts } from './accounts.js'
import { networks } from './payment-methods.js'

test('all accounts except the bank and the fees are guarded, and debits increase only assets', () => {
  expect(accounts.filter((account) => !chartOfAccounts[account].guarded)).toEqual(['bank:operating', 'fees:income'])
  expect(accounts.filter((account) => chartOfAccounts[account].nature === 'debit')).toEqual([
    'psp:mtn',
    'psp:telecel',
    'psp:airteltigo',
    'psp:card',
    'bank:operating',
  ])
})

test('each mobile network has its own provider account, and both card networks share one', () => {
  expect(
    (['mtn', 'telecel', 'airteltigo', 'visa', 'mastercard'] as const).map((network) => networks[network].account),
  ).toEqual(['psp:mtn', 'psp:telecel', 'psp:airteltigo', 'psp:card', 'psp:card'])
})
