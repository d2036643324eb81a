import { cardDigits, cardNetwork, parsePhone, suggestNetwork } from '@cedi/mock-server/instruments'
import type { Model } from '../model.js'
import { networkName } from '../values.js'
import type { Wording } from '../wording.js'
import { build, byId } from './dom.js'

/** Shows the network that a field's number belongs to. A prefix suggests a network but never forces one. */
export function advise({ id, value }: HTMLInputElement, { choice }: Model, { texts, suggest }: Wording): void {
  const place = byId('suggest')
  const hint = byId('number-hint')
  if (id === 'phone' && place) {
    const to = suggestNetwork(parsePhone(value) ?? '')
    const network = to === choice ? '' : networkName(to)
    if (place.dataset['of'] !== network) {
      place.dataset['of'] = network
      place.textContent = ''
      if (network) place.append(...suggest.flatMap((part) => build(part, { to, network })))
    }
  }
  if (id === 'number' && hint) hint.textContent = networkName(cardNetwork(cardDigits(value))) || (texts.cardText ?? '')
}

/** Groups the digits that the buyer types, and says what they belong to. */
export function typed(input: HTMLInputElement, model: Model, wording: Wording): void {
  const { id, value, selectionStart } = input
  // Only while the buyer types at the end; otherwise the caret would jump.
  const regroup = (groups: RegExp, into: string): void => {
    if (selectionStart === value.length) input.value = cardDigits(value).replace(groups, into).trim()
  }
  if (id === 'phone') regroup(/^(0\d\d)(\d{1,3})(\d*)$/, '$1 $2 $3')
  if (id === 'number') regroup(/.{4}(?=.)/g, '$& ')
  advise(input, model, wording)
}
