import { expect, test } from 'vitest'
import { canonicalText, parseCanonicalText } from './entry.js'

const text =
  '12|payment_received|PAY_1|5|psp:mtn>merchant:pending=9600,psp:mtn>fees:income=400|psp:mtn=10000,merchant:pending=9600,fees:income=-400|a|b|'

test('an entry is read back from its text, also with bars in the memo, and gives the same text', () => {
  const entry = parseCanonicalText('ama', text, 'before', 'own')
  expect(entry).toEqual({
    merchant: 'ama',
    id: '000000000012',
    sequence: 12,
    kind: 'payment_received',
    source: 'PAY_1',
    at_ms: 5,
    postings: [
      { debit: 'psp:mtn', credit: 'merchant:pending', amountPesewas: 9_600n },
      { debit: 'psp:mtn', credit: 'fees:income', amountPesewas: 400n },
    ],
    balances: [
      { account: 'psp:mtn', balancePesewas: 10_000n },
      { account: 'merchant:pending', balancePesewas: 9_600n },
      { account: 'fees:income', balancePesewas: -400n },
    ],
    memo: 'a|b|',
    previous_hash: 'before',
    hash: 'own',
  })
  expect(canonicalText(entry)).toBe(text)
})

test('a posting or a balance without its amount is one of nothing, so that a law can tell of it', () => {
  const { postings, balances } = parseCanonicalText(
    'ama',
    '1|payment_received|PAY_1|5|psp:mtn>suspense|psp:mtn|',
    '',
    '',
  )
  expect(postings.map(({ amountPesewas }) => amountPesewas)).toEqual([0n])
  expect(balances.map(({ balancePesewas }) => balancePesewas)).toEqual([0n])
})
