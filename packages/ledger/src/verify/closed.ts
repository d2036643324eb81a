import { type Account, accounts } from '../accounts.js'
import type { ClosedBooks, Closing } from '../closing.js'
import type { Walk } from './entries.js'
import { type Broken, broken } from './verdict.js'

/** Closings, held one after the other against a walk through all entries. */
export interface HeldClosings {
  /** Whether a closing says what the walk has found, where it has come to the entry of one. */
  sameClosing(walk: Walk): Broken | undefined
  /** What is left to say at the end: each closing was met, the last is where closed entries end, and the events that are taken are theirs. */
  closedWhole(): Broken | undefined
}

export function holdClosings({ closings, through, unguarded, unnoted, stray }: ClosedBooks): HeldClosings {
  let held = 0
  return {
    sameClosing(walk) {
      const closing = closings[held]
      if (closing?.sequence !== walk.count) return undefined
      held += 1
      return difference(closing, walk)
    },
    closedWhole() {
      const missed = closings[held]
      if (missed)
        return broken('closing', missed.sequence, `entry ${missed.sequence}, in the order of months`, 'no such entry')
      const last = closings.at(-1)?.sequence ?? 0
      if (last !== through)
        return broken('closing', through, `a closing at entry ${through}`, `the last is at entry ${last}`)
      if (unnoted !== null) return broken('closing', unnoted, 'a closing of its month', 'none')
      if (unguarded !== null) return broken('unique source', unguarded, 'once', 'could be recorded again')
      if (stray !== null) return broken('unique source', null, 'events of closed entries', `${stray}, of none`)
      return undefined
    },
  }
}

/** What a closing says otherwise than a walk that has come to its entry. */
function difference(closing: Closing, walk: Walk): Broken | undefined {
  const { sequence, hash, atMs } = closing
  if (hash !== walk.hash) return broken('closing', sequence, walk.hash, hash)
  if (atMs !== walk.atMs) return broken('closing', sequence, `at ${walk.atMs}`, `at ${atMs}`)
  const differs = accounts.find((account) => heldIn(closing, account) !== heldNow(walk, account))
  return differs && broken('closing', sequence, heldNow(walk, differs), heldIn(closing, differs))
}

const heldIn = ({ accounts: held }: Closing, account: Account): string => {
  const [balance, sequence] = held[account] ?? ['0', 0]
  return `${account}=${balance} by ${sequence}`
}

const heldNow = ({ balances, touchedAt }: Walk, account: Account): string =>
  `${account}=${balances.get(account) ?? 0n} by ${touchedAt.get(account) ?? 0}`
