import { expect, test } from 'vitest'
import { canonicalText, entryHash, firstHash, hashText, parseCanonicalText, toHex } from './entry.js'

const text =
  '12|payment_received|PAY_1|5|psp:mtn>merchant:pending=9600,psp:mtn>fees:income=400|psp:mtn=10000,merchant:pending=9600,fees:income=-400|a|b|'

test('an entry is unchanged after formatting and parsing, even with pipes in its memo', () => {
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

test('a posting or a balance without an amount is parsed as 0, which violates an invariant', () => {
  const { postings, balances } = parseCanonicalText(
    'ama',
    '1|payment_received|PAY_1|5|psp:mtn>suspense|psp:mtn|',
    '',
    '',
  )
  expect(postings.map(({ amountPesewas }) => amountPesewas)).toEqual([0n])
  expect(balances.map(({ balancePesewas }) => balancePesewas)).toEqual([0n])
})

test('missing fields of a truncated text are parsed as empty', () => {
  const nothing = { debit: '', credit: '', amountPesewas: 0n }
  expect(parseCanonicalText('ama', '7', '', '')).toMatchObject({
    sequence: 7,
    source: '',
    postings: [nothing],
    balances: [{ account: '', balancePesewas: 0n }],
    memo: null,
  })
  // An amount without an account is still parsed.
  expect(parseCanonicalText('ama', '7|payment_received|PAY_1|5|>=3|=4', '', '')).toMatchObject({
    postings: [{ ...nothing, amountPesewas: 3n }],
    balances: [{ account: '', balancePesewas: 4n }],
  })
})

test('a text without a memo ends with a pipe', () => {
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

test('hashes are hexadecimal SHA-256, and the hash chain of a merchant starts with the hash of its id', () => {
  const ofAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  expect(toHex(Uint8Array.of(0, 9, 10, 159, 255))).toBe('00090a9fff')
  expect([hashText('abc'), entryHash('a', 'bc'), firstHash('abc')]).toEqual([ofAbc, ofAbc, ofAbc])
})
