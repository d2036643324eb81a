import { chartOfAccounts, entryHash, firstHash, type RecordTable, type Snapshot } from '@cedi/ledger'
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

type Check = (value: unknown) => boolean

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText: Check = (value) => typeof value === 'string'
const isId: Check = (value) => typeof value === 'string' && value !== '' && value.length <= 1000
const isNumber: Check = (value) => Number.isSafeInteger(value)
const isMoney: Check = (value) => typeof value === 'string' && /^\d{1,30}$/.test(value)
const isFlag: Check = (value) => typeof value === 'boolean'
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText)
const isFailure: Check = (value) => isObject(value) && isText(value['code']) && isText(value['message'])
const isItem: Check = (value) =>
  isObject(value) &&
  isText(value['product_id']) &&
  isText(value['name']) &&
  isNumber(value['quantity']) &&
  isMoney(value['unit_price_pesewas'])
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)

const checks: Readonly<Record<string, Check>> = {
  text: isText,
  'text?': orNull(isText),
  number: isNumber,
  'number?': orNull(isNumber),
  money: isMoney,
  flag: isFlag,
  texts: isTexts,
  object: isObject,
  'object?': orNull(isObject),
  'failure?': orNull(isFailure),
  items: (value) => Array.isArray(value) && value.length > 0 && value.every(isItem),
}

/** The columns of each table besides `merchant` and `id`, by what they hold. */
const columns: Readonly<Record<RecordTable, Readonly<Record<string, string>>>> = {
  merchants: { text: 'name', 'text?': 'handle', number: 'created_ms' },
  payments: {
    text: 'status currency method network',
    'text?': 'phone card_last4 email name product_id order_ref intent_id late_money',
    money: 'amount_pesewas fee_pesewas net_pesewas refunded_pesewas refund_reserved_pesewas',
    number: 'quantity created_ms',
    'number?': 'paid_ms expires_ms available_at_ms',
    flag: 'available',
    object: 'metadata',
    'object?': 'next_action',
    'failure?': 'failure',
  },
  intents: {
    text: 'status currency',
    'text?': 'payment_ref product_id return_url email',
    money: 'amount_pesewas',
    number: 'quantity created_ms expires_ms',
    texts: 'channels allowed_origins',
    object: 'metadata',
  },
  refunds: {
    text: 'payment_ref currency status',
    'text?': 'order_ref reason note',
    money: 'amount_pesewas',
    number: 'created_ms',
    'number?': 'resolved_ms',
  },
  payouts: {
    text: 'currency status network',
    'text?': 'phone',
    money: 'amount_pesewas',
    number: 'created_ms',
    'number?': 'resolved_ms',
    'failure?': 'failure',
  },
  orders: {
    text: 'base_status payment_ref currency',
    money: 'total_pesewas refunded_pesewas refund_reserved_pesewas',
    number: 'created_ms',
    object: 'buyer',
    items: 'items',
  },
  products: {
    text: 'name slug type currency',
    'text?': 'description image_url',
    money: 'price_pesewas',
    number: 'created_ms',
    'number?': 'stock activation_limit',
    flag: 'active',
  },
  licenses: {
    text: 'key_hash product_id payment_ref status',
    'text?': 'order_ref',
    number: 'activations created_ms',
    'number?': 'activation_limit expires_ms',
    texts: 'instances',
  },
  keys: {
    text: 'hash',
    'text?': 'label',
    number: 'created_ms',
    'number?': 'last_used_ms revoked_ms',
    texts: 'scopes',
  },
  idempotency: {
    text: 'fingerprint state',
    'text?': 'body',
    number: 'created_ms',
    'number?': 'status',
    object: 'headers',
  },
  events: { text: 'kind ref', number: 'due_ms', object: 'data' },
}

/**
 * Checks that a value is a snapshot that the server can go on from, before anything is replaced by it.
 *
 * @throws TypeError that says what is wrong with it.
 */
export function readSnapshot(value: unknown): ServerSnapshot {
  if (!isObject(value) || value['version'] !== 1) wrong('it is not one of this version')
  const { now, planted, requests, outcomes = {}, ledger } = value
  // No clock starts before 1970.
  if (typeof now !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(now) || !(Date.parse(now) >= 0))
    wrong('now is not a time')
  if (!isFlag(planted)) wrong('planted is not true or false')
  if (!isNumber(requests) || Number(requests) < 0) wrong('requests is not a number')
  if (
    !isObject(outcomes) ||
    !Object.values(outcomes).every((queue) => isTexts(queue) && (queue as string[]).every(isScenario))
  )
    wrong('outcomes are not lists of outcomes')
  if (!isObject(ledger) || ledger['version'] !== 1 || !isObject(ledger['merchants'])) wrong('ledger is not one')
  for (const [merchant, saved] of Object.entries(ledger['merchants'] as object)) checkMerchant(merchant, saved)
  return { ...(value as unknown as ServerSnapshot), outcomes: outcomes as ServerSnapshot['outcomes'] }
}

function wrong(what: string): never {
  throw new TypeError(`${what}.`)
}

function checkMerchant(merchant: string, saved: unknown): void {
  if (!/^[\w-]{1,80}$/.test(merchant) || !isObject(saved)) wrong(`${merchant} is not a merchant`)
  const { tables, counters, accounts, entries } = saved
  if (!isObject(tables)) wrong(`${merchant} has no tables`)
  for (const [table, rows] of Object.entries(tables)) {
    if (!Object.hasOwn(columns, table) || !Array.isArray(rows)) wrong(`${table} of ${merchant} is not a table`)
    const ids = new Set<unknown>()
    for (const row of rows) {
      if (!isObject(row) || row['merchant'] !== merchant || !isId(row['id']) || ids.has(row['id']))
        wrong(`${table} of ${merchant} has a row without its own id`)
      ids.add(row['id'])
      checkRow(table as RecordTable, row)
    }
  }
  if (!isObject(counters) || !Object.values(counters).every((count) => isNumber(count) && Number(count) >= 0))
    wrong(`the counters of ${merchant} are not numbers`)
  checkEntries(merchant, accounts, entries)
}

function checkRow(table: RecordTable, row: Record<string, unknown>): void {
  for (const [kind, names] of Object.entries(columns[table]))
    for (const name of names.split(' '))
      if (!checks[kind]?.(row[name])) wrong(`${name} of ${table} ${String(row['id'])} is missing or of the wrong form`)
}

/** The chain must hold: a snapshot that somebody edited is refused, and not only found by `verify` later. */
function checkEntries(merchant: string, held: unknown, entries: unknown): void {
  if (!isObject(held) || !Array.isArray(entries)) wrong(`${merchant} has no entries`)
  let previous = firstHash(merchant)
  /** What the entries leave in each account, and the number of the last one that touched it. */
  const left = new Map<string, string>()
  for (const [at, entry] of entries.entries()) {
    const [text, hash] = (Array.isArray(entry) ? entry : []) as unknown[]
    if (typeof text !== 'string' || !text.startsWith(`${at + 1}|`) || entryHash(previous, text) !== hash)
      wrong(`entry ${at + 1} of ${merchant} does not follow from the one before`)
    previous = hash as string
    for (const balance of text.split('|')[5]?.split(',') ?? []) {
      const [, account = '', pesewas] = /^(.+)=(-?\d{1,30})$/.exec(balance) ?? []
      left.set(account, JSON.stringify([pesewas, at + 1]))
    }
  }
  for (const account of new Set([...Object.keys(held), ...left.keys()]))
    if (!Object.hasOwn(chartOfAccounts, account) || JSON.stringify(held[account]) !== left.get(account))
      wrong(`the account ${account} of ${merchant} does not hold what its entries leave in it`)
}
