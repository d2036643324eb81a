// Bundles and serves the app. Creates the intent with the key, which stays on the server.
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { build } from 'esbuild'

const style = `:root{color-scheme:light dark;font:1.05rem/1.5 system-ui,sans-serif}
body{max-width:34rem;margin:0 auto;padding:1.5rem 1rem}
button{font:inherit;font-weight:600;min-height:44px;padding:0 1.25rem;border:0;border-radius:10px;background:#066044;color:#fff}
button:disabled{opacity:.6}`

/** @param {{ serviceUrl: string, apiKey: string, port: number }} options */
export async function serveApp({ serviceUrl, apiKey, port }) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('app.tsx', import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    jsx: 'automatic',
    // Resolves installed packages, not the paths of tsconfig.json.
    tsconfigRaw: '{}',
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const cedi = createClient({ baseUrl: serviceUrl, apiKey })
  const service = new URL(serviceUrl).origin
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>One book</title><link rel="icon" href="data:,"><style>${style}</style><div id="root" data-service="${service}"></div><script type="module" src="/app.js"></script></html>`
  /** @param {string | undefined} origin */
  const intent = async (origin) =>
    (await send(cedi.checkoutIntents.create({ amount: '45.00', ...(origin && { allowed_origins: [origin] }) })))
      .client_token

  /**
   * Responds with the token of a checkout. A cookie holds it while it is valid: with a new checkout after each reload, a
   * buyer whose payment is pending could approve two.
   *
   * @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response
   */
  async function respondWithIntent({ headers, url }, response) {
    const [, stored = ''] = /(?:^|; )book=([\w.-]+)/.exec(headers.cookie ?? '') ?? []
    const token = url?.endsWith('?another') || !stored ? await intent(headers.origin) : stored
    const cookie = `book=${token}; Path=/checkout-intent; Max-Age=1700; HttpOnly; SameSite=Lax`
    response.writeHead(200, { 'Content-Type': 'text/plain', 'Set-Cookie': cookie }).end(token)
  }

  const server = createServer(async (request, response) => {
    try {
      if (request.url === '/') response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page)
      else if (request.url === '/app.js')
        response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(outputFiles[0]?.text)
      else if (/^\/checkout-intent(?:\?another)?$/.test(request.url ?? '') && request.method === 'POST')
        await respondWithIntent(request, response)
      else response.writeHead(404).end()
    } catch (error) {
      console.error(error)
      response.writeHead(502).end()
    }
  })
  await new Promise((done, failed) => server.once('error', failed).listen(port, '127.0.0.1', () => done(undefined)))
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
