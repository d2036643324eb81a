import type { Checkout, CheckoutEvent, Effect, Reply } from '../events.js'
import { isWaiting, next } from '../machine.js'
import { type CheckoutStatus, readClaims } from '../model.js'
import type { Act, Fields } from '../typed.js'
import type { Wording } from '../wording.js'
import { copyKeys, keep } from './dom.js'
import { tell } from './host.js'
import { ask, follow } from './service.js'
import { carried, reword, root, show, wording } from './view.js'

const { status } = carried.model
// A payment that is not known to be this tab's may still be: ask the service again.
const isUnsure = status?.payment && !status.mine

/** The state of the checkout. Its machine combines what the buyer does with what the service says. */
export let model: Checkout = {
  ...carried.model,
  nowMs: Date.now(),
  isOnline: navigator.onLine,
  attempt: '',
  hasScript: true,
  ...(isUnsure && { state: 'loading' }),
}
let token = ''
let intent: string | undefined
let skewMs = 0
let watching: AbortController | undefined

/** The time of the server. */
export const now = (): number => Date.now() + skewMs
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const call = (path: string, body?: object): Promise<Reply> => ask(token, model.attempt ?? '', path, body)

/** Runs the machine, shows its new state, and carries out its effects. */
export function handle(event: CheckoutEvent): void {
  const before = model
  const step = next({ ...before, nowMs: now(), isOnline: navigator.onLine }, event)
  model = step.model
  if (model.status !== before.status) skewMs = model.nowMs - Date.now()
  // Loads the texts for the next step while the buyer types.
  if (show(model)) void speak()
  for (const effect of step.effects) void carryOut(effect)
  watch()
}

async function carryOut(effect: Effect): Promise<void> {
  switch (effect.do) {
    case 'pay':
      handle({ on: 'answered', to: 'pay', reply: await call('payments', effect.body) })
      break
    case 'ask': {
      const { why, round } = effect
      handle({ on: 'status', why, round, reply: await call('status') })
      break
    }
    case 'otp':
      handle({ on: 'answered', to: 'otp', reply: await call('otp', { code: effect.code }) })
      break
    case 'cancel':
    case 'resend':
      handle({ on: 'answered', to: effect.do, reply: await call(effect.do, {}) })
      break
    case 'rest':
      await sleep(effect.ms)
      handle({ on: 'rested', tries: effect.tries })
      break
    case 'keep':
      keep('sessionStorage', `cedi.${intent}`, effect.attempt)
      if (!model.inFrame) history.replaceState({ token, attempt: effect.attempt }, '')
      // A frame of another site may have no storage, so the shop's page stores it too.
      tell('cedi.keep', { resume: effect.attempt })
      break
    case 'copy':
      handle({ on: 'copied', isCopied: copyKeys() })
      break
    case 'prefer':
      keep('localStorage', 'cedi.network', effect.choice)
      break
    case 'tell':
      tell(effect.method, effect.params)
  }
}

/** The language that is being loaded. */
let asked = ''

/** Loads the texts that this page did not include, or those of another language. What was typed stays. */
export async function speak(language: string = ''): Promise<void> {
  const tag = language.slice(0, 2) || root.lang
  if (asked === tag || (tag === root.lang && wording.menus)) return
  asked = tag
  const { data } = await ask('', '', `words?lang=${tag}`)
  if (asked !== tag) return
  asked = ''
  if (data) {
    reword(data as Wording)
    show(model)
  } else if (wording.menus) handle({ on: 'speechless' })
}

/** Follows the payment while the result comes from elsewhere, and stops after that. */
function watch(): void {
  if (!isWaiting(model)) watching?.abort()
  else if (!watching) void followPayment()
}

/** Listens for events, and asks at growing intervals. */
async function followPayment(): Promise<void> {
  watching = new AbortController()
  const { signal } = watching
  const take = (data: unknown): void => {
    if (!signal.aborted) handle({ on: 'told', status: data as CheckoutStatus })
  }
  for (let delayMs = 2000; !signal.aborted; delayMs = Math.min(15_000, delayMs * 1.5)) {
    await follow(token, model.attempt ?? '', signal, take)
    await sleep(document.hidden ? 2 * delayMs : delayMs)
    if (!signal.aborted) handle({ on: 'waited' })
  }
  watching = undefined
  // The state may have changed back while this finished.
  watch()
}

/** The values of a form's fields. */
export const fieldsOf = (form?: HTMLFormElement | null): Fields =>
  Object.fromEntries(new FormData(form ?? undefined)) as Fields

/** A button was pressed. */
export function press(act: string, form?: HTMLFormElement | null): void {
  const fields = fieldsOf(form)
  const attempt = crypto.getRandomValues(new Uint32Array(4)).join('-')
  handle({ on: 'pressed', act: act as Act, fields, attempt })
}

/** Starts with a token, in the frame of an origin or on the full page, and with the attempt that either supplied. */
export function start(given: string, framedBy?: string, named = '', otherwise = ''): void {
  if (token) return
  token = given
  const claims = readClaims(given)
  intent = claims?.i
  handle({
    on: 'opened',
    claims,
    framedBy,
    fullPage: `/pay/${given}`,
    host: location.origin,
    attempt: (claims && keep('sessionStorage', `cedi.${intent}`, named)) || otherwise,
    lastUsed: keep('localStorage', 'cedi.network'),
  })
}
