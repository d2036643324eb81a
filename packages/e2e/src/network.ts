import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { inAppPage, inAppPath, inAppPolicy, inAppScript, isPage } from './in-app.js'
import { listenAs, type Sites } from './sites.js'

/** Proxy between a browser and the service with injectable network failures. */
export interface Network {
  readonly url: string
  /** Forwards requests to a port. */
  forwardTo(port: number): void
  /** Resets existing and new connections. */
  disconnect(): void
  /** Never responds to requests whose path has this prefix. */
  hang(path: string): void
  /** Appends one byte to responses whose path has this prefix. */
  modifyResponsesFor(path: string): void
  /** Removes all failures. */
  restore(): void
  /** Returns the number of requests to a route such as `GET /checkout/status`, with or without a response. */
  countRequests(route: string): number
  close(): Promise<void>
}

/** Content-Security-Policy that disables scripts and shows `noscript`, like a browser without JavaScript. */
export const sandboxPolicy = 'sandbox allow-forms allow-same-origin allow-top-navigation allow-popups'

/** Options of the proxy. */
export interface NetworkOptions {
  readonly sites?: Sites
  /** Headers added to every response. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether pages imitate an in-app browser. */
  readonly inApp?: boolean
}

/** Starts the proxy on a free loopback port. */
export async function startNetwork({
  sites = 'loopback',
  headers = {},
  inApp = false,
}: NetworkOptions = {}): Promise<Network> {
  const sockets = new Set<Socket>()
  const requestedRoutes: string[] = []
  let port = 0
  let isDisconnected = false
  let unresponsivePath: string | undefined
  const modifiedPaths: string[] = []
  const disconnect = (): void => {
    isDisconnected = true
    for (const socket of sockets) socket.destroy()
  }

  const handleRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const { method, url = '/' } = request
    const path = url.replace(/\?.*/, '')
    if (isDisconnected) return void request.socket.destroy()
    if (unresponsivePath !== undefined && path.startsWith(unresponsivePath)) return
    requestedRoutes.push(`${method} ${path}`)
    if (inApp && path === inAppPath)
      return void response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(inAppScript)
    const requestHeaders = { ...request.headers }
    // A modified response must not be compressed: decoders ignore a byte after a compressed body.
    if (inApp || modifiedPaths.some((start) => path.startsWith(start))) delete requestHeaders['accept-encoding']
    const upstream = forward({ host: '127.0.0.1', port, method, path: url, headers: requestHeaders }, (reply) => {
      const isInAppPage = inApp && isPage(reply.headers)
      const isModified = isInAppPage || modifiedPaths.some((start) => path.startsWith(start))
      const { rawHeaders } = reply
      const responseHeaders = rawHeaders
        .filter((_, index) => !isModified || !/^content-length$/i.test(rawHeaders[index - (index % 2)] ?? ''))
        .map((text) => (isInAppPage ? inAppPolicy(text) : text))
      response.writeHead(reply.statusCode ?? 502, [...responseHeaders, ...Object.entries(headers).flat()])
      if (isInAppPage) return void readText(reply).then((html) => response.end(inAppPage(html)))
      reply.pipe(response, { end: !isModified })
      if (isModified) reply.on('end', () => response.end(' '))
    })
    upstream.on('error', () => request.socket.destroy())
    response.on('close', () => upstream.destroy())
    request.pipe(upstream)
  }

  const { server, origin, close } = await listenAs('service', sites, handleRequest)
  server.on('connection', (socket) => {
    if (isDisconnected) return void socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  })
  return {
    url: origin,
    forwardTo(to) {
      port = to
    },
    disconnect,
    hang(path) {
      unresponsivePath = path
    },
    modifyResponsesFor(path) {
      modifiedPaths.push(path)
    },
    restore() {
      isDisconnected = false
      unresponsivePath = undefined
    },
    countRequests: (route) => requestedRoutes.filter((requestedRoute) => requestedRoute === route).length,
    close,
  }
}

async function readText(reply: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of reply.setEncoding('utf8')) text += part
  return text
}
