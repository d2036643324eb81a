import type { Notification, Opening, PageMessages } from '@cedi/contract/checkout-messages'
import { element } from './dom.js'
import { type FrameMessage, readMessage } from './message.js'

/** Whether the frame cannot open here: a page of another origin is around this one, or this one has no origin. */
export function isFramedByStranger(): boolean {
  try {
    return self.origin === 'null' || (top as Window).location.origin !== location.origin
  } catch {
    return true
  }
}

/** Whether nothing is loaded ahead: the buyer saves data, or no popup could open. */
export const isLazy = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData || isFramedByStranger()

/** What the page says to the checkout page: a notification, or the answer to its first message. */
type Saying =
  | Omit<Notification<PageMessages>, 'jsonrpc'>
  | { readonly id: unknown; readonly result: Opening | { readonly upgrade: { readonly port: true } } }

/** So long a page may take for its first word once it is loaded. An error page, as of a frame that is refused, has none. */
const silenceMs = 1000

/** The frame with the checkout page, and the conversation with it. */
export interface CheckoutFrame {
  readonly element: HTMLIFrameElement
  /** Loads the page, or loads it anew. `language` is that of its first byte. */
  load(language: string): void
  /** Whether the page came and said nothing: then it is an error page. */
  isMute(): boolean
  post(message: Saying): void
  /** From now on what the page says is heard, with what it said before; and that it came and says nothing. */
  listen(hear: (message: FrameMessage) => void, isMute: () => void): void
}

/**
 * Makes the frame, which loads nothing yet.
 *
 * @param base - The base address of the service. Its origin is compared whole.
 * @param place - Where the frame is put.
 * @param signal - Ends the conversation.
 */
export function createFrame(base: string, place: Element, signal: AbortSignal): CheckoutFrame {
  const frame = element('iframe', { referrerpolicy: 'strict-origin' })
  let port: MessagePort | undefined
  let hasLoaded = false
  let onmessage: ((event: MessageEvent) => void) | undefined
  let onsilence = (): void => {}
  const write = (message: Saying): object => ({ jsonrpc: '2.0', ...message })

  // Only the first message of a page comes through the window, and it counts only from that very window **and** that
  // very origin: storefronts share the origin, so neither alone would do. A page that was loaded again starts again,
  // with a fresh port.
  const shakeHands = ({ source, origin, data }: MessageEvent): void => {
    // Looked at before the message is: what other pages say to this one may be long.
    if (!source || source !== frame.contentWindow || origin !== new URL(base).origin) return
    const { id, method } = readMessage(data)
    if (method !== 'ec.ready') return
    const channel = new MessageChannel()
    port = channel.port1
    // What the page says before the popup is open waits in the port. Even an empty handler would start it.
    if (onmessage) port.onmessage = onmessage
    const upgrade = write({ id, result: { upgrade: { port: true } } })
    ;(source as Window).postMessage(upgrade, base, [channel.port2])
  }
  // Browsers before 2021 know no signal here: what is left behind finds nothing to do.
  addEventListener('message', shakeHands, { signal })
  frame.onload = () => {
    hasLoaded = true
    setTimeout(() => port || onsilence(), silenceMs)
  }

  return {
    element: frame,
    load(language) {
      // Put in anew, so that nothing is left of a load that hangs, and no entry is added to the page's history.
      frame.remove()
      // The page learns for whom it opens and in which language, and nothing else.
      frame.src = `${base}/checkout?o=${encodeURIComponent(location.origin)}&lang=${language}`
      place.append(frame)
    },
    isMute: () => hasLoaded && !port,
    post(message) {
      port?.postMessage(write(message))
    },
    listen(hear, isMute) {
      onsilence = isMute
      onmessage = ({ data }) => hear(readMessage(data))
      if (port) port.onmessage = onmessage
    },
  }
}
