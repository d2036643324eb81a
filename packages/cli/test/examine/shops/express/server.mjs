// A shop on Express with the hosted checkout.
import { randomUUID } from 'node:crypto'
import { createClient, isApiError } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import express from 'express'
import { createFiles } from '../files.mjs'
import { createPayments } from './payments.mjs'

const { CEDI_URL = '', CEDI_API_KEY = '', PORT = '3000', DATA = 'data' } = process.env
const config = { serviceUrl: CEDI_URL, currency: 'GHS' }
const client = createClient({ baseUrl: CEDI_URL, apiKey: CEDI_API_KEY })
const files = createFiles(DATA)
const payments = createPayments(client, files)
const logError = (/** @type {unknown} */ error) => console.error(error instanceof Error ? error.message : error)

const entities = /** @type {Record<string, string>} */ ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })
const escapeHtml = (/** @type {unknown} */ value) => String(value).replace(/[&<>"]/g, (found) => entities[found] ?? '')
const layOut = (/** @type {string} */ title, /** @type {string} */ body) =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}</html>`

const texts = {
  paid: ['Thank you', 'It is paid. We pack it today.'],
  unpaid: ['Not paid yet', 'If you have paid, approve it on your phone, then load this page again.'],
  failed: ['Not paid', 'The payment was not completed. You have not been charged.'],
  review: ['We are checking your payment', 'Do not pay again. We write to you.'],
}

const app = express()
app.disable('x-powered-by')
app.use(express.urlencoded({ extended: false }))
app.use(express.json())
app.use((request, response, next) => {
  const [, visitor = ''] = /(?:^|; )visitor=([\w-]{36})/.exec(request.headers.cookie ?? '') ?? []
  response.locals.visitor = visitor
  next()
})

app.get('/', async (_, response) => {
  const products = await send(client.products.list({ limit: '100' }))
  const rows = products.map(
    ({ id, name, price }) => `<li data-product="${id}">${escapeHtml(name)}: GH₵${price.toFixed(2)}</li>`,
  )
  if (!response.locals.visitor) response.cookie('visitor', randomUUID(), { httpOnly: true, sameSite: 'lax' })
  response.send(layOut('Shop', `<ul>${rows.join('')}</ul><script src="/shop.js"></script>`))
})

app.get('/shop.js', (_, response) => {
  response.type('text/javascript').send(`window.shop = ${JSON.stringify(config)}\n`)
})

/** A checkout expires after 30 minutes. The limit is shorter, and measured with the shop's clock only: the clock of the service may differ. */
const checkoutLifetimeMs = 25 * 60_000

/** Opens the checkout of an order. A second click, a reload and another window show the same one. */
async function openCheckout(/** @type {import('./payments.mjs').Order} */ order, /** @type {string} */ origin) {
  const number = files.list(`checkout.${order.id}.`).length
  const open = files.read(`checkout.${order.id}.${number}`)
  const isOver = open && Date.now() > open.createdMs + checkoutLifetimeMs
  const hasPayment = payments.listPayments(order.id).some(({ status }) => ['pending', 'succeeded'].includes(status))
  if (open && (!isOver || hasPayment)) return open.url
  const createdMs = Date.now()
  const intent = await send(
    client.checkoutIntents.create(
      {
        product_id: order.product,
        quantity: order.quantity,
        metadata: { order: order.id },
        return_url: `${origin}/thanks/${order.id}`,
      },
      { idempotencyKey: `order-${order.id}-${number + 1}` },
    ),
    { retryWrites: true, timeoutMs: 10_000 },
  )
  const { checkout_url: url, amount } = intent
  files.createOnce(`checkout.${order.id}.${number + 1}`, { url, amount, createdMs })
  return url
}

app.post('/checkout', async (request, response) => {
  const { visitor } = response.locals
  const { product = '', name = '' } = request.body ?? {}
  const quantity = Number(request.body?.quantity)
  if (!visitor || !/^prd_\w+$/.test(product) || !Number.isInteger(quantity) || quantity < 1 || quantity > 10)
    return void response.status(400).json({ problem: 'The order is not readable.' })
  const basket = `basket.${visitor}.${product}.${quantity}`
  if (!files.read(basket)) {
    const { name: title } = await send(client.products.read(product))
    const order = { id: randomUUID(), visitor, product, title, quantity, name }
    files.createOnce(`order.${order.id}`, order)
    files.createOnce(basket, order.id)
  }
  const order = files.read(`order.${files.read(basket)}`)
  await payments.check(order.id).catch(logError)
  const url = await openCheckout(order, `http://${request.headers.host}`)
  response.json({ order: order.id, checkout_url: url })
})

/** Responds 404 unless the order exists. @type {import('express').RequestHandler<{ id: string }>} */
const findOrder = (request, response, next) => {
  const { id } = request.params
  response.locals.order = /^[\w-]{1,40}$/.test(id) ? files.read(`order.${id}`) : undefined
  next(response.locals.order ? undefined : 'route')
}

app.get('/thanks/:id', findOrder, async (request, response) => {
  const { order, visitor } = response.locals
  if (order.visitor !== visitor) return void response.status(403).send(layOut('Not your order', ''))
  const { ref } = request.query
  if (typeof ref === 'string') await payments.record(ref).catch(logError)
  await payments.check(order.id).catch(logError)
  const [title, text] = texts[payments.getState(order.id)]
  const about = `<p>${escapeHtml(order.name)}, ${order.quantity} × ${escapeHtml(order.title)}</p>`
  response.send(layOut(title, `${about}<p>${text}</p>`))
})

// Receives the notifications that "cedi listen" sends. They are hints: the payment is read from the service.
app.post('/webhook', async (request, response) => {
  const ref = request.body?.data?.ref
  if (typeof ref === 'string') await payments.record(ref).catch(logError)
  response.status(204).end()
})

app.get('/admin/orders/:id', findOrder, async (_, response) => {
  const { id } = response.locals.order
  await payments.check(id).catch(logError)
  response.json({ state: payments.getState(id), delivered: payments.countDeliveries(id) })
})

app.use((_, response) => void response.status(404).send(layOut('Nothing here', '<p><a href="/">To the shop</a></p>')))
app.use(
  /** @type {import('express').ErrorRequestHandler} */
  (error, _, response, __) => {
    logError(error)
    if (isApiError(error) && error.code === 'out_of_stock')
      return void response.status(409).send(layOut('Sold out', '<p><a href="/">To the shop</a></p>'))
    response.status(503).send(layOut('One moment', '<p>We cannot reach the payment service. Please try again.</p>'))
  },
)
app.listen(Number(PORT), '127.0.0.1')

// Finds the payments of buyers who do not return.
setInterval(() => {
  for (const name of files.list('order.')) payments.check(name.slice('order.'.length)).catch(logError)
}, 1_000)
