import { firstHash } from '../entry.js'
import type { Store } from '../store.js'
import type { Walk } from './entries.js'
import { createViolation, type Violation } from './verify-result.js'

/**
 * The state of a merchant's ledger at one moment. A client stores it to compare the ledger with it later.
 *
 * @decision 0014
 */
export interface Checkpoint {
  readonly merchant: string
  /** Sequence of the last entry; 0 if there was none. */
  readonly sequence: number
  /** Hash of the last entry, which covers all entries before it. */
  readonly hash: string
}

/**
 * Returns the current state of a merchant's ledger. It is not signed: store it where operators of the ledger cannot
 * change it. A server signs the checkpoints that it returns.
 *
 * @param store - Any store.
 * @param merchant - The merchant of the ledger.
 * @decision 0014
 */
export async function createCheckpoint(store: Pick<Store, 'list'>, merchant: string): Promise<Checkpoint> {
  const [last] = await store.list('entries', merchant, { limit: 1 })
  const { sequence, hash } = last ?? { sequence: 0, hash: firstHash(merchant) }
  return { merchant, sequence, hash }
}

/** Checkpoints in the order of their entries, and the progress of their comparison. */
export interface CheckpointProgress {
  readonly checkpoints: readonly Checkpoint[]
  /** The last entry that was acknowledged. */
  readonly last: number
  /** Number of checkpoints that were compared. */
  comparedCount: number
}

/** Prepares checkpoints for a walk. Rejects those of another merchant, which no ledger could match. */
export function prepareCheckpoints(since: Checkpoint | readonly Checkpoint[], owner: string): CheckpointProgress {
  const checkpoints = [since].flat().sort((one, other) => one.sequence - other.sequence)
  for (const { merchant, sequence } of checkpoints) {
    if (merchant !== owner) throw new RangeError(`The checkpoint is of ${merchant}. Give one of ${owner}.`)
    if (!Number.isSafeInteger(sequence) || sequence < 0)
      throw new RangeError('The sequence of a checkpoint must be a whole number from 0.')
  }
  return { checkpoints, last: checkpoints.at(-1)?.sequence ?? 0, comparedCount: 0 }
}

/** Compares the hash chain so far with the checkpoints. */
export function checkHashes(since: CheckpointProgress, walk: Walk): Violation | undefined {
  for (let next = since.checkpoints[since.comparedCount]; next && next.sequence <= walk.count; ) {
    if (next.sequence === walk.count && next.hash !== walk.hash) {
      const lastMatching = since.checkpoints[since.comparedCount - 1]?.sequence ?? 0
      const missing = { from: lastMatching + 1, to: since.last, areAll: false }
      return { ...createViolation('checkpoint', next.sequence, next.hash, walk.hash), missing }
    }
    since.comparedCount += 1
    next = since.checkpoints[since.comparedCount]
  }
  return undefined
}

/** Checks that the ledger has at least as many entries as the last checkpoint. */
export function checkLength({ last }: CheckpointProgress, walk: Walk): Violation | undefined {
  if (walk.count >= last) return undefined
  const missing = { from: walk.count + 1, to: last, areAll: true }
  return {
    ...createViolation('checkpoint', missing.from, `entries up to ${last}`, `entries up to ${walk.count}`),
    missing,
  }
}
