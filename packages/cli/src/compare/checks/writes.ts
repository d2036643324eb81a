import { randomUUID } from 'node:crypto'
import type { CheckContext } from '../check-context.js'
import { differs, holds, type Line, toVerdict } from '../line.js'
import { describeResponse, type Exchange, readData, readError, toObject } from '../service-client.js'

const paymentsPath = '/api/v1/payments'
const minPayment = { amount: 1, method: 'mobile_money', phone: '0244123789' }

/** Checks real writes with payments of the minimum amount. Runs only with `--write` and a test key. */
export async function checkWrites({
  service,
  key,
}: CheckContext): Promise<{ lines: Line[]; payments: Exchange[]; intents: Exchange[] }> {
  const send = (path: string, body: object, idempotencyKey: string): Promise<Exchange> =>
    service.write(path, { key, text: JSON.stringify(body), headers: { 'Idempotency-Key': idempotencyKey } })
  const idempotencyKey = randomUUID()
  const first = await send(paymentsPath, minPayment, idempotencyKey)
  const replay = await send(paymentsPath, minPayment, idempotencyKey)
  const conflict = await send(paymentsPath, { ...minPayment, amount: 2 }, idempotencyKey)
  const belowMin = await send(paymentsPath, { ...minPayment, amount: 0.99 }, randomUUID())
  const intent = await send('/api/v1/checkout/intent', { amount: 1 }, randomUUID())
  const ref = toObject(readData(first))['ref']
  const read = await service.get(`${paymentsPath}/${encodeURIComponent(String(ref))}`, { key })
  const lines = [
    checkCreated('createPayment', paymentsPath, first),
    checkCreated('createCheckoutIntent', '/api/v1/checkout/intent', intent),
    toVerdict({ id: 'payment.read-back', title: 'a new payment can be read immediately', source: 'Endpoints' }, [
      (read.status !== 200 || toObject(readData(read))['ref'] !== ref) && `Got ${describeResponse(read)}.`,
    ]),
    toVerdict(
      {
        id: 'idempotency.same',
        title: 'the same Idempotency-Key returns the same payment, with Idempotency-Hit',
        source: '0006',
      },
      [
        toObject(readData(replay))['ref'] !== ref && 'It created a second payment.',
        replay.headers.get('idempotency-hit') !== 'true' && 'There is no Idempotency-Hit.',
      ],
    ),
    toVerdict({ id: 'idempotency.reused', title: 'a used Idempotency-Key with another body is 422', source: '0006' }, [
      (conflict.status !== 422 || readError(conflict).code !== 'idempotency_key_reused') &&
        `Got ${describeResponse(conflict)}.`,
    ]),
    toVerdict(
      { id: 'input.smallest-payment', title: 'a payment below GH₵1.00 is 422 amount_too_small', source: '0004' },
      [
        (belowMin.status !== 422 || readError(belowMin).code !== 'amount_too_small') &&
          `Got ${describeResponse(belowMin)}.`,
      ],
    ),
  ]
  const isSuccess = (exchange: Exchange): boolean => exchange.status >= 200 && exchange.status < 300
  return { lines, payments: [first, read].filter(isSuccess), intents: [intent].filter(isSuccess) }
}

function checkCreated(id: string, path: string, exchange: Exchange): Line {
  const statement = { id: `path.${id}`, title: `POST ${path}`, source: 'Endpoints' }
  return exchange.status === 201 ? holds(statement) : differs(statement, `Got ${describeResponse(exchange)}.`)
}
