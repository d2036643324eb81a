import { randomUUID } from 'node:crypto'
import type { CheckContext } from '../check-context.js'
import { formatAmount } from '../format-amount.js'
import { judge, type Line, type Statement, toVerdict, unknown } from '../line.js'
import { describeResponse, type Exchange, isSuccess, readError, readField, readRecord } from '../service-client.js'
import { type BalanceChange, checkBalanceChange, isUnchanged } from './balance-changes.js'
import { isListed } from './contract-fields.js'
import { type CreatedRecord, sampleText } from './created-values.js'
import { parseAmount } from './fees.js'
import { checkKeyOnOtherPath, checkOptionalKey, checkReplay, checkReusedKey, type KeyedRequest } from './idempotency.js'
import {
  checkCreated,
  checkPendingRefund,
  checkReadBack,
  checkRefund,
  checkRejected,
  hasRefundedAmount,
  readIdentifier,
  refundedPesewas,
  refundWhilePending,
  type StepResult,
  toStep,
} from './write-lines.js'
import { intent, minPayment, paths, statements } from './write-statements.js'

/** Maximum number of reads that wait for a pending payment before its refund, one per second. */
const maxStatusReads = 10
/** Maximum number of reads that wait for a change of the balance, one per second. */
const maxBalanceReads = 3

/** Constant part of a fee. */
const flatFeePesewas = 50n

const readStatus = (exchange: Exchange | undefined): unknown => exchange && readField(readRecord(exchange), 'status')

/** State of the writes: a payment, its refund and a checkout intent. */
export class WriteRun {
  readonly payments: Exchange[] = []
  readonly created: CreatedRecord[] = []
  /** Paths whose replays differ. */
  readonly #replayDiffers = new Set<string>()
  readonly #requests = new Map<string, KeyedRequest>()
  readonly #context: CheckContext
  readonly #sleep: (ms: number) => Promise<void>
  /** Whether the refund was requested before the payment had ended. */
  #isEarlyRefund = false
  /** The last read of the payment before its refund. */
  #paid: Exchange | undefined
  /** Balance before the payment, and before the refund. */
  #startBalance: Exchange | undefined
  #paidBalance: Exchange | undefined
  /** Whether the balance stayed the same although the payment had succeeded. */
  #isBalanceUnchanged = false

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
    this.#requests.set(path, { path, name, body, idempotencyKey, exchange })
    // The refund has the amount of the payment. Another one is reported with the refund.
    const amount = Number(refundedPesewas) / 100
    const sent = name === 'Refund' && hasRefundedAmount(exchange) ? { ...body, amount } : body
    this.created.push({ name, sent, exchange })
    return exchange
  }

  send(path: string, body: object, idempotencyKey: string | null = randomUUID()): Promise<Exchange> {
    const { service, key } = this.#context
    return service.write(path, { key, text: JSON.stringify(body), idempotencyKey })
  }

  #read(path: string): Promise<Exchange> {
    return this.#context.service.get(path, { key: this.#context.key })
  }

  get ref(): unknown {
    const payment = this.get(paths.payments)
    return payment && readIdentifier(payment)
  }

  async #readPayment(): Promise<Exchange> {
    const read = await this.#read(`${paths.payments}/${encodeURIComponent(String(this.ref))}`)
    if (isSuccess(read)) this.payments.push(read)
    return read
  }

  /** Returns the reason why the payment does not have the status of the contract that a step needs. */
  #describePayment(): string {
    const read = this.#paid as Exchange
    const status = readStatus(read)
    if (read.problem !== undefined) return read.problem
    if (!isSuccess(read)) return `The payment could not be read: got ${describeResponse(read)}.`
    if (status === undefined) return 'The payment shows no status.'
    if (!isListed('Payment', 'status', status))
      return `Its status is ${String(status).slice(0, 60)}, which the contract does not list.`
    return status === 'pending' ? refundWhilePending : `The status of the payment is ${status}.`
  }

  async createPayment(): Promise<StepResult> {
    this.#startBalance = await this.#read('/api/v1/balance')
    const first = await this.#create(paths.payments, 'Payment', minPayment)
    if (isSuccess(first)) this.payments.push(first)
    const line =
      readError(first).code === 'amount_too_small'
        ? unknown(statements.create, `See ${statements.belowMin.id}.`)
        : checkCreated(statements.create, first, { name: 'Payment', values: { status: 'pending', paid_at: null } })
    return toStep(line, isSuccess(first) && this.ref !== undefined)
  }

  async readBack(): Promise<StepResult> {
    const read = await this.#readPayment()
    this.#paid = read
    return toStep(checkReadBack(statements.readBack, read, this.get(paths.payments) as Exchange), true)
  }

  async refundPending(): Promise<StepResult> {
    const statement = statements.pendingRefund
    if (readStatus(this.#paid) !== 'pending') return toStep(unknown(statement, this.#describePayment()), true)
    const refund = await this.#create(paths.refunds, 'Refund', this.#refundBody)
    if (!isSuccess(refund)) {
      // Errors of the state are stored, so the later refund needs another key.
      this.#requests.delete(paths.refunds)
      return toStep(checkPendingRefund(statement, refund, undefined), refund.problem === undefined)
    }
    this.#isEarlyRefund = true
    return toStep(checkPendingRefund(statement, refund, readStatus(await this.#readPayment())), true)
  }

  /** Body of a refund without an amount: all that is left of the payment. */
  get #refundBody(): KeyedRequest['body'] {
    return { payment_ref: this.ref, reason: sampleText }
  }

  /** Waits until the status of a new payment has changed, then checks the balance. */
  async awaitPayment(): Promise<StepResult> {
    const statement = statements.paymentBalance
    const firstStatus = readStatus(this.get(paths.payments))
    for (let reads = 0; ; reads++) {
      this.#paid = await this.#readPayment()
      const status = readStatus(this.#paid)
      const isPending = status === 'pending' || (status === firstStatus && !isListed('Payment', 'status', status))
      // A read may follow a write late.
      const mayChange = this.#paid.status === 404 || (isSuccess(this.#paid) && isPending)
      if (!mayChange || reads === maxStatusReads) break
      await this.#sleep(1_000)
    }
    const status = readStatus(this.#paid)
    const hasSucceeded = status === 'succeeded'
    if (!hasSucceeded && isListed('Payment', 'status', status))
      return toStep(unknown(statement, this.#describePayment()), true)
    const [net, amount] = ['net', 'amount'].map((name) =>
      parseAmount(readField(readRecord(this.#paid as Exchange), name)),
    )
    if (net === undefined || amount === undefined)
      return toStep(unknown(statement, hasSucceeded ? 'The payment shows no net.' : this.#describePayment()), true)
    if (this.#isEarlyRefund) return toStep(unknown(statement, `See ${statements.pendingRefund.id}.`), true)
    const { line, after } = await this.#awaitBalance(statement, {
      ...{ before: this.#startBalance as Exchange, expected: { available: net }, plausible: [amount] },
    })
    this.#paidBalance = after
    // The status may mean that the payment is not available yet.
    if (!hasSucceeded && line.verdict === 'differs') return toStep(unknown(statement, this.#describePayment()), true)
    this.#isBalanceUnchanged = line.verdict === 'differs' && isUnchanged(this.#startBalance as Exchange, after)
    return toStep(line, true)
  }

  /** Checks a change of the balance. Reads it again if it has not changed as expected, because the change may be late. */
  async #awaitBalance(
    statement: Statement,
    change: Omit<BalanceChange, 'after'>,
  ): Promise<{ readonly line: Line; readonly after: Exchange }> {
    for (let reads = 1; ; reads++) {
      const after = await this.#read('/api/v1/balance')
      const line = checkBalanceChange(statement, { ...change, after })
      if (line.verdict !== 'differs' || reads === maxBalanceReads) return { line, after }
      await this.#sleep(1_000)
    }
  }

  async refund(): Promise<StepResult> {
    this.#paidBalance ??= this.#isEarlyRefund ? undefined : await this.#read('/api/v1/balance')
    const refund = this.get(paths.refunds) ?? (await this.#create(paths.refunds, 'Refund', this.#refundBody))
    return toStep(checkRefund(statements.refund, refund, readStatus(this.#paid)), refund.problem === undefined)
  }

  /** Returns the reason for a missing pending refund. A status that the contract does not list counts as pending. */
  #describeRefund(): string | undefined {
    const refund = this.get(paths.refunds)
    if (refund === undefined || !isSuccess(refund)) return `No refund was accepted: see ${statements.refund.id}.`
    if (this.#isEarlyRefund) return `See ${statements.pendingRefund.id}.`
    if (!hasRefundedAmount(refund)) return `The refund has another amount: see ${statements.refund.id}.`
    const status = readStatus(refund)
    return status === 'pending' || !isListed('Refund', 'status', status)
      ? undefined
      : `The refund is ${status}: see ${statements.refund.id}.`
  }

  async checkRefundedBalance(): Promise<StepResult> {
    const statement = statements.refundBalance
    const reason = this.#describeRefund()
    if (reason !== undefined) return toStep(unknown(statement, reason), true)
    const before = this.#paidBalance as Exchange
    const expected = { available: -refundedPesewas, reserved: refundedPesewas }
    const fee = parseAmount(readField(readRecord(this.#paid as Exchange), 'fee')) ?? 0n
    const plausible = [
      fee,
      refundedPesewas - fee,
      refundedPesewas + fee,
      flatFeePesewas,
      refundedPesewas + flatFeePesewas,
    ]
    const { line, after } = await this.#awaitBalance(statement, { before, expected, plausible })
    const isRepeated = this.#isBalanceUnchanged && isUnchanged(before, after)
    return toStep(isRepeated ? unknown(statement, `See ${statements.paymentBalance.id}.`) : line, true)
  }

  async checkRefundedAmount(): Promise<StepResult> {
    const statement = statements.requested
    const reason = this.#describeRefund()
    if (reason !== undefined) return toStep(unknown(statement, reason), true)
    const read = await this.#readPayment()
    const line = judge(statement, [read], () => {
      const amount = parseAmount(readField(readRecord(read), 'refunded_amount') ?? 0)
      if (amount === undefined) return unknown(statement, 'The payment shows no refunded_amount.')
      return toVerdict(statement, [
        amount !== 0n && `A payment has the refunded_amount ${formatAmount(amount)} after its refund was requested.`,
      ])
    })
    return toStep(line, true)
  }

  async createIntent(): Promise<StepResult> {
    const exchange = await this.#create(paths.intents, 'CheckoutIntent', intent)
    const values = { status: 'open', payment_ref: null }
    return toStep(checkCreated(statements.intent, exchange, { name: 'CheckoutIntent', values }), true)
  }

  async exceedPayment(): Promise<StepResult> {
    const statement = statements.excess
    const refund = this.get(paths.refunds)
    if (refund === undefined || !isSuccess(refund))
      return toStep(unknown(statement, `No refund was accepted: see ${statements.refund.id}.`), true)
    const exchange = await this.send(paths.refunds, { payment_ref: this.ref, amount: 2 })
    if (readError(exchange).code === 'insufficient_balance')
      return toStep(unknown(statement, 'The available balance is too small.'), true)
    return checkRejected(statement, exchange, [422, 'refund_exceeds_payment'])
  }

  /** Sends a payment that must be rejected, without a key. */
  async omitKey(): Promise<StepResult> {
    const exchange = await this.send(paths.payments, { ...minPayment, amount: 0.99 }, null)
    return checkOptionalKey(statements.optional, exchange)
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
    const { line, mayContinue } = checkReusedKey(statements.conflict, request, exchange)
    // A service that ignores the key is reported once.
    return line.verdict === 'differs' && this.#replayDiffers.has(path)
      ? toStep(unknown(statements.conflict, `See ${statements.replay.id}.`), mayContinue)
      : toStep(line, mayContinue)
  }

  /** Creates a second checkout intent with the key of the payment. */
  async useKeyOnOtherPath(): Promise<StepResult> {
    const used = this.#requests.get(paths.payments)
    const first = this.get(paths.intents)
    if (used === undefined || first === undefined || !isSuccess(first))
      return toStep(unknown(statements.scope, `POST ${paths.intents} created nothing.`), true)
    return checkKeyOnOtherPath(statements.scope, used, await this.send(paths.intents, intent, used.idempotencyKey))
  }
}
