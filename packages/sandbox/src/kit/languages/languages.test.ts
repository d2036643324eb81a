import { failureMeaning } from '@cedi/contract'
import { amountText } from '@cedi/contract/amount-text'
import { mobileNetworks, parsePhone, suggestNetwork } from '@cedi/mock-server/internal'
import { describe, expect, test } from 'vitest'
import { formatMaskedPhone } from '../instrument.js'
import { checkout as enCheckout, facts as enFacts, store as enStore, texts as enTexts } from './en.js'
import { checkout as frCheckout, facts as frFacts, store as frStore, texts as frTexts } from './fr.js'
import { operator as enOperator, portal as enPortal } from './portal/en.js'
import { operator as frOperator, portal as frPortal } from './portal/fr.js'
import { receipt as enReceipt } from './receipt/en.js'
import { receipt as frReceipt } from './receipt/fr.js'
import { chooseLanguage, fill } from './words.js'

const facts = { en: enFacts, fr: frFacts }

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

/** Texts for buyers and merchants, and for operators, by language. */
const allTexts = {
  en: { people: { ...enCheckout, ...enTexts, ...enStore, ...enReceipt, ...enPortal }, operator: enOperator },
  fr: { people: { ...frCheckout, ...frTexts, ...frStore, ...frReceipt, ...frPortal }, operator: frOperator },
}

/** Words that the glossary replaces. */
const forbidden = {
  en: /\b(Type|Write) |\bis over\b|\bLate money\b|\bSet aside\b|\bgive[ns]? back\b|has a fault|\bat once\b|\bmeanwhile\b|small letters/,
  fr: /\b(Tapez|Écrivez|Entrez|Notez) |argent mobile|portefeuille|code PIN\b|approuv|acheteur|prélev|\bfaux\b|\bfausse\b|\bcaisse|\brend(u|re|ez)\b|mis de côté|\bmonnaie\b|ne payez (plus|pas deux fois)|Genre|des marchands$|\bréseau vous\b|en retard/,
}

describe.each(['en', 'fr'] as const)('the glossary of %s', (tag) => {
  const { people, operator } = allTexts[tag]

  test('has no text with a forbidden word', () => {
    for (const texts of [people, operator])
      for (const [key, text] of Object.entries(texts)) expect(text, key).not.toMatch(forbidden[tag])
    // For buyers and merchants, an operator is a mobile network.
    for (const [key, text] of Object.entries(people).filter(([key]) => !/operator/i.test(key)))
      expect(text, key).not.toMatch(/operator|opérateur(?!s,)/i)
  })

  test('has no line break inside a masked number or an amount', () => {
    expect(formatMaskedPhone('+23324***3789')).toBe('024\u00a0•••\u00a03789')
    expect(amountText(130_740, facts[tag].locale)).toBe(tag === 'fr' ? '1\u202f307,40\u00a0GH₵' : 'GH₵1,307.40')
  })
})

test('French never has a line break before ? ! : ; » and %, after «, or within a number', () => {
  for (const texts of Object.values(allTexts.fr))
    for (const [key, text] of Object.entries(texts)) {
      expect(text, key).not.toMatch(/(?<![\u00a0\u202f])[?!;»%]|(?<![\u00a0\u202f])(?::(?!\w))|«(?![\u00a0\u202f])/u)
      expect(text, key).not.toMatch(/\b[1-9]\d{0,2} \d{3}\b|\d GH₵/)
    }
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
