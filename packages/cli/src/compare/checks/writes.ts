import { randomUUID } from 'node:crypto'
import type { CheckContext } from '../check-context.js'
import { differs, holds, type Line, type Statement, toVerdict, unknown } from '../line.js'
import { describeResponse, type Exchange, readData, readError, toObject } from '../service-client.js'

const paymentsPath = '/api/v1/payments'
const minPayment = { amount: 1, method: 'mobile_money', phone: '0244123789' }

/** Requests that `--write` sends. The confirmation lists them. */
export const writesDescription =
  'creates a payment of GH₵1.00 and a checkout intent, sends the payment again with the same Idempotency-Key, with the same and with another amount, sends one of GH₵0.99, and requests a refund of the payment. The requests after the first payment must create nothing, except for the checkout intent; the command stops at the first one that does'

const statements = {
  create: { id: 'path.createPayment', title: `POST ${paymentsPath}`, source: 'Endpoints' },
  readBack: { id: 'payment.read-back', title: 'a new payment can be read immediately', source: 'Endpoints' },
  replay: {
    id: 'idempotency.same',
    title: 'the same Idempotency-Key returns the same payment, with Idempotency-Hit',
    source: '0006',
  },
  conflict: {
    id: 'idempotency.reused',
    title: 'a used Idempotency-Key with another body is 422',
    source: '0006',
  },
  belowMin: {
    id: 'input.smallest-payment',
    title: 'a payment below GH₵1.00 is 422 amount_too_small',
    source: '0004',
  },
  refund: { id: 'path.createRefund', title: 'POST /api/v1/refunds', source: 'Endpoints' },
  intent: { id: 'path.createCheckoutIntent', title: 'POST /api/v1/checkout/intent', source: 'Endpoints' },
}

/** Result of the writes: the lines, and the responses for the record checks. */
interface Writes {
  readonly lines: Line[]
  readonly payments: Exchange[]
  readonly intents: Exchange[]
  readonly refunds: Exchange[]
}

const isSuccess = ({ status }: Exchange): boolean => status >= 200 && status < 300
const readRef = (exchange: Exchange): unknown => toObject(readData(exchange))['ref']

/**
 * Checks real writes. Runs only with `--write` and a test key. Stops after the first request that creates a record
 * unexpectedly or has no usable response, so that a deviating service receives no further writes.
 */
export async function checkWrites(context: CheckContext): Promise<Writes> {
  const { service, key } = context
  const result: Writes = { lines: [], payments: [], intents: [], refunds: [] }
  const idempotencyKey = randomUUID()
  const send = (path: string, body: object, headerValue: string = randomUUID()): Promise<Exchange> =>
    service.write(path, { key, text: JSON.stringify(body), headers: { 'Idempotency-Key': headerValue } })
  const pay = (amount: number, headerValue?: string): Promise<Exchange> =>
    send(paymentsPath, { ...minPayment, amount }, headerValue)
  const first = await pay(1, idempotencyKey)
  const ref = readRef(first)
  if (isSuccess(first)) result.payments.push(first)
  /** Steps in order: each returns its line, and whether the following steps may run. */
  const steps: readonly (readonly [
    Statement,
    () => Promise<{ readonly line: Line; readonly mayContinue: boolean }>,
  ])[] = [
    [statements.create, async () => toStep(checkCreated(statements.create, first), first.status === 201)],
    [
      statements.readBack,
      async () => {
        const read = await service.get(`${paymentsPath}/${encodeURIComponent(String(ref))}`, { key })
        if (isSuccess(read)) result.payments.push(read)
        return toStep(
          read.problem === undefined
            ? toVerdict(statements.readBack, [
                (read.status !== 200 || readRef(read) !== ref) && `Got ${describeResponse(read)}.`,
              ])
            : unknown(statements.readBack, read.problem),
          true,
        )
      },
    ],
    [statements.replay, async () => checkReplay(await pay(1, idempotencyKey), ref)],
    [
      statements.conflict,
      async () => checkRejected(statements.conflict, await pay(2, idempotencyKey), [422, 'idempotency_key_reused']),
    ],
    [statements.belowMin, async () => checkRejected(statements.belowMin, await pay(0.99), [422, 'amount_too_small'])],
    [
      statements.refund,
      async () => {
        const refund = await send('/api/v1/refunds', { payment_ref: ref, amount: 1 })
        if (isSuccess(refund)) result.refunds.push(refund)
        // The payment may be succeeded already, so both a refund and a rejection with its reason are valid.
        return toStep(checkRefund(refund), refund.problem === undefined)
      },
    ],
    [
      statements.intent,
      async () => {
        const intent = await send('/api/v1/checkout/intent', { amount: 1 })
        if (isSuccess(intent)) result.intents.push(intent)
        return toStep(checkCreated(statements.intent, intent), true)
      },
    ],
  ]
  let stopReason: string | undefined
  for (const [statement, run] of steps) {
    if (stopReason !== undefined) {
      result.lines.push(toUntriedLine(statement, first, stopReason))
      continue
    }
    const { line, mayContinue } = await run()
    result.lines.push(line)
    if (!mayContinue) stopReason = `Not tried, because ${statement.id} had an unexpected result.`
  }
  return result
}

/** Returns the line of a step that was not tried. A rejection of the minimum amount shows another minimum. */
const toUntriedLine = (statement: Statement, first: Exchange, reason: string): Line =>
  statement === statements.belowMin && readError(first).code === 'amount_too_small'
    ? differs(statement, `A payment of GH₵1.00 is rejected: ${describeResponse(first)}.`)
    : unknown(statement, reason)

const toStep = (line: Line, mayContinue: boolean) => ({ line, mayContinue })

function checkCreated(statement: Statement, exchange: Exchange): Line {
  if (exchange.problem !== undefined) return unknown(statement, exchange.problem)
  return exchange.status === 201 ? holds(statement) : differs(statement, `Got ${describeResponse(exchange)}.`)
}

function checkReplay(replay: Exchange, ref: unknown) {
  const statement = statements.replay
  if (replay.problem !== undefined) return toStep(unknown(statement, replay.problem), false)
  if (!isSuccess(replay))
    return toStep(
      differs(
        statement,
        `A replay looks rejected instead of returning the stored response: got ${describeResponse(replay)}.`,
      ),
      true,
    )
  const isSame = readRef(replay) === ref
  return toStep(
    toVerdict(statement, [
      !isSame && 'It created a second payment.',
      isSame && replay.headers.get('idempotency-hit') !== 'true' && 'There is no Idempotency-Hit.',
    ]),
    isSame,
  )
}

function checkRejected(statement: Statement, exchange: Exchange, [status, code]: readonly [number, string]) {
  if (exchange.problem !== undefined) return toStep(unknown(statement, exchange.problem), false)
  return toStep(
    toVerdict(statement, [
      (exchange.status !== status || readError(exchange).code !== code) && `Got ${describeResponse(exchange)}.`,
    ]),
    !isSuccess(exchange),
  )
}

function checkRefund(refund: Exchange): Line {
  const statement = statements.refund
  if (refund.problem !== undefined) return unknown(statement, refund.problem)
  if (refund.status === 403) return unknown(statement, 'The key lacks refunds:write.')
  const isRejectedByState = ['payment_not_refundable', 'insufficient_balance', 'invalid_state'].includes(
    String(readError(refund).code),
  )
  return refund.status === 201 || isRejectedByState
    ? holds(statement, `Got ${describeResponse(refund)}.`)
    : differs(statement, `Got ${describeResponse(refund)}.`)
}
