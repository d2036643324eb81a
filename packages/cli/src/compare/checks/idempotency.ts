import { differs, holds, type Statement, toVerdict, unknown } from '../line.js'
import { describeResponse, type Exchange, isSuccess, readError, readRecord } from '../service-client.js'
import { describeChanged, findChangedFields } from './contract-fields.js'
import { checkRejected, describeRecord, readIdentifier, type StepResult, toNoun, toStep } from './write-lines.js'

/** Real POST request with an Idempotency-Key, and its response. */
export interface KeyedRequest {
  readonly path: string
  /** Schema of the created record, such as `Payment`. */
  readonly name: string
  readonly body: Readonly<Record<string, unknown>>
  readonly idempotencyKey: string
  readonly exchange: Exchange
}

/** Codes of a valid request that the state rejects. */
const stateCodes = ['refund_exceeds_payment', 'payment_not_refundable', 'insufficient_balance', 'invalid_state']

/** Returns whether two responses contain the same record. */
function isSameRecord({ name, exchange }: KeyedRequest, second: Exchange): boolean {
  const [id, secondId] = [readIdentifier(exchange), readIdentifier(second)]
  return id === undefined && secondId === undefined
    ? findChangedFields(name, readRecord(exchange), readRecord(second)).length === 0
    : id === secondId
}

/** Describes a record that a request created although it must not. */
const describeSecond = ({ name }: KeyedRequest, exchange: Exchange): string =>
  `It created a second ${toNoun(name)} ${describeRecord(exchange)}.`

/** Checks the response to a request that was sent a second time with its Idempotency-Key. */
export function checkReplay(statement: Statement, request: KeyedRequest, replay: Exchange): StepResult {
  const first = request.exchange
  if (replay.problem !== undefined) return toStep(unknown(statement, replay.problem), false)
  if (!isSuccess(replay)) return toStep(differs(statement, describeRejectedReplay(request, replay)), true)
  if (!isSameRecord(request, replay)) return toStep(differs(statement, describeSecond(request, replay)), false)
  const changed = findChangedFields(request.name, readRecord(first), readRecord(replay))
  return toStep(
    toVerdict(statement, [
      replay.status !== first.status && `The status is ${replay.status}, and was ${first.status}.`,
      changed.length > 0 && `The replay has other values: ${describeChanged(changed)}.`,
      describeHit(replay.headers.get('idempotency-hit')),
    ]),
    true,
  )
}

const describeHit = (value: string | null): string | false =>
  value === null
    ? 'There is no Idempotency-Hit.'
    : value !== 'true' && `Idempotency-Hit is ${value.slice(0, 60)}, not true.`

function describeRejectedReplay(request: KeyedRequest, replay: Exchange): string {
  const got = `Got ${describeResponse(replay)}, not the stored response.`
  // Only the state after the first request rejects it.
  if (stateCodes.includes(String(readError(replay).code)))
    return `The key looks ignored, because the ${toNoun(request.name)} was processed again. ${got}`
  if (readError(replay).code === 'idempotency_key_reused') return `The same body is rejected as another one. ${got}`
  return `A replay looks rejected. ${got}`
}

/** Checks the response to another body with a used Idempotency-Key. A stored response creates nothing, so that more writes may follow. */
export function checkReusedKey(statement: Statement, request: KeyedRequest, exchange: Exchange): StepResult {
  const expected = [422, 'idempotency_key_reused'] as const
  if (exchange.problem !== undefined || !isSuccess(exchange)) return checkRejected(statement, exchange, expected)
  if (!isSameRecord(request, exchange)) return toStep(differs(statement, describeSecond(request, exchange)), false)
  const changed = findChangedFields(request.name, readRecord(request.exchange), readRecord(exchange))
  const amount = changed.find(({ field }) => field === 'amount')
  if (amount !== undefined)
    return toStep(differs(statement, `It changed the ${toNoun(request.name)}: ${describeChanged([amount])}.`), false)
  const text = `Got ${exchange.status} with the stored response of the first body (the same record): the body is not compared.`
  return toStep(differs(statement, text), true)
}

/** Checks the response to a valid request with a key that was used on another path. */
export function checkKeyOnOtherPath(statement: Statement, used: KeyedRequest, exchange: Exchange): StepResult {
  if (exchange.problem !== undefined) return toStep(unknown(statement, exchange.problem), false)
  const subject = `POST ${exchange.path} with the key of a ${toNoun(used.name)}`
  const { code } = readError(exchange)
  const id = readIdentifier(exchange)
  if (isSuccess(exchange))
    return toStep(
      id !== undefined && id === readIdentifier(used.exchange)
        ? differs(statement, `${subject} is ${exchange.status} with the stored response of the ${toNoun(used.name)}.`)
        : holds(statement, `Tried: ${subject}.`),
      true,
    )
  return toStep(
    exchange.status === 409 || String(code).startsWith('idempotency_')
      ? differs(statement, `${subject} is ${describeResponse(exchange)}.`)
      : unknown(statement, `Got ${describeResponse(exchange)}.`),
    true,
  )
}

/** Checks the response to an invalid payment without a key. Only an error about the key shows that it is required. */
export function checkOptionalKey(statement: Statement, exchange: Exchange): StepResult {
  if (exchange.problem !== undefined) return toStep(unknown(statement, exchange.problem), false)
  if (isSuccess(exchange)) return toStep(differs(statement, `It created ${describeRecord(exchange)}.`), false)
  const { code, field } = readError(exchange)
  const isRequired = [code, field].some((text) => /idempotency/i.test(String(text)))
  if (isRequired) return toStep(differs(statement, `Without it, the response is ${describeResponse(exchange)}.`), true)
  return toStep(
    code === 'amount_too_small' ? holds(statement) : unknown(statement, `Got ${describeResponse(exchange)}.`),
    true,
  )
}
