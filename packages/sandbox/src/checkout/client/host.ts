import {
  type FrameMessages,
  messageLimit,
  type Opening,
  type PageMessages,
  protocolVersion,
} from '@cedi/contract/checkout-messages'

type Tell = <Method extends keyof FrameMessages>(method: Method, params: FrameMessages[Method]) => void

/** Sends a message to the shop's page, if there is one. */
export let tell: Tell = () => {}

type Hear = (method: keyof PageMessages, params: { readonly token?: unknown; readonly resume?: unknown }) => void

/** What a message may hold. */
interface Message {
  readonly jsonrpc?: unknown
  readonly id?: unknown
  readonly method?: keyof PageMessages
  readonly params?: object
  readonly result?: { readonly upgrade?: { readonly port?: unknown } } & Opening
}

/** Copies a message as plain data. Anything that is not JSON, or is too long, counts as empty. */
function read(data: unknown): Message {
  try {
    const text = JSON.stringify(data)
    return (text.length <= messageLimit && JSON.parse(text)) || {}
  } catch {
    return {}
  }
}

/**
 * Shakes hands with the shop page: the first message must come from the parent window and from the one origin that
 * may frame this page; after that only its port is listened to.
 *
 * @param expected - The origin in the address of this page, the same that its `frame-ancestors` allows.
 * @param open - Called once, with what to show and where it came from.
 * @decision 0027
 */
export function meet(expected: string, open: (opening: Opening, origin: string) => void, hear: Hear): void {
  const jsonrpc = '2.0'
  const ready = (id: number) => ({ jsonrpc, id, method: 'ec.ready', params: { delegate: [] } })
  const onMessage = ({ source, origin, data, ports: [port] }: MessageEvent) => {
    if (source !== parent || origin !== expected || !port) return
    const { id, result } = read(data)
    if (id !== 1 || result?.upgrade?.port !== true) return
    removeEventListener('message', onMessage)
    let opened = false
    port.onmessage = ({ data }) => {
      const message = read(data)
      const { id, method, params, result } = message
      if (message.jsonrpc !== jsonrpc) return
      if (opened) {
        if (method) hear(method, params ?? {})
      } else if (id === 2 && result?.v === protocolVersion) {
        opened = true
        tell = (method, params) => port.postMessage({ jsonrpc, method, params })
        open(result, origin)
      }
    }
    port.postMessage(ready(2))
  }
  addEventListener('message', onMessage)
  // The message holds nothing, so anybody may receive it. Whoever answers is checked.
  parent.postMessage(ready(1), '*')
}
