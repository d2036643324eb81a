import type { CheckoutWords } from '../kit/languages/language.js'
import type { Template } from '../kit/template.js'

const icon = (name: string, path: string): Template => [
  'svg',
  { class: name, viewBox: '0 0 24 24', 'aria-hidden': 'true' },
  ['path', { d: path }],
]

/** Logo: a cedi sign. */
export const mark: Template = icon('mark', 'M17.5 7.2a7 7 0 1 0 0 9.6M12 2v20')

/** Icons of states. */
export const icons: Readonly<Record<'tick' | 'cross' | 'wait', Template>> = {
  tick: icon('icon', 'M5 12.5l4.5 4.5L19 7.5'),
  cross: icon('icon cross', 'M7 7l10 10M17 7L7 17'),
  wait: icon('icon', 'M12 7v5l3.5 2M12 3a9 9 0 1 0 .01 0'),
}

type Attributes = Readonly<Record<string, string>>

/** A paragraph. */
export const paragraph = (...children: Template[]): Template => ['p', {}, ...children]

/** Attributes of the heading of a state. It receives the focus. */
export const heading: Attributes = { id: 'title', tabindex: '-1' }

/** Heading of a state. */
export const title = (...children: Template[]): Template => ['h1', heading, ...children]

/** A highlighted paragraph. */
export const highlight = (text: string, attributes: Attributes = {}): Template => [
  'p',
  { ...attributes, class: 'note' },
  text,
]

/** Notice about the last action. */
export const notice: Template = highlight('{notice}', { if: 'notice' })

/** Merchant, amount and product above each state. French writes the currency sign after the number. */
export const header: Template = [
  'header',
  { if: 'merchant' },
  ['p', { class: 'merchant', 'data-initial': '{initial}' }, '{merchant}'],
  [
    'p',
    { class: 'amount' },
    [
      'bdi',
      { dir: 'ltr' },
      ['span', { unless: 'isSignLast' }, 'GH₵'],
      '{figure}',
      ['span', { if: 'isSignLast' }, '\u00a0GH₵'],
    ],
  ],
  ['p', { if: 'what', class: 'what' }, '{what}'],
]

/** Actions that send a request. Their buttons are busy until the response. */
const requestActions = ['check', 'resend', 'otp', 'change', 'other']

/** A button for an action. Without a script it submits its form. */
export const button = (
  action: string,
  text: Template | Template[],
  style = 'quiet',
  extraAttributes: Attributes = {},
): Template => [
  'button',
  {
    class: style,
    name: 'act',
    value: action,
    ...(requestActions.includes(action) && { 'aria-busy': `{${action}Busy}` }),
    ...extraAttributes,
  },
  ...(Array.isArray(text) && typeof text[0] !== 'string' ? (text as Template[]) : [text as Template]),
]

/** A form for buttons. */
export const form = (...children: Template[]): Template => ['form', { method: 'post', novalidate: '' }, ...children]

/** A list of terms and values. */
export const lines = (...pairs: readonly (readonly [string, string])[]): Template => [
  'dl',
  {},
  ...pairs.map(([term, value]): Template => ['div', {}, ['dt', {}, term], ['dd', {}, value]]),
]

/** A field with its label, its hint and its problem. */
export const field = (name: string, label: string, attributes: Attributes, hint = ''): Template => [
  'div',
  { class: 'field' },
  ['label', { for: name }, label],
  [
    'input',
    {
      id: name,
      name,
      required: '',
      'aria-invalid': `{${name}Wrong}`,
      'aria-describedby': `{${name}By}`,
      dir: 'ltr',
      ...attributes,
    },
  ],
  ['p', { if: `${name}Problem`, id: `${name}-problem`, class: 'problem' }, `{${name}Problem}`],
  ...(hint ? [['p', { unless: `${name}Problem`, id: `${name}-hint`, class: 'hint' }, hint] as Template] : []),
]

/** A problem of the whole form. */
export const formProblem: Template = ['p', { if: 'Problem', class: 'problem', role: 'alert' }, '{Problem}']

/** A text with a link to dial the USSD code. */
export function dialText(text: string, attributes: Attributes = {}): Template {
  const [before = '', after = ''] = text.split('{ussd}')
  return ['p', attributes, before, ['a', { href: '{dial}', dir: 'ltr' }, '{ussd}'], after]
}

/** Ends a finished checkout: closes the popup, or links to the shop. */
export const exit = (words: CheckoutWords, style: 'main' | 'quiet', action = 'done'): Template[] => [
  button(action, words.done, style, { if: 'frame' }),
  ['a', { if: 'shop', class: `button ${style}`, href: '{shop}', rel: 'noreferrer' }, words.backTo],
]

/** License keys, with a button to copy them. */
const keys = (words: CheckoutWords, style: string): Template => [
  'div',
  { if: 'keys', class: 'keys' },
  ['h2', {}, words.license],
  ['code', { id: 'keys', dir: 'ltr' }, '{keys}'],
  form(button('copy', words.copy, style, { if: 'hasScript' })),
  ['p', { class: 'hint' }, words.keepKey],
]

/** View of a paid checkout. */
export const success = (words: CheckoutWords): Template[] => [
  icons.tick,
  title(words.success),
  paragraph(words.successText),
  lines([words.paidWith, '{network}'], [words.reference, '{ref}']),
  ['p', { unless: 'mine', class: 'hint' }, words.paidElsewhere],
  keys(words, 'quiet'),
  notice,
  form(...exit(words, 'main')),
  ['a', { if: 'receipt', class: 'button quiet', href: '{receipt}', target: '_blank', rel: 'noopener' }, words.receipt],
]

/** View of a checkout that has ended, because of its time, or because the price or the sale has changed. */
export const expired = (words: CheckoutWords): Template[] => [
  icons.wait,
  ['h1', { if: 'newPrice', ...heading }, words.priceChanged],
  ['h1', { if: 'isUnsold', ...heading }, words.notSold],
  ['h1', { unless: 'isChanged', ...heading }, words.expired],
  ['p', { if: 'newPrice' }, words.priceChangedText],
  ['p', { unless: 'isChanged' }, words.expiredText],
  form(...exit(words, 'main', 'close')),
]

/** Question before the buyer leaves an unsaved license key. */
export const confirmLeave = (words: CheckoutWords): Template[] => [
  icons.wait,
  title(words.keyQuestion),
  keys(words, 'main'),
  notice,
  form(button('stay', words.toPaid)),
  ['a', { if: 'shop', class: 'button quiet', href: '{shop}', rel: 'noreferrer' }, words.withoutKey],
]
