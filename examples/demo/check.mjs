// Buys in the demo over HTTP like a browser, and checks that shop, API and ledger agree on the payments.
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { fromPesewas, toPesewas } from '@cedi/client/money'

/** @typedef {import('./start.mjs').Demo} Demo */
/** @typedef {{ ref: string, status: string }} Payment */

/** @param {string} url @param {RequestInit} [init] @returns {Promise<any>} */
async function json(url, init) {
  const response = await fetch(url, init)
  const answer = await response.json()
  if (!response.ok) throw new Error(`${init?.method ?? 'GET'} ${url}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

/**
 * Pays a checkout by mobile money like the checkout page, and waits for the approval.
 *
 * @param {string} serviceUrl @param {string} token @param {string} phone
 * @returns {Promise<Payment>}
 */
async function pay(serviceUrl, token, phone) {
  const attempt = crypto.randomUUID()
  const headers = { Authorization: `Intent ${token}`, 'X-Checkout-Attempt': attempt }
  const body = JSON.stringify({ method: 'mobile_money', network: 'mtn', phone })
  const { data } = await json(`${serviceUrl}/checkout/status`, { headers })
  // The service rejects a request that does not know the latest payment, because it was delayed.
  const latest = { 'X-Checkout-Payment': data.payment?.ref ?? '' }
  const more = { 'Content-Type': 'application/json', ...latest }
  await json(`${serviceUrl}/checkout/payments`, { method: 'POST', headers: { ...headers, ...more }, body })
  for (let attempts = 0; attempts < 100; attempts++) {
    const { data } = await json(`${serviceUrl}/checkout/status`, { headers })
    if (data.payment.status !== 'pending') return data.payment
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The payment was not approved within five seconds.')
}

/** Buys with the first buy button of the page. @param {Demo} demo */
async function buyFromButton({ siteUrl, serviceUrl }) {
  const page = await (await fetch(siteUrl)).text()
  const [, handle, product] = /data-handle="([^"]+)" data-product="([^"]+)"/.exec(page) ?? []
  const body = JSON.stringify({ handle, product, quantity: 1 })
  const { data } = await json(`${serviceUrl}/checkout/embed`, { method: 'POST', headers: { Origin: siteUrl }, body })
  return pay(serviceUrl, data.token, '0244123789')
}

/** Buys the first product of the shop, with a declined and an approved payment. @param {Demo} demo */
async function buyInShop({ shopUrl, serviceUrl }) {
  const shopPage = await (await fetch(shopUrl)).text()
  const [, product = ''] = /\/products\/(prd_\w+)/.exec(shopPage) ?? []
  const body = new URLSearchParams({ product })
  const made = await json(`${shopUrl}/orders`, { method: 'POST', headers: { Accept: 'application/json' }, body })
  // Like the script of the page, passes the result of the checkout to the shop as a hint.
  const state = async (ref = '') => (await json(`${shopUrl}${made.order}/status?payment=${ref}`)).state
  const states = [await state()]
  const declined = await pay(serviceUrl, made.token, '0244123039')
  states.push(await state(declined.ref))
  const payment = await pay(serviceUrl, made.token, '0244123789')
  states.push(await state(payment.ref))
  return { payment, states }
}

/**
 * @param {Demo} demo
 * @returns {Promise<boolean>} Whether all checks passed.
 */
export async function buyAndCheck(demo) {
  const { serviceUrl, apiKey, controlToken } = demo
  const control = { headers: { 'X-Mock-Token': controlToken } }
  const cedi = createClient({ baseUrl: serviceUrl, apiKey })
  /** @type {boolean[]} */
  const verdicts = []
  /** @param {string} name @param {boolean} isRight */
  const check = (name, isRight) => {
    verdicts.push(isRight)
    console.log(`${isRight ? 'ok  ' : 'FAIL'}  ${name}`)
  }

  const fromButton = await buyFromButton(demo)
  check(`the buy button: ${fromButton.ref} ${fromButton.status}`, fromButton.status === 'succeeded')
  const { payment: fromShop, states } = await buyInShop(demo)
  check(
    `the shop: ${fromShop.ref} ${fromShop.status}, the order ${states.join(', ')}`,
    states.join() === 'open,failed,paid',
  )

  const refs = [fromButton.ref, fromShop.ref]
  const read = (/** @type {string} */ ref) => send(cedi.payments.read(/** @type {any} */ (ref)))
  const payments = await Promise.all(refs.map(read))
  check(
    'payments.read returns the same',
    payments.every(({ status }) => status === 'succeeded'),
  )
  const orders = await Promise.all(
    payments.map(({ order_ref }) => send(cedi.orders.read(/** @type {any} */ (order_ref)))),
  )
  check(
    'orders.read names both orders paid',
    orders.every(({ status, total }, index) => status === 'paid' && total === payments[index]?.amount),
  )
  const merchantBalance = payments.reduce((sum, { net }) => sum + toPesewas(net), 0n)
  const { available } = await send(cedi.balance.read())
  check(
    `balance.read returns GH₵${available.toFixed(2)}, the sum of the payments`,
    fromPesewas(merchantBalance) === available,
  )
  const { data: verdict } = await json(`${serviceUrl}/__mock/ledger/verify`, control)
  check('the ledger verifies: every entry, balance and hash', verdict.ok === true)

  const { data: entries } = await json(`${serviceUrl}/__mock/ledger/entries`, control)
  table(entries)
  return verdicts.length === 6 && verdicts.every(Boolean)
}

/** @param {{ sequence: number, kind: string, postings: { debit: string, credit: string, amount: number }[] }[]} entries */
function table(entries) {
  const rows = entries.flatMap(({ sequence, kind, postings }) =>
    postings.map(({ debit, credit, amount }, index) => [
      index ? '' : `${sequence}`,
      index ? '' : kind,
      debit,
      credit,
      amount.toFixed(2),
    ]),
  )
  const headers = ['#', 'entry', 'debit', 'credit', 'GH₵']
  const widths = headers.map((head, column) =>
    Math.max(...[head, ...rows.map((row) => row[column] ?? '')].map(({ length }) => length)),
  )
  const line = (/** @type {string[]} */ row) =>
    row
      .map((text, column) => (column === 4 ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0)))
      .join('  ')
  console.log(
    `\n${line(headers)}\n${widths.map((width) => '─'.repeat(width)).join('──')}\n${rows.map(line).join('\n')}\n`,
  )
}
