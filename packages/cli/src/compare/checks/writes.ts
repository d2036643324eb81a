import { randomUUID } from 'node:crypto'
import type { CheckContext } from '../check-context.js'
import { differs, holds, type Line, toVerdict } from '../line.js'
import { describeResponse, type Exchange, readData, readError, toObject } from '../service-client.js'

const payments = '/api/v1/payments'
const smallest = { amount: 1, method: 'mobile_money', phone: '0244123789' }

/** Checks real writes with payments of the minimum amount. Runs only with `--write` and a test key. */
export async function writeLines({
  service,
  key,
}: CheckContext): Promise<{ lines: Line[]; payments: Exchange[]; intents: Exchange[] }> {
  const send = (path: string, body: object, idempotencyKey: string): Promise<Exchange> =>
    service.write(path, { key, text: JSON.stringify(body), headers: { 'Idempotency-Key': idempotencyKey } })
  const one = randomUUID()
  const first = await send(payments, smallest, one)
  const again = await send(payments, smallest, one)
  const reused = await send(payments, { ...smallest, amount: 2 }, one)
  const small = await send(payments, { ...smallest, amount: 0.99 }, randomUUID())
  const intent = await send('/api/v1/checkout/intent', { amount: 1 }, randomUUID())
  const ref = toObject(readData(first))['ref']
  const read = await service.get(`${payments}/${encodeURIComponent(String(ref))}`, { key })
  const lines = [
    created('createPayment', payments, first),
    created('createCheckoutIntent', '/api/v1/checkout/intent', intent),
    toVerdict({ id: 'payment.read-back', title: 'a payment can be read at once', source: 'Endpoints' }, [
      (read.status !== 200 || toObject(readData(read))['ref'] !== ref) && `Got ${describeResponse(read)}.`,
    ]),
    toVerdict(
      {
        id: 'idempotency.same',
        title: 'the same Idempotency-Key gives the same payment, with Idempotency-Hit',
        source: '0006',
      },
      [
        toObject(readData(again))['ref'] !== ref && 'It made a second payment.',
        again.headers.get('idempotency-hit') !== 'true' && 'There is no Idempotency-Hit.',
      ],
    ),
    toVerdict({ id: 'idempotency.reused', title: 'a used Idempotency-Key with another body is 422', source: '0006' }, [
      (reused.status !== 422 || readError(reused).code !== 'idempotency_key_reused') &&
        `Got ${describeResponse(reused)}.`,
    ]),
    toVerdict(
      { id: 'input.smallest-payment', title: 'a payment below GH₵1.00 is 422 amount_too_small', source: '0004' },
      [(small.status !== 422 || readError(small).code !== 'amount_too_small') && `Got ${describeResponse(small)}.`],
    ),
  ]
  const done = (exchange: Exchange): boolean => exchange.status >= 200 && exchange.status < 300
  return { lines, payments: [first, read].filter(done), intents: [intent].filter(done) }
}

function created(id: string, path: string, exchange: Exchange): Line {
  const statement = { id: `path.${id}`, title: `POST ${path}`, source: 'Endpoints' }
  return exchange.status === 201 ? holds(statement) : differs(statement, `Got ${describeResponse(exchange)}.`)
}
