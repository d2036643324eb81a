// From a product to a refund with @cedi/client, and the resulting entries of the ledger.
import { createClient } from '@cedi/client'
import { toCurl } from '@cedi/client/debug'
import { send } from '@cedi/client/fetch'
import { createMockServer } from '@cedi/mock-server'
import { cedis, note, step, table, waitUntil } from './screen.mjs'

// A local service with test money and a ledger in memory.
const mock = createMockServer({ seed: 'empty', clock: 'real', approvalDelayMs: 1500 })
const server = await mock.listen(0)
step('The mock server listens', server.url)

const cedi = createClient({ baseUrl: server.url, apiKey: 'sk_test_all' })

const request = cedi.products.create({ name: 'Kente tote', type: 'physical', price: 100, stock: 12 })
step('A call describes a request and sends nothing', `${request.method} ${request.url}`)
note(toCurl(request))

const product = await send(request)
step('Sent, it creates a product', `${product.name}, ${cedis(product.price)}, ${product.stock} in stock`)

let payment = await send(
  cedi.payments.create(
    { product_id: product.id, method: 'mobile_money', network: 'mtn', phone: '024 412 3789', name: 'Kofi Boateng' },
    { idempotencyKey: `basket-${product.id}` },
  ),
)
step('The buyer receives a payment request', `${payment.ref}, ${payment.status}`)
note(payment.next_action?.message ?? '')

await waitUntil('The buyer takes out the phone', async () => {
  payment = await send(cedi.payments.read(payment.ref))
  return payment.status !== 'pending'
})
if (payment.status !== 'succeeded') throw new Error(`The payment ${payment.ref} is ${payment.status}.`)
step(
  'The buyer approved',
  `${cedis(payment.amount)} paid: ${cedis(payment.net)} for the merchant, ${cedis(payment.fee)} fee`,
)

const order = await send(cedi.orders.read(payment.order_ref ?? ''))
step(
  'The order',
  `${order.ref}, ${order.status}, ${order.items.map((item) => `${item.quantity} × ${item.name}`).join(', ')}`,
)

const balance = await send(cedi.balance.read())
step('The balance', `${cedis(balance.available)} available`)

const refund = await send(cedi.refunds.create({ payment_ref: payment.ref, amount: '40.00', reason: 'A seam is open.' }))
step('A refund is requested', `${refund.ref}, ${cedis(refund.amount)}, ${refund.status}: an operator pays it manually`)

await mock.control('POST', `refunds/${refund.ref}/pay`, { note: 'Sent by MoMo.' })
payment = await send(cedi.payments.read(payment.ref))
const after = await send(cedi.balance.read())
step('The operator paid it', `${cedis(payment.refunded_amount)} returned, ${cedis(after.available)} available`)

const entries =
  /** @type {{ sequence: number, kind: string, postings: { debit: string, credit: string, amount: number }[] }[]} */ (
    await mock.control('GET', 'ledger/entries')
  )
step('Entries of the ledger', 'each line debits one account and credits another')
table(
  ['#', 'entry', 'debit', 'credit', 'GH₵'],
  entries.flatMap(({ sequence, kind, postings }) =>
    postings.map(({ debit, credit, amount }, index) => [
      index === 0 ? `${sequence}` : '',
      index === 0 ? kind : '',
      debit,
      credit,
      amount.toFixed(2),
    ]),
  ),
)
const verdict = /** @type {{ ok: boolean }} */ (await mock.control('GET', 'ledger/verify'))
step('The ledger is verified', verdict.ok ? 'every entry, balance and hash is correct' : 'IT IS BROKEN')

await server.close()
if (!verdict.ok || after.available !== 56) process.exitCode = 1
