import type { PageMessages } from '@cedi/contract/checkout-messages'
import { messageLimit } from '@cedi/contract/checkout-messages'

/**
 * Reads a member that the value has itself: nothing is inherited, whatever the key. The browsers of 2020 have no
 * `Object.hasOwn`.
 */
export const own = (value: unknown, key: string): unknown =>
  value instanceof Object && Object.prototype.propertyIsEnumerable.call(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined

/** The method of a message of the protocol; nothing for anything else. Never throws. */
const methodOf = (message: unknown): unknown => {
  try {
    // What cannot be written as JSON (a cycle, a bigint) is no message.
    return own(message, 'jsonrpc') === '2.0' && JSON.stringify(message).length <= messageLimit && own(message, 'method')
  } catch {
    return
  }
}

/** Called with each message; `reply` answers one that asks. */
type Hear = (method: unknown, params: unknown, reply: (result: object) => void) => void

/** The conversation with the checkout page in the frame. */
export interface FrameLine {
  /** Starts to hear. What the frame said before waits in the port. */
  listen(hear: Hear): void
  send<Method extends keyof PageMessages>(method: Method, params: PageMessages[Method]): void
  stop(): void
}

/**
 * Listens for the checkout page in a frame and hands it a port. Only the first message of a page comes through the
 * window, and it counts only from that very window **and** that very origin: storefronts share the origin, so neither
 * alone would do. A page that was loaded again starts again, with a fresh port.
 *
 * @param base - The origin of the service. Compared whole.
 * @decision 0026
 */
export function connect(frame: HTMLIFrameElement, base: string): FrameLine {
  let port: MessagePort | undefined
  let receive: ((event: MessageEvent) => void) | undefined
  const greet = ({ source, origin, data }: MessageEvent): void => {
    const target = frame.contentWindow
    if (!target || source !== target || origin !== base || methodOf(data) !== 'ec.ready') return
    const { port1, port2 } = new MessageChannel()
    port = port1
    // Even an empty handler would start the port, and what waits in it would be lost.
    if (receive) port.onmessage = receive
    target.postMessage({ jsonrpc: '2.0', id: own(data, 'id'), result: { upgrade: { port: true } } }, base, [port2])
  }
  addEventListener('message', greet)
  return {
    listen(hear) {
      receive = ({ data }) =>
        hear(methodOf(data), own(data, 'params'), (result) =>
          port?.postMessage({ jsonrpc: '2.0', id: own(data, 'id'), result }),
        )
      if (port) port.onmessage = receive
    },
    send: (method, params) => port?.postMessage({ jsonrpc: '2.0', method, params }),
    stop() {
      removeEventListener('message', greet)
      port?.close()
    },
  }
}
