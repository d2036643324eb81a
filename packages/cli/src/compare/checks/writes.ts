import { randomUUID } from 'node:crypto'
import type { CheckContext } from '../check-context.js'
import { judgeError } from '../expected-error.js'
import { differs, holds, judge, type Line, type Statement, toVerdict, unknown } from '../line.js'
import { describeResponse, type Exchange, isSuccess, readError, readField, readRecord } from '../service-client.js'
import { type CreatedRecord, sampleText } from './created-values.js'
import { unpaidStatuses } from './payments.js'

const paymentsPath = '/api/v1/payments'
const minPayment = { amount: 1, method: 'mobile_money', phone: '0244123789', metadata: { note: sampleText } }

/** Requests that `--write` sends. The confirmation lists them. */
export const writesDescription =
  'creates a payment of GH₵1.00 and a checkout intent, sends the payment again with the same Idempotency-Key, with the same and with another amount, sends one of GH₵0.99, requests a refund of the payment, and a refund that exceeds it. The requests after the first payment must create nothing, except for the first refund and the checkout intent; the command stops at the first one that does'

const statements = {
  create: { id: 'path.createPayment', title: `POST ${paymentsPath}`, source: 'Endpoints' },
  readBack: { id: 'payment.read-back', title: 'a new payment can be read immediately', source: 'Endpoints' },
  replay: {
    id: 'idempotency.same',
    title: 'the same Idempotency-Key returns the stored response, with Idempotency-Hit',
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
  excess: {
    id: 'refund.excess',
    title: 'a refund that exceeds the payment is 422 refund_exceeds_payment',
    source: '0009',
  },
  intent: { id: 'path.createCheckoutIntent', title: 'POST /api/v1/checkout/intent', source: 'Endpoints' },
}

/** Result of the writes: the lines, and the responses for the record checks. */
export interface Writes {
  readonly lines: Line[]
  readonly payments: Exchange[]
  readonly intents: Exchange[]
  readonly refunds: Exchange[]
  readonly created: CreatedRecord[]
  /** Reason for a missing refund. */
  refundProblem?: string
}

/** Statement, and a request that returns its line and whether the following steps may run. */
type Step = readonly [Statement, () => Promise<{ readonly line: Line; readonly mayContinue: boolean }>]

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
  const result: Writes = { lines: [], payments: [], intents: [], refunds: [], created: [] }
  const idempotencyKey = randomUUID()
  const send = (path: string, body: object, headerValue: string = randomUUID()): Promise<Exchange> =>
    service.write(path, { key, text: JSON.stringify(body), headers: { 'Idempotency-Key': headerValue } })
  const pay = (amount: number, headerValue?: string): Promise<Exchange> =>
    send(paymentsPath, { ...minPayment, amount }, headerValue)
  const first = await pay(1, idempotencyKey)
  const ref = readRef(first)
  if (isSuccess(first)) result.payments.push(first)
  result.created.push({ name: 'Payment', sent: minPayment, exchange: first })
  const steps: readonly Step[] = [
    [
      statements.create,
      async () =>
        toStep(
          checkCreated(statements.create, first, ['payment', { status: 'pending', paid_at: null }]),
          isSuccess(first) && typeof ref === 'string',
        ),
    ],
    [
      statements.readBack,
      async () => {
        const read = await service.get(`${paymentsPath}/${encodeURIComponent(String(ref))}`, { key })
        if (isSuccess(read)) result.payments.push(read)
        return toStep(checkReadBack(read, ref), true)
      },
    ],
    [statements.replay, async () => checkReplay(await pay(1, idempotencyKey), first)],
    [
      statements.conflict,
      async () => checkRejected(statements.conflict, await pay(2, idempotencyKey), [422, 'idempotency_key_reused']),
    ],
    [statements.belowMin, async () => checkRejected(statements.belowMin, await pay(0.99), [422, 'amount_too_small'])],
    ...createLaterSteps(context, { send, ref, result, sleep }),
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

/** Creates the steps after those with the Idempotency-Key: a refund, a checkout intent, and a refund that is too large. */
const createLaterSteps = (
  context: CheckContext,
  {
    send,
    ref,
    result,
    sleep,
  }: {
    readonly send: (path: string, body: object) => Promise<Exchange>
    readonly ref: unknown
    readonly result: Writes
    readonly sleep: (ms: number) => Promise<void>
  },
): readonly Step[] => [
  [
    statements.refund,
    async () => {
      const paymentStatus = await waitForPayment(context, ref, sleep)
      const sent = { payment_ref: ref, amount: 1, reason: sampleText }
      const refund = await send('/api/v1/refunds', sent)
      if (isSuccess(refund)) result.refunds.push(refund)
      result.created.push({ name: 'Refund', sent, exchange: refund })
      const line = checkRefund(refund, paymentStatus)
      if (line.seen === refundWhilePending) result.refundProblem = refundWhilePending
      return toStep(line, refund.problem === undefined)
    },
  ],
  [
    statements.intent,
    async () => {
      const sent = { amount: 1, channels: ['card'], return_url: 'https://shop.example/thanks?order=1' }
      const intent = await send('/api/v1/checkout/intent', sent)
      if (isSuccess(intent)) result.intents.push(intent)
      result.created.push({ name: 'CheckoutIntent', sent, exchange: intent })
      return toStep(
        checkCreated(statements.intent, intent, ['checkout intent', { status: 'open', payment_ref: null }]),
        true,
      )
    },
  ],
  [
    statements.excess,
    async () => {
      if (!result.refunds.some(isSuccess)) return toStep(unknown(statements.excess, 'No refund was accepted.'), true)
      const exchange = await send('/api/v1/refunds', { payment_ref: ref, amount: 2 })
      if (readError(exchange).code === 'insufficient_balance')
        return toStep(unknown(statements.excess, 'The available balance is too small.'), true)
      return checkRejected(statements.excess, exchange, [422, 'refund_exceeds_payment'])
    },
  ],
]

/** Returns the line of a step that was not tried. A rejection of the minimum amount shows another minimum. */
const toUntriedLine = (statement: Statement, first: Exchange, reason: string): Line =>
  statement === statements.belowMin && readError(first).code === 'amount_too_small'
    ? differs(statement, `A payment of GH₵1.00 is rejected: ${describeResponse(first)}.`)
    : unknown(statement, reason)

const toStep = (line: Line, mayContinue: boolean) => ({ line, mayContinue })

/** @param initial - Kind of the record, and the values that a new one has. */
function checkCreated(
  statement: Statement,
  exchange: Exchange,
  [name, initial]: readonly [string, Readonly<Record<string, unknown>>],
): Line {
  if (exchange.problem !== undefined) return unknown(statement, exchange.problem)
  return toVerdict(statement, [
    exchange.status !== 201 && `Got ${describeResponse(exchange)}, not 201.`,
    ...describeInitialState(name, exchange, initial),
  ])
}

/** Describes fields of a new record that do not have their initial value. */
function describeInitialState(name: string, exchange: Exchange, initial: Readonly<Record<string, unknown>>): string[] {
  if (!isSuccess(exchange)) return []
  const record = readRecord(exchange)
  return Object.entries(initial)
    .map(([field, value]) => ({ field, value, found: readField(record, field) }))
    .filter(({ value, found }) => found !== undefined && found !== value)
    .map(
      ({ field, value, found }) =>
        `The ${field} of a new ${name} is ${JSON.stringify(found).slice(0, 60)}, not ${JSON.stringify(value)}.`,
    )
}

const checkReadBack = (read: Exchange, ref: unknown): Line =>
  judge(statements.readBack, [read], () =>
    toVerdict(statements.readBack, [
      (read.status !== 200 || readRef(read) !== ref) && `Got ${describeResponse(read)}.`,
    ]),
  )

function checkReplay(replay: Exchange, first: Exchange) {
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
  const [stored, found] = [readRecord(first), readRecord(replay)]
  const isSame = readRef(replay) === readRef(first)
  const changed = Object.keys({ ...stored, ...found }).filter(
    (field) => JSON.stringify(stored[field]) !== JSON.stringify(found[field]),
  )
  return toStep(
    toVerdict(statement, [
      !isSame && 'It created a second payment.',
      isSame && replay.status !== first.status && `The status is ${replay.status}, and was ${first.status}.`,
      isSame && changed.length > 0 && `The replay has other values in ${changed.join(', ').slice(0, 200)}.`,
      isSame && replay.headers.get('idempotency-hit') !== 'true' && 'There is no Idempotency-Hit.',
    ]),
    isSame,
  )
}

function checkRejected(statement: Statement, exchange: Exchange, [status, code]: readonly [number, string]) {
  const line = judgeError(statement, exchange, { status, code })
  return toStep(line, exchange.problem === undefined && !isSuccess(exchange))
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
  // An operator resolves a refund.
  const wrong = describeInitialState('refund', refund, { status: 'pending', resolved_at: null })
  if (wrong.length > 0)
    return toVerdict(statement, [refund.status !== 201 && `Got ${describeResponse(refund)}, not 201.`, ...wrong])
  return refund.status === 201 || isRejectedByState
    ? holds(statement, `Got ${describeResponse(refund)}.`)
    : differs(statement, `Got ${describeResponse(refund)}, not 201.`)
}
