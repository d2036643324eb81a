import { cardDigits, cardNetwork, parsePhone, suggestNetwork } from '@cedi/mock-server/instruments'
import type { ViewModel } from '../model.js'
import { networkName } from '../values.js'
import type { Wording } from '../wording.js'
import { build, byId } from './dom.js'

/** Shows the network of a number: a suggestion for a phone number, whose prefix may belong to another network. */
export function showNetwork({ id, value }: HTMLInputElement, { choice }: ViewModel, { texts, suggest }: Wording): void {
  const suggestion = byId('suggest')
  const hint = byId('number-hint')
  if (id === 'phone' && suggestion) {
    const to = suggestNetwork(parsePhone(value) ?? '')
    const network = to === choice ? '' : networkName(to)
    if (suggestion.dataset['of'] !== network) {
      suggestion.dataset['of'] = network
      suggestion.textContent = ''
      if (network) suggestion.append(...suggest.flatMap((part) => build(part, { to, network })))
    }
  }
  if (id === 'number' && hint) hint.textContent = networkName(cardNetwork(cardDigits(value))) || (texts.cardText ?? '')
}

/** Groups the digits of a number field while the buyer types, and shows its network. */
export function handleInput(input: HTMLInputElement, model: ViewModel, wording: Wording): void {
  const { id, value, selectionStart } = input
  // Only while the buyer types at the end; otherwise the caret would jump.
  const regroup = (pattern: RegExp, replacement: string): void => {
    if (selectionStart === value.length) input.value = cardDigits(value).replace(pattern, replacement).trim()
  }
  if (id === 'phone') regroup(/^(0\d\d)(\d{1,3})(\d*)$/, '$1 $2 $3')
  if (id === 'number') regroup(/.{4}(?=.)/g, '$& ')
  showNetwork(input, model, wording)
}
