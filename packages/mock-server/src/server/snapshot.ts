import { checkedSnapshot } from '../generated/validators.js'
import {
  chartOfAccounts,
  checkSnapshot,
  entryHash,
  firstHash,
  type MerchantSnapshot,
  type Snapshot,
} from '../ledger/index.js'
import { latestMs } from '../service/clock.js'
import { demoMerchant, isTestMerchant } from '../service/merchants.js'
import { isScenario, type Scenario } from '../service/outcomes/scenarios.js'
import { findProblem } from '../service/schema-check.js'

/** All data of a mock server, as JSON. @decision 0023 */
export interface ServerSnapshot {
  /** The version. */
  readonly version: 1
  /** Current time. */
  readonly now: string
  /** Whether the seed was written. The first request writes it. */
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
 * @throws TypeError that describes the error.
 */
export function readSnapshot(value: unknown): ServerSnapshot {
  const problem = findProblem(checkedSnapshot, value, 'It')
  if (problem) throw new TypeError(problem)
  const { now, planted, outcomes = {}, ledger } = value as ServerSnapshot
  const nowMs = Date.parse(now)
  // The 30th of February would be read as a day in March.
  if (!(nowMs <= latestMs) || new Date(nowMs).toISOString() !== now) throwError('now must be a time')
  if (!Object.values(outcomes).every((queue) => queue.every(isScenario)))
    throwError('outcomes must be lists of outcomes')
  checkSnapshot(ledger)
  // Outcomes for a merchant of the seed may be saved before the seed is created.
  const unknownMerchant = planted && Object.keys(outcomes).find((name) => !isKnown(name, ledger))
  if (unknownMerchant)
    throwError(`outcomes wait for ${unknownMerchant.slice(0, 80)}, and no such merchant is in it. Leave them out`)
  for (const [merchant, savedLedger] of Object.entries(ledger.merchants)) checkMerchant(merchant, savedLedger)
  return { ...(value as ServerSnapshot), outcomes }
}

const isKnown = (merchant: string, { merchants }: Snapshot): boolean =>
  merchant === demoMerchant || isTestMerchant(merchant) || Object.hasOwn(merchants, merchant)

function throwError(message: string): never {
  throw new TypeError(`${message}.`)
}

function checkMerchant(merchant: string, { tables, accounts, entries }: MerchantSnapshot): void {
  if (!/^[\w-]{1,80}$/.test(merchant))
    throwError(`the name ${merchant.slice(0, 80)} must be 1 to 80 letters, digits, _ or -`)
  for (const rows of Object.values(tables) as { id: string }[][]) {
    const long = rows.find(({ id }) => id.length > 1000)
    if (long) throwError(`the id ${long.id.slice(0, 40)}… of ${merchant} must have at most 1000 characters`)
  }
  checkEntries(merchant, accounts, entries)
}

/** Validates the hash chain, so that an edited snapshot is rejected immediately, not only by `verify`. */
function checkEntries(
  merchant: string,
  accountBalances: MerchantSnapshot['accounts'],
  entries: MerchantSnapshot['entries'],
): void {
  let previous = firstHash(merchant)
  /** Balance and last entry of each account. */
  const balances = new Map<string, string>()
  for (const [at, [text, hash]] of entries.entries()) {
    if (!text.startsWith(`${at + 1}|`) || entryHash(previous, text) !== hash)
      throwError(
        `entry ${at + 1} of ${merchant} does not follow from the one before. Restore a snapshot that nobody changed`,
      )
    previous = hash
    for (const balance of text.split('|')[5]?.split(',') ?? []) {
      const [, account = '', pesewas] = /^(.+)=(-?\d{1,30})$/.exec(balance) ?? []
      balances.set(account, JSON.stringify([pesewas, at + 1]))
    }
  }
  for (const account of new Set([...Object.keys(accountBalances), ...balances.keys()]))
    if (!Object.hasOwn(chartOfAccounts, account) || JSON.stringify(accountBalances[account]) !== balances.get(account))
      throwError(
        `the balance of ${account} of ${merchant} does not match its entries. Restore a snapshot that nobody changed`,
      )
}
