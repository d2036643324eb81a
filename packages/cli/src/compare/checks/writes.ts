import { randomUUID } from 'node:crypto'
import { dataOf, type Exchange, errorOf, objectOf, seenOf } from '../conversation.js'
import { differs, holds, type Line, verdictOf } from '../line.js'
import type { Looking } from '../looking.js'

const payments = '/api/v1/payments'
const smallest = { amount: 1, method: 'mobile_money', phone: '0244123789' }

/** What only a write shows, with payments of the smallest amount. It runs only on request, and with a test key. */
export async function writeLines({
  service,
  key,
}: Looking): Promise<{ lines: Line[]; payments: Exchange[]; intents: Exchange[] }> {
  const send = (path: string, body: object, idempotencyKey: string): Promise<Exchange> =>
    service.write(path, { key, text: JSON.stringify(body), headers: { 'Idempotency-Key': idempotencyKey } })
  const one = randomUUID()
  const first = await send(payments, smallest, one)
  const again = await send(payments, smallest, one)
  const reused = await send(payments, { ...smallest, amount: 2 }, one)
  const small = await send(payments, { ...smallest, amount: 0.99 }, randomUUID())
  const intent = await send('/api/v1/checkout/intent', { amount: 1 }, randomUUID())
  const ref = objectOf(dataOf(first))['ref']
  const read = await service.get(`${payments}/${encodeURIComponent(String(ref))}`, { key })
  const lines = [
    created('createPayment', payments, first),
    created('createCheckoutIntent', '/api/v1/checkout/intent', intent),
    verdictOf({ id: 'payment.read-back', title: 'a payment can be read at once', source: 'Endpoints' }, [
      (read.status !== 200 || objectOf(dataOf(read))['ref'] !== ref) && `Got ${seenOf(read)}.`,
    ]),
    verdictOf(
      {
        id: 'idempotency.same',
        title: 'the same Idempotency-Key gives the same payment, with Idempotency-Hit',
        source: '0006',
      },
      [
        objectOf(dataOf(again))['ref'] !== ref && 'It made a second payment.',
        again.headers.get('idempotency-hit') !== 'true' && 'There is no Idempotency-Hit.',
      ],
    ),
    verdictOf({ id: 'idempotency.reused', title: 'a used Idempotency-Key with another body is 422', source: '0006' }, [
      (reused.status !== 422 || errorOf(reused).code !== 'idempotency_key_reused') && `Got ${seenOf(reused)}.`,
    ]),
    verdictOf(
      { id: 'input.smallest-payment', title: 'a payment below GH₵1.00 is 422 amount_too_small', source: '0004' },
      [(small.status !== 422 || errorOf(small).code !== 'amount_too_small') && `Got ${seenOf(small)}.`],
    ),
  ]
  const done = (exchange: Exchange): boolean => exchange.status >= 200 && exchange.status < 300
  return { lines, payments: [first, read].filter(done), intents: [intent].filter(done) }
}

function created(id: string, path: string, exchange: Exchange): Line {
  const statement = { id: `path.${id}`, title: `POST ${path}`, source: 'Endpoints' }
  return exchange.status === 201 ? holds(statement) : differs(statement, `Got ${seenOf(exchange)}.`)
}
