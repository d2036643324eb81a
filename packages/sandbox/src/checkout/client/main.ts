import { textColorOn } from '@cedi/contract/accent'
import { messageLimit, type Opening, type PageMessages, protocolVersion } from '@cedi/contract/checkout-protocol'
import { mobileNetworks, parsePhone } from '@cedi/mock-server/internal'
import { isLanguage } from '../../kit/languages/words.js'
import { parseAttempts } from '../attempts.js'
import { emailPattern, parseCode, parseInstrument } from '../form-input.js'
import { resendAfterMs } from '../model.js'
import { clockText, elapsedPercent, toViewName } from '../values.js'
import {
  clickAction,
  dispatch,
  loadTexts,
  model,
  notifyShop,
  readFields,
  serverTimeMs,
  setShopConnection,
  start,
} from './controller.js'
import { byId } from './dom.js'
import { formatPhone, handleInput } from './fields.js'
import { page, root, wording } from './view.js'

const query = new URLSearchParams(location.search)

/** Updates the clock, which screen readers ignore, and reports that a second has passed. */
function tick(): void {
  const nowMs = serverTimeMs()
  const ageMs = nowMs - Date.parse(model.status?.payment?.created_at as string)
  const clock = byId('clock')
  if (clock) clock.textContent = clockText({ ...model, nowMs })
  byId('ring')?.setAttribute('stroke-dashoffset', elapsedPercent({ ...model, nowMs }))
  if (ageMs >= resendAfterMs) byId('resend')?.removeAttribute('hidden')
  if (model.state === 'prompt') dispatch({ type: 'clockTicked' })
  // Retries until the missing texts are loaded.
  if (!(toViewName(model) in wording.views)) void loadTexts()
}

/** Starts the clock with the checkout, because a page that is loaded in advance must do nothing. */
function startCheckout(...details: Parameters<typeof start>): void {
  setInterval(tick, 1000)
  start(...details)
}

function addListeners(): void {
  const on = addEventListener as (name: string, listener: (event: never) => void) => void
  const resume = (): void => dispatch({ type: 'pageResumed' })
  on('submit', (event: SubmitEvent) => event.preventDefault())
  // Enter in a field also causes a click. Browsers before 2022 have no `submitter`.
  on('click', (event: MouseEvent) => {
    const target = event.target as Element
    // A link that leaves this page.
    if (model.hasUnsavedKey && target.closest('a:not([target])')) confirmLeave(event)
    const button = target.closest('button')
    if (!button) return
    event.preventDefault()
    if (isLanguage(button.value)) void loadTexts(button.value)
    else clickAction(button.value, button.form)
  })
  const showLocalFormat = (input: HTMLInputElement): void => {
    if (input.type === 'tel') input.value = formatPhone(input.value)
  }
  on('change', ({ target }: Event) => showLocalFormat(target as HTMLInputElement))
  on('input', ({ target, inputType }: InputEvent) => {
    const input = target as HTMLInputElement
    if (/Paste|Drop/.test(inputType)) showLocalFormat(input)
    handleInput(input, model, wording)
    if (model.problem?.field === input.id && isFieldValid(input.form, input.id)) dispatch({ type: 'fieldFixed' })
  })
  on('copy', () => {
    if (byId('keys')?.contains(getSelection()?.anchorNode ?? null)) dispatch({ type: 'keysCopied', isCopied: true })
  })
  on('beforeunload', (event: Event) => {
    if (model.hasUnsavedKey && !model.inFrame) event.preventDefault()
  })
  // An on-screen keyboard leaves little space: keep the field visible.
  on('resize', showActiveField)
  on('focusin', showActiveField)
  on('keydown', ({ key }: KeyboardEvent) => {
    if (key === 'Escape') notifyShop('cedi.escape', {})
  })
  // The buyer returns from the dialler or another tab, or the connection is back.
  on('visibilitychange', () => document.hidden || resume())
  on('pageshow', ({ persisted }: PageTransitionEvent) => persisted && resume())
  on('online', resume)
  on('offline', () => dispatch({ type: 'connectionLost' }))
  // Only the full page adds history entries.
  on('popstate', () => {
    if (model.state === 'number' || model.state === 'card') clickAction('other', document.forms[0])
    else if (model.hasUnsavedKey && !model.isConfirmingLeave) clickAction('leave')
  })
}

/** Asks about an unsaved license key before a link leaves the page. */
function confirmLeave(event: Event): void {
  clickAction('leave')
  if (model.hasUnsavedKey) event.preventDefault()
}

function showActiveField(): void {
  const { activeElement } = document
  if (activeElement?.tagName === 'INPUT') activeElement.scrollIntoView({ block: 'nearest' })
}

function isFieldValid(form: HTMLFormElement | null, id: string): boolean {
  const fields = readFields(form)
  if (id === 'code') return !!parseCode(fields['code'])
  const instrument = parseInstrument(model.choice ?? 'card', fields, serverTimeMs())
  return !('field' in instrument && instrument.field === id)
}

/** Returns the text if it matches the pattern. */
const match = (text: string | undefined, pattern: RegExp): string | undefined => pattern.exec(text ?? '')?.[0]

type MessageListener = (
  method: keyof PageMessages,
  params: { readonly token?: unknown; readonly resume?: unknown },
) => void

/** Version of JSON-RPC. */
const jsonrpc = '2.0'

/** A message before its values are checked. */
interface Message {
  readonly jsonrpc?: unknown
  readonly id?: unknown
  readonly method?: keyof PageMessages
  readonly params?: object
  readonly result?: { readonly upgrade?: { readonly port?: unknown } } & Opening
}

/** Parses a JSON-RPC message. Any other value, and a message that is too long, becomes an empty message. */
function parseMessage(data: unknown): Message {
  try {
    // Checked first, because `JSON.stringify` is slow for a cyclic value.
    if ((data as Message).jsonrpc !== jsonrpc) return {}
    const text = JSON.stringify(data)
    return (text.length <= messageLimit && JSON.parse(text)) || {}
  } catch {
    return {}
  }
}

/**
 * Connects to the shop page. The first message must come from the parent window and from the origin that may frame this
 * page; later messages are accepted from its port only.
 *
 * @param expectedOrigin - Origin in the URL of this page, which its `frame-ancestors` allows.
 * @param onOpen - Called once, with the opening and its origin.
 * @decision 0027
 */
function connectShopPage(
  expectedOrigin: string,
  onOpen: (opening: Opening, origin: string) => void,
  onMessage: MessageListener,
): void {
  const ready = (id: number) => ({ jsonrpc, id, method: 'ec.ready', params: { delegate: [] } })
  const handshake = ({ source, origin, data, ports: [port] }: MessageEvent) => {
    if (source !== parent || origin !== expectedOrigin || !port) return
    const { id, result } = parseMessage(data)
    if (id !== 1 || result?.upgrade?.port !== true) return
    removeEventListener('message', handshake)
    let isOpened = false
    port.onmessage = ({ data }) => {
      const { id, method, params, result } = parseMessage(data)
      if (isOpened) {
        if (method) onMessage(method, params ?? {})
      } else if (id === 2 && result?.v === protocolVersion) {
        isOpened = true
        setShopConnection((method, params) => port.postMessage({ jsonrpc, method, params }))
        onOpen(result, origin)
      }
    }
    port.postMessage(ready(2))
  }
  addEventListener('message', handshake)
  // Contains no data, so any origin may receive it. The sender of the response is checked.
  parent.postMessage(ready(1), '*')
}

function startInFrame(): void {
  if (parent === window) {
    dispatch({ type: 'frameMissing' })
    return
  }
  let shopOrigin = ''
  const startWith = (token: unknown, resume?: unknown): void => {
    if (typeof token === 'string') startCheckout(token, shopOrigin, parseAttempts(String(resume ?? '')))
  }
  connectShopPage(
    query.get('o') ?? '',
    async (opening, origin) => {
      shopOrigin = opening.origin === origin ? origin : 'null'
      applyAppearance(opening)
      const { phone, network, email, name, place, note } = opening.prefill ?? {}
      // Omits values that the service would reject, because the buyer could not correct them.
      const details = {
        phone: phone && formatPhone(phone),
        email: match(email, emailPattern),
        name: match(name, /^.{1,120}$/),
        place: match(place, /^.{1,120}$/),
        remark: match(note, /^.{1,120}$/),
        lastUsed: network,
      }
      const hasDelivery = !!(details.name && details.place && parsePhone(phone ?? ''))
      const suppliedDetails = { email: !!details.email, delivery: hasDelivery }
      const isKnown = parsePhone(phone ?? '') && Object.hasOwn(mobileNetworks, network ?? '')
      const suppliedNetwork = isKnown ? network : undefined
      dispatch({ type: 'prefillReceived', details: { ...details, supplied: suppliedDetails, suppliedNetwork } })
      const resize = () => notifyShop('cedi.resize', { height: Math.ceil(page.getBoundingClientRect().height) })
      new ResizeObserver(resize).observe(document.body)
      const [language = ''] = String(opening.locale).split('-')
      if (isLanguage(language) && language !== root.lang) await loadTexts(language)
      startWith(opening.token, opening.resume)
    },
    (method, { token, resume }) => {
      if (method === 'cedi.token') startWith(token, resume)
      if (method === 'cedi.close_requested') dispatch({ type: 'closeRequested' })
      if (method === 'cedi.sync') dispatch({ type: 'pageResumed' })
    },
  )
}

/** Applies the theme and the colour of the shop page. The direction follows the language. */
function applyAppearance({ theme, accent }: Opening): void {
  const { dataset, style } = root
  dataset['theme'] = theme
  if (!/^#[0-9a-f]{6}$/i.test(accent)) return
  style.setProperty('--accent', accent)
  style.setProperty('--on-accent', textColorOn(accent))
}

function startOnFullPage(): void {
  const { state } = history
  const token = location.pathname.split('/pay/')[1] || state?.token
  const attempts = query.get('a') ?? ''
  // A pass from the bank belongs to one payment: later attempts of this tab take precedence.
  const fallback = attempts || query.get('pass') || state?.attempts
  const from = model.status?.home?.split('/@')[1]
  if (from) query.set('from', from)
  query.delete('a')
  query.delete('pass')
  query.set('lang', root.lang)
  // Removes the token from the address bar. A reload finds it in the history entry, which only this page can read.
  // Language and product stay, for a visitor who opens the URL in another browser.
  history.replaceState({ token, attempts: fallback }, '', `${location.pathname.replace(`/${token}`, '')}?${query}`)
  startCheckout(token, undefined, attempts, fallback)
}

addListeners()
if (model.inFrame) startInFrame()
else startOnFullPage()
