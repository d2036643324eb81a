import { messageLimit, type Notification, type Opening, type PageMessages } from '@cedi/contract/checkout-protocol'
import { element } from './dom.js'

/** A message of the checkout page. Its values are not trusted before they are checked. */
export interface FrameMessage {
  readonly id: unknown
  readonly method: unknown
  readonly params: Readonly<Record<string, unknown>>
}

/** Copies a value's own properties, without inherited ones, even if the page changed `Object.prototype`. */
const ownProperties = (value: unknown): Record<string, unknown> => ({ __proto__: null, ...(value as object) })

/** Parses a message of the protocol; anything else becomes a message without a method. Never throws. */
export function parseMessage(data: unknown): FrameMessage {
  const { jsonrpc, id, method, params } = ownProperties(data)
  try {
    // A value that JSON cannot express (a cycle, a bigint) is not a message.
    if (jsonrpc === '2.0' && JSON.stringify(data).length <= messageLimit)
      return { id, method, params: ownProperties(params) }
  } catch {}
  return { id: undefined, method: undefined, params: ownProperties(undefined) }
}

/**
 * Whether the frame cannot open here: another origin frames this page, or this page has no origin that may show the
 * checkout, such as a file or a page over http.
 */
export function isFrameForbidden(): boolean {
  try {
    return self.origin === 'null' || !isSecureContext || (top as Window).location.origin !== location.origin
  } catch {
    return true
  }
}

/** Whether nothing is loaded in advance: the buyer saves data, or no popup could open. */
export const isPreloadDisabled = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData || isFrameForbidden()

/** A message to the checkout page: a notification, or the response to its first message. */
type OutgoingMessage =
  | Omit<Notification<PageMessages>, 'jsonrpc'>
  | { readonly id: unknown; readonly result: Opening | { readonly upgrade: { readonly port: true } } }

/** Maximum delay of the first message after a page has loaded. An error page, such as a blocked frame, sends none. */
const firstMessageTimeoutMs = 1000

/** The frame with the checkout page, and its message channel. */
export interface CheckoutFrame {
  readonly element: HTMLIFrameElement
  /** Loads the page, or reloads it, in a language. */
  load(language: string): void
  /** Whether a page has loaded and sent no message. */
  isUnresponsive(): boolean
  post(message: OutgoingMessage): void
  /** Handles the messages of the page, including those received before, and reports an unresponsive page. */
  listen(onMessage: (message: FrameMessage) => void, onUnresponsive: () => void): void
}

/**
 * Creates the frame without loading anything.
 *
 * @param baseUrl - Base URL of the service. Messages must have its exact origin.
 * @param parent - Parent element of the frame.
 * @param signal - Stops listening when aborted.
 */
export function createFrame(baseUrl: string, parent: Element, signal: AbortSignal): CheckoutFrame {
  const frame = element('iframe', { referrerpolicy: 'strict-origin' })
  let port: MessagePort | undefined
  let hasLoaded = false
  let onPortMessage: ((event: MessageEvent) => void) | undefined
  let onUnresponsive = (): void => {}
  const toMessage = (message: OutgoingMessage): object => ({ jsonrpc: '2.0', ...message })

  // Only the first message of a page arrives on the window. It must have this window **and** this origin: storefronts
  // share the origin, so neither is enough alone. A reloaded page starts again with a new port.
  const handshake = ({ source, origin, data }: MessageEvent): void => {
    // Checked before the message is parsed, because messages of other pages may be long.
    if (!source || source !== frame.contentWindow || origin !== new URL(baseUrl).origin) return
    const { id, method } = parseMessage(data)
    if (method !== 'ec.ready') return
    const channel = new MessageChannel()
    port = channel.port1
    // The port queues messages until the popup opens. Setting a handler would start it.
    if (onPortMessage) port.onmessage = onPortMessage
    const upgrade = toMessage({ id, result: { upgrade: { port: true } } })
    ;(source as Window).postMessage(upgrade, baseUrl, [channel.port2])
  }
  // Browsers before 2021 ignore the signal here. The listener then finds no frame.
  addEventListener('message', handshake, { signal })
  frame.onload = () => {
    hasLoaded = true
    setTimeout(() => port || onUnresponsive(), firstMessageTimeoutMs)
  }

  return {
    element: frame,
    load(language) {
      // Reinserted, so that a hanging load stops and the page's history gets no entry.
      frame.remove()
      frame.src = `${baseUrl}/checkout?o=${encodeURIComponent(location.origin)}&lang=${language}`
      parent.append(frame)
    },
    isUnresponsive: () => hasLoaded && !port,
    post(message) {
      port?.postMessage(toMessage(message))
    },
    listen(onMessage, report) {
      onUnresponsive = report
      onPortMessage = ({ data }) => onMessage(parseMessage(data))
      if (port) port.onmessage = onPortMessage
    },
  }
}
