import type { CheckoutWords } from '../kit/languages/language.js'
import type { Template } from '../kit/template.js'

type Attributes = Readonly<Record<string, string>>

/** A paragraph. */
export const paragraph = (...children: Template[]): Template => ['p', {}, ...children]

/** The heading of a state. The focus goes there. */
export const title = (...children: Template[]): Template => ['h1', { id: 'title', tabindex: '-1' }, ...children]

/** A notice that nobody should miss, with a gold line beside it. */
export const notice = (text: string, attributes: Attributes = {}): Template => [
  'p',
  { ...attributes, class: 'note' },
  text,
]

/** What has just happened, or has not. */
export const said: Template = notice('{said}', { if: 'said' })

/** A button that asks the service, and shows that it is busy until there is an answer. */
const slowActs = ['check', 'resend', 'otp', 'change', 'other']

/** A button that does something. Without a script it submits its form. */
export const action = (act: string, text: Template | Template[], look = 'quiet', more: Attributes = {}): Template => [
  'button',
  { class: look, name: 'act', value: act, ...(slowActs.includes(act) && { 'aria-busy': `{${act}Busy}` }), ...more },
  ...(Array.isArray(text) && typeof text[0] !== 'string' ? (text as Template[]) : [text as Template]),
]

/** A form for actions. */
export const form = (...children: Template[]): Template => ['form', { method: 'post', novalidate: '' }, ...children]

/** Terms and what they are, as lines of a receipt. */
export const lines = (...pairs: readonly (readonly [string, string])[]): Template => [
  'dl',
  {},
  ...pairs.map(([term, value]): Template => ['div', {}, ['dt', {}, term], ['dd', {}, value]]),
]

/** One field with its label, its hint and what is wrong with it. */
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

/** An error that belongs to no single field. */
export const trouble: Template = ['p', { if: 'Problem', class: 'problem', role: 'alert' }, '{Problem}']

/** A text in which the code to dial is a link. */
export function dialled(text: string, attributes: Attributes = {}): Template {
  const [before = '', after = ''] = text.split('{ussd}')
  return ['p', attributes, before, ['a', { href: '{dial}', dir: 'ltr' }, '{ussd}'], after]
}

/** A way out of a finished checkout: back to the shop, or close the popup. */
export const wayOut = (words: CheckoutWords, look: 'main' | 'quiet', act = 'done'): Template[] => [
  action(act, words.done, look, { if: 'frame' }),
  ['a', { if: 'shop', class: `button ${look}`, href: '{shop}', rel: 'noreferrer' }, words.backTo],
]
