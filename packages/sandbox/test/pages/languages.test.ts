import { failureMeaning } from '@cedi/contract'
import { mobileNetworks, parsePhone, suggestNetwork } from '@cedi/mock-server/internal'
import { describe, expect, test } from 'vitest'
import { checkout as enCheckout, store as enStore, texts as enTexts } from '../../src/kit/languages/en.js'
import { checkout as frCheckout, store as frStore, texts as frTexts } from '../../src/kit/languages/fr.js'
import { operator as frOperator, portal as frPortal } from '../../src/kit/languages/portal/fr.js'
import { receipt as enReceipt } from '../../src/kit/languages/receipt/en.js'
import { receipt as frReceipt } from '../../src/kit/languages/receipt/fr.js'
import { chooseLanguage, fill } from '../../src/kit/languages/words.js'

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

describe.each([
  ['checkout', enCheckout, frCheckout],
  ['checkout when something happens', enTexts, frTexts],
  ['store', enStore, frStore],
  ['receipt', enReceipt, frReceipt],
] as const)('the texts of the %s', (_, en, fr) => {
  test('have the same keys in the same order in every language', () => {
    expect(Object.keys(fr)).toEqual(Object.keys(en))
  })

  test('have no empty text, and use the same values in every language', () => {
    for (const [key, text] of Object.entries(en)) {
      const other = fr[key as never] as string
      expect(other.trim(), key).not.toBe('')
      expect(placeholders(other), key).toEqual(placeholders(text))
    }
  })
})

test('French never has a line break before ? ! : ; and », nor after «', () => {
  for (const texts of [frCheckout, frTexts, frStore, frReceipt, frPortal, frOperator])
    for (const [key, text] of Object.entries(texts))
      expect(text, key).not.toMatch(/(?<![\u00a0\u202f])[?!;»]|(?<![\u00a0\u202f])(?::(?!\w))|«(?![\u00a0\u202f])/u)
})

test('every reason for a failed payment has a text', () => {
  const others = ['payment_cancelled', 'intent_completed', 'intent_expired']
  for (const code of Object.keys(failureMeaning).filter((name) => !others.includes(name)))
    expect(enTexts).toHaveProperty(code)
})

test('the language is the first preferred one that exists, compared by its first part', () => {
  expect([['fr-CI', 'en'], ['tw', 'fr'], ['de'], [], ['__proto__', 'constructor']].map(chooseLanguage)).toEqual([
    'fr',
    'fr',
    'en',
    'en',
    'en',
  ])
})

test('a value is inserted as plain text, and not as a template', () => {
  expect(fill('{a} {b} {constructor}', { a: '{b}', b: '$&' })).toBe('{b} $& {constructor}')
})

test('every prefix suggests one network', () => {
  const prefixes = Object.values(mobileNetworks).flatMap((network) => network.prefixes)
  expect(new Set(prefixes).size).toBe(prefixes.length)
  for (const [network, { prefixes: networkPrefixes }] of Object.entries(mobileNetworks))
    for (const prefix of networkPrefixes) expect(suggestNetwork(parsePhone(`0${prefix}4123789`) ?? '')).toBe(network)
})
