import { judgeError } from '../expected-error.js'
import { formatAmount } from '../format-amount.js'
import { differs, holds, judge, type Line, type Statement, toVerdict, unknown } from '../line.js'
import { findOperation } from '../operations.js'
import {
  describeResponse,
  type Exchange,
  getIdentifier,
  isSuccess,
  readError,
  readField,
  readRecord,
} from '../service-client.js'
import { describeChanged, findChangedFields, isListed } from './contract-fields.js'
import { parseAmount } from './fees.js'
import { unpaidStatuses } from './payments.js'

/** Returns the words of a schema's name: `checkout intent`. */
export const toNoun = (name: string): string => name.replace(/(?!^)[A-Z]/g, ' $&').toLowerCase()

/** Line of a step, and whether the following steps may run. */
export interface StepResult {
  readonly line: Line
  readonly mayContinue: boolean
}

export const toStep = (line: Line, mayContinue: boolean): StepResult => ({ line, mayContinue })

/** Returns the identifier of the record in a response. */
export const readIdentifier = (exchange: Exchange): unknown => getIdentifier(readRecord(exchange))

/** Checks a response to a valid write. @param initial - Values that a new record has. */
export function checkCreated(statement: Statement, exchange: Exchange, initial: InitialState): Line {
  if (exchange.problem !== undefined) return unknown(statement, exchange.problem)
  if (readError(exchange).code === 'insufficient_scope')
    return unknown(statement, `The key lacks ${findOperation(exchange)?.scope}.`)
  const wrong = describeInitialState(exchange, initial)
  const line = toVerdict(statement, [
    exchange.status !== 201 && `Got ${describeResponse(exchange)}, not 201.`,
    ...wrong,
  ])
  const isStatusOnly = exchange.status !== 201 && isSuccess(exchange) && wrong.length === 0
  return isStatusOnly ? { ...line, statusOnly: { expected: 201, actual: exchange.status } } : line
}

/** Values of a new record, by field. */
interface InitialState {
  /** Schema of the record, such as `Payment`. */
  readonly name: string
  readonly values: Readonly<Record<string, unknown>>
}

/** Describes fields of a new record that do not have their initial value. */
function describeInitialState(exchange: Exchange, { name, values }: InitialState): string[] {
  if (!isSuccess(exchange)) return []
  const record = readRecord(exchange)
  return Object.entries(values)
    .map(([field, value]) => ({ field, value, found: readField(record, field) }))
    .filter(({ value, found }) => found !== undefined && found !== value)
    .filter(({ field, found }) => isListed(name, field, found))
    .map(
      ({ field, value, found }) =>
        `The ${field} of a new ${toNoun(name)} is ${JSON.stringify(found).slice(0, 60)}, not ${JSON.stringify(value)}.`,
    )
}

/** Fields of a payment that its result changes. */
const resultFields = ['status', 'fee', 'net', 'next_action', 'failure', 'paid_at']

/** Checks that a new payment can be read, with the values of its creation. */
export const checkReadBack = (statement: Statement, read: Exchange, created: Exchange): Line =>
  judge(statement, [read], () => {
    if (read.status !== 200 || readIdentifier(read) !== readIdentifier(created))
      return differs(statement, `Got ${describeResponse(read)}.`)
    const changed = findChangedFields('Payment', readRecord(created), readRecord(read)).filter(
      ({ field }) => !resultFields.includes(field),
    )
    return toVerdict(statement, [changed.length > 0 && `When it is read, ${describeChanged(changed)}.`])
  })

/** Checks a request that must create nothing. Names the record that it creates. */
export function checkRejected(
  statement: Statement,
  exchange: Exchange,
  [status, code]: readonly [number, string],
): StepResult {
  const line = judgeError(statement, exchange, { status, code })
  if (exchange.problem !== undefined || !isSuccess(exchange)) return toStep(line, exchange.problem === undefined)
  return toStep({ ...line, seen: `${line.seen} It created ${describeRecord(exchange)}.` }, false)
}

/** Returns whether a response repeats the error of a valid request to its path. */
export const repeatsError = (failed: readonly Exchange[], exchange: Exchange): boolean =>
  failed.some(
    (one) =>
      one.path === exchange.path && one.status === exchange.status && readError(one).code === readError(exchange).code,
  )

/** Describes a record by its identifier and its amount: `pay_1 of GH₵1.00`. */
export function describeRecord(exchange: Exchange): string {
  const id = readIdentifier(exchange)
  const amount = parseAmount(readField(readRecord(exchange), 'amount'))
  const name = typeof id === 'string' ? id.slice(0, 60) : 'a record'
  return amount === undefined ? name : `${name} of ${formatAmount(amount)}`
}

/** Codes of a refund that the state of its payment or of the balance rejects. */
const stateCodes = ['payment_not_refundable', 'insufficient_balance', 'invalid_state']
const isRejectedByState = (exchange: Exchange): boolean => stateCodes.includes(String(readError(exchange).code))

export const refundWhilePending = 'The payment was still pending.'

/** Amount of the payment, all of which is refunded. */
export const refundedPesewas = 100n

/** Returns whether a refund has the amount of the payment, in any unit and with any sign. */
export function hasRefundedAmount(refund: Exchange): boolean {
  const amount = parseAmount(readField(readRecord(refund), 'amount')) ?? refundedPesewas
  return [1n, -1n, 100n, -100n].some((factor) => amount === refundedPesewas * factor)
}

/** @param paymentStatus - Status of the payment before the refund. */
export function checkRefund(statement: Statement, refund: Exchange, paymentStatus: unknown): Line {
  if (refund.problem !== undefined) return unknown(statement, refund.problem)
  if (refund.status === 403) return unknown(statement, 'The key lacks refunds:write.')
  if (isSuccess(refund) && paymentStatus !== 'pending' && unpaidStatuses.includes(paymentStatus))
    return differs(statement, `A refund of a payment with the status ${paymentStatus} was accepted.`)
  if (isRejectedByState(refund) && paymentStatus === 'pending') return unknown(statement, refundWhilePending)
  // The balance may be insufficient, so both a refund and a rejection with its reason are valid.
  // An operator resolves a refund.
  if (isSuccess(refund)) {
    const amount = parseAmount(readField(readRecord(refund), 'amount'))
    if (amount !== undefined && !hasRefundedAmount(refund))
      return differs(
        statement,
        `A refund without amount is of ${formatAmount(amount)}, not of ${formatAmount(refundedPesewas)}, all that is left of the payment.`,
      )
    const line = checkCreated(statement, refund, { name: 'Refund', values: { status: 'pending', resolved_at: null } })
    return line.verdict === 'holds' ? holds(statement, `Got ${describeResponse(refund)}.`) : line
  }
  return isRejectedByState(refund)
    ? holds(statement, `Got ${describeResponse(refund)}.`)
    : differs(statement, `Got ${describeResponse(refund)}, not 201.`)
}

/** Checks the refund of a pending payment. @param statusAfter - Status of the payment after an accepted refund. */
export function checkPendingRefund(statement: Statement, refund: Exchange, statusAfter: unknown): Line {
  if (refund.status === 403) return unknown(statement, 'The key lacks refunds:write.')
  if (isSuccess(refund))
    return statusAfter === 'pending'
      ? differs(statement, 'A refund of a payment with the status pending was accepted.')
      : unknown(statement, 'The payment ended before the refund.')
  if (isRejectedByState(refund) && readError(refund).code !== 'payment_not_refundable')
    return unknown(statement, `It is rejected for another reason: ${describeResponse(refund)}.`)
  return judgeError(statement, refund, { status: 422, code: 'payment_not_refundable' })
}
