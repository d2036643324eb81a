import { cardDigits, cardNetwork, parsePhone, suggestNetwork } from '@cedi/mock-server/internal'
import { fill } from '../../kit/languages/words.js'
import { isInPairs } from '../form-input.js'
import type { ViewModel } from '../model.js'
import { networkName } from '../values.js'
import type { Wording } from '../wording.js'
import { build, byId } from './dom.js'

/** Shows the network of a number: a suggestion for a phone number, whose prefix may belong to another network. */
export function showNetwork(
  { id, value }: HTMLInputElement,
  { choice }: ViewModel,
  { texts, suggestion }: Wording,
): void {
  const container = byId('suggest')
  const hint = byId('number-hint')
  const emailHint = byId('email-hint')
  const domain = id === 'email' && suggestDomain(value)
  if (domain && emailHint) emailHint.textContent = fill(texts.didYouMean ?? '', { domain })
  if (id === 'phone' && container) {
    const to = suggestNetwork(parsePhone(value) ?? '')
    const network = to === choice ? '' : networkName(to)
    if (container.dataset['of'] !== network) {
      container.dataset['of'] = network
      container.textContent = ''
      if (network) container.append(...suggestion.flatMap((part) => build(part, { to, network })))
    }
  }
  if (id === 'number' && hint) hint.textContent = networkName(cardNetwork(cardDigits(value))) || (texts.cardText ?? '')
}

/** Providers whose misspelled names get a hint. */
const mailDomains = ['gmail.com', 'yahoo.com', 'yahoo.fr', 'hotmail.com', 'outlook.com', 'icloud.com']

/** Whether two names differ in one character, or in the order of two. */
function isSimilar(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let [end, otherEnd] = [one.length, other.length]
  while (end > start && otherEnd > start && one[end - 1] === other[otherEnd - 1]) {
    end--
    otherEnd--
  }
  const [middle, otherMiddle] = [one.slice(start, end), other.slice(start, otherEnd)]
  return (
    Math.max(middle.length, otherMiddle.length) === 1 ||
    (middle.length === 2 && `${middle[1]}${middle[0]}` === otherMiddle)
  )
}

/** Returns the domain that the buyer probably meant. Only a hint: the address is accepted. */
export const suggestDomain = (email: string): string | undefined => {
  const domain = email.trim().toLowerCase().split('@')[1] ?? ''
  return mailDomains.includes(domain) ? undefined : mailDomains.find((name) => isSimilar(domain, name))
}

/** A local number, also an incomplete one. */
const localPhone = /^(0[1-9]\d)(\d{1,3})(\d*)$/

/** Converts a complete phone number to local format: `+233 (0)24…` to `024 412 3789`. Returns any other text unchanged, and a number in pairs. */
export const formatPhone = (text: string): string =>
  (!isInPairs(text) && parsePhone(text)?.replace('+233', '0').replace(localPhone, '$1 $2 $3')) || text

/** Groups the digits of a number field while the buyer types, and shows its network. */
export function handleInput(input: HTMLInputElement, model: ViewModel, wording: Wording): void {
  const { id, value, selectionStart } = input
  // Only while the buyer types at the end; otherwise the caret would jump.
  const regroup = (pattern: RegExp, replacement: string): void => {
    if (selectionStart === value.length) input.value = cardDigits(value).replace(pattern, replacement).trim()
  }
  // Not `00233…`, which is an international number, and not pairs, which the buyer is asked about.
  if (id === 'phone' && !/^0\d[\s.-]/.test(value)) regroup(localPhone, '$1 $2 $3')
  if (id === 'number') regroup(/.{4}(?=.)/g, '$& ')
  showNetwork(input, model, wording)
}
