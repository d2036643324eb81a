import {
  type AnswerRow,
  answerId,
  type CommandKey,
  judgeKey,
  type KeptAnswer,
  type Planned,
  type RefusalCode,
} from '@cedi/ledger'
import { type Answer, done, type Refusal, refuse, wrap } from '../http/answer.js'
import type { InputName, InputOf } from '../http/body.js'
import { carryOut, type Task } from '../service/carry-out.js'
import { type Call, readingBy } from '../service/context.js'
import { spread } from '../service/ids.js'
import type { WriteAct, Written } from './operation.js'

/** A write that was asked for: its input, and where its answer is remembered. */
export interface AskedWrite<Name extends InputName = InputName> {
  readonly input: InputOf<Name>
  readonly method: string
  readonly path: string
  /** The Idempotency-Key, when there is one. */
  readonly key: string | undefined
  readonly simulate: boolean
}

const no = (refusal: Refusal, requestId: string): Answer => wrap({ ok: false, refusal }, requestId)

/** Carries a write out and answers it: for the API, and for the checkout, which pays by the same rules. */
export async function answerWrite<Name extends InputName>(
  call: Call,
  act: WriteAct<Name>,
  { input, method, path, key, simulate }: AskedWrite<Name>,
  requestId: string,
): Promise<Answer> {
  const { context, merchant } = call
  // What is only tried out leaves the queued outcome to the payment that is made in the same moment.
  const outcome = simulate ? { ...call.outcome, take: () => context.outcomes.list(merchant)[0] } : call.outcome
  const task: Task<Written> = {
    merchant,
    plan: async (reader, ids) =>
      (await act.plan({ ...call, outcome, context: readingBy(context, reader) }, input, ids)) as Planned<Written>,
  }
  const answerTo = (planned: Planned<Written>): Answer =>
    wrap(planned.ok ? done(planned.records.data, 201) : { ok: false, refusal: planned }, requestId)

  const keyed = key === undefined ? undefined : keyedRequest(call, { method, path, key }, input)
  if (simulate) {
    const known = keyed && (await alreadyAnswered(call, keyed, requestId))
    return known ?? answerTo((await carryOut(context, { ...task, simulate })) as unknown as Planned<Written>)
  }
  if (keyed) return once(call, keyed, task, answerTo, requestId)
  const result = await carryOut(context, task)
  if (result.ok && !result.replayed) return wrap(done(result.records.data, 201), requestId)
  call.outcome.giveBack()
  return no(result as Refusal, requestId)
}

/** A request with an Idempotency-Key: where it is remembered, and what its body is known by. */
interface KeyedRequest {
  readonly command: CommandKey
  readonly fingerprint: string
}

const keyedRequest = (
  { context, merchant }: Call,
  { method, path, key }: { readonly method: string; readonly path: string; readonly key: string },
  input: unknown,
): KeyedRequest => ({
  command: { merchant, scope: `${method} ${path}`, key },
  fingerprint: context.fingerprintOf(canonicalJson(input)),
})

/** The answer that a key has got already, or its refusal. */
async function alreadyAnswered(
  { context, merchant, nowMs }: Call,
  { command, fingerprint }: KeyedRequest,
  requestId: string,
): Promise<Answer | undefined> {
  const row = await context.store.get('answers', merchant, answerId(command))
  const judged = judgeKey(row, { fingerprint, nowMs })
  if (!judged.ok) return no(judged.code === 'idempotency_key_reused' ? reused : judged, requestId)
  return judged.outcome === 'replay' ? repeated(judged.row) : undefined
}

/** One effect and one answer for each Idempotency-Key. @decision 0006 */
async function once(
  { context, merchant, nowMs, outcome }: Call,
  { command, fingerprint }: KeyedRequest,
  task: Task<Written>,
  answerTo: (planned: Planned<Written>) => Answer,
  requestId: string,
): Promise<Answer> {
  const running = `${merchant} ${answerId(command)}`
  if (context.running.has(running)) {
    const message = 'A request with this Idempotency-Key has not finished yet. Send it again in a moment.'
    return no(refuse('idempotency_in_progress', message, 'Idempotency-Key'), requestId)
  }
  context.running.add(running)
  try {
    const answer = (planned: Planned<Written>): KeptAnswer | undefined =>
      planned.ok || lasting.has(planned.code) ? kept(answerTo(planned)) : undefined
    const result = await carryOut(context, { ...task, once: { ...command, fingerprint, nowMs, answer } })
    if (!result.ok || result.replayed) outcome.giveBack()
    // About one key in 256 sweeps its merchant's old ones. What was asked is done: a sweep that fails changes nothing.
    if ((spread(running, 0) & 255) === 0) await context.forget(merchant, nowMs).catch(() => undefined)
    if (result.ok && result.replayed) return repeated(result.answer)
    if (result.answer) return given(result.answer)
    if (!result.ok && result.code === 'idempotency_key_reused') return no(reused, requestId)
    return no(result as Refusal, requestId)
  } finally {
    context.running.delete(running)
  }
}

const reused = refuse(
  'idempotency_key_reused',
  'This Idempotency-Key was used before with another body. Use a new key for a new request.',
  'Idempotency-Key',
)

/** An answer as the ledger keeps it. */
const kept = ({ status, headers, body }: Answer): KeptAnswer => ({ status, labels: headers, text: body })

const given = ({ status, labels, text }: Pick<AnswerRow, 'status' | 'text'> & Pick<KeptAnswer, 'labels'>): Answer => ({
  status: status ?? 500,
  headers: labels ?? {},
  body: text ?? '',
})

function repeated(row: AnswerRow): Answer {
  const answer = given(row)
  return { ...answer, headers: { ...answer.headers, 'Idempotency-Hit': 'true' } }
}

/** Refusals that came of the state of the ledger: they are kept as the answer. Wrong input is not. @decision 0006 */
const lasting: ReadonlySet<RefusalCode> = new Set([
  'not_found',
  'invalid_state',
  'insufficient_balance',
  'out_of_stock',
  'refund_exceeds_payment',
  'payment_not_refundable',
])

/** JSON with the members in order, so that two bodies that say the same are the same text. */
function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}
