import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A response of a test server. */
export interface ServedResponse {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body: string
}

/** A local server, and its requests. */
export interface Origin {
  readonly url: string
  readonly requests: { readonly url: string; readonly headers: IncomingMessage['headers']; readonly body: string }[]
  close(): Promise<unknown>
}

/** Starts a server on a free port of localhost. */
export async function serve(respond: (path: string, method: string) => ServedResponse | undefined): Promise<Origin> {
  const requests: Origin['requests'] = []
  const server: Server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    requests.push({ url: request.url ?? '', headers: request.headers, body })
    const found = respond((request.url ?? '').replace(/\?.*/, ''), request.method ?? '') ?? {
      status: 404,
      body: 'nothing here',
    }
    response.writeHead(found.status ?? 200, { 'content-type': 'text/html; charset=utf-8', ...found.headers })
    response.end(found.body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((done) => {
        server.close(done)
        server.closeAllConnections()
      }),
  }
}

const script = (body: string): ServedResponse => ({
  headers: { 'content-type': 'text/javascript; charset=utf-8', 'access-control-allow-origin': '*' },
  body,
})

/** An empty page. */
export const html = (head: string, body: string, root = 'lang="en"'): string =>
  `<!doctype html><html ${root}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Shop</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`

/** The service of the tests: the built scripts, and pages that only exchange messages. */
export async function serveService(scripts: Readonly<Record<string, string>>): Promise<Origin> {
  const fake = readFileSync(new URL('fake-checkout.js', import.meta.url), 'utf8')
  const json = (body: object): ServedResponse => ({
    headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*' },
    body: JSON.stringify(body),
  })
  return serve((path, method) => {
    const text = scripts[path]
    if (text !== undefined) return script(text)
    if (path === '/fake.js') return script(fake)
    if (path === '/checkout')
      return {
        headers: { 'referrer-policy': 'no-referrer' },
        body: html(
          '<style>:root{color-scheme:light dark}</style>',
          '<main><h1>…</h1><button>Pay</button></main><script src="/fake.js"></script>',
        ),
      }
    if (path === '/checkout/embed')
      return method === 'POST'
        ? json({
            success: true,
            data: { token: 'made.token', amount: 25, currency: 'GHS', name: 'E-book', expires_at: '' },
          })
        : json({
            success: true,
            data: { amount: 25, currency: 'GHS', price: 'GH₵25.00', name: 'E-book', available: true },
          })
    if (path.startsWith('/pay/') || path.startsWith('/@')) return { body: html('', `<h1>${path}</h1>`) }
    return
  })
}
