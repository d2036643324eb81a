import {
  type FrameMessages,
  messageLimit,
  type Opening,
  type PageMessages,
  pageMethods,
  protocolVersion,
} from '@cedi/contract/checkout-messages'

/** Tells the shop page something; nothing happens when there is none. */
export type Tell = <Method extends keyof FrameMessages>(method: Method, params: FrameMessages[Method]) => void

type Hear = (method: keyof PageMessages, params: Readonly<Record<string, unknown>>) => void

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const own = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

/**
 * Shakes hands with the shop page: the first message must come from the parent window and from the one origin that
 * may frame this page; after that only its port is listened to.
 *
 * @param expected - The origin in the address of this page, the same that its `frame-ancestors` allows.
 * @param open - Called once, with what to show and where it came from.
 * @decision 0026
 */
export function meet(expected: string, open: (opening: Opening, tell: Tell, origin: string) => void, hear: Hear): void {
  const ready = (id: number) => ({ jsonrpc: '2.0', id, method: 'ec.ready', params: { delegate: [] } })
  const onMessage = ({ source, origin, data, ports: [port] }: MessageEvent) => {
    const upgrade = own(own(data, 'result'), 'upgrade')
    if (source !== window.parent || origin !== expected || own(data, 'id') !== 1 || own(upgrade, 'port') !== true)
      return
    if (!port) return
    window.removeEventListener('message', onMessage)
    const tell: Tell = (method, params) => port.postMessage({ jsonrpc: '2.0', method, params })
    let opened = false
    port.onmessage = ({ data: message }) => {
      if (!isObject(message) || own(message, 'jsonrpc') !== '2.0' || tooLong(message)) return
      const result = own(message, 'result')
      if (!opened && own(message, 'id') === 2 && isObject(result)) {
        opened = true
        if (own(result, 'v') === protocolVersion) open(result as unknown as Opening, tell, origin)
        return
      }
      const method = own(message, 'method') as keyof PageMessages
      const params = own(message, 'params')
      if (opened && pageMethods.includes(method)) hear(method, isObject(params) ? params : {})
    }
    port.postMessage(ready(2))
  }
  window.addEventListener('message', onMessage)
  // It holds nothing, so anybody may hear it. Who answers is checked.
  window.parent.postMessage(ready(1), '*')
}

function tooLong(message: object): boolean {
  try {
    return JSON.stringify(message).length > messageLimit
  } catch {
    return true
  }
}
