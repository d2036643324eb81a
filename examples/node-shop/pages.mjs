// The pages of the shop. They work without JavaScript; browser.mjs makes the checkout a popup.
import { existsSync } from 'node:fs'
import { html } from './html.mjs'

/** @typedef {import('@cedi/client').Product} Product */
/** @typedef {import('./orders.mjs').Order} Order */

const cedis = new Intl.NumberFormat('en-GH', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** @param {number} amount in GH₵ */
const price = (amount) => html`<bdi class="price">GH₵${cedis.format(amount)}</bdi>`

/** Label of each product type, and the next step after the payment. @type {Record<string, [string, string]>} */
const kinds = {
  physical: ['Delivered', 'We pack it today, and call you before it leaves Osu.'],
  digital: ['Download', 'It is yours: download it as often as you like.'],
  license: ['License key', 'Your license key was shown in the checkout. Keep it safe.'],
  service: ['By appointment', 'We call you to find a day that suits you.'],
}

/** Texts for failure codes. The service may add codes. @type {Record<string, string>} */
const reasons = {
  payment_not_approved: 'It was declined on the phone, or the PIN was wrong.',
  insufficient_funds: 'There was not enough money for it.',
  payer_limit_reached: 'It is over the limit of your wallet.',
  payer_not_found: 'This number has no wallet.',
  payment_expired: 'It was not approved in time.',
  card_declined: 'The bank declined the card.',
  expired_card: 'The card has expired.',
  incorrect_cvc: 'The security code of the card was wrong.',
}

/** @param {Product} product */
const picture = ({ slug }) => {
  const name = existsSync(new URL(`pictures/${slug}.svg`, import.meta.url)) ? slug : 'cloth'
  return html`<img src="/pictures/${name}.svg" width="320" height="240" alt="">`
}

/** @param {Product} product */
const isSoldOut = ({ stock }) => stock === 0

/** @param {Product} product */
function note({ type, stock }) {
  if (stock === 0) return 'Sold out'
  const [kind] = kinds[type] ?? ['']
  return stock !== null && stock <= 30 ? `${kind} · ${stock} left` : kind
}

/**
 * @param {object} page
 * @param {string} page.title
 * @param {unknown} page.body
 * @param {unknown} [page.head]
 */
function document({ title, body, head }) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/pictures/cloth.svg">
<link rel="stylesheet" href="/shop.css">
${head}
</head>
<body>
<header class="top">
<a class="brand" href="/"><span class="seal" aria-hidden="true">A</span> Ama Serwaa Studio</a>
</header>
${body}
<footer>
<p class="legal">Ama Serwaa Studio, Osu, Accra. Pay with MTN MoMo, Telecel Cash, AT Money, Visa or Mastercard.</p>
<p class="legal">A demo shop: nothing is sent, and no money moves.</p>
</footer>
</body>
</html>
`.text
}

/** Scripts of a page with a checkout: `service.js`, always loaded from the service, and the shop's own. */
const scripts = (/** @type {string} */ serviceUrl) =>
  html`<script async src="${serviceUrl}/service.js"></script>
<script type="module" src="/browser.mjs"></script>`

/** @param {readonly Product[]} products */
export const homePage = (products) =>
  document({
    title: 'Ama Serwaa Studio',
    body: html`<main>
<div class="hello">
<h1>Made in Accra, <br>by hand and by ear</h1>
<p class="lead">Bags of strip-woven kente, shea butter from Tamale, guitar lessons, a font, and your portrait.</p>
</div>
${products.length === 0 && html`<p class="empty">There is nothing on the shelf today. Come back tomorrow.</p>`}
<ul class="shelf">
${products.map(
  (product) => html`<li>
${picture(product)}
<h2><a class="open" href="/products/${product.id}">${product.name}</a></h2>
<p>${price(product.price)} <span class="note">${note(product)}</span></p>
</li>
`,
)}</ul>
</main>`,
  })

/**
 * @param {Product} product
 * @param {{ order: string, serviceUrl: string, problem?: string }} page `order` is the id of the new order.
 */
export function productPage(product, { order, serviceUrl, problem }) {
  const maxQuantity = Math.min(product.stock ?? 10, 10)
  const hasQuantity = product.type !== 'digital' && product.type !== 'license' && maxQuantity > 1
  const choice = Array.from({ length: maxQuantity }, (_, index) => html`<option>${index + 1}</option>`)
  return document({
    title: `${product.name}, Ama Serwaa Studio`,
    head: scripts(serviceUrl),
    body: html`<main class="product">
${picture(product)}
<div>
<p class="crumb"><a class="back" href="/">All of the shop</a></p>
<h1>${product.name}</h1>
<p class="big">${price(product.price)} <span class="note">${note(product)}</span></p>
<p>${product.description}</p>
${problem && html`<p class="problem" role="alert">${problem}</p>`}
${
  !isSoldOut(product) &&
  html`<form method="post" action="/orders" data-checkout>
<input type="hidden" name="order" value="${order}">
<input type="hidden" name="product" value="${product.id}">
${hasQuantity && html`<p class="field"><label for="quantity">How many</label><select id="quantity" name="quantity">${choice}</select></p>`}
<p class="field"><label for="email">E-mail for the receipt <span class="note">if you like</span></label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254"></p>
<button>Buy now</button>
</form>
<p class="note">You pay on your phone or with a card, on the page of the payment service. We never see your PIN or your card.</p>`
}
</div>
</main>`,
  })
}

/** @param {Order} order @returns {unknown} */
function statusSection(order) {
  const { id, product, failure, state } = order
  const retryForm = (/** @type {string} */ label) =>
    html`<form method="post" action="/orders/${id}/pay" data-checkout><button>${label}</button></form>`
  switch (state) {
    case 'paid':
      return html`<h1>Paid. Thank you!</h1>
<p>${kinds[product.type]?.[1] ?? 'It is yours.'}</p>
${product.type === 'digital' && html`<p><a class="button" href="/orders/${id}/download">Download</a></p>`}`
    case 'pending':
      return html`<h1>Waiting for your approval</h1>
<p>Approve the payment on your phone, with your PIN. This page tells you as soon as the money is there.</p>
<p>Did you approve already? Then do not pay again: it can take a few minutes, and you may close this page.</p>
<noscript><p><a class="button" href="/orders/${id}">Look again</a></p></noscript>
<form method="post" action="/orders" data-checkout>
<input type="hidden" name="product" value="${product.id}">
<input type="hidden" name="again" value="yes">
<p class="note">Do you want one more? If you approve both payments, you pay for both.</p>
<button class="quiet">Buy another one</button>
</form>`
    case 'failed':
    case 'expired':
      return html`<h1>It was not paid</h1>
<p>${reasons[failure] ?? 'The payment did not work.'} Nothing was taken from you.</p>
${retryForm('Try again')}`
    case 'review':
      return html`<h1>We are looking into your payment</h1>
<p>Do not pay again: we call you.</p>`
    default:
      return html`<h1>Not paid yet</h1>
<p>Your order is here, and nothing was taken from you.</p>
${retryForm('Pay now')}`
  }
}

/**
 * @param {Order} order
 * @param {{ serviceUrl: string, problem?: string | undefined }} page
 */
export function orderPage(order, { serviceUrl, problem }) {
  const { id, product, quantity, checkouts, paidBy, state } = order
  const total = checkouts.at(-1)?.amount
  return document({
    title: `${state === 'paid' ? 'Paid' : 'Your order'}, Ama Serwaa Studio`,
    head: state === 'paid' ? undefined : scripts(serviceUrl),
    body: html`<main class="order" data-state="${state}" data-order="/orders/${id}">
${problem && html`<p class="problem" role="alert">${problem}</p>`}
${statusSection(order)}
<dl>
<div><dt>Order</dt><dd>${id.slice(0, 8)}</dd></div>
<div><dt>${product.name}</dt><dd>${quantity} ×</dd></div>
${total !== undefined && html`<div><dt>Total</dt><dd>${price(total)}</dd></div>`}
${paidBy && html`<div><dt>Payment</dt><dd>${paidBy}</dd></div>`}
</dl>
<p class="crumb"><a class="back" href="/">Back to the shop</a></p>
</main>`,
  })
}

/** @param {string} title @param {string} text */
export const errorPage = (title, text) =>
  document({
    title: `${title}, Ama Serwaa Studio`,
    body: html`<main class="order"><h1>${title}</h1><p>${text}</p><p><a class="button" href="/">To the shop</a></p></main>`,
  })
