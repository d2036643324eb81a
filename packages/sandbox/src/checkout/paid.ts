import type { CheckoutWords } from '../kit/languages/language.js'
import type { Template } from '../kit/template.js'
import { icons } from './icons.js'
import { action, form, lines, paragraph, said, title, wayOut } from './parts.js'

// The end of a successful checkout.

/** The license keys, and the way to copy them. */
const keys = (words: CheckoutWords, look: string): Template => [
  'div',
  { if: 'keys', class: 'keys' },
  ['h2', {}, words.license],
  ['code', { id: 'keys', dir: 'ltr' }, '{keys}'],
  form(action('copy', words.copy, look, { if: 'hasScript' })),
  ['p', { class: 'hint' }, words.keepKey],
]

/** What was paid, and what was bought. */
export const success = (words: CheckoutWords): Template[] => [
  icons.tick,
  title(words.success),
  paragraph(words.successText),
  lines([words.paidWith, '{network}'], [words.reference, '{ref}']),
  ['p', { unless: 'mine', class: 'hint' }, words.paidElsewhere],
  keys(words, 'quiet'),
  said,
  form(...wayOut(words, 'main')),
  ['a', { if: 'receipt', class: 'button quiet', href: '{receipt}', target: '_blank', rel: 'noopener' }, words.receipt],
]

/** The question before a license key is left behind. */
export const question = (words: CheckoutWords): Template[] => [
  icons.wait,
  title(words.keyQuestion),
  keys(words, 'main'),
  said,
  form(action('stay', words.toPaid)),
  ['a', { if: 'shop', class: 'button quiet', href: '{shop}', rel: 'noreferrer' }, words.withoutKey],
]
