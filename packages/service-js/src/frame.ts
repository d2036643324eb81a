import type { Notification, Opening, PageMessages } from '@cedi/contract/checkout-messages'
import { element } from './dom.js'
import { type FrameMessage, readMessage } from './message.js'

/** Whether the frame cannot open here: another origin frames this page, or this page has no origin. */
export function isFramedByStranger(): boolean {
  try {
    return self.origin === 'null' || (top as Window).location.origin !== location.origin
  } catch {
    return true
  }
}

/** Whether nothing is loaded in advance: the buyer saves data, or no popup could open. */
export const isLazy = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData || isFramedByStranger()

/** A message to the checkout page: a notification, or the answer to its first message. */
type Saying =
  | Omit<Notification<PageMessages>, 'jsonrpc'>
  | { readonly id: unknown; readonly result: Opening | { readonly upgrade: { readonly port: true } } }

/** How long a loaded page may take for its first message. An error page, such as a refused frame, sends none. */
const silenceMs = 1000

/** The frame with the checkout page, and the conversation with it. */
export interface CheckoutFrame {
  readonly element: HTMLIFrameElement
  /** Loads the page, or reloads it. `language` is for its first byte. */
  load(language: string): void
  /** Whether the page loaded and said nothing: then it is an error page. */
  isMute(): boolean
  post(message: Saying): void
  /** From now on the page's messages are handled, including earlier ones, and its silence is reported. */
  listen(hear: (message: FrameMessage) => void, isMute: () => void): void
}

/**
 * Makes the frame, which loads nothing yet.
 *
 * @param base - The service's base address. Its whole origin is compared.
 * @param place - The frame's parent.
 * @param signal - Ends the conversation.
 */
export function createFrame(base: string, place: Element, signal: AbortSignal): CheckoutFrame {
  const frame = element('iframe', { referrerpolicy: 'strict-origin' })
  let port: MessagePort | undefined
  let hasLoaded = false
  let onmessage: ((event: MessageEvent) => void) | undefined
  let onsilence = (): void => {}
  const write = (message: Saying): object => ({ jsonrpc: '2.0', ...message })

  // Only a page's first message comes through the window. It counts only from exactly that window **and** that origin:
  // storefronts share the origin, so neither is enough alone. A reloaded page starts again, with a new port.
  const shakeHands = ({ source, origin, data }: MessageEvent): void => {
    // Checked before the message is read: messages of other pages may be long.
    if (!source || source !== frame.contentWindow || origin !== new URL(base).origin) return
    const { id, method } = readMessage(data)
    if (method !== 'ec.ready') return
    const channel = new MessageChannel()
    port = channel.port1
    // Messages from before the popup opens wait in the port. Even an empty handler would start it.
    if (onmessage) port.onmessage = onmessage
    const upgrade = write({ id, result: { upgrade: { port: true } } })
    ;(source as Window).postMessage(upgrade, base, [channel.port2])
  }
  // Browsers before 2021 ignore the signal here: a leftover listener finds nothing to do.
  addEventListener('message', shakeHands, { signal })
  frame.onload = () => {
    hasLoaded = true
    setTimeout(() => port || onsilence(), silenceMs)
  }

  return {
    element: frame,
    load(language) {
      // Inserted anew, so that no hanging load remains, and no entry is added to the page's history.
      frame.remove()
      // The page learns only for whom it opens and in which language.
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
