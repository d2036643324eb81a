import { parseCanonicalText } from '../../entry.js'
import { PlanError } from '../../plan.js'
import type { RecordTable, Row, TableName, Tables } from '../../store.js'
import { plainRow, revivedRow } from '../tables.js'
import type { SqlRow, SqlValue } from './driver.js'

/**
 * What a column holds, and so its type in SQL. `json` is kept as text: `jsonb` would put the members of metadata
 * into an order of its own, and answers would no longer be the same on every store.
 */
type Kind = 'text' | 'pesewas' | 'number' | 'flag' | 'json'

type ColumnKinds = {
  readonly [T in RecordTable]: { readonly [C in Exclude<keyof Tables[T], 'merchant' | 'id'>]: Kind }
}

/** The columns of each table besides the merchant and the id, in the order in which the records name them. */
const columnKinds: ColumnKinds = {
  merchants: {
    name: 'text',
    handle: 'text',
    created_ms: 'number',
  },
  payments: {
    status: 'text',
    amount_pesewas: 'pesewas',
    fee_pesewas: 'pesewas',
    net_pesewas: 'pesewas',
    currency: 'text',
    method: 'text',
    network: 'text',
    phone: 'text',
    card_last4: 'text',
    email: 'text',
    name: 'text',
    product_id: 'text',
    quantity: 'number',
    order_ref: 'text',
    intent_id: 'text',
    next_action: 'json',
    failure: 'json',
    refunded_pesewas: 'pesewas',
    refund_reserved_pesewas: 'pesewas',
    metadata: 'json',
    created_ms: 'number',
    paid_ms: 'number',
    expires_ms: 'number',
    available_at_ms: 'number',
    available: 'flag',
    late_money: 'text',
  },
  intents: {
    status: 'text',
    amount_pesewas: 'pesewas',
    currency: 'text',
    payment_ref: 'text',
    product_id: 'text',
    quantity: 'number',
    channels: 'json',
    return_url: 'text',
    allowed_origins: 'json',
    email: 'text',
    metadata: 'json',
    created_ms: 'number',
    expires_ms: 'number',
  },
  refunds: {
    payment_ref: 'text',
    order_ref: 'text',
    amount_pesewas: 'pesewas',
    currency: 'text',
    status: 'text',
    reason: 'text',
    note: 'text',
    created_ms: 'number',
    resolved_ms: 'number',
  },
  payouts: {
    amount_pesewas: 'pesewas',
    currency: 'text',
    status: 'text',
    phone: 'text',
    network: 'text',
    failure: 'json',
    created_ms: 'number',
    resolved_ms: 'number',
  },
  orders: {
    base_status: 'text',
    payment_ref: 'text',
    items: 'json',
    total_pesewas: 'pesewas',
    currency: 'text',
    buyer: 'json',
    refunded_pesewas: 'pesewas',
    refund_reserved_pesewas: 'pesewas',
    created_ms: 'number',
  },
  products: {
    name: 'text',
    slug: 'text',
    description: 'text',
    type: 'text',
    price_pesewas: 'pesewas',
    currency: 'text',
    active: 'flag',
    stock: 'number',
    image_url: 'text',
    activation_limit: 'number',
    created_ms: 'number',
  },
  licenses: {
    key_hash: 'text',
    product_id: 'text',
    payment_ref: 'text',
    order_ref: 'text',
    status: 'text',
    activation_limit: 'number',
    activations: 'number',
    instances: 'json',
    created_ms: 'number',
    expires_ms: 'number',
  },
  keys: {
    hash: 'text',
    scopes: 'json',
    label: 'text',
    created_ms: 'number',
    last_used_ms: 'number',
    revoked_ms: 'number',
  },
  idempotency: {
    fingerprint: 'text',
    state: 'text',
    status: 'number',
    headers: 'json',
    body: 'text',
    created_ms: 'number',
  },
  events: {
    due_ms: 'number',
    kind: 'text',
    ref: 'text',
    data: 'json',
  },
}

const sqlTypes: Readonly<Record<Kind, string>> = {
  text: 'text',
  pesewas: 'bigint',
  number: 'bigint',
  flag: 'boolean',
  json: 'text',
}

const kindsOf = (table: RecordTable): Readonly<Record<string, Kind>> => columnKinds[table]

/** The columns of a table besides the merchant and the id. */
export const columnsOf = (table: RecordTable): readonly string[] => Object.keys(columnKinds[table])

/** The type to which a parameter for a column is cast. */
export function sqlTypeOf(table: RecordTable, column: string): string {
  const kind = column === 'id' || column === 'merchant' ? 'text' : kindsOf(table)[column]
  if (!kind) throw new PlanError(`${table} has no column ${column}.`)
  return sqlTypes[kind]
}

/**
 * A value as a parameter.
 *
 * @throws {@link PlanError} when the database could not give it back as it is.
 */
export function toSql(table: RecordTable, column: string, value: unknown): SqlValue {
  if (value === null) return null
  const kind = kindsOf(table)[column]
  if (kind === 'json') return JSON.stringify(column === 'items' ? plainRow(value) : value)
  if (typeof value === 'string') return keptText(value, `${table}.${column}`)
  if (typeof value === 'bigint' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw new PlanError(`${table}.${column} is ${String(value)}, which no column holds.`)
}

/** Text that comes back as it was: no database keeps NUL, and half a surrogate pair has no UTF-8. */
export function keptText(text: string, where: string): string {
  if (/[\0\p{Cs}]/u.test(text)) throw new PlanError(`${where} has NUL or half a character in it.`)
  return text
}

/** What a statement selects of a table. */
export function selectedColumns(table: TableName): string {
  if (table === 'counters') return 'merchant_id, id, value'
  if (table === 'accounts') return 'merchant_id, id, balance_pesewas, sequence'
  if (table === 'entries')
    return 'merchant_id, sequence, kind, source, at_ms, postings, balances, memo, previous_hash, hash'
  return ['merchant_id', 'id', ...columnsOf(table)].join(', ')
}

/** A row of the database as the ledger knows it: frozen, to the last member. */
export function fromSql<T extends TableName>(table: T, row: SqlRow): Row<T> {
  return decode(table, row) as Row<T>
}

function decode(table: TableName, row: SqlRow): object {
  const merchant = String(row['merchant_id'])
  const id = String(row['id'])
  if (table === 'counters') return Object.freeze({ merchant, id, value: Number(row['value']) })
  if (table === 'accounts') {
    const balance = BigInt(row['balance_pesewas'] as string)
    return Object.freeze({ merchant, id, balance_pesewas: balance, sequence: Number(row['sequence']) })
  }
  if (table === 'entries') {
    const { sequence, kind, source, at_ms: atMs, postings, balances, memo } = row
    const text = [sequence, kind, source, atMs, postings, balances, memo ?? ''].join('|')
    return frozen(parseCanonicalText(merchant, text, String(row['previous_hash']), String(row['hash'])))
  }
  const decoded: Record<string, unknown> = { merchant, id }
  for (const [column, kind] of Object.entries(kindsOf(table))) decoded[column] = cellOf(column, kind, row[column])
  return Object.freeze(decoded)
}

function cellOf(column: string, kind: Kind, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (kind === 'number') return Number(value)
  if (kind === 'pesewas') return BigInt(value as string)
  if (kind === 'flag') return value === true || value === 't' || value === 'true'
  if (kind !== 'json') return value
  const parsed = JSON.parse(value as string)
  return frozen(column === 'items' ? (parsed as unknown[]).map(revivedRow) : parsed)
}

/** The value itself, which nobody else holds yet, so that nobody can change it. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const member of Object.values(value)) frozen(member)
  return Object.freeze(value)
}
