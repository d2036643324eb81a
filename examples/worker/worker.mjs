// A shop in a Worker, which provides only fetch. The key is a secret of the Worker.
import { createClient, isApiError } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { settle } from '@cedi/client/settle'
import { d1Store } from '@cedi/client/settle/d1'
import { memoryStore } from '@cedi/client/settle/memory'

/** @typedef {{ CEDI_URL: string, CEDI_API_KEY: string, DB?: import('@cedi/client/settle/d1').D1Database }} Env */

const escapes = /** @type {Record<string, string>} */ ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })
const escapeHtml = (/** @type {unknown} */ value) =>
  String(value).replace(/[&<>"]/g, (character) => escapes[character] ?? '')

const style = `:root{color-scheme:light dark;font:1.05rem/1.5 system-ui,sans-serif}
body{max-width:34rem;margin:0 auto;padding:1.5rem 1rem}
li{display:flex;gap:1rem;align-items:center;justify-content:space-between;padding:.75rem 0;border-bottom:1px solid #8884}
ul{list-style:none;padding:0}
button{font:inherit;font-weight:600;min-height:44px;padding:0 1.25rem;border:0;border-radius:10px;background:#066044;color:#fff}`

/** @param {string} title @param {string} body @param {number} [status] */
const page = (title, body, status = 200) =>
  new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${style}</style><main><h1>${escapeHtml(title)}</h1>${body}</main></html>`,
    {
      status,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy':
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
      },
    },
  )

/** Shops by URL and key. @type {Map<string, ReturnType<typeof createShop>>} */
const shops = new Map()

/** @param {Env} env */
function createShop({ CEDI_URL: baseUrl, CEDI_API_KEY: apiKey, DB }) {
  const client = createClient({ baseUrl, apiKey })
  const settlement = settle({
    client,
    // Instances of a Worker share only a database. On your machine there is one instance.
    store: DB ? d1Store(DB) : memoryStore(),
    on: {
      // Written in the same batch as the payment state, and therefore once.
      paid: ({ order, payment, tx }) => {
        tx?.add(
          /** @type {import('@cedi/client/settle/d1').D1Database} */ (DB)
            .prepare('INSERT INTO to_pack (order_id, ref) VALUES (?, ?)')
            .bind(order, payment.ref),
        )
        console.log(`order ${order}: paid by ${payment.ref}. Pack it.`)
      },
    },
  })
  return { client, settlement }
}
/** @param {Env} env */
function getShop(env) {
  const name = `${env.CEDI_URL} ${env.CEDI_API_KEY}`
  const shop = shops.get(name) ?? createShop(env)
  shops.set(name, shop)
  return shop
}

/** Lists the products. @param {Env} env */
async function listProducts(env) {
  const products = await send(getShop(env).client.products.list({ limit: '20' }))
  const rows = products
    .filter(({ active, stock }) => active && stock !== 0)
    .map(
      ({ id, name, price }) =>
        `<li><span>${escapeHtml(name)}<br><small>GH₵${price.toFixed(2)}</small></span><form method="post" action="/buy"><button name="product" value="${escapeHtml(id)}">Buy</button></form></li>`,
    )
  return page('Shop at the edge', `<ul>${rows.join('')}</ul>`)
}

/** Opens a checkout for one piece and redirects the buyer to it. The service sets the price. @param {Request} request @param {Env} env */
async function buy(request, env) {
  const form = await request.formData()
  const product = String(form.get('product') ?? '')
  if (!/^prd_\w{1,64}$/.test(product)) return page('That did not work', '<p><a href="/">Start again.</a></p>', 400)
  const { client, settlement } = getShop(env)
  // After a reload, a buyer whose payment is pending would get a second prompt, and pay twice by approving both.
  const [, lastOrder = ''] = new RegExp(`(?:^|; )${product}=([\\w-]+)`).exec(request.headers.get('cookie') ?? '') ?? []
  const isPending = lastOrder !== '' && (await settlement.check(lastOrder)) === 'pending'
  if (isPending && !form.has('again')) {
    const location = `/thanks?${new URLSearchParams({ order: lastOrder, product })}`
    return new Response(null, { status: 303, headers: { Location: location } })
  }
  const order = crypto.randomUUID()
  const intent = await send(
    client.checkoutIntents.create({
      product_id: product,
      metadata: { order },
      return_url: new URL(`/thanks?order=${order}`, request.url).href,
    }),
  )
  await settlement.track({ order, amount: intent.amount, expiresAt: intent.expires_at })
  const cookie = `${product}=${order}; Path=/buy; Max-Age=86400; HttpOnly; SameSite=Lax`
  return new Response(null, { status: 303, headers: { Location: intent.checkout_url, 'Set-Cookie': cookie } })
}

/** Shows the payment state, which is read from the service. The query of the URL is only a hint. @param {URL} url @param {Env} env */
async function thanks(url, env) {
  const [order, ref] = [url.searchParams.get('order') ?? '', url.searchParams.get('ref') ?? '']
  const state = await getShop(env).settlement.check(order, ref)
  const product = escapeHtml(url.searchParams.get('product') ?? '')
  const again =
    product &&
    `<form method="post" action="/buy"><p>If you approve two payments, you pay for both.</p><input type="hidden" name="again" value="yes"><button name="product" value="${product}">Buy another one</button></form>`
  if (state === 'paid') return page('Thank you', `<p>It is paid, and we pack it today.</p>`)
  if (state === 'pending')
    return page('Waiting for your approval', `<p>Approve it on your phone, then load this page again.</p>${again}`)
  if (state === 'review') return page('We are looking into your payment', '<p>Do not pay again: we write to you.</p>')
  if (state === 'open') return page('No payment yet', '<p><a href="/">Back to the shop</a></p>', 400)
  return page('Not paid', '<p>No money was taken. <a href="/">Back to the shop</a></p>')
}

export default {
  /** @param {Request} request @param {Env} env */
  async fetch(request, env) {
    const url = new URL(request.url)
    try {
      if (request.method === 'GET' && url.pathname === '/') return await listProducts(env)
      if (request.method === 'POST' && url.pathname === '/buy') return await buy(request, env)
      if (request.method === 'GET' && url.pathname === '/thanks') return await thanks(url, env)
      return page('Nothing here', '<p><a href="/">To the shop</a></p>', 404)
    } catch (error) {
      // Details are logged for the operator and not shown to buyers.
      console.error(isApiError(error) ? `${error.code} ${error.request_id ?? ''}` : error)
      return page(
        'Please try again',
        '<p>The payment service did not answer. <a href="/">Back to the shop</a></p>',
        502,
      )
    }
  },
  /** Runs each minute. Finds payments of buyers who do not return. @param {unknown} _ @param {Env} env */
  async scheduled(_, env) {
    await getShop(env).settlement.runOnce({ deadlineMs: 20_000 })
  },
}
