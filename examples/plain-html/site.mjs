// Serves the files of this folder. Only the deposit needs a server with a key, which creates a checkout intent.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'

/** Service URL in the pages, replaced by the actual one. */
const defaultServiceUrl = 'http://127.0.0.1:23300'

/** @type {Record<string, string>} */
const types = { html: 'text/html', css: 'text/css', svg: 'image/svg+xml' }

/**
 * Creates the site. The caller starts it with `listen`.
 *
 * @param {{ serviceUrl: string, apiKey: string, siteUrl: string, log?: (line: string) => void }} options
 */
export function createSite({ serviceUrl, apiKey, siteUrl, log = console.log }) {
  const cedi = createClient({ baseUrl: serviceUrl, apiKey })

  /** @param {string} name */
  const file = (name) =>
    readFileSync(new URL(name, import.meta.url), 'utf8').replaceAll(defaultServiceUrl, serviceUrl.replace(/\/$/, ''))

  /**
   * Renders the booking page. A token is valid for one payment and half an hour. A cookie holds it for that time: with a new
   * checkout after each reload, a buyer could approve two payments.
   *
   * @param {string} [cookie]
   */
  async function renderBooking(cookie = '') {
    let [, token = ''] = /(?:^|; )booking=([\w.-]+)/.exec(cookie) ?? []
    const headers = /** @type {Record<string, string>} */ ({})
    if (!token) {
      const intent = await send(
        cedi.checkoutIntents.create({ amount: 100, return_url: siteUrl, metadata: { for: 'portrait deposit' } }),
        { timeoutMs: 5_000 },
      )
      token = intent.client_token
      headers['Set-Cookie'] = `booking=${token}; Path=/booking; Max-Age=1700; HttpOnly; SameSite=Lax`
    }
    const url = `${serviceUrl.replace(/\/$/, '')}/pay/${token}`
    return { headers, body: file('booking.html').replace('{{checkout_url}}', url).replace('{{client_token}}', token) }
  }

  return createServer(async ({ method = 'GET', url = '/', headers }, response) => {
    const { host } = new URL(siteUrl)
    // The popup of the deposit works only with the host name of the intent.
    if (headers.host !== host && headers.host === host.replace('127.0.0.1', 'localhost'))
      return void response.writeHead(307, { Location: siteUrl + url }).end()
    const { pathname } = new URL(siteUrl + url)
    const name = pathname === '/' ? 'index.html' : pathname.slice(1)
    let [status, type, body] = [
      404,
      'text/html',
      '<!doctype html><title>Nothing here</title><a href="/">To the studio</a>',
    ]
    let cookies = {}
    try {
      if (name === 'booking') {
        const page = await renderBooking(headers.cookie)
        ;[status, body, cookies] = [200, page.body, page.headers]
      }
      if (/^(?:index\.html|site\.css|pictures\/[a-z-]+\.svg)$/.test(name))
        [status, type, body] = [200, types[name.split('.').pop() ?? ''] ?? type, file(name)]
    } catch (error) {
      log(/** @type {Error} */ (error).message)
      const isMissing = /** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT'
      if (!isMissing) [status, body] = [503, '<!doctype html><title>One moment</title><p>Please try again in a minute.']
    }
    response.writeHead(status, {
      ...cookies,
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': name === 'booking' ? 'no-store' : 'no-cache',
      'Content-Security-Policy': `default-src 'self'; script-src ${serviceUrl}; frame-src ${serviceUrl}; connect-src ${serviceUrl}; base-uri 'none'`,
      'X-Content-Type-Options': 'nosniff',
    })
    response.end(method === 'HEAD' ? '' : body)
  })
}
