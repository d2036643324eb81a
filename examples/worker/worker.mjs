// A Worker has fetch and nothing else; the client describes requests, so it needs nothing else. The key is a secret of the Worker.
import { isApiError } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { createCheckoutIntent, listProducts, readPayment, readProduct } from '@cedi/client/operations'

/** @typedef {{ CEDI_URL: string, CEDI_API_KEY: string }} Env */

const escapes = /** @type {Record<string, string>} */ ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })
const escaped = (/** @type {unknown} */ value) =>
  String(value).replace(/[&<>"]/g, (character) => escapes[character] ?? '')

const style = `:root{color-scheme:light dark;font:1.05rem/1.5 system-ui,sans-serif}
body{max-width:34rem;margin:0 auto;padding:1.5rem 1rem}
li{display:flex;gap:1rem;align-items:center;justify-content:space-between;padding:.75rem 0;border-bottom:1px solid #8884}
ul{list-style:none;padding:0}
button{font:inherit;font-weight:600;min-height:44px;padding:0 1.25rem;border:0;border-radius:10px;background:#066044;color:#fff}`

/** @param {string} title @param {string} body @param {number} [status] */
const page = (title, body, status = 200) =>
  new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title><link rel="icon" href="data:,"><style>${style}</style><main><h1>${escaped(title)}</h1>${body}</main></html>`,
    {
      status,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy':
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
      },
    },
  )

/** @param {Env} env */
const configOf = ({ CEDI_URL: baseUrl, CEDI_API_KEY: apiKey }) => ({ baseUrl, apiKey })

/** What is on sale. @param {Env} env */
async function shelf(env) {
  const products = await send(listProducts(configOf(env), { limit: '20' }))
  const rows = products
    .filter(({ active, stock }) => active && stock !== 0)
    .map(
      ({ id, name, price }) =>
        `<li><span>${escaped(name)}<br><small>GH₵${price.toFixed(2)}</small></span><form method="post" action="/buy"><button name="product" value="${escaped(id)}">Buy</button></form></li>`,
    )
  return page('Shop at the edge', `<ul>${rows.join('')}</ul>`)
}

/** Opens a checkout for one piece and sends the buyer there. The price is the service's. @param {Request} request @param {Env} env */
async function buy(request, env) {
  const product = String((await request.formData()).get('product') ?? '')
  if (!/^prd_\w{1,64}$/.test(product)) return page('That did not work', '<p><a href="/">Start again.</a></p>', 400)
  const { id } = await send(readProduct(configOf(env), product))
  const intent = await send(
    createCheckoutIntent(configOf(env), { product_id: id, return_url: new URL('/thanks', request.url).href }),
  )
  return new Response(null, { status: 303, headers: { Location: intent.checkout_url } })
}

/** What a browser brings back is a hint: the payment is read again before anything is given. @param {URL} url @param {Env} env */
async function thanks(url, env) {
  const ref = url.searchParams.get('ref') ?? ''
  if (!/^pay_\w{1,64}$/.test(ref)) return page('No payment yet', '<p><a href="/">Back to the shop</a></p>', 400)
  const { status, amount } = await send(readPayment(configOf(env), ref))
  if (status === 'succeeded') return page('Thank you', `<p>GH₵${amount.toFixed(2)} is paid: ${escaped(ref)}.</p>`)
  if (status === 'pending')
    return page('Waiting for your approval', '<p>Approve it on your phone, then load this page again.</p>')
  return page('Not paid', '<p>No money was taken. <a href="/">Back to the shop</a></p>')
}

export default {
  /** @param {Request} request @param {Env} env */
  async fetch(request, env) {
    const url = new URL(request.url)
    try {
      if (request.method === 'GET' && url.pathname === '/') return await shelf(env)
      if (request.method === 'POST' && url.pathname === '/buy') return await buy(request, env)
      if (request.method === 'GET' && url.pathname === '/thanks') return await thanks(url, env)
      return page('Nothing here', '<p><a href="/">To the shop</a></p>', 404)
    } catch (error) {
      // Said in full to those who run the Worker, and not to buyers.
      console.error(isApiError(error) ? `${error.code} ${error.request_id ?? ''}` : error)
      return page(
        'Please try again',
        '<p>The payment service did not answer. <a href="/">Back to the shop</a></p>',
        502,
      )
    }
  },
}
