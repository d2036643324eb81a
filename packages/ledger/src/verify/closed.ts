import { type Account, accounts } from '../accounts.js'
import type { ClosedBooks, Closing } from '../closing.js'
import type { Walk } from './entries.js'
import { type Broken, broken } from './verdict.js'

/** Closings to hold against a walk through all entries, and how many were. */
export interface Closings {
  readonly of: ClosedBooks
  held: number
}

/** Whether a closing says what the walk has found, where it has come to the entry of one. */
export function sameClosing(closings: Closings, walk: Walk): Broken | undefined {
  const closing = closings.of.closings[closings.held]
  if (closing?.sequence !== walk.count) return undefined
  closings.held += 1
  const { sequence, hash, atMs } = closing
  if (hash !== walk.hash) return broken('closing', sequence, walk.hash, hash)
  if (atMs !== walk.atMs) return broken('closing', sequence, `at ${walk.atMs}`, `at ${atMs}`)
  const differs = accounts.find((account) => heldIn(closing, account) !== heldNow(walk, account))
  if (differs) return broken('closing', sequence, heldNow(walk, differs), heldIn(closing, differs))
  return undefined
}

const heldIn = ({ accounts: held }: Closing, account: Account): string => {
  const [balance, sequence] = held[account] ?? ['0', 0]
  return `${account}=${balance} by ${sequence}`
}

const heldNow = ({ balances, touchedAt }: Walk, account: Account): string =>
  `${account}=${balances.get(account) ?? 0n} by ${touchedAt.get(account) ?? 0}`

/** What is left to say at the end of the walk: each closing was met, the last is where closed entries end, and each event is taken. */
export function closedWhole({ of, held }: Closings): Broken | undefined {
  const { closings, through, unguarded } = of
  const missed = closings[held]
  if (missed)
    return broken('closing', missed.sequence, `entry ${missed.sequence}, in the order of months`, 'no such entry')
  const last = closings.at(-1)?.sequence ?? 0
  if (last !== through)
    return broken('closing', through, `a closing at entry ${through}`, `the last is at entry ${last}`)
  if (unguarded !== null) return broken('unique source', unguarded, 'once', 'could be recorded again')
  return undefined
}
