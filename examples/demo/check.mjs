// Buys what the demo sells, over HTTP and as browsers do, and looks whether everybody agrees on what was paid.
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
 * Pays a checkout by mobile money, as the page of the checkout does, and waits until the buyer has approved it.
 *
 * @param {string} serviceUrl @param {string} token @param {string} phone
 * @returns {Promise<Payment>}
 */
async function pay(serviceUrl, token, phone) {
  const attempt = crypto.randomUUID()
  const headers = { Authorization: `Intent ${token}`, 'X-Checkout-Attempt': attempt }
  const body = JSON.stringify({ method: 'mobile_money', network: 'mtn', phone })
  const more = { 'Content-Type': 'application/json', 'Idempotency-Key': attempt }
  await json(`${serviceUrl}/checkout/payments`, { method: 'POST', headers: { ...headers, ...more }, body })
  for (let look = 0; look < 100; look++) {
    const { data } = await json(`${serviceUrl}/checkout/status`, { headers })
    if (data.payment.status !== 'pending') return data.payment
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('Nobody approved the payment within five seconds.')
}

/** At the page: its first buy button. @param {Demo} demo */
async function buyFromButton({ siteUrl, serviceUrl }) {
  const page = await (await fetch(siteUrl)).text()
  const [, handle, product] = /data-handle="([^"]+)" data-product="([^"]+)"/.exec(page) ?? []
  const body = JSON.stringify({ handle, product, quantity: 1 })
  const { data } = await json(`${serviceUrl}/checkout/embed`, { method: 'POST', headers: { Origin: siteUrl }, body })
  return pay(serviceUrl, data.token, '0244123789')
}

/** In the shop: the first product of the shelf, one declined payment, and one that is approved. @param {Demo} demo */
async function buyFromShop({ shopUrl, serviceUrl }) {
  const shelf = await (await fetch(shopUrl)).text()
  const [, product = ''] = /\/products\/(prd_\w+)/.exec(shelf) ?? []
  const body = new URLSearchParams({ product })
  const made = await json(`${shopUrl}/orders`, { method: 'POST', headers: { Accept: 'application/json' }, body })
  // As the script of the page does: what the checkout says is a hint for the shop.
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
 * @returns {Promise<boolean>} Whether all was as it should be.
 */
export async function buyAndCheck(demo) {
  const { serviceUrl, apiKey } = demo
  const cedi = createClient({ baseUrl: serviceUrl, apiKey })
  /** @type {boolean[]} */
  const verdicts = []
  /** @param {string} what @param {boolean} isRight */
  const check = (what, isRight) => {
    verdicts.push(isRight)
    console.log(`${isRight ? 'ok  ' : 'FAIL'}  ${what}`)
  }

  const fromButton = await buyFromButton(demo)
  check(`the buy button: ${fromButton.ref} ${fromButton.status}`, fromButton.status === 'succeeded')
  const { payment: fromShop, states } = await buyFromShop(demo)
  check(
    `the shop: ${fromShop.ref} ${fromShop.status}, the order ${states.join(', ')}`,
    states.join() === 'open,failed,paid',
  )

  const refs = [fromButton.ref, fromShop.ref]
  const read = (/** @type {string} */ ref) => send(cedi.payments.read(/** @type {any} */ (ref)))
  const payments = await Promise.all(refs.map(read))
  check(
    'payments.read says the same',
    payments.every(({ status }) => status === 'succeeded'),
  )
  const orders = await Promise.all(
    payments.map(({ order_ref }) => send(cedi.orders.read(/** @type {any} */ (order_ref)))),
  )
  check(
    'orders.read names both orders paid',
    orders.every(({ status, total }, at) => status === 'paid' && total === payments[at]?.amount),
  )
  const owed = payments.reduce((sum, { net }) => sum + toPesewas(net), 0n)
  const { available } = await send(cedi.balance.read())
  check(`balance.read says GH₵${available.toFixed(2)}, and so do the payments`, fromPesewas(owed) === available)
  const { data: verdict } = await json(`${serviceUrl}/__mock/ledger/verify`)
  check('the ledger verifies: every entry, balance and hash', verdict.ok === true)

  const { data: entries } = await json(`${serviceUrl}/__mock/ledger/entries`)
  table(entries)
  return verdicts.length === 6 && verdicts.every(Boolean)
}

/** @param {{ sequence: number, kind: string, postings: { debit: string, credit: string, amount: number }[] }[]} entries */
function table(entries) {
  const rows = entries.flatMap(({ sequence, kind, postings }) =>
    postings.map(({ debit, credit, amount }, at) => [
      at ? '' : `${sequence}`,
      at ? '' : kind,
      debit,
      credit,
      amount.toFixed(2),
    ]),
  )
  const heads = ['#', 'entry', 'debit', 'credit', 'GH₵']
  const widths = heads.map((head, column) =>
    Math.max(...[head, ...rows.map((row) => row[column] ?? '')].map(({ length }) => length)),
  )
  const line = (/** @type {string[]} */ row) =>
    row
      .map((text, column) => (column === 4 ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0)))
      .join('  ')
  console.log(
    `\n${line(heads)}\n${widths.map((width) => '─'.repeat(width)).join('──')}\n${rows.map(line).join('\n')}\n`,
  )
}
