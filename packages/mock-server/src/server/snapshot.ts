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
import { demoMerchant, isTestMerchant } from '../service/merchants.js'
import { isScenario, type Scenario } from '../service/outcomes/scenarios.js'

/** Everything that a mock server knows, as JSON. @decision 0025 */
export interface ServerSnapshot {
  /** The version. */
  readonly version: 1
  /** The time now. */
  readonly now: string
  /** Whether the seed is in it: it is planted with the first request. */
  readonly planted: boolean
  /** The requests. */
  readonly requests: number
  /** How the next payments will go. */
  readonly outcomes: Readonly<Record<string, readonly Scenario[]>>
  /** What the store holds. */
  readonly ledger: Snapshot
}

/**
 * Checks that a value is a snapshot that the server can go on from, before anything is replaced by it.
 *
 * @throws TypeError that says what is wrong with it.
 */
export function readSnapshot(value: unknown): ServerSnapshot {
  const problem = problemOf(checkedSnapshot, value, 'It')
  if (problem) throw new TypeError(problem)
  const { now, planted, outcomes = {}, ledger } = value as ServerSnapshot
  if (Number.isNaN(Date.parse(now))) wrong('now is not a time')
  if (!Object.values(outcomes).every((queue) => queue.every(isScenario))) wrong('outcomes are not lists of outcomes')
  checkSnapshot(ledger)
  // What waits for a merchant of the seed may be kept before the seed is planted.
  const lost = planted && Object.keys(outcomes).find((name) => !isThere(name, ledger))
  if (lost) wrong(`outcomes wait for ${lost.slice(0, 80)}, and no such merchant is in it`)
  for (const [merchant, saved] of Object.entries(ledger.merchants)) checkMerchant(merchant, saved)
  return {
    ...(value as ServerSnapshot),
    outcomes,
    ledger: withoutPasses(ledger),
  }
}

/** Versions before kept invitations and sessions among the scheduled events: they are over. @decision 0058 */
function withoutPasses(ledger: Snapshot): Snapshot {
  const isPass = (row: unknown) => ['invitation_end', 'session_end'].includes((row as { kind: string }).kind)
  const merchants = Object.entries(ledger.merchants).map(([merchant, saved]) => {
    const { events = [], ...tables } = saved.tables
    const left = events.filter((row) => !isPass(row))
    return [merchant, { ...saved, tables: left.length > 0 ? { ...tables, events: left } : tables }]
  })
  return { ...ledger, merchants: Object.fromEntries(merchants) }
}

const isThere = (merchant: string, { merchants }: Snapshot): boolean =>
  merchant === demoMerchant || isTestMerchant(merchant) || Object.hasOwn(merchants, merchant)

function wrong(what: string): never {
  throw new TypeError(`${what}.`)
}

function checkMerchant(merchant: string, { tables, accounts, entries }: MerchantSnapshot): void {
  if (!/^[\w-]{1,80}$/.test(merchant)) wrong(`${merchant} is not a merchant`)
  for (const rows of Object.values(tables) as { id: string }[][]) {
    const long = rows.find(({ id }) => id.length > 1000)
    if (long) wrong(`the id ${long.id.slice(0, 40)}… of ${merchant} is too long`)
  }
  checkEntries(merchant, accounts, entries)
}

/** The chain must hold: a snapshot that somebody edited is refused, and not only found by `verify` later. */
function checkEntries(
  merchant: string,
  held: MerchantSnapshot['accounts'],
  entries: MerchantSnapshot['entries'],
): void {
  let previous = firstHash(merchant)
  /** What the entries leave in each account, and the number of the last one that touched it. */
  const left = new Map<string, string>()
  for (const [at, [text, hash]] of entries.entries()) {
    if (!text.startsWith(`${at + 1}|`) || entryHash(previous, text) !== hash)
      wrong(`entry ${at + 1} of ${merchant} does not follow from the one before`)
    previous = hash
    for (const balance of text.split('|')[5]?.split(',') ?? []) {
      const [, account = '', pesewas] = /^(.+)=(-?\d{1,30})$/.exec(balance) ?? []
      left.set(account, JSON.stringify([pesewas, at + 1]))
    }
  }
  for (const account of new Set([...Object.keys(held), ...left.keys()]))
    if (!Object.hasOwn(chartOfAccounts, account) || JSON.stringify(held[account]) !== left.get(account))
      wrong(`the account ${account} of ${merchant} does not hold what its entries leave in it`)
}
