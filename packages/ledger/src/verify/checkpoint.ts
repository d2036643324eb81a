import { firstHash } from '../entry.js'
import type { Store } from '../store.js'
import type { Walk } from './entries.js'
import { type Broken, broken } from './verdict.js'

/**
 * The state of a merchant's ledger at one moment. A client stores it to compare the ledger with it later.
 *
 * @decision 0014
 */
export interface Checkpoint {
  readonly merchant: string
  /** The last entry; 0 when there was none. */
  readonly sequence: number
  /** Hash of the last entry, which covers all entries before it. */
  readonly hash: string
}

/**
 * Returns the current state of a merchant's ledger. It is not signed: store it where operators of the ledger cannot
 * change it. A server signs the checkpoints that it returns.
 *
 * @param store - Any store.
 * @param merchant - Whose ledger.
 * @decision 0014
 */
export async function checkpointOf(store: Pick<Store, 'list'>, merchant: string): Promise<Checkpoint> {
  const [last] = await store.list('entries', merchant, { limit: 1 })
  const { sequence, hash } = last ?? { sequence: 0, hash: firstHash(merchant) }
  return { merchant, sequence, hash }
}

/** Checkpoints in the order of the books, and how far the walk agreed with them. */
export interface Since {
  readonly checkpoints: readonly Checkpoint[]
  /** The last entry that was acknowledged. */
  readonly last: number
  /** Number of checkpoints that were compared. */
  held: number
}

/** Prepares checkpoints for a walk. Rejects those of another merchant, which no ledger could match. */
export function startSince(since: Checkpoint | readonly Checkpoint[], owner: string): Since {
  const checkpoints = [since].flat().sort((one, other) => one.sequence - other.sequence)
  for (const { merchant, sequence } of checkpoints) {
    if (merchant !== owner) throw new RangeError(`The checkpoint is of ${merchant}. Give one of ${owner}.`)
    if (!Number.isSafeInteger(sequence) || sequence < 0)
      throw new RangeError('The sequence of a checkpoint must be a whole number from 0.')
  }
  return { checkpoints, last: checkpoints.at(-1)?.sequence ?? 0, held: 0 }
}

/** Whether the entries so far are those that were there then. */
export function sameUntil(since: Since, walk: Walk): Broken | undefined {
  for (let next = since.checkpoints[since.held]; next && next.sequence <= walk.count; ) {
    if (next.sequence === walk.count && next.hash !== walk.hash) {
      const agreed = since.checkpoints[since.held - 1]?.sequence ?? 0
      const missing = { from: agreed + 1, to: since.last, areAll: false }
      return { ...broken('checkpoint', next.sequence, next.hash, walk.hash), missing }
    }
    since.held += 1
    next = since.checkpoints[since.held]
  }
  return undefined
}

/** Whether the books go as far as they went. */
export function asFarAs({ last }: Since, walk: Walk): Broken | undefined {
  if (walk.count >= last) return undefined
  const missing = { from: walk.count + 1, to: last, areAll: true }
  return {
    ...broken('checkpoint', missing.from, `entries up to ${last}`, `entries up to ${walk.count}`),
    missing,
  }
}
