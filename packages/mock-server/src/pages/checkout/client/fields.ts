import { cardDigits, cardNetwork } from '../../../card.js'
import { mobileNetworks } from '../../../networks.js'
import { parsePhone, suggestNetwork } from '../../../phone.js'
import { fill } from '../../languages/words.js'
import type { Model } from '../model.js'
import { action, networkName, say } from '../parts.js'
import { build } from './dom.js'

/** Groups what is typed, and says what it looks like. A prefix suggests a network, and never forces one. */
export function typed(input: HTMLInputElement, model: Model): void {
  const { id, value } = input
  if (id === 'phone') {
    regroup(input, /^0\d+$/.test(value.replaceAll(' ', '')) ? [3, 3, 4] : [])
    suggest(value, model)
  }
  if (id === 'number') {
    regroup(input, [4, 4, 4, 4, 3])
    const hint = document.getElementById('number-hint')
    if (hint) hint.textContent = networkName(cardNetwork(cardDigits(value))) || say(model).words.cardText
  }
}

/** Sets spaces between groups of digits, while the buyer types at the end. */
function regroup(input: HTMLInputElement, sizes: readonly number[]): void {
  if (sizes.length === 0 || input.selectionStart !== input.value.length) return
  let rest = input.value.replaceAll(' ', '')
  const groups = sizes.map((size) => {
    const group = rest.slice(0, size)
    rest = rest.slice(size)
    return group
  })
  input.value = [...groups, rest].join(' ').trim()
}

function suggest(value: string, model: Model): void {
  const place = document.getElementById('suggest')
  const phone = parsePhone(value)
  const network = phone && suggestNetwork(phone)
  if (!place) return
  if (!network || network === model.choice) {
    place.replaceChildren()
    return
  }
  if (place.dataset['of'] === network && place.hasChildNodes()) return
  place.dataset['of'] = network
  const { words } = say(model)
  const { name } = mobileNetworks[network]
  place.replaceChildren(
    fill(words.suggest, { network: name }),
    build(action(network, fill(words.useIt, { network: name }), 'quiet', { type: 'button' })),
  )
}
