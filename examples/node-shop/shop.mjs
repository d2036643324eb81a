// A shop on node:http. The key stays in this process: no page or script contains it.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createClient, isApiError } from '@cedi/client'
import { pages, send } from '@cedi/client/fetch'
import { createCheckouts } from './checkout.mjs'
import { createOrders } from './orders.mjs'
import { errorPage, homePage, orderPage, productPage } from './pages.mjs'
import { createSettlement } from './settle.mjs'

/** @typedef {import('./orders.mjs').Order} Order */
/** @typedef {{ status?: number, type?: string, body?: string, headers?: Record<string, string> }} Reply */

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const bodyLimitBytes = 4_096
/** Options for requests during which a buyer waits. */
const sendOptions = { timeoutMs: 5_000 }

/** @type {Record<string, string>} */
const types = { css: 'text/css', mjs: 'text/javascript', svg: 'image/svg+xml' }
const file = (/** @type {string} */ name) => readFileSync(new URL(name, import.meta.url), 'utf8')

/**
 * Creates the shop. The caller starts its server with `listen`.
 *
 * @param {object} options
 * @param {string} options.serviceUrl URL of the payment service.
 * @param {string} options.apiKey Key with the scopes products:read, payments:write, payments:read and orders:read.
 * @param {string} options.shopUrl Public URL of the shop.
 * @param {string} [options.ordersFile] File that stores the orders.
 * @param {() => number} [options.nowMs]
 * @param {(line: string) => void} [options.log]
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: an example that is read from top to bottom and copied as a whole.
export function createShop({ serviceUrl, apiKey, shopUrl, ordersFile, nowMs = Date.now, log = console.log }) {
  const cedi = createClient({ baseUrl: serviceUrl, apiKey })
  const serviceOrigin = new URL(serviceUrl).origin
  const orders = createOrders(ordersFile)
  const toOrderUrl = (/** @type {Order} */ { id }) => `${shopUrl}/orders/${id}`
  const settlement = createSettlement({ cedi, orders, nowMs, log })
  const checkouts = createCheckouts({ cedi, orders, nowMs, settlement, toOrderUrl })

  /** Checks the payment of an order. @param {Order} order @param {string} [hint] */
  async function checkOrder(order, hint) {
    await settlement.check(order.id, hint)
    return orders.read(order.id) ?? order
  }

  /** Opens the checkout. Responds with JSON to the script of the page, otherwise with a redirect. */
  async function checkout(/** @type {Order} */ order, /** @type {boolean} */ wantsJson) {
    const { checkout } = await checkouts.open(order)
    const address = `/orders/${order.id}`
    const reply = wantsJson
      ? json({ order: address, token: checkout?.token ?? null })
      : seeOther(checkout?.url ?? address)
    // The next order of this browser checks the payment of this one first.
    const cookie = `order=${order.id}; Path=/orders; Max-Age=86400; HttpOnly; SameSite=Lax`
    return { ...reply, headers: { ...reply.headers, 'Set-Cookie': cookie } }
  }

  /**
   * Finds the browser's last order if it is for the same product and its payment is pending. A buyer who reloads the page
   * and clicks "Buy now" again would otherwise get a second prompt, and pay twice by approving both.
   *
   * @param {string} lastOrderId @param {URLSearchParams} form
   */
  async function findPendingOrder(lastOrderId, form) {
    const last = orders.read(lastOrderId)
    if (!last || last.product.id !== form.get('product') || form.has('again')) return undefined
    const order = await checkOrder(last)
    return order.state === 'pending' || order.state === 'review' ? order : undefined
  }

  /** @param {ShopRequest} shopRequest @returns {Promise<Reply>} */
  async function createOrder({ form, wantsJson, lastOrderId }) {
    const [requestedId, productId] = [form.get('order') ?? '', form.get('product') ?? '']
    const quantity = Number(form.get('quantity') ?? 1)
    const email = (form.get('email') ?? '').trim()
    if (!/^prd_\w{1,64}$/.test(productId) || !Number.isInteger(quantity) || quantity < 1 || quantity > 10)
      return page(errorPage('That did not work', 'The order was not readable. Please start again.'), 400)
    // The page contains the id of the order, so a double click or a retry after a lost response is the same order.
    const isSame = (/** @type {Order} */ order) => order.product.id === productId && order.quantity === quantity
    const existing = orders.read(requestedId)
    if (existing && isSame(existing) && existing.state !== 'paid') return checkout(existing, wantsJson)
    const pending = await findPendingOrder(lastOrderId, form)
    if (pending) return checkout(pending, wantsJson)
    const product = await send(cedi.products.read(productId), sendOptions)
    // A concurrent request may have created the order, and the buyer may even have paid it.
    const concurrent = existing ? undefined : orders.read(requestedId)
    const isCreated = concurrent && isSame(concurrent)
    const order = isCreated
      ? concurrent
      : orders.save({
          id: uuid.test(requestedId) && !existing && !concurrent ? requestedId : randomUUID(),
          createdAt: new Date(nowMs()).toISOString(),
          product,
          quantity,
          email: /^[^@\s]{1,64}@[^@\s]{1,189}$/.test(email) ? email : '',
          checkouts: [],
          paidBy: null,
          failure: '',
          state: 'open',
        })
    try {
      return await checkout(order, wantsJson)
    } catch (error) {
      if (!isApiError(error) || !['out_of_stock', 'invalid_state'].includes(error.code)) throw error
      const current = await send(cedi.products.read(productId), sendOptions)
      const problem = current.stock === 0 ? 'The last one has just been sold.' : `There are only ${current.stock} left.`
      if (wantsJson) return json({ problem }, 409)
      return page(productPage(current, { order: randomUUID(), serviceUrl, problem }), 409)
    }
  }

  /** @param {string} id @param {string} what @param {ShopRequest} shopRequest @returns {Promise<Reply | undefined>} */
  async function orderRoutes(id, what, { method, url, wantsJson }) {
    const order = orders.read(id)
    if (!order) return undefined
    const hint = url.searchParams.get('payment') ?? ''
    if (method === 'POST') return what === 'pay' ? checkout(order, wantsJson) : undefined
    if (what === 'status') return json({ state: (await checkOrder(order, hint)).state })
    if (what === 'download') {
      if (order.product.type !== 'digital') return undefined
      if ((await checkOrder(order)).state !== 'paid') return seeOther(`/orders/${id}`)
      const headers = { 'Content-Disposition': 'attachment; filename="lesson-1.txt"' }
      return { type: 'text/plain', body: file('lesson-1.txt'), headers }
    }
    if (what) return undefined
    try {
      return page(orderPage(await checkOrder(order, hint), { serviceUrl }))
    } catch (error) {
      if (!isApiError(error)) throw error
      log(error.message)
      const problem = 'The payment service does not answer just now. What you see may be old; look again in a minute.'
      return page(orderPage(orders.read(id) ?? order, { serviceUrl, problem }))
    }
  }

  /** @typedef {{ method: string, url: URL, form: URLSearchParams, wantsJson: boolean, lastOrderId: string }} ShopRequest */
  /** @param {ShopRequest} shopRequest @returns {Promise<Reply | undefined>} */
  async function route(shopRequest) {
    const { method, url } = shopRequest
    const [, first = '', second = '', third = '', ...more] = url.pathname.split('/')
    if (more.length > 0) return undefined
    if (first === 'orders' && second === '' && method === 'POST') return createOrder(shopRequest)
    if (first === 'orders') return orderRoutes(second, third, shopRequest)
    if (method !== 'GET' || third !== '') return undefined
    if (first === '') return page(homePage(await readActiveProducts()))
    if (first === 'products' && /^prd_\w{1,64}$/.test(second)) {
      const product = await send(cedi.products.read(/** @type {any} */ (second)), sendOptions)
      return product.active ? page(productPage(product, { order: randomUUID(), serviceUrl })) : undefined
    }
    return readAsset(url.pathname.slice(1))
  }

  async function readActiveProducts() {
    /** @type {import('@cedi/client').Product[]} */
    const products = []
    for await (const some of pages(cedi.products.list({ limit: '100' }), sendOptions)) products.push(...some)
    return products.filter(({ active }) => active)
  }

  const security = {
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src 'self' ${serviceOrigin}`,
      `frame-src ${serviceOrigin}`,
      "style-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      // Browsers check the target of the form and of the redirect to the checkout.
      `form-action 'self' ${serviceOrigin}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
  }

  const server = createServer(async (request, response) => {
    /** @type {Reply} */
    let reply
    try {
      const { method = 'GET', headers } = request
      const url = new URL(shopUrl + request.url)
      const { host } = new URL(shopUrl)
      // Popup and forms work with the public host name only.
      if (headers.host !== host && headers.host === host.replace('127.0.0.1', 'localhost'))
        return void response.writeHead(307, { Location: `${shopUrl}${url.pathname}${url.search}` }).end()
      const isForeign = method === 'POST' && headers.origin !== undefined && headers.origin !== new URL(shopUrl).origin
      const form = method === 'POST' ? await readForm(request) : new URLSearchParams()
      if (isForeign || !form) reply = page(errorPage('That did not work', 'Please use the form of the shop.'), 400)
      else {
        const wantsJson = headers.accept === 'application/json'
        const [, lastOrderId = ''] = /(?:^|; )order=([\w-]+)/.exec(headers.cookie ?? '') ?? []
        reply =
          (await route({ method: method === 'HEAD' ? 'GET' : method, url, form, wantsJson, lastOrderId })) ??
          page(errorPage('Nothing here', 'This page does not exist, or not any more.'), 404)
      }
    } catch (error) {
      reply = handleError(error)
    }
    const { status = 200, type = 'text/html', body = '', headers = {} } = reply
    const cacheControl =
      type === 'text/html' || type === 'application/json' || type === 'text/plain' ? 'no-store' : 'max-age=3600'
    response.writeHead(status, {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': cacheControl,
      ...security,
      ...headers,
    })
    response.end(request.method === 'HEAD' ? '' : body)
  })

  /** @param {unknown} error @returns {Reply} */
  function handleError(error) {
    if (isApiError(error) && error.code === 'not_found')
      return page(errorPage('Nothing here', 'We do not sell that any more.'), 404)
    // An ApiError contains no key and is safe to log.
    log(error instanceof Error ? error.message : String(error))
    const text =
      'We cannot reach the payment service just now. Nothing was taken from you. Please try again in a minute.'
    return page(errorPage('One moment', text), 503)
  }

  return { server, settlement }
}

/** @param {string} body @param {number} [status] @returns {Reply} */
const page = (body, status = 200) => ({ status, body })
/** @param {unknown} value @param {number} [status] @returns {Reply} */
const json = (value, status = 200) => ({ status, type: 'application/json', body: JSON.stringify(value) })
/** @param {string} location @returns {Reply} */
const seeOther = (location) => ({ status: 303, headers: { Location: location } })

/** @param {string} name @returns {Reply | undefined} */
function readAsset(name) {
  if (!/^(?:shop\.css|browser\.mjs|pictures\/[a-z0-9-]+\.svg)$/.test(name)) return undefined
  try {
    return { type: types[name.split('.').pop() ?? ''] ?? 'text/plain', body: file(name) }
  } catch {
    return undefined
  }
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<URLSearchParams | undefined>} Undefined if the body is longer than any form of the shop.
 */
async function readForm(request) {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > bodyLimitBytes) return undefined
  }
  return new URLSearchParams(text)
}
