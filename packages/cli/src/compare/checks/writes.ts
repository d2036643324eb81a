import { randomUUID } from 'node:crypto'
import type { CheckContext } from '../check-context.js'
import { differs, holds, judge, type Line, type Statement, toVerdict, unknown } from '../line.js'
import { describeResponse, type Exchange, isSuccess, readError, readRecord } from '../service-client.js'
import { unpaidStatuses } from './payments.js'

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
export interface Writes {
  readonly lines: Line[]
  readonly payments: Exchange[]
  readonly intents: Exchange[]
  readonly refunds: Exchange[]
  /** Reason for a missing refund. */
  refundProblem?: string
}

/** Maximum number of reads that wait for a pending payment before its refund, one per second. */
const maxStatusReads = 10
const refundWhilePending = 'The payment was still pending.'

const readRef = (exchange: Exchange): unknown => readRecord(exchange)['ref']

const readStatus = (exchange: Exchange): unknown => readRecord(exchange)['status']

/** Reads a payment until it is not pending. @returns The last status, or undefined without a usable response. */
async function waitForPayment(
  { service, key }: CheckContext,
  ref: unknown,
  sleep: (ms: number) => Promise<void>,
): Promise<unknown> {
  for (let reads = 0; ; reads++) {
    const status = readStatus(await service.get(`${paymentsPath}/${encodeURIComponent(String(ref))}`, { key }))
    if (status !== 'pending' || reads === maxStatusReads) return status
    await sleep(1_000)
  }
}

/**
 * Checks real writes. Runs only with `--write` and a test key. Stops after the first request that creates a record
 * unexpectedly or has no usable response, so that a deviating service receives no further writes.
 *
 * @param sleep - Waits between the reads of a pending payment.
 */
export async function checkWrites(
  context: CheckContext,
  sleep: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<Writes> {
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
    [
      statements.create,
      async () => toStep(checkCreated(statements.create, first), isSuccess(first) && typeof ref === 'string'),
    ],
    [
      statements.readBack,
      async () => {
        const read = await service.get(`${paymentsPath}/${encodeURIComponent(String(ref))}`, { key })
        if (isSuccess(read)) result.payments.push(read)
        return toStep(checkReadBack(read, ref), true)
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
        const paymentStatus = await waitForPayment(context, ref, sleep)
        const refund = await send('/api/v1/refunds', { payment_ref: ref, amount: 1 })
        if (isSuccess(refund)) result.refunds.push(refund)
        const line = checkRefund(refund, paymentStatus)
        if (line.seen === refundWhilePending) result.refundProblem = refundWhilePending
        return toStep(line, refund.problem === undefined)
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

const checkReadBack = (read: Exchange, ref: unknown): Line =>
  judge(statements.readBack, [read], () =>
    toVerdict(statements.readBack, [
      (read.status !== 200 || readRef(read) !== ref) && `Got ${describeResponse(read)}.`,
    ]),
  )

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

/** @param paymentStatus - Status of the payment before the refund. */
function checkRefund(refund: Exchange, paymentStatus: unknown): Line {
  const statement = statements.refund
  if (refund.problem !== undefined) return unknown(statement, refund.problem)
  if (refund.status === 403) return unknown(statement, 'The key lacks refunds:write.')
  const isRejectedByState = ['payment_not_refundable', 'insufficient_balance', 'invalid_state'].includes(
    String(readError(refund).code),
  )
  if (isSuccess(refund) && unpaidStatuses.includes(paymentStatus))
    return differs(statement, `A refund of a payment with the status ${paymentStatus} was accepted.`)
  if (isRejectedByState && paymentStatus === 'pending') return unknown(statement, refundWhilePending)
  // The balance may be insufficient, so both a refund and a rejection with its reason are valid.
  return refund.status === 201 || isRejectedByState
    ? holds(statement, `Got ${describeResponse(refund)}.`)
    : differs(statement, `Got ${describeResponse(refund)}.`)
}
