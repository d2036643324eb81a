import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LoggedRequest, MockServer } from '@cedi/mock-server'

/** Key of the examined shop, and its merchant. */
export const shopKey = 'sk_test_examine'
export const merchant = 'test-examine'
/** Key of another merchant of the service. */
export const foreignKey = 'sk_test_stranger'
/** Product that buyers order, with its price in GH₵. It needs no delivery address. */
export const product = { name: 'Kente scarf', slug: 'kente-scarf', price: 45.5, type: 'digital' } as const

/** Changes the data of a response, for example to an unknown status. Returns undefined to leave it unchanged. */
export type Rewrite = (path: string, data: Record<string, unknown>) => Record<string, unknown> | undefined

/** The service of an examination. */
export interface Service {
  readonly sandbox: MockServer
  /** Base URL for the shop. */
  readonly url: string
  /** Sets the function that changes responses of the API; undefined removes it. */
  rewrite(change: Rewrite | undefined): void
  /** Sets the listener that is called for each request of the shop; undefined removes it. */
  onRequest(listener: ((request: LoggedRequest) => void) | undefined): void
  close(): Promise<void>
}

/** Starts a sandbox with one merchant and a manual clock, and a server in front of it that can change responses. */
export async function startService(port: number, randomSeed: number): Promise<Service> {
  const { createSandbox } = await import('@cedi/sandbox')
  let listener: ((request: LoggedRequest) => void) | undefined
  let change: Rewrite | undefined
  const proxy = createServer((request, response) => {
    const upstream = sendRequest(
      { host: '127.0.0.1', port: listening.port, path: request.url, method: request.method, headers: request.headers },
      async (upstreamResponse) => {
        const chunks: Buffer[] = []
        if (!change || !request.url?.startsWith('/api/')) {
          response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.rawHeaders)
          upstreamResponse.on('error', () => response.destroy()).pipe(response)
          return
        }
        for await (const chunk of upstreamResponse) chunks.push(chunk as Buffer)
        const text = rewriteBody(request.url, Buffer.concat(chunks).toString(), change)
        response.writeHead(upstreamResponse.statusCode ?? 502, { 'Content-Type': 'application/json' }).end(text)
      },
    )
    upstream.on('error', () => response.destroy())
    request.pipe(upstream)
  })
  // A compressed response could not be changed.
  proxy.prependListener('request', (request) => delete request.headers['accept-encoding'])
  await new Promise<void>((resolve, reject) => proxy.once('error', reject).listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const sandbox = createSandbox({
    clock: 'manual',
    startMs: Date.now(),
    randomSeed,
    baseUrl: url,
    seed: { merchants: [{ id: merchant, name: 'Examined shop', handle: 'examined', products: [product] }] },
    onRequest: (request) => listener?.(request),
  })
  const listening = await sandbox.listen(0)
  return {
    sandbox,
    url,
    rewrite: (rewrite) => {
      change = rewrite
    },
    onRequest: (next) => {
      listener = next
    },
    async close() {
      proxy.closeAllConnections()
      await Promise.all([new Promise((resolve) => proxy.close(resolve)), listening.close()])
    },
  }
}

function rewriteBody(url: string, text: string, change: Rewrite): string {
  const envelope = JSON.parse(text)
  const apply = (data: Record<string, unknown>): Record<string, unknown> =>
    change(new URL(url, 'http://x').pathname, data) ?? data
  if (Array.isArray(envelope.data)) envelope.data = envelope.data.map(apply)
  else if (envelope.data) envelope.data = apply(envelope.data)
  return JSON.stringify(envelope)
}
