// Server-rendered pages with the service's popup script. The key stays on the server.
import { createClient, isApiError } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { settle } from '@cedi/client/settle'
import { memoryStore } from '@cedi/client/settle/memory'
import { Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import { secureHeaders } from 'hono/secure-headers'

/**
 * @param {object} options
 * @param {string} options.serviceUrl
 * @param {string} options.apiKey Scopes products:read, payments:write, payments:read, orders:read.
 * @param {string} options.shopUrl Public URL of the shop.
 * @param {(line: string) => void} [options.log]
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: an example that is read from top to bottom and copied as a whole.
export function createShop({ serviceUrl, apiKey, shopUrl, log = console.log }) {
  const cedi = createClient({ baseUrl: serviceUrl, apiKey })
  // A permanent shop uses pgStore or sqliteStore.
  const settlement = settle({
    client: cedi,
    store: memoryStore(),
    on: {
      paid: ({ order, payment }) => log(`order ${order}: paid by ${payment.ref}. Pack it.`),
      review: ({ order, payment, reason }) => log(`order ${order}: review ${payment.ref} (${reason}).`),
    },
  })
  const service = new URL(serviceUrl).origin
  const shop = new Hono()

  shop.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", service],
        styleSrc: ["'self'"],
        frameSrc: [service],
        connectSrc: ["'self'", service],
        imgSrc: ['data:'],
        formAction: ["'self'", service],
        baseUri: ["'none'"],
      },
      // Keeps the reference to a checkout that opens in a new tab.
      crossOriginOpenerPolicy: 'same-origin-allow-popups',
    }),
  )

  /** @param {string} title @param {ReturnType<typeof html>} body */
  const page = (title, body) =>
    html`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/shop.css"><main><h1>${title}</h1>${body}</main></html>`

  shop.get('/', async (context) => {
    const products = await send(cedi.products.list({ limit: '20' }))
    const rows = products
      .filter(({ active, stock }) => active && stock !== 0)
      .map(
        ({ id, name, price }) =>
          html`<li><span>${name}<br><small>GH₵${price.toFixed(2)}</small></span><form method="post" action="/buy/${id}"><button>Buy</button></form></li>`,
      )
    return context.html(
      page(
        'Market',
        html`<ul>${rows}</ul><p id="message" role="status"></p><script src="${service}/service.js"></script><script type="module" src="/shop.js"></script>`,
      ),
    )
  })

  // Without a script, the form redirects to the full-page checkout.
  shop.post('/buy/:product{prd_\\w+}', async (context) => {
    const product = context.req.param('product')
    const wantsJson = context.req.header('accept')?.includes('application/json')
    // After a reload, a buyer whose payment is pending would get a second prompt, and pay twice by approving both.
    const lastOrder = getCookie(context, product) ?? ''
    const isPending = lastOrder !== '' && (await settlement.check(lastOrder)) === 'pending'
    if (isPending && context.req.query('again') === undefined) {
      const pending = `${shopUrl}/thanks?order=${lastOrder}&product=${product}`
      return wantsJson ? context.json({ token: '', thanks: pending }) : context.redirect(pending, 303)
    }
    const order = crypto.randomUUID()
    const thanks = `${shopUrl}/thanks?order=${order}`
    setCookie(context, product, order, { path: '/buy', maxAge: 86_400, httpOnly: true, sameSite: 'Lax' })
    const intent = await send(
      cedi.checkoutIntents.create(
        { product_id: product, metadata: { order }, return_url: thanks, allowed_origins: [shopUrl] },
        { idempotencyKey: `order-${order}` },
      ),
    )
    await settlement.track({ order, amount: intent.amount, expiresAt: intent.expires_at })
    if (wantsJson) return context.json({ token: intent.client_token, thanks })
    return context.redirect(intent.checkout_url, 303)
  })

  shop.get('/thanks', async (context) => {
    const { order = '', ref = '', product = '' } = context.req.query()
    const state = await settlement.check(order, ref)
    const [title, text] = stateTexts[state] ?? ['No payment yet', 'You have not been charged.']
    const again =
      state === 'pending' &&
      /^prd_\w+$/.test(product) &&
      html`<form method="post" action="/buy/${product}?again"><p>If you approve two payments, you pay for both.</p><button>Buy another one</button></form>`
    return context.html(
      page(title, html`<p>${text}</p>${again || ''}<p><a href="/">To the market</a></p>`),
      state === 'open' ? 400 : 200,
    )
  })

  shop.get('/shop.js', (context) => context.body(script, 200, { 'Content-Type': 'text/javascript' }))
  shop.get('/shop.css', (context) => context.body(style, 200, { 'Content-Type': 'text/css' }))

  shop.onError((error, context) => {
    console.error(isApiError(error) ? `${error.code} ${error.request_id ?? ''}` : error)
    return context.html(
      page('Please try again', html`<p><a href="/">To the market</a></p>`),
      isApiError(error) && error.status === 404 ? 404 : 502,
    )
  })
  return { fetch: shop.fetch, request: shop.request, settlement }
}

/** Title and text by payment state. @type {Record<string, [string, string]>} */
const stateTexts = {
  paid: ['Thank you', 'It is paid. We pack it today.'],
  pending: ['Your payment', 'Approve the payment on your phone, then load this page again.'],
  failed: ['Your payment', 'No money was taken.'],
  expired: ['Your payment', 'The payment was not approved in time. No money was taken.'],
  review: ['Your payment', 'We are looking into it, and call you.'],
}

const script = `
for (const form of document.forms)
  form.addEventListener('submit', (event) => {
    if (!window.Cedi) return
    event.preventDefault()
    const show = (text) => { document.querySelector('#message').textContent = text }
    let thanks = ''
    // The result is a hint: the next page reads the payment on the server.
    const go = ({ ref }) => { location.href = thanks + '&ref=' + encodeURIComponent(ref) }
    const session = Cedi.checkout({
      intent: async () => {
        const response = await fetch(form.action, { method: 'POST', headers: { Accept: 'application/json' } })
        const body = await response.json()
        thanks = body.thanks
        // The payment of an earlier order is pending: shows its page.
        if (!body.token) { session.close(); location.assign(thanks) }
        return body.token
      },
      onSuccess: go,
      onPending: go,
      onFailure: () => show('It did not work. No money was taken.'),
    })
  })
`
const style = `:root{color-scheme:light dark;font:1.05rem/1.5 system-ui,sans-serif}
body{max-width:34rem;margin:0 auto;padding:1.5rem 1rem}
ul{list-style:none;padding:0}
li{display:flex;gap:1rem;align-items:center;justify-content:space-between;padding:.75rem 0;border-bottom:1px solid #8884}
button{font:inherit;font-weight:600;min-height:44px;padding:0 1.25rem;border:0;border-radius:10px;background:#066044;color:#fff}
`
