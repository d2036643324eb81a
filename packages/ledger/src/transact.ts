import {
  type CommandKey,
  checkIdempotencyKey,
  idempotencyKeyId,
  type StoredResponse,
  storeResponse,
} from './idempotency.js'
import { isEmpty, joinPlans, makePlan, type Plan, type Planned, type Refusal, refuse } from './plan.js'
import type { CommitResult, Store } from './store.js'
import type { IdempotencyKeyRow } from './tables/idempotency-keys.js'

/** What a planner may do with a store: read. */
export type Reader = Pick<Store, 'get' | 'list'>

/** Reads rows and plans. It may run several times, and must not change anything itself. */
export type Planner<Records> = (reader: Reader) => Planned<Records> | Promise<Planned<Records>>

/** How a planner is carried out. */
export interface TransactOptions<Records> {
  /** Plan and answer, but drop the plan: nothing is written, no id is used up. @decision 0011 */
  readonly simulate?: boolean
  /**
   * Carry it out once for its key. The answer is kept in the same commit as the effect.
   *
   * @decision 0006
   */
  readonly once?: CommandKey & {
    /** Says what the command was, such as a hash of it: the same key with another one is refused. */
    readonly fingerprint: string
    readonly nowMs: number
    /** The answer to keep; undefined keeps nothing, as for an input that was never valid. */
    readonly answer: (planned: Planned<Records>) => StoredResponse | undefined
  }
  /** How often to plan again when others were faster. */
  readonly attempts?: number
}

/**
 * What became of a planner: records as they are now (or, simulated, would be); the answer kept under its
 * key; or a refusal. `answer` is what was kept, or would be.
 */
export type Transacted<Records> =
  | { readonly ok: true; readonly replayed: false; readonly records: Records; readonly answer?: StoredResponse }
  | { readonly ok: true; readonly replayed: true; readonly answer: IdempotencyKeyRow }
  | (Refusal & { readonly answer?: StoredResponse })

/** What a refused commit means to the merchant. */
export function refusalOf(result: Exclude<CommitResult, { outcome: 'ok' }>): Refusal {
  if (result.outcome === 'duplicate') {
    if (result.column === 'slug' || result.column === 'handle') {
      return refuse('invalid_request', `This ${result.column} is taken. Choose another.`, result.column)
    }
    return refuse('invalid_state', `The id ${result.id} is taken in ${result.table}. Use another.`)
  }
  if (result.outcome === 'conflict') {
    return refuse('internal_error', `${result.id} in ${result.table} kept changing. Try again.`)
  }
  switch (result.violated) {
    case 'products.stock':
      return refuse('out_of_stock', `Too few of ${result.id} are left. Choose fewer.`, 'quantity')
    case 'payments.refund_reserved_pesewas':
    case 'orders.refund_reserved_pesewas':
      return refuse(
        'refund_exceeds_payment',
        `Less than that is left to refund of ${result.id}. Ask for less.`,
        'amount',
      )
    case 'payments.refunded_pesewas':
    case 'orders.refunded_pesewas':
      return refuse('invalid_state', `More of ${result.id} would be refunded than was set aside. Read it again.`)
    case 'licenses.activations':
      return refuse('invalid_state', `All activations of ${result.id} are used. Use another license.`)
    default:
      return refuse('insufficient_balance', `${result.violated} does not hold that much. Ask for less.`, 'amount')
  }
}

/**
 * Reads, plans and commits. When another command was faster, it reads and plans again, so that a refusal is always
 * made from rows that were really there.
 *
 * @param store - Where to read and commit.
 * @param planner - Reads what it needs and returns a plan. It may run several times.
 * @param options - Whether to simulate it, and whether to carry it out once.
 * @returns The records after the commit, a stored answer, or a refusal. `internal_error` if others were always faster.
 * @decision 0014
 * @example
 * ```ts
 * import { createMemoryStore, payoutPaid, transact } from '@cedi/ledger'
 *
 * const store = createMemoryStore()
 * const result = await transact(store, async (reader) =>
 *   payoutPaid({ nowMs: Date.now() }, { payout: await reader.get('payouts', 'ama', 'PO_1') }),
 * )
 * if (!result.ok) console.log(result.code) // not_found
 * ```
 */
export async function transact<Records>(
  store: Store,
  planner: Planner<Records>,
  options: TransactOptions<Records> = {},
): Promise<Transacted<Records>> {
  const { simulate = false, once, attempts = 256 } = options
  let last: Exclude<CommitResult, { outcome: 'ok' }> | undefined
  let refusedBefore: string | undefined
  for (let attempt = 0; attempt < attempts; attempt++) {
    const kept = once && (await store.get('idempotency_keys', once.merchant, idempotencyKeyId(once)))
    if (once) {
      const judged = checkIdempotencyKey(kept, once)
      if (!judged.ok) return judged
      if (judged.outcome === 'replay') return { ok: true, replayed: true, answer: judged.row }
    }
    const reads = recordReads(store)
    let planned: Planned<Records>
    try {
      planned = await planner(reads)
    } catch (error) {
      // Of rows that were never there together no planner can make anything: it may miss what one of them points at.
      if (await reads.areStillTrue()) throw error
      continue
    }
    // What a commit was refused for is true of its moment already.
    const isKnown = last !== undefined && !planned.ok && refusalOf(last).code === planned.code
    if (!planned.ok && !isKnown && !(await reads.areStillTrue())) continue
    const answer = once?.answer(planned)
    const result = resultOf(planned, answer)
    if (simulate) return result

    let plan: Plan | undefined = planned.ok ? planned.plan : undefined
    if (once && answer) {
      const remember = makePlan(once.merchant, storeResponse({ ...once, answer }, kept))
      plan = plan ? joinPlans(plan, remember) : remember
    }
    if (!plan || isEmpty(plan)) return result
    const committed = await store.commit(plan)
    if (committed.outcome === 'ok') return result
    // A planner that sees the new rows tells better what is wrong; one that did not look plans the same again, and gets the
    // store's word. Who plans otherwise did look, and was overtaken once more: "all there is" is another amount each time.
    const refused = textOf([committed, plan])
    if (committed.outcome !== 'conflict' && refused === refusedBefore) return refusalOf(committed)
    refusedBefore = refused
    last = committed
  }
  return last ? refusalOf(last) : refuse('internal_error', 'Other requests were faster every time. Try again.')
}

/**
 * Notes what a planner reads. Rows that were read one after the other may never have been there together: a refund
 * could be refused by the payment of before and the balance of after another one. A plan is judged by the commit; a
 * refusal is told, and an error thrown, only when all of its rows are read again as they were, so they were there at
 * one moment.
 *
 * @decision 0014
 */
function recordReads(store: Store): Reader & { areStillTrue(): Promise<boolean> } {
  const reads: { readonly found: unknown; readonly again: () => Promise<unknown> }[] = []
  const noted = async <Found>(read: () => Promise<Found>): Promise<Found> => {
    const found = await read()
    reads.push({ found, again: read })
    return found
  }
  return {
    get: (...query) => noted(() => store.get(...query)),
    list: (...query) => noted(() => store.list(...query)),
    async areStillTrue() {
      if (reads.length < 2) return true
      for (const { found, again } of reads) if (textOf(await again()) !== textOf(found)) return false
      return true
    },
  }
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each)) ?? ''

function resultOf<Records>(planned: Planned<Records>, answer: StoredResponse | undefined): Transacted<Records> {
  const kept = answer ? { answer } : {}
  return planned.ok ? { ok: true, replayed: false, records: planned.records, ...kept } : { ...planned, ...kept }
}
