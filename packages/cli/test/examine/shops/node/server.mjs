// A shop on Node's http without a framework. It requests payments on the buyer's phone.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { createFiles } from '../files.mjs'
import { createPayments } from './payments.mjs'
import { RejectedError, send } from './service.mjs'

const files = createFiles(process.env.DATA ?? 'data')
const payments = createPayments(files)

const entities = /** @type {Record<string, string>} */ ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })
const escapeHtml = (/** @type {unknown} */ value) => String(value).replace(/[&<>"]/g, (found) => entities[found] ?? '')
/** @param {string} title @param {string} body @param {number} [status] @param {Record<string, string>} [headers] */
const page = (title, body, status = 200, headers = {}) => ({
  status,
  headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers },
  body: `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}</html>`,
})
/** @param {unknown} value @param {number} [status] */
const json = (value, status = 200) => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
})
const notFound = () => page('Nothing here', '<p><a href="/">To the shop</a></p>', 404)

const texts = {
  paid: ['Thank you', 'Your payment has arrived. We pack it today.'],
  unpaid: ['Waiting for your payment', 'Approve the payment on your phone, then load this page again.'],
  failed: ['Not paid', 'The payment was not completed. You have not been charged.'],
  review: ['We are checking your payment', 'Do not pay again. We write to you.'],
}

/** Lists the products. @param {string} cart */
async function showProducts(cart) {
  const products = await send('GET', '/api/v1/products?limit=100')
  const rows = products.map(
    (/** @type {any} */ { id, name, price }) =>
      `<li data-product="${id}">${escapeHtml(name)}: GH₵${price.toFixed(2)}</li>`,
  )
  const headers = { 'Set-Cookie': `cart=${cart || randomUUID()}; Path=/; HttpOnly; SameSite=Lax` }
  return page('Shop', `<ul>${rows.join('')}</ul><script src="/shop.js"></script>`, 200, headers)
}

/** Creates an order. A second click, a reload and a second window return the same order. @param {string} cart @param {URLSearchParams} form */
async function createOrder(cart, form) {
  const [id, quantity] = [form.get('product') ?? '', Number(form.get('quantity'))]
  if (!cart || !/^prd_\w+$/.test(id) || !(Number.isInteger(quantity) && quantity >= 1 && quantity <= 10))
    return json({ problem: 'The order is not readable.' }, 400)
  const cartName = `cart.${cart}.${id}.${quantity}`
  if (!files.read(cartName)) {
    const product = await send('GET', `/api/v1/products/${id}`)
    const amount = (Math.round(product.price * 100) * quantity) / 100
    const [name, email] = [form.get('name') ?? '', form.get('email') ?? '']
    const order = { id: randomUUID(), cart, product, quantity, amount, name, email, createdMs: Date.now() }
    files.write(`order.${order.id}`, order)
    files.createOnce(cartName, order.id)
  }
  const order = files.read(`order.${files.read(cartName)}`)
  return json({ order: order.id, ref: await payments.pay(order, form.get('phone') ?? '') })
}

/** Shows an order to its buyer. @param {any} order @param {string} cart @param {URLSearchParams} query */
async function showOrder(order, cart, query) {
  if (order.cart !== cart) return page('Not your order', '<p><a href="/">To the shop</a></p>', 403)
  await payments.readHint(order, query.get('ref') ?? query.get('payment') ?? '').catch(logError)
  await payments.check(order).catch(logError)
  const [title, text] = texts[payments.getState(order)]
  return page(
    title,
    `<p>${escapeHtml(order.name)}, ${order.quantity} × ${escapeHtml(order.product.name)}</p><p>${text}</p>`,
  )
}

/** Returns the state for the shop's employees. @param {any} order */
async function showState(order) {
  await payments.check(order).catch(logError)
  return json({ state: payments.getState(order), delivered: payments.countDeliveries(order.id) })
}

const logError = (/** @type {unknown} */ error) => console.error(error instanceof Error ? error.message : error)

/** @param {import('node:http').IncomingMessage} request */
async function route(request) {
  const url = new URL(request.url ?? '/', 'http://shop.invalid')
  const [, cart = ''] = /(?:^|; )cart=([\w-]{1,40})/.exec(request.headers.cookie ?? '') ?? []
  const [, first, id = ''] = url.pathname.split('/')
  let body = ''
  for await (const chunk of request) body += chunk
  if (request.method === 'POST')
    return url.pathname === '/orders' ? createOrder(cart, new URLSearchParams(body)) : notFound()
  if (url.pathname === '/') return showProducts(cart)
  if (url.pathname === '/shop.js')
    return { status: 200, headers: { 'Content-Type': 'text/javascript' }, body: 'document.title += " ❤"\n' }
  const order = /^[\w-]{1,40}$/.test(id) ? files.read(`order.${id}`) : undefined
  if (order && first === 'orders') return showOrder(order, cart, url.searchParams)
  return order && first === 'state' ? showState(order) : notFound()
}

createServer(async (request, response) => {
  const { status, headers, body } = await route(request).catch((error) => {
    logError(error)
    if (error instanceof RejectedError) return page('That did not work', '<p>Please check your details.</p>', 422)
    return page('One moment', '<p>We cannot reach the payment service. Please try again in a minute.</p>', 503)
  })
  response.writeHead(status, headers).end(body)
}).listen(Number(process.env.PORT ?? 3000), '127.0.0.1')

// Finds the payments of buyers who do not return.
setInterval(() => {
  for (const name of files.list('order.')) payments.check(files.read(name)).catch(logError)
}, 1_000)
