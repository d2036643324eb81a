import { readClaims } from '@cedi/sandbox/checkout/model'
import type { CheckoutOutcome } from '@cedi/service-js/api'
import type { PopupModel } from '@cedi/service-js/popup-model'
import type { Consistency } from '../invariants/consistency.js'
import type { WindowCheck } from '../invariants/windows.js'
import type { Servers } from '../service/servers.js'
import type { Machine } from '../world/machine.js'
import type { World } from '../world/world.js'
import { openFullPage } from './full-page.js'
import { openPopup, type Popup, type PopupOptions } from './popup.js'
import { createScreenInput } from './screen-input.js'

/** Options of a popup visit. */
export interface PopupVisit {
  /** Identifies this visit: one click on the shop's button. */
  readonly name: string
  readonly order: string
  readonly servers: Servers
  readonly consistency: Consistency
  readonly windows: WindowCheck
  /** Storage of the browser. */
  readonly storedTokens: PopupOptions['storedTokens']
  /** Tokens of the checkouts that the buyer has opened as a full page. */
  readonly fullPageTokens: Set<string>
  /** Tokens of the checkouts in second windows, which stay open after this visit. */
  readonly secondWindowTokens: Set<string>
  /** Payments that the buyer made in this browser. */
  readonly ownPayments: Set<string>
  /** Returns the current page, which may be reloaded. */
  device(): Machine
  reload(): void
  /** Requests a client token from the shop. */
  intent(): Promise<string>
  getPhone(again: number): string
}

/** Maximum duration of a visit, in ms. */
const maxVisitMs = 2_100_000

/** Creates the input of a window. For some buyers, the signal is lost just after they pay. */
function createInput(
  world: World,
  { name, device, getPhone }: PopupVisit,
  { suffix, owner }: { readonly suffix: string; readonly owner: string },
  goOffline: () => void,
) {
  const { chance, time } = world
  const onPay = (attempts: number): void => {
    const at = `${name} pays without signal ${attempts}`
    if (chance(at) < 0.1) time.at(time.nowMs() + Math.floor(chance(`${at} when`) * 1_000), goOffline)
  }
  return createScreenInput(world, { name: `${name} ${device().name}`, getPhone, suffix, owner, onPay })
}

interface SecondWindow {
  isOnline(): boolean
  goOffline(): void
  report(outcome: CheckoutOutcome | undefined): void
}

/** Opens a second window. Both windows share one payment, and only one of them owns it. */
function openSecondWindow(world: World, buyer: PopupVisit, { isOnline, goOffline, report }: SecondWindow): void {
  const { order, servers, windows } = buyer
  const device = buyer.device()
  world.log(device.name, 'opens the same checkout in a second window')
  // It has no storage, so after a reload it is another window.
  const owner = `${order}-${world.count(`second windows of ${order}`)}@buyers.example`
  const input = createInput(world, buyer, { suffix: '-b', owner }, goOffline)
  const secondWindow: Popup = openPopup(world, {
    ...{ device, servers, windows, order, owner, isOnline },
    ownPayments: new Set<string>(),
    storedTokens: new Map(),
    async fetchToken() {
      const token = await buyer.intent()
      buyer.secondWindowTokens.add(token)
      return token
    },
    onChange: () => input(secondWindow),
    on: ({ type, outcome }) => void (type === 'success' && report(outcome)),
    onSettled: () => {},
  })
  world.time.at(world.time.nowMs() + maxVisitMs, () => secondWindow.isOver() || secondWindow.dispatch('close'))
}

/** Chooses a button of a popup that cannot load: loads it again, or continues on the full page and closes the popup. */
function leaveUnreachable(world: World, buyer: PopupVisit, popup: Popup, { screen, token }: PopupModel): void {
  const { time, chance } = world
  if ((screen !== 'unreachable' && screen !== 'offline') || (token && buyer.fullPageTokens.has(token))) return
  const at = `${buyer.name} unreachable ${world.count(`unreachable popups of ${buyer.name}`)}`
  const device = buyer.device()
  time.at(time.nowMs() + 1_000 + Math.floor(chance(`${at} when`) * 8_000), () => {
    if (popup.isOver() || device.isStopped()) return
    if (!token || screen === 'offline' || chance(at) < 0.4) {
      popup.dispatch('retry')
      return
    }
    world.log(device.name, 'continues on the full page')
    buyer.fullPageTokens.add(token)
    popup.dispatch('leftPage')
    openFullPage(world, { ...buyer, token })
    time.at(time.nowMs() + 5_000 + Math.floor(chance(`${at} closes`) * 90_000), () => {
      if (!popup.isOver()) popup.dispatch('close')
    })
  })
}

/** Requests the token of a new checkout, which a browser with a pending payment must not do. */
function fetchNewToken({ order, windows, ownPayments, intent }: PopupVisit): Promise<string> {
  windows.recordNewCheckout(order, ownPayments)
  return intent()
}

/** Opens the popup, and for some buyers the same checkout in a second window. @returns The ref when the popup closes. */
export function visitPopup(world: World, buyer: PopupVisit): Promise<string | undefined> {
  const { name, order, consistency, windows, servers, storedTokens, ownPayments } = buyer
  const { time, chance } = world
  const isSecondWindow = chance(`${name} second window`) < 0.25
  let [token, isOnline] = ['', true]
  let paidRef: string | undefined
  let popup: Popup | undefined

  const report = (outcome: CheckoutOutcome | undefined): void => {
    const { status, ref } = outcome ?? {}
    if (status === 'succeeded') paidRef = ref
    // The popup does not see the full page, but must assume that the buyer pays there.
    const isPaidElsewhere = buyer.fullPageTokens.has(token) && status !== 'cancelled'
    const outcomeOfPopup = {
      order,
      intent: readClaims(token)?.i,
      ref,
      isSecondWindow: isSecondWindow || buyer.secondWindowTokens.has(token) || isPaidElsewhere,
    }
    if (status) consistency.recordOutcome({ ...outcomeOfPopup, status })
  }
  const isConnected = (): boolean => isOnline

  function open(closed: (ref: string | null) => void): void {
    // The storage of the browser continues an earlier payment of the order.
    const owner = `${order}@buyers.example`
    const input = createInput(world, buyer, { suffix: '', owner }, goOffline)
    if (isSecondWindow) openSecondWindow(world, buyer, { isOnline: isConnected, goOffline, report })
    const fetchToken = async (): Promise<string> => {
      token = storedTokens.get(order)?.token ?? (await fetchNewToken(buyer))
      return token
    }
    const on: PopupOptions['on'] = ({ type, outcome, ref }) => {
      if (type === 'success' || type === 'failed' || type === 'expired') report(outcome)
      if (type === 'close') closed(ref)
    }
    const onChange = () => popup && input(popup)
    popup = openPopup(world, {
      ...{ device: buyer.device(), servers, windows, order, owner, isOnline: isConnected },
      ownPayments,
      storedTokens,
      fetchToken,
      onChange,
      onScreen: (model) => popup && leaveUnreachable(world, buyer, popup, model),
      on,
      onSettled: report,
    })
  }
  function goOffline(): void {
    world.log(buyer.device().name, 'is offline for half a minute')
    isOnline = false
    popup?.frame()?.dispatch({ type: 'connectionLost' })
    time.at(time.nowMs() + 30_000, () => {
      isOnline = true
      popup?.frame()?.dispatch({ type: 'pageResumed' })
      popup?.dispatch('connectionChanged')
    })
  }
  const schedule = (action: string, probability: number, run: () => void): void => {
    if (chance(`${name} ${action}`) >= probability) return
    const atMs = time.nowMs() + Math.floor(chance(`${name} ${action} when`) * 90_000)
    time.at(atMs, () => popup && !popup.isOver() && run())
  }

  return new Promise((resolve) => {
    const closed = (ref: string | null): void => resolve(ref ?? undefined)
    open(closed)
    schedule('reload', 0.2, () => {
      buyer.reload()
      // After a success the shop's page shows the order without a checkout.
      if (paidRef === undefined) open(closed)
      else resolve(paidRef)
    })
    schedule('no signal', 0.2, goOffline)
    schedule('closing', 0.25, () => popup?.dispatch('closeRequested'))
    time.at(time.nowMs() + maxVisitMs, () => popup && !popup.isOver() && popup.dispatch('close'))
  })
}
