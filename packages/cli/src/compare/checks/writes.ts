import { randomUUID } from 'node:crypto'
import type { CheckContext } from '../check-context.js'
import {
  differs,
  judge,
  type LabelledLine,
  type Line,
  mergeLines,
  type Statement,
  toVerdict,
  unknown,
} from '../line.js'
import { describeResponse, type Exchange, isSuccess, readError, readField, readRecord } from '../service-client.js'
import { checkBalanceChange } from './balance-changes.js'
import { type CreatedRecord, sampleText } from './created-values.js'
import { parseAmount } from './fees.js'
import {
  checkCreated,
  checkPendingRefund,
  checkReadBack,
  checkRefund,
  checkRejected,
  checkReplay,
  type KeyedRequest,
  refundWhilePending,
  type StepResult,
  toStep,
} from './write-lines.js'
import { paths, statements } from './write-statements.js'

export const minPayment: KeyedRequest['body'] = {
  amount: 1,
  method: 'mobile_money',
  phone: '0244123789',
  metadata: { note: sampleText },
}
export const intent: KeyedRequest['body'] = {
  amount: 1,
  channels: ['card'],
  return_url: 'https://shop.example/thanks?order=1',
}

/** Result of the writes: the lines, and the responses for the record checks. */
export interface Writes {
  readonly lines: Line[]
  readonly payments: Exchange[]
  readonly intents: Exchange[]
  readonly refunds: Exchange[]
  readonly created: CreatedRecord[]
  /** Whether every request had the expected effect, so that more writes may follow. */
  readonly mayContinue: boolean
  readonly paymentRef: unknown
  /** Reason for a missing refund. */
  readonly refundProblem?: string
}

/** Result without writes. */
export const noWrites: Writes = {
  ...{ lines: [], payments: [], intents: [], refunds: [], created: [] },
  ...{ mayContinue: false, paymentRef: undefined },
}

/** Maximum number of reads that wait for a pending payment before its refund, one per second. */
const maxStatusReads = 10

const readStatus = (exchange: Exchange): unknown => readRecord(exchange)['status']

/**
 * Statement, a request that returns its line and whether the following steps may run, and the path if several operations have
 * the statement.
 */
type Step = readonly [Statement, () => Promise<StepResult>, path?: string]

/** State of the writes: a payment, its refund and a checkout intent. */
class WriteRun {
  readonly payments: Exchange[] = []
  readonly created: CreatedRecord[] = []
  /** Lines of the replays that differ, by path. */
  readonly #replayDiffers = new Set<string>()
  readonly #requests = new Map<string, KeyedRequest>()
  readonly #context: CheckContext
  readonly #sleep: (ms: number) => Promise<void>
  /** Whether the refund was requested before the payment had ended. */
  #isEarlyRefund = false
  /** The payment before its refund, and the balances before and after. */
  #paid: Exchange | undefined
  #paidBalance: Exchange | undefined
  #startBalance: Exchange | undefined

  constructor(context: CheckContext, sleep: (ms: number) => Promise<void>) {
    this.#context = context
    this.#sleep = sleep
  }

  get(path: string): Exchange | undefined {
    return this.#requests.get(path)?.exchange
  }

  async #create(path: string, name: string, body: KeyedRequest['body']): Promise<Exchange> {
    const idempotencyKey = randomUUID()
    const exchange = await this.send(path, body, idempotencyKey)
    this.#requests.set(path, { path, body, idempotencyKey, exchange })
    this.created.push({ name, sent: body, exchange })
    return exchange
  }

  send(path: string, body: object, idempotencyKey: string = randomUUID()): Promise<Exchange> {
    const { service, key } = this.#context
    return service.write(path, { key, text: JSON.stringify(body), headers: { 'Idempotency-Key': idempotencyKey } })
  }

  #read(path: string): Promise<Exchange> {
    return this.#context.service.get(path, { key: this.#context.key })
  }

  get ref(): unknown {
    const payment = this.get(paths.payments)
    return payment && readRecord(payment)['ref']
  }

  async #readPayment(): Promise<Exchange> {
    const read = await this.#read(`${paths.payments}/${encodeURIComponent(String(this.ref))}`)
    if (isSuccess(read)) this.payments.push(read)
    return read
  }

  async createPayment(): Promise<StepResult> {
    this.#startBalance = await this.#read('/api/v1/balance')
    const first = await this.#create(paths.payments, 'Payment', minPayment)
    if (isSuccess(first)) this.payments.push(first)
    const line = checkCreated(statements.create, first, ['payment', { status: 'pending', paid_at: null }])
    return toStep(line, isSuccess(first) && typeof this.ref === 'string')
  }

  async readBack(): Promise<StepResult> {
    const read = await this.#readPayment()
    this.#paid = read
    return toStep(checkReadBack(statements.readBack, read, this.get(paths.payments) as Exchange), true)
  }

  async refundPending(): Promise<StepResult> {
    const statement = statements.pendingRefund
    if (this.#paid === undefined || readStatus(this.#paid) !== 'pending')
      return toStep(unknown(statement, 'The payment was not pending.'), true)
    const refund = await this.#create(paths.refunds, 'Refund', this.#refundBody)
    if (!isSuccess(refund)) {
      // Errors of the state are stored, so the later refund needs another key.
      this.#requests.delete(paths.refunds)
      return toStep(checkPendingRefund(statement, refund, undefined), refund.problem === undefined)
    }
    this.#isEarlyRefund = true
    return toStep(checkPendingRefund(statement, refund, readStatus(await this.#readPayment())), true)
  }

  get #refundBody(): KeyedRequest['body'] {
    return { payment_ref: this.ref, amount: 1, reason: sampleText }
  }

  /** Waits until the payment is not pending, then checks the balance. */
  async awaitPayment(): Promise<StepResult> {
    for (let reads = 0; ; reads++) {
      this.#paid = await this.#readPayment()
      if (readStatus(this.#paid) !== 'pending' || reads === maxStatusReads) break
      await this.#sleep(1_000)
    }
    const statement = statements.paymentBalance
    const net = parseAmount(readRecord(this.#paid)['net'])
    const amount = parseAmount(readRecord(this.#paid)['amount'])
    if (readStatus(this.#paid) !== 'succeeded' || net === undefined || amount === undefined)
      return toStep(unknown(statement, 'The payment did not succeed.'), true)
    if (this.#isEarlyRefund) return toStep(unknown(statement, 'A refund was requested before.'), true)
    this.#paidBalance = await this.#read('/api/v1/balance')
    const change = { before: this.#startBalance as Exchange, after: this.#paidBalance }
    return toStep(checkBalanceChange(statement, { ...change, expected: { available: net }, plausible: [amount] }), true)
  }

  async refund(): Promise<StepResult> {
    const refund = this.get(paths.refunds) ?? (await this.#create(paths.refunds, 'Refund', this.#refundBody))
    const status = this.#paid && readStatus(this.#paid)
    return toStep(checkRefund(statements.refund, refund, status), refund.problem === undefined)
  }

  async checkRefundedBalance(): Promise<StepResult> {
    const refund = this.get(paths.refunds)
    const statement = statements.refundBalance
    if (this.#paidBalance === undefined || refund === undefined || !isSuccess(refund))
      return toStep(unknown(statement, 'No refund was accepted.'), true)
    const amount = parseAmount(readRecord(refund)['amount'])
    // Another state, unit or sign of the refund is reported by itself.
    if (readStatus(refund) !== 'pending' || amount === undefined || amount <= 0n)
      return toStep(unknown(statement, 'The refund is not a pending one.'), true)
    const change = { before: this.#paidBalance, after: await this.#read('/api/v1/balance') }
    return toStep(
      checkBalanceChange(statement, { ...change, expected: { available: -amount, reserved: amount } }),
      true,
    )
  }

  async checkRefundedAmount(): Promise<StepResult> {
    const refund = this.get(paths.refunds)
    const statement = statements.requested
    if (refund === undefined || !isSuccess(refund) || readStatus(refund) !== 'pending')
      return toStep(unknown(statement, 'No pending refund was accepted.'), true)
    const read = await this.#readPayment()
    const line = judge(statement, [read], () => {
      const amount = readField(readRecord(read), 'refunded_amount')
      return toVerdict(statement, [
        Number(amount ?? 0) !== 0 && `A payment has the refunded_amount ${amount} after its refund was requested.`,
      ])
    })
    return toStep(line, true)
  }

  async createIntent(): Promise<StepResult> {
    const exchange = await this.#create(paths.intents, 'CheckoutIntent', intent)
    const initial = { status: 'open', payment_ref: null }
    return toStep(checkCreated(statements.intent, exchange, ['checkout intent', initial]), true)
  }

  async exceedPayment(): Promise<StepResult> {
    const statement = statements.excess
    const refund = this.get(paths.refunds)
    if (refund === undefined || !isSuccess(refund)) return toStep(unknown(statement, 'No refund was accepted.'), true)
    const exchange = await this.send(paths.refunds, { payment_ref: this.ref, amount: 2 })
    if (readError(exchange).code === 'insufficient_balance')
      return toStep(unknown(statement, 'The available balance is too small.'), true)
    return checkRejected(statement, exchange, [422, 'refund_exceeds_payment'])
  }

  async replay(path: string): Promise<StepResult> {
    const request = this.#requests.get(path)
    if (request === undefined || !isSuccess(request.exchange))
      return toStep(unknown(statements.replay, `POST ${path} created nothing.`), true)
    const result = checkReplay(statements.replay, request, await this.send(path, request.body, request.idempotencyKey))
    if (result.line.verdict === 'differs') this.#replayDiffers.add(path)
    return result
  }

  async reuseKey(path: string): Promise<StepResult> {
    const request = this.#requests.get(path)
    if (request === undefined || !isSuccess(request.exchange))
      return toStep(unknown(statements.conflict, `POST ${path} created nothing.`), true)
    const exchange = await this.send(path, { ...request.body, amount: 2 }, request.idempotencyKey)
    const { line, mayContinue } = checkRejected(statements.conflict, exchange, [422, 'idempotency_key_reused'])
    // A service that ignores the key is reported once.
    return line.verdict === 'differs' && this.#replayDiffers.has(path)
      ? toStep(unknown(statements.conflict, `See ${statements.replay.id}.`), mayContinue)
      : toStep(line, mayContinue)
  }
}

const listSteps = (run: WriteRun): readonly Step[] => [
  [statements.create, () => run.createPayment()],
  [statements.readBack, () => run.readBack()],
  [statements.pendingRefund, () => run.refundPending()],
  [statements.replay, () => run.replay(paths.payments), paths.payments],
  [statements.conflict, () => run.reuseKey(paths.payments), paths.payments],
  [
    statements.belowMin,
    async () =>
      checkRejected(statements.belowMin, await run.send(paths.payments, { ...minPayment, amount: 0.99 }), [
        422,
        'amount_too_small',
      ]),
  ],
  [statements.paymentBalance, () => run.awaitPayment()],
  [statements.refund, () => run.refund()],
  [statements.refundBalance, () => run.checkRefundedBalance()],
  [statements.requested, () => run.checkRefundedAmount()],
  [statements.intent, () => run.createIntent()],
  [statements.excess, () => run.exceedPayment()],
  [statements.replay, () => run.replay(paths.refunds), paths.refunds],
  [statements.conflict, () => run.reuseKey(paths.refunds), paths.refunds],
  [statements.replay, () => run.replay(paths.intents), paths.intents],
  [statements.conflict, () => run.reuseKey(paths.intents), paths.intents],
]

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
  const run = new WriteRun(context, sleep)
  const linesById = new Map<Statement, LabelledLine[]>()
  let stopReason: string | undefined
  for (const [statement, execute, path] of listSteps(run)) {
    const lines = linesById.get(statement) ?? []
    linesById.set(statement, lines)
    const label = path && `POST ${path}`
    if (stopReason !== undefined) {
      lines.push({ label, line: toUntriedLine(statement, run.get(paths.payments), stopReason) })
      continue
    }
    const { line, mayContinue } = await execute()
    lines.push({ label, line })
    if (!mayContinue) stopReason = `Not tried, because ${statement.id} had an unexpected result.`
  }
  const lines = [...linesById].map(([statement, found]) => mergeLines(statement, found))
  const refund = lines.find(({ id }) => id === statements.refund.id)
  const list = (path: string): Exchange[] => [run.get(path)].filter((one) => one !== undefined).filter(isSuccess)
  return {
    lines,
    payments: run.payments,
    refunds: list(paths.refunds),
    intents: list(paths.intents),
    created: run.created,
    mayContinue: stopReason === undefined,
    paymentRef: run.ref,
    ...(refund?.seen === refundWhilePending && { refundProblem: refundWhilePending }),
  }
}

/** Returns the line of a step that was not tried. A rejection of the minimum amount shows another minimum. */
const toUntriedLine = (statement: Statement, first: Exchange | undefined, reason: string): Line =>
  statement === statements.belowMin && first && readError(first).code === 'amount_too_small'
    ? differs(statement, `A payment of GH₵1.00 is rejected: ${describeResponse(first)}.`)
    : unknown(statement, reason)
