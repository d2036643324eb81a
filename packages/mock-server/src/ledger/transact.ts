import {
  type CommandKey,
  checkIdempotencyKey,
  idempotencyKeyId,
  type StoredResponse,
  storeResponse,
} from './idempotency.js'
import { isEmpty, joinPlans, makePlan, type Plan } from './plan.js'
import { fail, type Rejection, type Result, succeed } from './result.js'
import type { CommitFailure, Store } from './store.js'

/** The read access of a planner. */
export type Reader = Pick<Store, 'get' | 'list'>

/** Reads rows and returns a plan. It may run several times and must have no side effects. */
export type Planner<Records> = (reader: Reader) => Result<Plan<Records>> | Promise<Result<Plan<Records>>>

/** Executes a command once for its key. @decision 0006 */
export interface IdempotencyOptions<Records> extends CommandKey {
  /** Hash of the command: the same key with another fingerprint is rejected. */
  readonly fingerprint: string
  readonly nowMs: number
  /** Returns the response to store, in the same commit as the plan; undefined to store none, such as for invalid input. */
  toResponse(result: Result<Records>): StoredResponse | undefined
}

/** Options of {@link transact}. */
export interface TransactOptions<Records> {
  /** Drops the plan: nothing is written, and no id is used. @decision 0011 */
  readonly simulate?: boolean
  readonly idempotency?: IdempotencyOptions<Records> | undefined
  /** Maximum number of attempts if other commits conflict. */
  readonly attempts?: number
}

/** A committed (or simulated) command: the records after it, or the stored response of an earlier one. */
export type Commit<Records> =
  | {
      readonly isReplay: false
      readonly records: Records
      /** Whether the plan changed something. False for a simulation. */
      readonly isChanged: boolean
    }
  | { readonly isReplay: true; readonly response: StoredResponse; readonly isChanged: false }

/** Returns the error that a failed commit means for the merchant. */
export function toRejection(failure: CommitFailure): Rejection {
  if (failure.outcome === 'duplicate') {
    if (failure.column === 'slug' || failure.column === 'handle')
      return fail('invalid_request', `This ${failure.column} is taken. Choose another.`, failure.column)
    return fail('invalid_state', `The id ${failure.id} is taken in ${failure.table}. Use another.`)
  }
  if (failure.outcome === 'conflict')
    return fail('internal_error', `${failure.id} in ${failure.table} kept changing. Try again.`)
  switch (failure.violation) {
    case 'products.stock':
      return fail('out_of_stock', `Too few of ${failure.id} are left. Choose fewer.`, 'quantity')
    case 'payments.refund_reserved_pesewas':
    case 'orders.refund_reserved_pesewas':
      return fail(
        'refund_exceeds_payment',
        `Less than that is left to refund of ${failure.id}. Ask for less.`,
        'amount',
      )
    case 'payments.refunded_pesewas':
    case 'orders.refunded_pesewas':
      return fail('invalid_state', `More of ${failure.id} would be refunded than was set aside. Read it again.`)
    case 'licenses.activations':
      return fail('invalid_state', `All activations of ${failure.id} are used. Use another license.`)
    default:
      return fail('insufficient_balance', `${failure.violation} does not hold that much. Ask for less.`, 'amount')
  }
}

/**
 * Reads, plans and commits a command. If another commit conflicts, it reads and plans again, so that an error is always
 * based on rows that existed at one moment.
 *
 * @param store - The store.
 * @param planner - Reads rows and returns a plan. It may run several times.
 * @param options - Simulation and idempotency.
 * @returns The records after the commit, a stored response, or an error: `internal_error` if every attempt conflicted.
 * @decision 0014
 * @example
 * ```ts
 * import { createMemoryStore, payoutPaid, transact } from './index.js'
 *
 * const store = createMemoryStore()
 * const result = await transact(store, async (reader) =>
 *   payoutPaid({ nowMs: Date.now() }, { payout: await reader.get('payouts', 'ama', 'PO_1') }),
 * )
 * if (!result.ok) console.log(result.error.code) // not_found
 * ```
 */
export async function transact<Records>(
  store: Store,
  planner: Planner<Records>,
  options: TransactOptions<Records> = {},
): Promise<Result<Commit<Records>>> {
  const { simulate = false, idempotency, attempts = 256 } = options
  let lastFailure: CommitFailure | undefined
  let lastAttempt: string | undefined
  for (let attempt = 0; attempt < attempts; attempt++) {
    const keyRow =
      idempotency && (await store.get('idempotency_keys', idempotency.merchant, idempotencyKeyId(idempotency)))
    if (idempotency) {
      const storedResponse = checkIdempotencyKey(keyRow, idempotency)
      if (!storedResponse.ok) return storedResponse
      if (storedResponse.value) return succeed({ isReplay: true, response: storedResponse.value, isChanged: false })
    }
    const planResult = await planConsistently(store, planner, lastFailure)
    if (!planResult) continue
    const isChanged = !simulate && planResult.ok && !isEmpty(planResult.value)
    const result: Result<Commit<Records>> = planResult.ok
      ? succeed({ isReplay: false, records: planResult.value.records, isChanged })
      : planResult
    if (simulate) return result

    const response = idempotency?.toResponse(planResult.ok ? succeed(planResult.value.records) : planResult)
    const plans: Plan[] = planResult.ok ? [planResult.value] : []
    if (idempotency && response)
      plans.push(makePlan(idempotency.merchant, storeResponse({ ...idempotency, response }, keyRow)))
    const [first, ...otherPlans] = plans
    const plan = first && joinPlans(first, ...otherPlans)
    if (!plan || isEmpty(plan)) return result
    const commit = await store.commit(plan)
    if (commit.outcome === 'ok') return result
    // Re-plan with fresh rows for a more precise error. If the plan is the same, return the store's error.
    const thisAttempt = toJson([commit, plan])
    if (commit.outcome !== 'conflict' && thisAttempt === lastAttempt) return toRejection(commit)
    lastAttempt = thisAttempt
    lastFailure = commit
  }
  return lastFailure
    ? toRejection(lastFailure)
    : fail('internal_error', 'Other requests were faster every time. Try again.')
}

/**
 * Runs a planner. Rows that it reads one after the other may be inconsistent: for example the payment before another
 * refund, and the balance after it. The commit detects that for a plan. A rejection or an exception is only returned
 * if all rows are still the same, because they then existed at one moment.
 *
 * @returns The planned result; undefined to read and plan again.
 * @decision 0014
 */
async function planConsistently<Records>(
  store: Store,
  planner: Planner<Records>,
  lastFailure: CommitFailure | undefined,
): Promise<Result<Plan<Records>> | undefined> {
  const reads = recordReads(store)
  try {
    const planResult = await planner(reads)
    if (planResult.ok) return planResult
    // The failed commit has already confirmed this error.
    const isConfirmed = lastFailure !== undefined && toRejection(lastFailure).error.code === planResult.error.code
    return isConfirmed || (await reads.areUnchanged()) ? planResult : undefined
  } catch (error) {
    if (await reads.areUnchanged()) throw error
    return undefined
  }
}

/** Records the reads of a planner, so that they can be repeated. */
function recordReads(store: Store): Reader & { areUnchanged(): Promise<boolean> } {
  const reads: { readonly rows: unknown; readonly repeat: () => Promise<unknown> }[] = []
  const record = async <Rows>(read: () => Promise<Rows>): Promise<Rows> => {
    const rows = await read()
    reads.push({ rows, repeat: read })
    return rows
  }
  return {
    get: (...query) => record(() => store.get(...query)),
    list: (...query) => record(() => store.list(...query)),
    async areUnchanged() {
      if (reads.length < 2) return true
      for (const { rows, repeat } of reads) if (toJson(await repeat()) !== toJson(rows)) return false
      return true
    },
  }
}

const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each)) ?? ''
