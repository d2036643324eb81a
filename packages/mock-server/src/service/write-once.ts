import {
  type CommandKey,
  checkIdempotencyKey,
  idempotencyKeyId,
  type Planned,
  type RefusalCode,
  type StoredResponse,
} from '@cedi/ledger'
import type { InputName, InputOf, WriteAct, Written } from './act.js'
import { carryOut, type Task } from './carry-out.js'
import { type Call, readingBy } from './context.js'
import { spread } from './ids.js'
import { stop } from './stop.js'

/** A write: its input, and where its answer is stored. */
export interface AskedWrite<Name extends InputName = InputName> {
  readonly input: InputOf<Name>
  readonly method: string
  readonly path: string
  /** The Idempotency-Key, when there is one. */
  readonly key: string | undefined
  readonly simulate: boolean
}

/** A write's answer, and whether an earlier request already got it. */
export interface GivenAnswer {
  readonly answer: StoredResponse
  readonly isRepeated: boolean
}

type AnswerOf = (planned: Planned<Written>) => StoredResponse

const now = (answer: StoredResponse): GivenAnswer => ({ answer, isRepeated: false })

/**
 * Carries out a write: with a key, one effect and one answer; without one, an effect for each request; in a simulation,
 * none.
 *
 * @param answerOf - Turns the plan's result, or its refusal, into the stored text.
 * @decision 0006, 0011
 */
export async function writeOnce<Name extends InputName>(
  call: Call,
  act: WriteAct<Name>,
  { input, method, path, key, simulate }: AskedWrite<Name>,
  answerOf: AnswerOf,
): Promise<GivenAnswer> {
  const { context, merchant } = call
  // A simulation leaves the queued outcome to a real payment made at the same moment.
  const outcome = simulate ? { ...call.outcome, take: () => context.outcomes.list(merchant)[0] } : call.outcome
  const task: Task<Written> = {
    merchant,
    plan: async (reader, ids) =>
      (await act.plan({ ...call, outcome, context: readingBy(context, reader) }, input, ids)) as Planned<Written>,
  }
  const keyed: Keyed | undefined =
    key === undefined
      ? undefined
      : {
          command: { merchant, scope: `${method} ${path}`, key },
          fingerprint: context.fingerprintOf(canonicalJson(input)),
        }
  if (simulate) {
    const known = keyed && (await answeredBefore(call, keyed, answerOf))
    return known ?? now(answerOf((await carryOut(context, { ...task, simulate })) as Planned<Written>))
  }
  if (keyed) return once(call, keyed, task, answerOf)
  const result = await carryOut(context, task)
  if (!result.ok) call.outcome.giveBack()
  return now(answerOf(result as Planned<Written>))
}

/** Where an answer is stored, and its request's fingerprint. */
interface Keyed {
  readonly command: CommandKey
  readonly fingerprint: string
}

/** The answer that a key already has, or its refusal. */
async function answeredBefore(
  { context, merchant, nowMs }: Call,
  { command, fingerprint }: Keyed,
  answerOf: AnswerOf,
): Promise<GivenAnswer | undefined> {
  const row = await context.store.get('idempotency_keys', merchant, idempotencyKeyId(command))
  const judged = checkIdempotencyKey(row, { fingerprint, nowMs })
  if (!judged.ok) return now(answerOf(judged.code === 'idempotency_key_reused' ? reused : judged))
  return judged.outcome === 'replay' ? { answer: whole(judged.row), isRepeated: true } : undefined
}

/** One effect and one answer for each Idempotency-Key. @decision 0006 */
async function once(
  { context, merchant, nowMs, outcome }: Call,
  { command, fingerprint }: Keyed,
  task: Task<Written>,
  answerOf: AnswerOf,
): Promise<GivenAnswer> {
  const running = `${merchant} ${idempotencyKeyId(command)}`
  if (context.running.has(running)) return now(answerOf(unfinished))
  context.running.add(running)
  try {
    const answer = (planned: Planned<Written>): StoredResponse | undefined =>
      planned.ok || lasting.has(planned.code) ? answerOf(planned) : undefined
    const result = await carryOut(context, { ...task, once: { ...command, fingerprint, nowMs, answer } })
    if (!result.ok || result.replayed) outcome.giveBack()
    // About one key in 256 deletes its merchant's old ones. The request itself is done, so a failed deletion changes
    // nothing.
    if ((spread(running, 0) & 255) === 0) await context.deleteExpiredKeys(merchant, nowMs).catch(() => undefined)
    if (result.ok && result.replayed) return { answer: whole(result.answer), isRepeated: true }
    if (result.answer) return now(whole(result.answer))
    return now(answerOf(!result.ok && result.code === 'idempotency_key_reused' ? reused : (result as Planned<Written>)))
  } finally {
    context.running.delete(running)
  }
}

const reused = stop(
  'idempotency_key_reused',
  'This Idempotency-Key was used before with another body. Use a new one for a new request.',
  'Idempotency-Key',
) as Planned<never>

const unfinished = stop(
  'idempotency_in_progress',
  'A request with this Idempotency-Key has not finished yet. Send it again in a moment.',
  'Idempotency-Key',
) as Planned<never>

/** A stored answer; that of an unfinished request has no text. */
const whole = ({
  status,
  headers,
  body,
}: {
  readonly status: number | null
  readonly headers?: StoredResponse['headers'] | null
  readonly body: string | null
}): StoredResponse => ({ status: status ?? 500, headers: headers ?? {}, body: body ?? '' })

/** Refusals that depend on the ledger's state are stored as the answer. Wrong input is not. @decision 0006 */
const lasting: ReadonlySet<RefusalCode> = new Set([
  'not_found',
  'invalid_state',
  'insufficient_balance',
  'out_of_stock',
  'refund_exceeds_payment',
  'payment_not_refundable',
])

/** JSON with its members in order, so that equal bodies become the same text. */
function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = value as Readonly<Record<string, unknown>>
  const names = Object.keys(members).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(members[name])}`).join(',')}}`
}
