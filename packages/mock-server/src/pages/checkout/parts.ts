import { mobileNetworks } from '../../networks.js'
import type { CheckoutWords } from '../languages/language.js'
import { amountText, checkoutLanguages } from '../languages/words.js'
import { type Attributes, type Child, h, type Tree } from '../tree.js'
import type { Choice, Model } from './model.js'

/** A model with the words to say it in. */
export interface Said extends Model {
  readonly words: CheckoutWords
  /** The amount as text. */
  readonly amount: string
}

/** Adds the words of the model's language. */
export function say(model: Model): Said {
  const { facts, checkout } = checkoutLanguages[model.language] ?? (checkoutLanguages['en'] as never)
  return { ...model, words: checkout, amount: amountText(model.pesewas, facts.locale) }
}

/** A text with pieces of a page put in for `{name}`. Each piece keeps its own direction. */
export const prose = (text: string, pieces: Readonly<Record<string, string>> = {}): Child[] =>
  text.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 0 ? part : h('bdi', {}, pieces[part] ?? '')))

/** The heading of a state. The focus goes there. */
export const title = (...children: Child[]): Tree => h('h1', { id: 'title', tabindex: '-1' }, ...children)

/** A button that does something. Without a script it sends the form that it stands in. */
export const action = (act: string, text: string | Child[], look = 'quiet', more: Attributes = {}): Tree =>
  h('button', { name: 'act', value: act, class: look, ...more }, ...(typeof text === 'string' ? [text] : text))

/** A form for actions. It names what was chosen and the attempt, so that it works without a script. */
export const form = ({ choice, attempt }: Model, ...children: Child[]): Tree =>
  h(
    'form',
    { method: 'post', novalidate: true },
    choice && h('input', { type: 'hidden', name: 'choice', value: choice }),
    attempt && h('input', { type: 'hidden', name: 'attempt', value: attempt }),
    ...children,
  )

/** Terms and what they are, as lines of a receipt. */
export const lines = (...pairs: readonly (readonly [string, Child])[]): Tree =>
  h('dl', {}, ...pairs.map(([term, value]) => h('div', {}, h('dt', {}, term), h('dd', {}, h('bdi', {}, value)))))

/** One field with its label, its hint and what is wrong with it. */
export function field(
  { words, problem }: Said,
  name: NonNullable<Model['problem']>['field'],
  label: string,
  attributes: Attributes,
  hint = '',
): Tree {
  const wrong = problem?.field === name
  const described = wrong ? `${name}-problem` : hint && `${name}-hint`
  return h(
    'div',
    { class: 'field' },
    h('label', { for: name }, label),
    h('input', {
      id: name,
      name,
      required: true,
      'aria-invalid': wrong ? 'true' : undefined,
      'aria-describedby': described || undefined,
      ...attributes,
    }),
    wrong
      ? h('p', { id: `${name}-problem`, class: 'problem' }, words[problem.word])
      : hint && h('p', { id: `${name}-hint`, class: 'hint' }, hint),
  )
}

/** What is wrong with the whole, not with one field. */
export const trouble = ({ problem, words }: Said): Child =>
  problem?.field === '' && h('p', { class: 'problem', role: 'alert' }, words[problem.word])

/** The name of what the buyer pays with. */
export const networkName = (network: string | null | undefined): string =>
  network === 'visa'
    ? 'Visa'
    : network === 'mastercard'
      ? 'Mastercard'
      : (mobileNetworks[network as Exclude<Choice, 'card'>]?.name ?? '')

/** The number of a payment as its owner knows it: `024 ••• 3789`. */
export const shownPhone = ({ status }: Model): string =>
  (status?.payment?.phone ?? '').replace(/^\+233(\d\d)\*+(\d{4})$/, '0$1 ••• $2')

/** The time that is left for a payment: `4:32`; nothing when it has no end. */
export function clockText({ status, nowMs }: Model): string {
  const end = status?.payment?.expires_at
  if (!end) return ''
  const seconds = Math.max(0, Math.ceil((Date.parse(end) - nowMs) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** A way out of a checkout that is over: back to the shop, or closing the popup. */
export function wayOut({ inFrame, status, words, merchant }: Said, look: 'main' | 'quiet', act = 'done'): Child {
  if (inFrame) return action(act, words.done, look)
  const url = status?.return_url
  return (
    url &&
    h(
      'a',
      { class: `button ${look}`, href: url, rel: 'noreferrer' },
      h('span', {}, ...prose(words.backTo, { merchant })),
    )
  )
}
