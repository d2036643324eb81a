// A shop in a Worker. It opens the hosted checkout, and @cedi/client/settle finds its payments.
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { settle } from '@cedi/client/settle'
import { createStore } from './store.mjs'

/** @typedef {{ CEDI_URL: string, CEDI_API_KEY: string, FILES: ReturnType<typeof import('../files.mjs').createFiles> }} Env */
/** @typedef {{ id: string, cart: string, product: string, title: string, quantity: number, name: string }} Order */

const entities = /** @type {Record<string, string>} */ ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })
const escapeHtml = (/** @type {unknown} */ value) => String(value).replace(/[&<>"]/g, (found) => entities[found] ?? '')

/** @param {string} title @param {string} body @param {ResponseInit} [init] */
const page = (title, body, init = {}) =>
  new Response(`<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}</html>`, {
    ...init,
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...init.headers },
  })

/** @type {Record<string, [string, string]>} */
const texts = {
  paid: ['Thank you', 'It is paid. We pack it today.'],
  pending: ['Waiting for your approval', 'Approve the payment on your phone, then load this page again.'],
  open: ['Not paid yet', 'We have received no payment of this order.'],
  failed: ['Not paid', 'The payment was not completed. You have not been charged.'],
  expired: ['Not paid', 'The payment was not approved in time. You have not been charged.'],
  review: ['We are checking your payment', 'Do not pay again. We write to you.'],
}
/** @type {Record<string, string>} */
const states = { paid: 'paid', review: 'review', failed: 'failed', expired: 'failed' }

/** A checkout expires after 30 minutes. The limit is shorter, and measured with the shop's clock only: the clock of the service may differ. */
const checkoutLifetimeMs = 25 * 60_000

/** One shop for all requests of this instance. @type {ReturnType<typeof createShop> | undefined} */
let instance

/** @param {Env} env */
function createShop({ CEDI_URL, CEDI_API_KEY, FILES }) {
  const client = createClient({ baseUrl: CEDI_URL, apiKey: CEDI_API_KEY })
  const store = createStore(FILES)
  const settlement = settle({
    client,
    store,
    on: { paid: ({ payment, tx }) => tx.deliver(payment.ref) },
    onError: (error) => console.error(error instanceof Error ? error.message : error),
  })

  /** Opens the checkout of an order. A second click, a reload and another window show the same one. @param {Order} order @param {string} origin */
  async function openCheckout(order, origin) {
    const name = `checkout.${order.id}`
    const numbers = FILES.list(`${name}.`).map((file) => Number(file.slice(name.length + 1)))
    const last = Math.max(0, ...numbers)
    const open = last > 0 ? FILES.read(`${name}.${last}`) : undefined
    const isOver = open && Date.now() > open.createdMs + checkoutLifetimeMs
    if (open && (!isOver || !['failed', 'expired', 'open'].includes(await settlement.check(order.id)))) return open.url
    const createdMs = Date.now()
    const intent = await send(
      client.checkoutIntents.create(
        {
          product_id: order.product,
          quantity: order.quantity,
          metadata: { order: order.id },
          return_url: `${origin}/orders/${order.id}`,
        },
        { idempotencyKey: `order-${order.id}-${last + 1}` },
      ),
      { retryWrites: true, timeoutMs: 10_000 },
    )
    await settlement.track({ order: order.id, amount: intent.amount, expiresAt: intent.expires_at })
    FILES.createOnce(`${name}.${last + 1}`, { url: intent.checkout_url, createdMs })
    return intent.checkout_url
  }

  return {
    settlement,
    /** @param {string} cart */
    async showProducts(cart) {
      const products = await send(client.products.list({ limit: '100' }))
      const rows = products.map(
        ({ id, name, price }) => `<li data-product="${id}">${escapeHtml(name)}: GH₵${price.toFixed(2)}</li>`,
      )
      const cookie = `cart=${cart || crypto.randomUUID()}; Path=/; HttpOnly; SameSite=Lax`
      const body = `<ul>${rows.join('')}</ul><script src="/shop.js"></script>`
      return page('Shop at the edge', body, { headers: { 'Set-Cookie': cookie } })
    },
    /** @param {string} cart @param {FormData} form @param {string} origin */
    async buy(cart, form, origin) {
      const [id, quantity] = [String(form.get('product')), Number(form.get('quantity'))]
      if (!cart || !/^prd_\w+$/.test(id) || !(Number.isInteger(quantity) && quantity >= 1 && quantity <= 10))
        return page('That did not work', '<p><a href="/">Start again.</a></p>', { status: 400 })
      const cartName = `cart.${cart}.${id}.${quantity}`
      if (!FILES.read(cartName)) {
        const { name: title } = await send(client.products.read(/** @type {`prd_${string}`} */ (id)))
        const name = String(form.get('name') ?? '')
        const order = { id: crypto.randomUUID(), cart, product: id, title, quantity, name }
        FILES.createOnce(`order.${order.id}`, order)
        FILES.createOnce(cartName, order.id)
      }
      const order = FILES.read(`order.${FILES.read(cartName)}`)
      return Response.json({ order: order.id, checkout_url: await openCheckout(order, origin) })
    },
    /** @param {Order} order @param {string} cart @param {string} ref */
    async showOrder(order, cart, ref) {
      if (order.cart !== cart) return page('Not your order', '<p><a href="/">To the shop</a></p>', { status: 403 })
      const [title, text] = texts[await settlement.check(order.id, ref)] ?? ['Your order', '']
      const about = `<p>${escapeHtml(order.name)}, ${order.quantity} × ${escapeHtml(order.title)}</p>`
      return page(title, `${about}<p>${text}</p>`)
    },
    /** Returns the state for the shop's employees. @param {Order} order */
    async showState({ id }) {
      const state = await settlement.check(id)
      return Response.json({ state: states[state] ?? 'unpaid', delivered: store.countDeliveries(id) })
    },
  }
}

/** @param {Request} request @param {Env} env */
async function route(request, env) {
  instance ??= createShop(env)
  const { pathname, origin, searchParams } = new URL(request.url)
  const [, cart = ''] = /(?:^|; )cart=([\w-]{1,40})/.exec(request.headers.get('cookie') ?? '') ?? []
  if (request.method === 'POST' && pathname === '/buy') return instance.buy(cart, await request.formData(), origin)
  if (pathname === '/') return instance.showProducts(cart)
  if (pathname === '/shop.js')
    return new Response(`window.shop = ${JSON.stringify({ currency: 'GHS' })}\n`, {
      headers: { 'Content-Type': 'text/javascript' },
    })
  const [, resource, id = ''] = /^\/(orders|state)\/([\w-]{1,40})$/.exec(pathname) ?? []
  const order = id && env.FILES.read(`order.${id}`)
  if (order && resource === 'orders') return instance.showOrder(order, cart, searchParams.get('ref') ?? '')
  if (order && resource === 'state') return instance.showState(order)
  return page('Nothing here', '<p><a href="/">To the shop</a></p>', { status: 404 })
}

export default {
  /** @param {Request} request @param {Env} env */
  async fetch(request, env) {
    try {
      return await route(request, env)
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
      const text = 'We cannot reach the payment service. Please try again in a minute.'
      return page('One moment', `<p>${text}</p>`, { status: 503 })
    }
  },
  /** Finds the payments of buyers who do not return. @param {unknown} _ @param {Env} env */
  async scheduled(_, env) {
    instance ??= createShop(env)
    await instance.settlement.runOnce({ deadlineMs: 20_000 })
  },
}
