import type { Action } from '@cedi/sandbox/checkout/form-input'
import type { World } from '../world/world.js'
import type { Popup } from './popup.js'

/** The buyer's reaction to each screen: which button, and how soon. */
export interface Hand {
  readonly name: string
  /** Distinguishes a second window, where the buyer presses the same at nearly the same moment. */
  readonly beside?: string
  /** What is typed at each try. */
  phoneOf(tries: number): string
}

const card = { number: '4242424242424242', expiry: '12/30', cvc: '123' }

/** Makes a buyer's hand: after a while it presses what can be pressed. */
export function press(world: World, { name, beside = '', phoneOf }: Hand): (popup: Popup) => void {
  let [tries, presses] = [0, 0]

  function choose(state: string, drawn: number): Action | 'leave' | undefined {
    switch (state) {
      case 'method':
        return drawn < 0.75 ? 'mtn' : 'card'
      case 'number':
      case 'card':
        return 'pay'
      case 'prompt':
        return drawn < 0.1 ? 'change' : drawn < 0.2 ? 'leave' : undefined
      case 'failed':
        return drawn < 0.8 ? 'retry' : 'leave'
      case 'pending':
        return drawn < 0.1 ? 'check' : 'close'
      case 'offline':
        return 'check'
      case 'success':
        return 'done'
      case 'expired':
        return 'close'
      default:
        return undefined
    }
  }

  return (popup) => {
    const at = `${name} press ${++presses}`
    if (presses > 40) return
    world.time.at(world.time.nowMs() + 800 + Math.floor(world.chance(`${at} when`) * 8_000), () => {
      const frame = popup.frame()
      if (!frame || popup.isOver()) return
      const { state } = frame.model()
      const action = choose(state, world.chance(at))
      if (!action) return
      if (action === 'leave') {
        popup.dispatch('closeRequested')
        // The buyer answers the question.
        popup.dispatch(world.chance(`${at} stays`) < 0.5 ? 'resume' : 'close')
        return
      }
      if (action === 'pay') tries++
      world.detail(name, `presses ${action} on the screen ${state}`)
      const fields = state === 'card' ? card : { phone: phoneOf(tries) }
      const attempt = `${name.replace(/\W+/g, '-')}${beside}-${tries}`.slice(-60)
      frame.dispatch({ type: 'actionClicked', action, fields, attempt })
    })
  }
}
