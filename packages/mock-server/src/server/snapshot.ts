import {
  chartOfAccounts,
  checkSnapshot,
  entryHash,
  firstHash,
  type MerchantSnapshot,
  type Snapshot,
} from '@cedi/ledger'
import { checkedSnapshot } from '../generated/validators.js'
import { problemOf } from '../service/checked.js'
import { latestMs } from '../service/clock.js'
import { demoMerchant, isTestMerchant } from '../service/merchants.js'
import { isScenario, type Scenario } from '../service/outcomes/scenarios.js'

/** All data of a mock server, as JSON. @decision 0025 */
export interface ServerSnapshot {
  /** The version. */
  readonly version: 1
  /** The time now. */
  readonly now: string
  /** Whether the seed is in it: the first request creates it. */
  readonly planted: boolean
  /** The requests. */
  readonly requests: number
  /** Outcomes of the next payments. */
  readonly outcomes: Readonly<Record<string, readonly Scenario[]>>
  /** The store's data. */
  readonly ledger: Snapshot
}

/**
 * Checks that a value is a valid snapshot, before it replaces anything.
 *
 * @throws TypeError that says what is wrong with it.
 */
export function readSnapshot(value: unknown): ServerSnapshot {
  const problem = problemOf(checkedSnapshot, value, 'It')
  if (problem) throw new TypeError(problem)
  const { now, planted, outcomes = {}, ledger } = value as ServerSnapshot
  const nowMs = Date.parse(now)
  // The 30th of February would be read as a day in March.
  if (!(nowMs <= latestMs) || new Date(nowMs).toISOString() !== now) wrong('now must be a time')
  if (!Object.values(outcomes).every((queue) => queue.every(isScenario))) wrong('outcomes must be lists of outcomes')
  checkSnapshot(ledger)
  // Outcomes for a merchant of the seed may be saved before the seed is created.
  const lost = planted && Object.keys(outcomes).find((name) => !isThere(name, ledger))
  if (lost) wrong(`outcomes wait for ${lost.slice(0, 80)}, and no such merchant is in it. Leave them out`)
  for (const [merchant, saved] of Object.entries(ledger.merchants)) checkMerchant(merchant, saved)
  return { ...(value as ServerSnapshot), outcomes }
}

const isThere = (merchant: string, { merchants }: Snapshot): boolean =>
  merchant === demoMerchant || isTestMerchant(merchant) || Object.hasOwn(merchants, merchant)

function wrong(what: string): never {
  throw new TypeError(`${what}.`)
}

function checkMerchant(merchant: string, { tables, accounts, entries }: MerchantSnapshot): void {
  if (!/^[\w-]{1,80}$/.test(merchant))
    wrong(`the name ${merchant.slice(0, 80)} must be 1 to 80 letters, digits, _ or -`)
  for (const rows of Object.values(tables) as { id: string }[][]) {
    const long = rows.find(({ id }) => id.length > 1000)
    if (long) wrong(`the id ${long.id.slice(0, 40)}… of ${merchant} must have at most 1000 characters`)
  }
  checkEntries(merchant, accounts, entries)
}

/** Validates the hash chain, so that an edited snapshot is rejected immediately, not only by `verify`. */
function checkEntries(
  merchant: string,
  held: MerchantSnapshot['accounts'],
  entries: MerchantSnapshot['entries'],
): void {
  let previous = firstHash(merchant)
  /** Each account's balance after the entries, and the number of its last entry. */
  const left = new Map<string, string>()
  for (const [at, [text, hash]] of entries.entries()) {
    if (!text.startsWith(`${at + 1}|`) || entryHash(previous, text) !== hash)
      wrong(
        `entry ${at + 1} of ${merchant} does not follow from the one before. Restore a snapshot that nobody changed`,
      )
    previous = hash
    for (const balance of text.split('|')[5]?.split(',') ?? []) {
      const [, account = '', pesewas] = /^(.+)=(-?\d{1,30})$/.exec(balance) ?? []
      left.set(account, JSON.stringify([pesewas, at + 1]))
    }
  }
  for (const account of new Set([...Object.keys(held), ...left.keys()]))
    if (!Object.hasOwn(chartOfAccounts, account) || JSON.stringify(held[account]) !== left.get(account))
      wrong(
        `the balance of ${account} of ${merchant} does not match its entries. Restore a snapshot that nobody changed`,
      )
}
