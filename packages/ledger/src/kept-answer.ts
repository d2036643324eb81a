import { type Insert, type Update, type Plan, type Refusal, refuse } from './plan.js'
import type { AnswerRow } from './tables/answers.js'

/** How long an answer is kept: 24 hours. @decision 0006 */
export const answerLifetimeMs: number = 86_400_000

/** What a command is known by, so that it is carried out once however often it comes. */
export interface CommandKey {
  readonly merchant: string
  /** Within what the key names one command, such as a kind of command: any text of the caller's. */
  readonly scope: string
  readonly key: string
}

/** An answer, kept to be given again. The ledger reads nothing of it. */
export interface StoredResponse {
  /** Any whole number of the caller's. */
  readonly status: number
  /** Names and values that belong to the text. */
  readonly labels?: Readonly<Record<string, string>>
  readonly text: string
}

/** The id under which the answer to a command is kept; the merchant is the row's own. @decision 0006 */
export function idempotencyKeyId({ scope, key }: Omit<CommandKey, 'merchant'>): string {
  return `${scope} ${key}`
}

/**
 * Judges a command by what is kept under its key.
 *
 * @param row - The row of its key, if there is one.
 * @param command - The fingerprint of what it says, and the time.
 * @returns `new`: carry it out. `replay`: give `row`'s answer again. Otherwise a refusal: `idempotency_key_reused`
 *   (another fingerprint) or `idempotency_in_progress`.
 * @decision 0006
 */
export function checkIdempotencyKey(
  row: AnswerRow | undefined,
  command: { readonly fingerprint: string; readonly nowMs: number },
): { ok: true; outcome: 'new' } | { ok: true; outcome: 'replay'; row: AnswerRow } | Refusal {
  if (!row || isForgotten(row, command.nowMs)) return { ok: true, outcome: 'new' }
  if (row.fingerprint !== command.fingerprint) {
    return refuse('idempotency_key_reused', 'This idempotency key was used for another request. Use a new one.')
  }
  if (row.state === 'running') {
    return refuse(
      'idempotency_in_progress',
      'The first request with this idempotency key is still running. Try again in a moment.',
    )
  }
  return { ok: true, outcome: 'replay', row }
}

/** Whether an answer has been kept for long enough. */
export function isForgotten(row: Pick<AnswerRow, 'created_ms'>, nowMs: number): boolean {
  return nowMs - row.created_ms >= answerLifetimeMs
}

/**
 * The step that keeps an answer, for the plan of its effect: an insert, or a move when an old row is forgotten or a
 * running command is done.
 *
 * @param command - Its key, fingerprint and time; `answer` undefined while it is running.
 * @param row - The row as it was read.
 * @decision 0006
 */
export function storeResponse(
  command: CommandKey & {
    readonly fingerprint: string
    readonly nowMs: number
    readonly answer: StoredResponse | undefined
  },
  row: AnswerRow | undefined,
): Pick<Plan, 'inserts'> | Pick<Plan, 'updates'> {
  const { merchant, fingerprint, nowMs, answer } = command
  const next = {
    fingerprint,
    state: answer ? 'done' : 'running',
    status: answer?.status ?? null,
    labels: answer?.labels ?? {},
    text: answer?.text ?? null,
    created_ms: nowMs,
  } as const
  const id = idempotencyKeyId(command)
  if (!row) {
    const insert: Insert = { table: 'answers', row: { merchant, id, ...next } }
    return { inserts: [insert] }
  }
  const where = { created_ms: row.created_ms, state: row.state }
  const update: Update = { table: 'answers', id, where, set: next }
  return { updates: [update] }
}
