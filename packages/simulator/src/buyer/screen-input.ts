import type { Action } from '@cedi/sandbox/checkout/form-input'
import type { CheckoutModel } from '@cedi/sandbox/checkout/model'
import type { World } from '../world/world.js'
import type { Popup } from './popup.js'

/** Behaviour of a buyer on each screen. */
export interface ScreenInput {
  readonly name: string
  /** Suffix of the attempts in this window: a second window may submit at nearly the same time. */
  readonly suffix: string
  /** Email address of the window. */
  readonly owner: string
  /** Returns the phone number of an attempt. */
  getPhone(attempts: number): string
  /** Called when the buyer pays. */
  onPay?(attempts: number): void
}

/** Maximum time before the end of a checkout or a payment at which a slow buyer acts, in ms. */
const lastMomentMs = 4_000

/** Code that the service accepts. @decision 0029 */
const voucher = '123456'

/** Contact details of a buyer. */
const contact = { name: 'Ama Mensah', place: 'Kumasi', reach: '0244123456' }

const card = { number: '4242424242424242', expiry: '12/30', cvc: '123' }

/** Creates the input of a buyer: after a delay it clicks a button of the screen. */
export function createScreenInput(
  world: World,
  { name, suffix, owner, getPhone, onPay }: ScreenInput,
): (popup: Popup) => void {
  let [attempts, clicks] = [0, 0]

  function chooseAction({ state, hasUnsavedKey }: CheckoutModel, random: number): Action | 'leave' | undefined {
    switch (state) {
      case 'method':
        return random < 0.5 ? 'mtn' : random < 0.75 ? 'telecel' : 'card'
      case 'number':
      case 'card':
        return 'pay'
      case 'prompt':
        return random < 0.1 ? 'change' : random < 0.2 ? 'leave' : undefined
      case 'otp':
        return random < 0.75 ? 'otp' : random < 0.85 ? 'resend' : random < 0.9 ? 'change' : 'leave'
      case 'failed':
        return random < 0.8 ? 'retry' : 'leave'
      case 'pending':
        return random < 0.1 ? 'check' : 'close'
      case 'offline':
        return 'check'
      case 'success':
        return !hasUnsavedKey ? 'done' : random < 0.7 ? 'copy' : 'leave'
      case 'expired':
        return 'close'
      default:
        return undefined
    }
  }

  /**
   * Returns when the buyer clicks. Some buyers leave the form open, and pay in the last moment of the checkout. Some type
   * a voucher in the last moment of its payment.
   */
  function chooseTime(popup: Popup, at: string): number {
    const { state, status } = popup.frame()?.model() ?? {}
    const isForm = state === 'number' || state === 'card'
    const expiry = status?.payment?.expires_at
    if (state === 'otp' && expiry && world.chance(`${at} is slow`) < 0.3)
      return Date.parse(expiry) - Math.floor(world.chance(`${at} last moment`) * lastMomentMs)
    if (isForm && status && world.chance(`${name} is slow`) < 0.1)
      return Date.parse(status.intent.expires_at) - Math.floor(world.chance(`${at} last moment`) * lastMomentMs)
    return world.time.nowMs() + 800 + Math.floor(world.chance(`${at} when`) * 8_000)
  }

  return (popup) => {
    const at = `${name} click ${++clicks}`
    if (clicks > 40) return
    world.time.at(chooseTime(popup, at), () => {
      const frame = popup.frame()
      if (!frame || popup.isOver()) return
      const { state } = frame.model()
      const action = chooseAction(frame.model(), world.chance(at))
      if (!action) return
      if (action === 'leave') {
        popup.dispatch('closeRequested')
        // The buyer confirms leaving, or stays.
        popup.dispatch(world.chance(`${at} stays`) < 0.5 ? 'resume' : 'close')
        return
      }
      if (action === 'pay') attempts++
      if (action === 'pay') onPay?.(attempts)
      world.logDetail(name, `clicks ${action} on the screen ${state}`)
      // Some buyers try the same number again.
      const phone = getPhone(world.chance(`${at} same number`) < 0.3 ? 1 : attempts)
      // Some buyers have only a wrong code.
      const hasWrongCode = world.chance(`${name} wrong codes`) < 0.1 || world.chance(`${at} wrong code`) < 0.2
      const code = hasWrongCode ? '654321' : voucher
      const fields = { ...contact, email: owner, code, ...(state === 'card' ? card : { phone }) }
      const attempt = `${name.replace(/\W+/g, '-')}${suffix}-${attempts}`.slice(-60)
      frame.dispatch({ type: 'actionClicked', action, fields, attempt })
    })
  }
}
