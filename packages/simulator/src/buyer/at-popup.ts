import { readClaims } from '@cedi/sandbox/checkout/model'
import type { CheckoutOutcome } from '@cedi/service-js/api'
import type { Truth } from '../laws/truth.js'
import type { Servers } from '../service/servers.js'
import type { Machine } from '../world/machine.js'
import type { World } from '../world/world.js'
import { press } from './hand.js'
import { openPopup, type Popup, type PopupSetting } from './popup.js'

/** A buyer who opens the popup. */
export interface AtPopup {
  /** Identifies this opening: one press of the shop's button. */
  readonly name: string
  readonly order: string
  readonly servers: Servers
  readonly truth: Truth
  /** What the browser stores. */
  readonly kept: PopupSetting['kept']
  /** The page, which may be reloaded. */
  device(): Machine
  reload(): void
  /** Asks the shop for the token. */
  intent(): Promise<string>
  phoneOf(again: number): string
}

/** Nobody waits longer than this, in ms. */
const patienceMs = 1_200_000

/** Opens the popup, and perhaps the same checkout in a second window. @returns The payment, when the popup closes. */
export function useUntilClosed(world: World, buyer: AtPopup): Promise<string | undefined> {
  const { name, order, truth, kept } = buyer
  const { time, chance } = world
  const isBeside = chance(`${name} second window`) < 0.25
  let [token, isOnline] = ['', true]
  let paidRef: string | undefined
  let popup: Popup | undefined

  const tell = (outcome: CheckoutOutcome | undefined): void => {
    const { status, ref } = outcome ?? {}
    if (status === 'succeeded') paidRef = ref
    if (status) truth.toldOfCheckout({ order, intent: readClaims(token)?.i, status, ref, isBeside })
  }
  const handOf = (beside?: string) =>
    press(world, { name: `${name} ${buyer.device().name}`, phoneOf: buyer.phoneOf, ...(beside ? { beside } : {}) })
  const common = () => ({ device: buyer.device(), servers: buyer.servers, order, isOnline: () => isOnline })

  function open(closed: (ref: string | null) => void): void {
    const hand = handOf()
    if (isBeside) openBeside()
    const fetchIntent = async (): Promise<string> => {
      token = kept.get(order)?.token ?? (await buyer.intent())
      return token
    }
    const on: PopupSetting['on'] = ({ type, outcome, ref }) => {
      if (type === 'success' || type === 'failed' || type === 'expired') tell(outcome)
      if (type === 'close') closed(ref)
    }
    popup = openPopup(world, { ...common(), kept, fetchIntent, shown: () => popup && hand(popup), on, settled: tell })
  }
  /** What both windows pay is one payment. */
  function openBeside(): void {
    world.story(buyer.device().name, 'opens the same checkout in a second window')
    const hand = handOf('-b')
    const on: PopupSetting['on'] = ({ type, outcome }) => void (type === 'success' && tell(outcome))
    const shown = (): void => hand(beside)
    const own = { kept: new Map(), fetchIntent: buyer.intent, shown, on, settled: () => {} }
    const beside: Popup = openPopup(world, { ...common(), ...own })
    time.at(time.nowMs() + patienceMs, () => beside.isOver() || beside.dispatch('close'))
  }
  function loseSignal(): void {
    world.story(buyer.device().name, 'loses the signal for half a minute')
    isOnline = false
    popup?.frame()?.dispatch({ type: 'connectionLost' })
    time.at(time.nowMs() + 30_000, () => {
      isOnline = true
      popup?.frame()?.dispatch({ type: 'pageResumed' })
      popup?.dispatch('connectionChanged')
    })
  }
  const during = (what: string, likely: number, run: () => void): void => {
    if (chance(`${name} ${what}`) >= likely) return
    const atMs = time.nowMs() + Math.floor(chance(`${name} ${what} when`) * 90_000)
    time.at(atMs, () => popup && !popup.isOver() && run())
  }

  return new Promise((resolve) => {
    const closed = (ref: string | null): void => resolve(ref ?? undefined)
    open(closed)
    during('reload', 0.2, () => {
      buyer.reload()
      // The shop's page, once told, shows the order and no checkout.
      if (paidRef === undefined) open(closed)
      else resolve(paidRef)
    })
    during('no signal', 0.2, loseSignal)
    during('closing', 0.25, () => popup?.dispatch('closeRequested'))
    time.at(time.nowMs() + patienceMs, () => popup && !popup.isOver() && popup.dispatch('close'))
  })
}
