import { protocolVersion } from '@cedi/contract/checkout-protocol'
import type { CheckoutOptions, CheckoutSession } from './api.js'
import { page } from './dom.js'
import { type CheckoutFrame, createFrame, isFrameForbidden } from './frame.js'
import { describeProblem, readSummary } from './intent-token.js'
import { createOverlay, firstPaintMs, type Overlay } from './overlay.js'
import {
  clearStoredPayment,
  createSession,
  type PageSlot,
  readStoredPayment,
  type SessionController,
  storePayment,
} from './page-state.js'
import { createPopupModel, screenTimeoutsMs, transition } from './popup-machine.js'
import type { DisplayMode, PopupEffect, PopupEvent, PopupModel } from './popup-model.js'
import { toPopupView } from './popup-view.js'
import { getTranslations, type Translations } from './translations.js'

/** Options of {@link preparePopup}. */
export interface PreparePopupOptions {
  /** For browsers without constructable stylesheets. */
  readonly nonce?: string | undefined
  /** Parent of an inline checkout. */
  readonly container?: HTMLElement | undefined
  /** Whether to load the checkout page immediately. */
  readonly isPreloaded?: boolean
}

/** Opens the checkout in a prepared popup. */
export type OpenPopup = (options: CheckoutOptions, slot: PageSlot) => CheckoutSession

interface PreparedPopup {
  readonly baseUrl: string
  readonly overlay: Overlay
  readonly frame: CheckoutFrame
  /** Aborted when the popup closes, which removes the event listeners of the page. */
  readonly lifetime: AbortController
  readonly isPreloaded: boolean
}

/** An open popup: its parts, and its state. */
interface Popup extends PreparedPopup {
  readonly controller: SessionController
  readonly options: CheckoutOptions
  readonly appearance: Required<Pick<CheckoutOptions, 'locale' | 'theme' | 'accent'>> & { dir: 'ltr' | 'rtl' | '' }
  readonly texts: Translations
  readonly slot: PageSlot
  model: PopupModel
  isPreloaded: boolean
  /** Runs while a screen has a time limit. */
  timer?: ReturnType<typeof setTimeout>
  dispatch(event: PopupEvent): void
  /** Whether the popup is open. If the page has removed it, adds it again; if the page has removed its container, closes it. */
  isOpen(): boolean
}

/**
 * Creates an invisible popup.
 *
 * @param baseUrl - Base URL of the service.
 * @returns A function that opens the checkout in it.
 * @decision 0027
 */
export function preparePopup(baseUrl: string, prepareOptions: PreparePopupOptions = {}): OpenPopup {
  const { nonce = '', container, isPreloaded = false } = prepareOptions
  const lifetime = new AbortController()
  const overlay = createOverlay(nonce, container, lifetime.signal)
  const frame = createFrame(baseUrl, overlay.dialog, lifetime.signal)
  if (isPreloaded) {
    overlay.attach()
    frame.load(getTranslations(page.documentElement.lang).language)
  }
  return (options, slot) => {
    // The page was re-rendered and removed the preloaded frame: start again.
    if (isPreloaded && !overlay.isConnected()) return preparePopup(baseUrl, { nonce })(options, slot)
    return openPopup({ baseUrl, overlay, frame, lifetime, isPreloaded }, options, slot)
  }
}

/** Browser events while a popup is open, as events of its machine. */
const browserEvents = {
  offline: 'connectionChanged',
  online: 'connectionChanged',
  pageshow: 'pageResumed',
  visibilitychange: 'pageResumed',
} as const satisfies Record<string, PopupEvent>

function openPopup(prepared: PreparedPopup, options: CheckoutOptions, slot: PageSlot): CheckoutSession {
  const popup = createPopup(prepared, options, slot)
  const { overlay, frame, lifetime, texts, appearance, dispatch, isOpen } = popup
  const { session } = popup.controller
  const closeOnBack = options.closeOnBack ?? matchMedia('(pointer:coarse)').matches
  slot.session = session
  if (!prepared.isPreloaded) overlay.attach()
  overlay.open({ frame: frame.element, texts, ...appearance, closeOnBack, dispatch })
  dispatch('open')
  const dispatchIfOpen = (event: PopupEvent): void => {
    if (isOpen()) dispatch(event)
  }
  frame.listen(
    (message) => dispatchIfOpen({ type: 'messageReceived', message }),
    () => dispatchIfOpen('unresponsive'),
  )
  for (const [name, event] of Object.entries(browserEvents))
    addEventListener(name, () => dispatchIfOpen(event), { signal: lifetime.signal })
  // Detects the removal of the dialog or its container.
  new ResizeObserver(isOpen).observe(overlay.dialog)
  options.signal?.addEventListener('abort', session.close)
  if (options.signal?.aborted) session.close()
  return session
}

function toDisplayMode({ mode }: CheckoutOptions, { dialog }: Overlay): DisplayMode {
  if (isFrameForbidden()) return 'link'
  if (mode === 'redirect' || !dialog.showModal) return 'redirect'
  return mode === 'tab' ? 'link' : 'popup'
}

/** Connects the machine with the overlay, the frame and the session object. */
function createPopup(prepared: PreparedPopup, options: CheckoutOptions, slot: PageSlot): Popup {
  const { documentElement } = page
  const { locale = documentElement.lang, theme = 'auto', accent = '' } = options
  const dir = options.dir ?? (documentElement.dir as 'ltr' | 'rtl' | '')
  const close = (): void => popup.dispatch('close')
  const popup: Popup = {
    ...prepared,
    options,
    slot,
    appearance: { locale, dir, theme, accent },
    texts: getTranslations(locale),
    model: createPopupModel(toDisplayMode(options, prepared.overlay)),
    controller: createSession(options, {
      close,
      focus() {
        if (popup.isOpen()) prepared.overlay.focus()
      },
    }),
    dispatch(event) {
      const { model, effects } = transition(popup.model, event)
      popup.model = model
      popup.controller.update({ ref: model.ref, state: model.state })
      for (const effect of effects) applyEffect(popup, effect)
    },
    isOpen() {
      if (!popup.model.isClosed && !prepared.overlay.isConnected()) {
        if (prepared.overlay.reopen()) {
          popup.dispatch('retry')
          // The page may remove it again before the browser has measured it.
          setTimeout(popup.isOpen, firstPaintMs)
        } else close()
      }
      return !popup.model.isClosed
    },
  }
  return popup
}

function applyEffect(popup: Popup, effect: PopupEffect): void {
  const { overlay, frame, controller, model } = popup
  switch (effect.type) {
    case 'render':
      render(popup)
      break
    case 'renderSummary':
      renderSummary(popup)
      break
    case 'focus':
      overlay.focus()
      break
    case 'loadFrame':
      loadFrame(popup)
      break
    case 'fetchIntent':
      void fetchIntent(popup)
      break
    case 'loadStoredPayment':
      loadStoredPayment(popup)
      break
    case 'storePayment':
      storePayment(storageNameOf(popup), { token: model.token ?? '', resume: model.resume })
      break
    case 'clearStoredPayment':
      clearStoredPayment(storageNameOf(popup), model.token)
      break
    case 'sendOpening':
      sendOpening(popup, effect.id)
      break
    case 'sendToken':
      frame.post({ method: 'cedi.token', params: { token: effect.token, resume: model.resume } })
      break
    case 'syncFrame':
      frame.post({ method: 'cedi.sync', params: {} })
      break
    case 'resize':
      overlay.resize(effect.height)
      break
    case 'redirect':
      location.href = fullPageUrlOf(popup) as string
      break
    case 'emit':
      controller.emit(effect.event)
      if (effect.event.code === 'origin_not_allowed')
        reportError(
          popup,
          effect.event.code,
          `The intent needs a return_url of this page's origin, ${location.origin}.`,
        )
      break
    case 'resolveResult':
      controller.resolve(effect.outcome)
      break
    case 'removePopup':
      removePopup(popup)
      break
  }
}

/** URL that continues outside this page: the checkout intent's full page, or the fallback of the shop. */
function fullPageUrlOf({ baseUrl, model: { token, resume }, options }: Popup): string | undefined {
  const href = token ? `${baseUrl}/pay/${token}${resume && `?a=${resume}`}` : options.fallbackUrl
  return href?.startsWith(`${baseUrl}/`) ? href : undefined
}

/** Storage name of a pending payment: by product page if there is one, otherwise by service. */
const storageNameOf = ({ baseUrl, options }: Popup): string => `cedi:${options.fallbackUrl ?? baseUrl}`

function render(popup: Popup): void {
  const { model, overlay, texts, dispatch } = popup
  // The timer of the previous screen must not end this one.
  clearTimeout(popup.timer)
  const timeoutMs = screenTimeoutsMs[model.screen]
  if (timeoutMs) popup.timer = setTimeout(dispatch, timeoutMs, 'screenTimeout')
  overlay.render(toPopupView(model, texts, fullPageUrlOf(popup), self !== top))
  renderSummary(popup)
}

function renderSummary({ model, overlay, texts }: Popup): void {
  overlay.renderSummary(readSummary(model.token, texts.language))
}

function loadFrame(popup: Popup): void {
  const { model, frame, texts, dispatch } = popup
  if (!navigator.onLine) {
    dispatch('offline')
    return
  }
  // Delayed until the overlay is painted, because a frame is slow to create. A preloaded page that is unresponsive is an
  // error page, and is loaded again.
  if (model.mode === 'popup' && (!popup.isPreloaded || frame.isUnresponsive()))
    setTimeout(frame.load, firstPaintMs, texts.language)
  popup.isPreloaded = false
  void fetchIntent(popup)
}

async function fetchIntent(popup: Popup): Promise<void> {
  const { model, options, dispatch } = popup
  // Buy buttons use the number of attempts; a shop's function ignores it.
  const intent = options.intent as CheckoutOptions['intent'] | ((payAgainCount: number) => string | Promise<string>)
  let value: unknown = model.token
  let problem = ''
  try {
    // Called before the first `await`, so that the user activation of the click is still valid.
    value ??= await (typeof intent === 'function' ? intent(model.payAgainCount) : intent)
    problem = describeProblem(value)
  } catch (error) {
    problem = `intent failed: ${error instanceof Error ? error.message : String(error)}`
  }
  if (!popup.isOpen()) return
  if (problem) reportError(popup, 'intent_failed', problem)
  const storedPayment = readStoredPayment(storageNameOf(popup))
  dispatch({ type: 'intentLoaded', value, resume: storedPayment?.token === value ? storedPayment?.resume : undefined })
}

/** Reports an error to the owner of the page. The buyer sees a general message. */
function reportError({ options }: Popup, code: string, message: string): void {
  console.error(`[service.js] ${message}`)
  options.onError?.({ code, message })
}

function loadStoredPayment(popup: Popup): void {
  const storedPayment = readStoredPayment(storageNameOf(popup))
  popup.dispatch({ type: 'intentLoaded', value: storedPayment?.token, resume: storedPayment?.resume })
}

function sendOpening({ model, frame, appearance, options }: Popup, id: unknown): void {
  const { prefill = {} } = options
  const { token, resume } = model
  const { origin } = location
  frame.post({ id, result: { token, v: protocolVersion, ...appearance, prefill, origin, resume } })
}

function removePopup({ slot, lifetime, timer, overlay, dispatch }: Popup): void {
  slot.session = undefined
  lifetime.abort()
  clearTimeout(timer)
  overlay.remove(() => dispatch('removed'))
}
