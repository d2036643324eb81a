// Tests that the page of error texts is complete, that each text has an instruction, and that both languages match.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'yaml'
import {
  buyerTexts,
  collectPackageErrors,
  collectServiceErrors,
  errorPages,
  findUnreadableErrors,
  programs,
} from './errors.mjs'
import {
  buyerInstructionPatterns,
  endsWithMessage,
  findExampleMessages,
  hasInstruction,
  withoutInstruction,
} from './instructions.mjs'
import { read } from './sources.mjs'

const openapi = parse(read('packages/contract/openapi.yaml'))

test('every error code of the contract has texts, and every error text can be read', () => {
  const codes = openapi.components.schemas.ErrorCode.enum
  const texts = collectServiceErrors(codes)
  assert.deepEqual(
    codes.filter((code) => texts.get(code).size === 0),
    [],
  )
  assert.deepEqual(findUnreadableErrors(), [])
  assert.ok(collectPackageErrors('client').length >= 10)
})

test('every error text contains an instruction', () => {
  const codes = openapi.components.schemas.ErrorCode.enum
  const texts = [
    ...[...collectServiceErrors(codes).values()].flatMap((texts) => [...texts]),
    ...programs.flatMap(collectPackageErrors),
    ...findExampleMessages(openapi),
  ]
  assert.ok(texts.length > 250, String(texts.length))
  assert.deepEqual(
    texts.filter((text) => !hasInstruction(text) && !endsWithMessage(text)),
    [...withoutInstruction.keys()],
  )
})

test('an instruction is distinguished from a complaint', () => {
  for (const text of [
    'The product is not on sale.',
    'PAY_1 is at its limit.',
    'The body does not keep the contract.',
    'The refund RE_1 was paid; that is final.',
    'Send it.',
    'A check of the use of the read key has failed. Sending it did not help.',
  ])
    assert.ok(!hasInstruction(text), text)
  for (const text of [
    'The product is not on sale. Choose an active one.',
    'limit must be a whole number from 1 to 100.',
    'The payout PO_1 is paid. Only a pending payout can fail.',
    'phone is missing. Add it: a mobile money payment needs it.',
  ])
    assert.ok(hasInstruction(text), text)
})

test('a text for buyers has an instruction in both languages or in none', () => {
  const mismatched = buyerTexts().filter(
    ({ en, fr }) => buyerInstructionPatterns.en.test(en) !== buyerInstructionPatterns.fr.test(fr),
  )
  assert.deepEqual(
    mismatched.map(({ key }) => key),
    [],
  )
})

test('every text for buyers exists in English and French', () => {
  const texts = buyerTexts()
  assert.ok(texts.length > 50)
  for (const { key, en, fr } of texts) assert.ok(en && fr && en !== fr, key)
})

test('each error code and each reason of a failed payment has one heading with an ID', () => {
  const page = errorPages(openapi).get('errors.md')
  const { ErrorCode, FailureCode } = openapi.components.schemas
  assert.deepEqual(
    [...page.matchAll(/^### \w+ \{#([\w-]+)\}$/gm)].map(([, id]) => id),
    [...ErrorCode.enum, ...FailureCode.enum.map((code) => `failure-${code}`)],
  )
})

test('the pages of errors contain no undefined value', () => {
  for (const text of errorPages(openapi).values())
    assert.doesNotMatch(text, /(?:Status|English:) undefined|\| undefined \||\[object/)
})
