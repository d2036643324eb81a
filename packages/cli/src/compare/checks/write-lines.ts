import { judgeError } from '../expected-error.js'
import { differs, holds, judge, type Line, type Statement, toVerdict, unknown } from '../line.js'
import { describeResponse, type Exchange, isSuccess, readError, readField, readRecord } from '../service-client.js'
import { unpaidStatuses } from './payments.js'

/** Line of a step, and whether the following steps may run. */
export interface StepResult {
  readonly line: Line
  readonly mayContinue: boolean
}

export const toStep = (line: Line, mayContinue: boolean): StepResult => ({ line, mayContinue })

/** Real POST request with an Idempotency-Key, and its response. */
export interface KeyedRequest {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly idempotencyKey: string
  readonly exchange: Exchange
}

const readIdentifier = (exchange: Exchange): unknown => {
  const { ref, id } = readRecord(exchange)
  return ref ?? id
}

/** @param initial - Kind of the record, and the values that a new one has. */
export function checkCreated(
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

/** Fields of a payment that its result changes. */
const resultFields = ['status', 'fee', 'net', 'next_action', 'failure', 'paid_at']

/** Checks that a new payment can be read, with the values of its creation. */
export const checkReadBack = (statement: Statement, read: Exchange, created: Exchange): Line =>
  judge(statement, [read], () => {
    if (read.status !== 200 || readIdentifier(read) !== readIdentifier(created))
      return differs(statement, `Got ${describeResponse(read)}.`)
    const changed = findChangedFields(readRecord(created), readRecord(read)).filter(
      (field) => !resultFields.includes(field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
    )
    return toVerdict(statement, [
      changed.length > 0 && `When it is read, it has other values in ${changed.join(', ').slice(0, 200)}.`,
    ])
  })

const findChangedFields = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] =>
  Object.keys({ ...before, ...after }).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))

/** Checks the response to a request that was sent a second time with its Idempotency-Key. */
export function checkReplay(statement: Statement, { exchange: first }: KeyedRequest, replay: Exchange): StepResult {
  if (replay.problem !== undefined) return toStep(unknown(statement, replay.problem), false)
  if (!isSuccess(replay))
    return toStep(
      differs(
        statement,
        `A replay looks rejected instead of returning the stored response: got ${describeResponse(replay)}.`,
      ),
      true,
    )
  const isSame = readIdentifier(replay) === readIdentifier(first)
  const changed = findChangedFields(readRecord(first), readRecord(replay))
  return toStep(
    toVerdict(statement, [
      !isSame && 'It created a second record.',
      isSame && replay.status !== first.status && `The status is ${replay.status}, and was ${first.status}.`,
      isSame && changed.length > 0 && `The replay has other values in ${changed.join(', ').slice(0, 200)}.`,
      isSame && replay.headers.get('idempotency-hit') !== 'true' && 'There is no Idempotency-Hit.',
    ]),
    isSame,
  )
}

/** Checks a request that must create nothing. */
export function checkRejected(
  statement: Statement,
  exchange: Exchange,
  [status, code]: readonly [number, string],
): StepResult {
  const line = judgeError(statement, exchange, { status, code })
  return toStep(line, exchange.problem === undefined && !isSuccess(exchange))
}

/** Codes of a refund that the state of its payment or of the balance rejects. */
const stateCodes = ['payment_not_refundable', 'insufficient_balance', 'invalid_state']
const isRejectedByState = (exchange: Exchange): boolean => stateCodes.includes(String(readError(exchange).code))

export const refundWhilePending = 'The payment was still pending.'

/** @param paymentStatus - Status of the payment before the refund. */
export function checkRefund(statement: Statement, refund: Exchange, paymentStatus: unknown): Line {
  if (refund.problem !== undefined) return unknown(statement, refund.problem)
  if (refund.status === 403) return unknown(statement, 'The key lacks refunds:write.')
  if (isSuccess(refund) && paymentStatus !== 'pending' && unpaidStatuses.includes(paymentStatus))
    return differs(statement, `A refund of a payment with the status ${paymentStatus} was accepted.`)
  if (isRejectedByState(refund) && paymentStatus === 'pending') return unknown(statement, refundWhilePending)
  // The balance may be insufficient, so both a refund and a rejection with its reason are valid.
  // An operator resolves a refund.
  const wrong = describeInitialState('refund', refund, { status: 'pending', resolved_at: null })
  if (wrong.length > 0)
    return toVerdict(statement, [refund.status !== 201 && `Got ${describeResponse(refund)}, not 201.`, ...wrong])
  return refund.status === 201 || isRejectedByState(refund)
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
