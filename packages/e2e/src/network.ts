import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { inAppPage, inAppPath, inAppPolicy, inAppScript, isPage } from './in-app.js'
import { listenAs, type Sites } from './sites.js'

/** The network between a browser and the service. It can fail in every way that matters to a payment. */
export interface Network {
  readonly url: string
  /** Where it leads. */
  lead(port: number): void
  /** Breaks connections, existing and new ones. */
  cut(): void
  /** Accepts connections and never answers, for paths that start like this. */
  hang(path: string): void
  /** The next request to this path arrives; its answer is lost, and the network with it. */
  loseAnswerTo(path: string): void
  /** From now on, answers for a path that starts like this have one byte more. */
  changeAnswersOf(path: string): void
  /** Everything works again. */
  restore(): void
  /** How many requests to a path came by, answered or not. */
  passed(path: string): number
  close(): Promise<void>
}

/** With this header, no script runs in a page and its `noscript` is shown, as with JavaScript off. */
export const sandbox = 'sandbox allow-forms allow-same-origin allow-top-navigation allow-popups'

/** What is special about the way to the service. */
export interface NetworkWishes {
  readonly sites?: Sites
  /** Set on every answer that passes, beside those that it has. */
  readonly headers?: Readonly<Record<string, string>>
  /** Pages are shown by an in-app browser. */
  readonly inApp?: boolean
}

/** Starts a network on a free port of this machine. */
export async function startNetwork({
  sites = 'loopback',
  headers = {},
  inApp = false,
}: NetworkWishes = {}): Promise<Network> {
  const sockets = new Set<Socket>()
  const seen: string[] = []
  let port = 0
  let isCut = false
  let hung: string | undefined
  let lost: string | undefined
  const changed: string[] = []
  const cut = (): void => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }

  const pass = (request: IncomingMessage, response: ServerResponse): void => {
    const { method, url = '/' } = request
    const path = url.replace(/\?.*/, '')
    if (isCut) return void request.socket.destroy()
    if (hung !== undefined && path.startsWith(hung)) return
    seen.push(path)
    const isLost = path === lost
    if (isLost) lost = undefined
    if (inApp && path === inAppPath)
      return void response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(inAppScript)
    const sent = { ...request.headers }
    // What is changed must be readable, and a byte after a compressed body would change nothing.
    if (inApp || changed.some((start) => path.startsWith(start))) delete sent['accept-encoding']
    const onward = forward({ host: '127.0.0.1', port, method, path: url, headers: sent }, (answer) => {
      if (isLost) return cut()
      const isRewritten = inApp && isPage(answer.headers)
      const isChanged = isRewritten || changed.some((start) => path.startsWith(start))
      const { rawHeaders } = answer
      const kept = rawHeaders
        .filter((_, at) => !isChanged || !/^content-length$/i.test(rawHeaders[at - (at % 2)] ?? ''))
        .map((text) => (isRewritten ? inAppPolicy(text) : text))
      response.writeHead(answer.statusCode ?? 502, [...kept, ...Object.entries(headers).flat()])
      if (isRewritten) return void readText(answer).then((html) => response.end(inAppPage(html)))
      answer.pipe(response, { end: !isChanged })
      if (isChanged) answer.on('end', () => response.end(' '))
    })
    onward.on('error', () => request.socket.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  }

  const { server, origin, close } = await listenAs('service', sites, pass)
  server.on('connection', (socket) => {
    if (isCut) return void socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  })
  return {
    url: origin,
    lead(to) {
      port = to
    },
    cut,
    hang(path) {
      hung = path
    },
    loseAnswerTo(path) {
      lost = path
    },
    changeAnswersOf(path) {
      changed.push(path)
    },
    restore() {
      isCut = false
      hung = lost = undefined
    },
    passed: (path) => seen.filter((one) => one === path).length,
    close,
  }
}

async function readText(answer: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of answer.setEncoding('utf8')) text += part
  return text
}
