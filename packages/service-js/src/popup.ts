import type { CheckoutState, Notification, Opening, PageMessages } from '@cedi/contract/checkout-messages'
import { protocolVersion } from '@cedi/contract/checkout-messages'
import { addStyle, element } from './dom.js'
import { membersOf, read } from './message.js'
import type { CheckoutEvent, CheckoutEventName, CheckoutOptions, Outcome } from './options.js'
import type { CheckoutSession } from './session.js'
import type { PageSlot } from './slot.js'
import { popupStyle } from './style.js'
import { at, wordsFor } from './words.js'

/** A way on, offered under a sentence: its label, what it does, and where it leads if it is a link to a new tab. */
type Choice = readonly [label: string, act: () => void, href?: string]

/** Which callback is told of an event. */
const callbacks = {
  success: 'onSuccess',
  pending: 'onPending',
  failed: 'onFailure',
  expired: 'onFailure',
  close: 'onClose',
} as const

/** A short word without surprises, such as a ref or a code; else empty. */
const word = (value: unknown): string => (/^[\w.:-]{1,128}$/.test(value as string) ? (value as string) : '')

/** Whether the frame cannot open here: a page of another origin is around this one, or this one has no origin. */
function isFramedByStranger(): boolean {
  try {
    return self.origin === 'null' || (top as Window).location.origin !== location.origin
  } catch {
    return true
  }
}

/** Whether nothing is loaded ahead: the buyer saves data, or no popup could open. */
export const isLazy = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData || isFramedByStranger()

/**
 * Puts a popup into the page that is not yet seen. It is one closure because it is one state: what the window, the
 * conversation with the frame and the session say to each other would cost a tenth of the script in names.
 *
 * @param base - The origin of the service. Compared whole.
 * @param isWarm - Loads the checkout page at once.
 * @param nonce - For browsers without constructable stylesheets only.
 * @param inline - Shows the checkout there, without a dialog.
 * @returns Opens the checkout in it, and follows it to its end.
 * @decision 0026, 0027
 */
export function preparePopup(
  base: string,
  nonce?: string,
  inline?: HTMLElement | false | undefined,
  isWarm?: boolean,
): (options: CheckoutOptions, slot: PageSlot) => CheckoutSession {
  const life = new AbortController()
  const { signal } = life
  const { documentElement } = document
  const { origin } = location
  const dialog = element('dialog')
  const frame = element('iframe', { referrerpolicy: 'strict-origin' })
  const host = element('cedi-checkout' as 'div')
  const root = host.attachShadow({ mode: 'open' })
  let port: MessagePort | undefined
  let hasCome: boolean | undefined
  let hear: ((event: MessageEvent) => void) | undefined
  const load = (locale: string): void => {
    // Put in anew, so that nothing is left of a load that hangs, and no entry is added to the page's history.
    frame.remove()
    // The page learns for whom it opens and in which language, and nothing else.
    frame.src = `${base}/checkout?o=${encodeURIComponent(origin)}&lang=${wordsFor(locale)[at.language]}`
    dialog.append(frame)
  }
  // Browsers before 2021 know no signal here: what is left behind finds nothing to do.
  const listen = (type: string, act: (event: never) => void): void =>
    addEventListener(type, act as EventListener, { signal })

  // Only the first message of a page comes through the window, and it counts only from that very window **and** that
  // very origin: storefronts share the origin, so neither alone would do. A page that was loaded again starts again,
  // with a fresh port.
  listen('message', ({ source, origin: from, data }: MessageEvent) => {
    // Looked at before the message is: what other pages say to this one may be long.
    if (!source || source !== frame.contentWindow || from !== base) return
    const { id, method } = read(data)
    if (method !== 'ec.ready') return
    const channel = new MessageChannel()
    port = channel.port1
    // What the page says before the popup is open waits in the port. Even an empty handler would start it.
    if (hear) port.onmessage = hear
    ;(source as Window).postMessage({ jsonrpc: '2.0', id, result: { upgrade: { port: true } } }, base, [channel.port2])
  })
  addStyle(root, popupStyle, nonce)
  root.append(dialog)
  // Beside the body, which a router may put away as a whole.
  if (isWarm) {
    documentElement.append(host)
    load(documentElement.lang)
  }
  frame.onload = () => {
    hasCome = true
  }

  return (options, slot) => {
    // A page that drew itself anew took the warm frame away: it begins again.
    if (isWarm && !host.isConnected) return preparePopup(base, nonce)(options, slot)
    const {
      locale = documentElement.lang,
      dir = documentElement.dir as 'rtl',
      theme = 'auto',
      accent = '',
      prefill = {},
      intent,
      mode,
    } = options
    const words = wordsFor(locale)
    const spinner = element('i')
    const closer = element('button', { 'aria-label': words[at.close] }, '×')
    const sentence = element('p', { role: 'status', dir: 'auto' })
    const choices = element('b')
    const layer = element('div', '', spinner, sentence, choices)
    const outsideBy = isFramedByStranger() ? 1 : mode === 'redirect' || !dialog.showModal ? 2 : +(mode === 'tab')

    let token: string | null = null
    let isAnswered: boolean | undefined
    let isAsking: boolean | undefined
    let isMoving: boolean | undefined
    let hasLeft: boolean | undefined
    let last: Outcome | undefined
    let via: Outcome['via'] = 'event'
    let timer: ReturnType<typeof setTimeout>
    let resolve: (outcome: Outcome) => void
    let unlock: (() => void) | undefined
    // The address at which an entry of ours is on top of the page's history, or empty.
    let entry: string | undefined

    const post = (message: Omit<Notification<PageMessages>, 'jsonrpc'> | { id: unknown; result: Opening }): void =>
      port?.postMessage({ jsonrpc: '2.0', ...message })
    const focus = (): void => {
      if (isThere()) ((layer.hidden ? frame : choices.firstChild || closer) as HTMLElement).focus()
    }
    /** Shows one of the words in place of the frame; without one, the frame. */
    const say = (text?: number, ...ways: Choice[]): void => {
      clearTimeout(timer)
      layer.hidden = !(frame.hidden = text as never)
      spinner.hidden = ways[0] as never
      sentence.textContent = words[text as 0]
      choices.textContent = ''
      for (const [label, act, href] of ways) {
        const way = element(
          href ? 'a' : 'button',
          href && { target: '_blank', href, rel: 'noopener noreferrer' },
          label,
        )
        way.onclick = act
        choices.append(way)
      }
      // Drawn in the page it leaves the focus where the buyer is.
      if (!inline) focus()
    }

    const emit = (type: CheckoutEventName, code?: string): void => {
      const detail: CheckoutEvent = { ref: session.ref, type, state: session.state, code, outcome: last }
      // After this tick, so that listeners can be added first, and in the order in which it happens. What throws in a
      // microtask is reported by the browser and stops nothing here.
      queueMicrotask(() => {
        session.dispatchEvent(new CustomEvent(type, { detail }))
        options.onEvent?.(detail)
      })
      queueMicrotask(() => options[callbacks[type as 'close']]?.(detail.outcome as Outcome))
    }
    const conclude = (type: 'success' | 'pending' | 'failed' | 'expired', code?: string, isOpen?: boolean): void => {
      const { ref } = session
      last = { status: type === 'success' ? 'succeeded' : type, via, ...(ref && { ref }), ...(code && { code }) }
      emit(type)
      isMoving = false
      if (!isOpen) resolve(last)
    }

    const end = (): void => {
      if (signal.aborted) return
      const done = (): void => {
        if (!last && (isMoving || hasLeft)) conclude('pending')
        last = last || { status: 'cancelled', via }
        resolve(last)
        emit('close')
      }
      slot.session = undefined
      life.abort()
      clearTimeout(timer)
      unlock?.()
      // Gives the focus back to where it was.
      dialog.close?.()
      host.remove()
      // A page that went elsewhere meanwhile is left where it is.
      if (entry !== location.href) return done()
      history.back()
      // Going back takes a moment, and a page that leaves in `onClose` must not be overtaken by it.
      setTimeout(done, 100)
    }
    /** A page that took it away, with the place it stood in, has closed it. */
    const isThere = (): unknown => host.isConnected || end()
    const goOn = (): void => {
      isAsking = false
      say()
      focus()
    }
    const leave = (): void => {
      isAsking = isMoving && !isAsking
      if (isAsking) say(at.ask, [words[at.keep], goOn], [words[at.stop], end])
      else end()
    }
    const addEntry = (): void => {
      // The page's own state stays, so that a router finds what it wrote.
      history.pushState(history.state, '')
      entry = location.href
    }

    const fullPage = (): Choice[] => {
      const href = token ? `${base}/pay/${token}` : options.page
      const go = (): void => {
        hasLeft = true
      }
      return href?.startsWith(`${base}/`) ? [[words[at.full], go, href]] : []
    }
    const giveUp = (code: string | undefined, sentence: number = at.dead): void => {
      say(sentence, [words[at.retry], start], ...fullPage())
      emit('error', code)
    }
    /** Shows what there is to show, as soon as there is a token and a frame that answers. */
    const show = (): void => {
      if (!token || !(isAnswered || outsideBy)) return
      if (outsideBy) {
        say(at.outside, ...fullPage())
        if (outsideBy > 1) {
          hasLeft = true
          location.href = `${base}/pay/${token}`
        }
      } else if (!isAsking) say()
    }
    const start = async (): Promise<void> => {
      isAnswered = isAsking = false
      if (!navigator.onLine) return giveUp('offline', at.offline)
      say(at.opening)
      timer = setTimeout(() => {
        say(at.slow)
        timer = setTimeout(giveUp, 12_000, 'unreachable')
      }, 8_000)
      // A frame is slow to make, so it comes after two pictures: the buyer sees the popup first. A page that came ahead and said nothing is an error page:
      // it is asked for again.
      if (!outsideBy && (!isWarm || (hasCome && !port))) setTimeout(load, 32, locale)
      isWarm = false
      let value = ''
      try {
        // Called before anything is waited for: the click still counts.
        value = token || (await ((intent as { call?(): string }).call?.() || (intent as string)))
      } catch {}
      if (!isThere()) return
      // Another try may have brought one meanwhile: the first one stays.
      value = token || value
      if (!/^[\w-]+\.[\w-]+$/.test(value)) {
        conclude('failed', 'intent_failed', true)
        return giveUp('intent_failed')
      }
      if (!token) {
        // Nothing can have failed so far but the intent.
        last = undefined
        if (isAnswered) post({ method: 'cedi.token', params: { token: value } })
      }
      token = value
      show()
    }

    const session = Object.assign(new EventTarget(), {
      ref: null as string | null,
      state: 'loading' as CheckoutState,
      result: new Promise<Outcome>((settle) => {
        resolve = settle
      }),
      focus,
      close: end,
    }) as CheckoutSession & { ref: string | null; state: CheckoutState }

    closer.onclick = leave
    frame.title = words[at.title]
    dialog.setAttribute('aria-label', words[at.title])
    dialog.lang = words[at.language]
    dialog.dir = dir
    spinner.style.color = accent
    dialog.style.colorScheme = theme === 'auto' ? 'light dark' : theme
    slot.session = session
    if (inline || !dialog.showModal) dialog.setAttribute('open', 'i')
    else {
      // A page that scrolls keeps the place of its scroll bar, so nothing moves.
      unlock = addStyle(
        document,
        `html{overflow:hidden!important;${innerWidth > documentElement.clientWidth && 'scrollbar-gutter:stable'}}`,
        nonce,
      )
      dialog.onclose = dialog.oncancel = (event) => {
        event.preventDefault()
        leave()
        // A browser may close a dialog without asking, as with the back gesture of Android.
        if (!dialog.open && isThere()) dialog.showModal()
      }
      // Before the frame is asked for: Chromium counts the entries of the page when it begins to load one.
      if (options.history ?? matchMedia('(pointer:coarse)').matches) {
        addEntry()
        listen('popstate', () => {
          entry = ''
          leave()
          if (isThere()) addEntry()
        })
      }
    }
    emit('open')
    isWarm || (inline || documentElement).append(host)
    void start()
    if (unlock && isThere()) dialog.showModal()
    // First the sheet, then what is on it: to set the first line of text costs a slow phone as much as the sheet itself.
    setTimeout(() => {
      dialog.prepend(element('header', '', element('span', '', words[at.title]), closer), layer)
      if (!inline) focus()
    }, 32)

    hear = ({ data }) => {
      const { params, id, method } = read(data)
      const members = membersOf(params)
      const ref = word(members['ref'])
      const state = word(members['state'])
      const code = word(members['code'])
      if (!isThere()) return
      if (method === 'ec.ready') {
        post({ id, result: { token, v: protocolVersion, locale, dir, theme, accent, prefill, origin } })
        isAnswered = true
        return show()
      }
      if (method === 'cedi.close') return end()
      if (method === 'cedi.escape') return leave()
      // The title bar comes on top. The style keeps it inside the screen.
      if (method === 'cedi.resize')
        return dialog.style.setProperty('--h', `${(+(members['height'] as number) || 600) + 60}px`)
      if (method === 'ec.error') return giveUp(code)
      if (method === 'ec.window.open_request') {
        // Shown as a link with its host: the frame moves nobody by itself.
        const [href, host] = /^https:\/\/([\w.:-]+)(\/.*)?$/.exec(members['url'] as string) ?? []
        return host && say(at.outside, [host, goOn, href as string])
      }
      // Money that is there stays there, whatever comes later.
      if (last?.status === 'succeeded') return
      session.ref = ref || session.ref
      if (method === 'ec.complete' && ref && members['status'] === 'succeeded') conclude('success')
      if (method === 'cedi.pending' && ref && last?.status !== 'pending') conclude('pending')
      if (method === 'cedi.failed') conclude('failed', code, members['retryable'] !== !1)
      if (method === 'cedi.expired') conclude('expired')
      if (method === 'cedi.state' && state) {
        session.state = state as CheckoutState
        // While money may be moving, closing asks first.
        if (/sending|prompt|otp|redirect/.test(state)) {
          isMoving = true
          last = undefined
          via = 'event'
        }
        // Method, number, card: here it is not, or no more. The other states say nothing about it.
        if (/^[mnc]/.test(state)) isMoving = false
        emit('state')
        if (state === 'prompt') emit(state)
      }
      // The question, and the link to the bank, fall away when the answer is there.
      if (!isMoving && (choices.firstChild as HTMLElement | null)?.onclick === goOn) goOn()
    }
    if (port) port.onmessage = hear

    // The buyer is back: the checkout asks the service how it stands. One that is still opening starts again.
    for (const type of ['offline', 'pageshow', 'online', 'visibilitychange'])
      listen(type, () => {
        if (isAnswered) {
          via = 'status-check'
          post({ method: 'cedi.sync', params: {} })
        } else if (type[0] === 'o' && isThere()) void start()
      })
    // Told of a place that is taken away too.
    new ResizeObserver(isThere).observe(dialog)
    options.signal?.addEventListener('abort', end)
    if (options.signal?.aborted) end()
    return session
  }
}
