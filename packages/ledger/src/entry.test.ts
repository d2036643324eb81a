import { expect, test } from 'vitest'
import { canonicalText, entryHash, firstHash, hashText, hexOf, parseCanonicalText } from './entry.js'

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

test('a damaged text is read as far as it goes, and what is missing is empty', () => {
  const nothing = { debit: '', credit: '', amountPesewas: 0n }
  expect(parseCanonicalText('ama', '7', '', '')).toMatchObject({
    sequence: 7,
    source: '',
    postings: [nothing],
    balances: [{ account: '', balancePesewas: 0n }],
    memo: null,
  })
  // An amount without its account is still one.
  expect(parseCanonicalText('ama', '7|payment_received|PAY_1|5|>=3|=4', '', '')).toMatchObject({
    postings: [{ ...nothing, amountPesewas: 3n }],
    balances: [{ account: '', balancePesewas: 4n }],
  })
})

test('without a memo the text ends with its bar', () => {
  const entry = {
    sequence: 2,
    kind: 'payment_available',
    source: 'PAY_1',
    at_ms: 0,
    postings: [{ debit: 'merchant:pending', credit: 'merchant:available', amountPesewas: 9_600n }],
    balances: [
      { account: 'merchant:pending', balancePesewas: 0n },
      { account: 'merchant:available', balancePesewas: 9_600n },
    ],
    memo: null,
  } as const
  expect(canonicalText(entry)).toBe(
    '2|payment_available|PAY_1|0|merchant:pending>merchant:available=9600|merchant:pending=0,merchant:available=9600|',
  )
})

test('hashes are SHA-256 in hexadecimal digits, and the chain of a merchant begins with its own id', () => {
  const ofAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  expect(hexOf(Uint8Array.of(0, 9, 10, 159, 255))).toBe('00090a9fff')
  expect([hashText('abc'), entryHash('a', 'bc'), firstHash('abc')]).toEqual([ofAbc, ofAbc, ofAbc])
})
