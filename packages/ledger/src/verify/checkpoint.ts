import { firstHash } from '../entry.js'
import type { Store } from '../store.js'
import type { Walk } from './entries.js'
import { type Broken, broken } from './verdict.js'

/**
 * How far a merchant's books went: kept by whoever was told that something is recorded, and held against them later.
 *
 * @decision 0014
 */
export interface Checkpoint {
  readonly merchant: string
  /** The last entry; 0 when there was none. */
  readonly sequence: number
  /** Its hash, over which stand all entries before it. */
  readonly hash: string
}

/**
 * Says how far a merchant's books go now. It is not signed: keep it where nobody reaches who can write the books.
 *
 * @param store - Any store.
 * @param merchant - Whose ledger.
 * @decision 0014
 */
export async function checkpointOf(store: Pick<Store, 'list'>, merchant: string): Promise<Checkpoint> {
  const [last] = await store.list('entries', merchant, { limit: 1 })
  return { merchant, sequence: last?.sequence ?? 0, hash: last?.hash ?? firstHash(merchant) }
}

/** Refuses a checkpoint of somebody else, by which any books would seem to be wrong. */
export function checkCheckpoint({ merchant, sequence }: Checkpoint, owner: string): void {
  if (merchant !== owner) throw new RangeError(`The checkpoint is of ${merchant}, and not of ${owner}.`)
  if (!Number.isSafeInteger(sequence) || sequence < 0) throw new RangeError('A checkpoint counts entries, from 0.')
}

/** Whether the entries up to a checkpoint are those that were there then, once the walk has come to it. */
export function sameUntil({ sequence, hash }: Checkpoint, walk: Walk): Broken | undefined {
  if (walk.count !== sequence || walk.hash === hash) return undefined
  return broken('checkpoint', sequence, hash, walk.hash)
}

/** Whether the books go as far as they went. */
export function asFarAs({ sequence }: Checkpoint, walk: Walk): Broken | undefined {
  if (walk.count >= sequence) return undefined
  return broken('checkpoint', walk.count + 1, `entries up to ${sequence}`, `entries up to ${walk.count}`)
}
