import { cardDigits, cardNetwork, parsePhone, suggestNetwork } from '@cedi/mock-server/instruments'
import type { Model } from '../model.js'
import { networkName } from '../values.js'
import type { Wording } from '../wording.js'
import { build, byId } from './dom.js'

/** Groups the typed digits, and shows the likely network. A prefix suggests a network but never forces one. */
export function typed(input: HTMLInputElement, { choice }: Model, { texts, suggest }: Wording): void {
  const { id, value, selectionStart } = input
  const digits = cardDigits(value)
  // Only while the buyer types at the end; otherwise the caret would jump.
  const regroup = (groups: RegExp, into: string): void => {
    if (selectionStart === value.length) input.value = digits.replace(groups, into).trim()
  }
  const place = byId('suggest')
  const hint = byId('number-hint')
  if (id === 'phone' && place) {
    regroup(/^(0\d\d)(\d{1,3})(\d*)$/, '$1 $2 $3')
    const to = suggestNetwork(parsePhone(value) ?? '')
    const network = to === choice ? '' : networkName(to)
    if (place.dataset['of'] !== network) {
      place.dataset['of'] = network
      place.textContent = ''
      if (network) place.append(...suggest.flatMap((part) => build(part, { to, network })))
    }
  }
  if (id === 'number') {
    regroup(/.{4}(?=.)/g, '$& ')
    if (hint) hint.textContent = networkName(cardNetwork(digits)) || (texts.cardText ?? '')
  }
}
