import type { CheckoutState, Opening } from '@cedi/contract/checkout-messages'
import { protocolVersion } from '@cedi/contract/checkout-messages'
import { type FrameLine, own } from './frame.js'
import type { CheckoutEvent, CheckoutEventName, CheckoutOptions, Outcome } from './options.js'
import type { Choice, Popup } from './popup.js'
import type { CheckoutSession } from './session.js'
import { wordsFor } from './words.js'

type Callback = 'onSuccess' | 'onPending' | 'onFailure' | 'onClose'
type Words = [string, string, string, string, string, string, string, string, string, string, string, string]

const slowMs = 8_000
const deadMs = 20_000

/** While money may be moving, closing asks first. */
const moving = /^(sending|prompt|otp|redirect)$/
/** Here it is not, or no more. The other states say nothing about it. */
const resting = /^(method|number|card)$/

/** The member if it is a short word without surprises, such as a ref or a code; else empty. */
const word = (params: unknown, key: string): string => {
  const value = own(params, key)
  return typeof value === 'string' && /^[\w.:-]{1,128}$/.test(value) ? value : ''
}

/** Whether the frame cannot open here: a page of another origin is around this one, or this one has no origin. */
export function isFramedByStranger(): boolean {
  try {
    return self.origin === 'null' || (top as Window).location.origin !== location.origin
  } catch {
    return true
  }
}

/** The page in the frame. It learns for whom it opens, and nothing else. */
export const frameAddress = (base: string): string => `${base}/checkout?o=${encodeURIComponent(location.origin)}`

/**
 * Opens the checkout in a popup and follows it to its end.
 *
 * @param base - The origin of the service.
 * @param line - The conversation with the popup's frame.
 * @param onEnd - Called as soon as another checkout may open.
 * @decision 0026, 0027
 */
export function openCheckout(
  base: string,
  options: CheckoutOptions,
  popup: Popup,
  line: FrameLine,
  onEnd: () => void,
): CheckoutSession {
  const { intent, mode, signal } = options
  const root = document.documentElement
  const locale = options.locale ?? root.lang
  const words = wordsFor(locale)
  const [, , opening, slow, dead, offline, outside, ask, keep, stop, retry, full] = words as Words
  const look = {
    locale,
    dir: options.dir ?? (root.dir as 'rtl'),
    theme: options.theme ?? 'auto',
    accent: options.accent ?? '',
  } as const
  const isFramed = isFramedByStranger()
  const isRedirect = mode === 'redirect' || !window.HTMLDialogElement
  const isOutside = isFramed || isRedirect || mode === 'tab'

  let token = ''
  let isAnswered = false
  let isMoving = false
  let hasLeft = false
  let isAsking = false
  let isEnded = false
  let isWarm = popup.frame.src
  let last: Outcome | undefined
  let via: Outcome['via'] = 'event'
  let timer: ReturnType<typeof setTimeout>
  let resolve: (outcome: Outcome) => void

  const session = Object.assign(new EventTarget(), {
    ref: null as string | null,
    state: 'loading' as CheckoutState,
    result: new Promise<Outcome>((settle) => {
      resolve = settle
    }),
    close: () => end(),
    focus: popup.focus,
  }) as CheckoutSession & { ref: string | null; state: CheckoutState }

  const emit = (type: CheckoutEventName, callback?: Callback, code?: string): void => {
    const { ref, state } = session
    const outcome = last as Outcome
    const detail: CheckoutEvent = { type, ref, state, outcome, code }
    session.dispatchEvent(new CustomEvent(type, { detail }))
    // What throws in a microtask is reported by the browser and stops nothing here.
    queueMicrotask(() => options.onEvent?.(detail))
    if (callback) queueMicrotask(() => options[callback]?.(outcome))
  }
  const conclude = (
    type: CheckoutEventName,
    callback: Callback,
    status: Outcome['status'],
    code?: string,
    isOpen?: boolean,
  ): void => {
    const { ref } = session
    last = { status, via, ...(ref && { ref }), ...(code && { code }) }
    isMoving = false
    emit(type, callback)
    if (!isOpen) resolve(last)
  }

  const end = (): void => {
    if (isEnded) return
    isEnded = true
    clearTimeout(timer)
    line.stop()
    toggle('removeEventListener')
    onEnd()
    popup.close(() => {
      if (!last && (isMoving || hasLeft)) conclude('pending', 'onPending', 'pending')
      last ??= { status: 'cancelled', via }
      resolve(last)
      emit('close', 'onClose')
    })
  }
  const leave = (): void => {
    if (!isMoving || isAsking) {
      end()
      return
    }
    isAsking = true
    popup.say(ask, [keep, goOn], [stop, end])
  }
  const goOn = (): void => {
    isAsking = false
    popup.say('')
    popup.focus()
  }

  const fullPage = (): Choice[] => {
    const href = token ? `${base}/pay/${token}` : (options.page ?? '')
    const go = (): void => {
      hasLeft = true
    }
    return href.startsWith(`${base}/`) ? [[full, go, href]] : []
  }
  const giveUp = (sentence: string, code: string): void => {
    clearTimeout(timer)
    popup.say(sentence, [retry, start], ...fullPage())
    emit('error', undefined, code)
  }
  /** Shows what there is to show, as soon as there is a token and a frame that answers. */
  const show = (): void => {
    if (!token || !(isAnswered || isOutside)) return
    clearTimeout(timer)
    if (isOutside) {
      popup.say(outside, ...fullPage())
      if (isFramed || !isRedirect) return
      hasLeft = true
      location.assign(`${base}/pay/${token}`)
    } else if (!isAsking) goOn()
  }
  const start = async (): Promise<void> => {
    clearTimeout(timer)
    isAnswered = isAsking = false
    if (!navigator.onLine) return giveUp(offline, 'offline')
    popup.say(opening)
    timer = setTimeout(() => {
      popup.say(slow)
      timer = setTimeout(() => giveUp(dead, 'unreachable'), deadMs - slowMs)
    }, slowMs)
    if (!isOutside) {
      // A warm frame is there already.
      if (!isWarm) popup.load(frameAddress(base))
      isWarm = ''
      line.listen(hear)
    }
    try {
      // Called before anything is waited for: the click still counts.
      const value = token || (await (typeof intent === 'function' ? intent() : intent))
      if (isEnded) return
      if (!/^[\w-]+\.[\w-]+$/.test(value)) throw 0
      if (last?.code === 'intent_failed') last = undefined
      if (isAnswered && !token) line.send('cedi.token', { token: value })
      token = value
      show()
    } catch {
      if (isEnded) return
      conclude('failed', 'onFailure', 'failed', 'intent_failed', true)
      giveUp(dead, 'intent_failed')
    }
  }

  const hear: Parameters<FrameLine['listen']>[0] = (method, params, reply) => {
    const code = word(params, 'code')
    const { origin } = location
    if (method === 'ec.ready') {
      const { prefill = {} } = options
      reply({ v: protocolVersion, token: token || null, origin, ...look, prefill } satisfies Opening)
      isAnswered = true
      return show()
    }
    if (method === 'cedi.escape') return leave()
    if (method === 'cedi.close') return end()
    if (method === 'cedi.resize') return popup.resize(Number(own(params, 'height')) || 600)
    if (method === 'ec.error') return giveUp(dead, code)
    if (method === 'ec.window.open_request') {
      // Shown as a link with its host: the frame moves nobody by itself.
      const [href, host] = /^https:\/\/([\w.-]+(?::\d+)?)(?:\/.*)?$/.exec(`${own(params, 'url')}`) ?? []
      if (host) popup.say(outside, [host, goOn, href as string])
      return
    }
    // Money that is there stays there, whatever comes later.
    if (last?.status === 'succeeded') return
    const ref = word(params, 'ref')
    session.ref = ref || session.ref
    const state = word(params, 'state')
    if (method === 'ec.complete' && ref && own(params, 'status') === 'succeeded')
      conclude('success', 'onSuccess', 'succeeded')
    if (method === 'cedi.pending' && ref) conclude('pending', 'onPending', 'pending')
    if (method === 'cedi.failed') conclude('failed', 'onFailure', 'failed', code, own(params, 'retryable') !== false)
    if (method === 'cedi.expired') conclude('expired', 'onFailure', 'expired')
    if (method === 'cedi.state' && state) {
      session.state = state as CheckoutState
      if (moving.test(state)) {
        isMoving = true
        last = undefined
        via = 'event'
      }
      if (resting.test(state)) isMoving = false
      emit('state')
      if (state === 'prompt') emit(state)
    }
    // The question falls away when the answer is there.
    if (isAsking && !isMoving) goOn()
  }

  /** The buyer is back: the checkout asks the service how it stands. One that is still opening starts again. */
  const watch = ({ type }: Event): void => {
    if (isAnswered) {
      via = 'status-check'
      line.send('cedi.sync', {})
    } else if (type.startsWith('o')) void start()
  }
  const toggle = (how: 'addEventListener' | 'removeEventListener'): void => {
    for (const type of ['pageshow', 'visibilitychange', 'online', 'offline']) window[how](type, watch)
  }

  toggle('addEventListener')
  signal?.addEventListener('abort', end)
  popup.open(words, look, options.history ?? matchMedia('(pointer:coarse)').matches, leave)
  void start()
  // After this tick, so that listeners can be added first.
  queueMicrotask(() => emit('open'))
  if (signal?.aborted) end()
  return session
}
