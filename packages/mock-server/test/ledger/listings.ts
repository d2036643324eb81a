import { expect } from 'vitest'
import { type ListQuery, makePlan, type Plan, type Row, type Store, type TableName } from '../../src/ledger/index.js'
import { getDefinition } from '../../src/ledger/tables.js'
import { numbers } from './model.js'

type AnyRow = Row<TableName> & Readonly<Record<string, unknown>>
type Random = ReturnType<typeof numbers>
type Query = ListQuery & { readonly where?: Readonly<Record<string, unknown>> }

const merchants = ['ama', 'am', 'kofi', 'yaa']
const statuses = ['pending', 'succeeded', 'failed', 'expired', 'cancelled'] as const
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** A second implementation of a listing: filters, sorts and slices all rows. */
function expectedRows(rows: readonly AnyRow[], merchant: string | null, query: Query): AnyRow[] {
  const { limit, order = 'newest', by, past, before, after, where = {}, dueUntilMs } = query
  const time = order === 'due' ? 'due_ms' : by
  const ms = (row: AnyRow) => (time === undefined ? 0 : Number(row[time]))
  const compareRows = (one: AnyRow, other: AnyRow) =>
    ms(one) - ms(other) || compare(one.id, other.id) || compare(one.merchant, other.merchant)
  const direction = order === 'newest' ? -1 : 1
  return rows
    .filter((row) => merchant === null || row.merchant === merchant)
    .filter((row) => Object.entries(where).every(([column, value]) => row[column] === value))
    .filter((row) => time === undefined || row[time] !== null)
    .filter(({ id }) => (before === undefined || id < before) && (after === undefined || id > after))
    .filter((row) => dueUntilMs === undefined || Number(row['due_ms']) <= dueUntilMs)
    .filter((row) => !past || direction * compareRows(row, { ...past, [time ?? '']: past.ms } as unknown as AnyRow) > 0)
    .sort((one, other) => direction * compareRows(one, other))
    .slice(0, limit)
}

/** The tables that the test fills, and which values it looks for in their columns. */
const filterValues: Partial<Record<TableName, Readonly<Record<string, readonly unknown[]>>>> = {
  payments: { status: statuses, intent_id: ['INT_1', 'INT_2', 'INT_9', null], late_money: ['held', 'returned', null] },
  refunds: { payment_ref: ['PAY_1', 'PAY_2', 'PAY_9'], status: ['pending', 'paid', 'rejected'] },
  events: { ref: ['PAY_1', 'PAY_2', 'PAY_9'] },
  products: { slug: ['p1', 'p02', 'none'], active: [true, false] },
  entries: { source: ['S_1', 'S_2', 'S_99'], kind: ['late_money_received', 'suspense_returned', 'refund_paid'] },
  accounts: { id: ['psp:mtn', 'suspense', 'fees:income'] },
  counters: {},
  keys: { hash: ['ama0', 'none'] },
}
const listedTables = Object.keys(filterValues) as TableName[]

function randomQuery(random: Random, table: TableName, rows: readonly AnyRow[]): Query {
  const pick = <T>(some: readonly T[]): T => some[random.below(some.length)] as T
  const times = getDefinition(table).times ?? []
  const isDue = table === 'events' && random.below(2) === 0
  const by = times.length > 0 && random.below(2) === 0 ? pick(times) : undefined
  const filters = Object.entries(filterValues[table] ?? {}).filter(() => random.below(3) === 0)
  const row = rows.length > 0 ? pick(rows) : undefined
  // The position of a row, a position between two rows, or that of a row whose time is null (not in the listing).
  const place = row && {
    id: random.below(3) ? row.id : `${row.id}0`,
    merchant: pick([row.merchant, 'amb']),
    ...(by === undefined ? {} : { ms: Number(row[by] ?? 0) + random.below(2) }),
  }
  const hasIdFilter = (chance: number) => row && random.below(chance) === 0
  return {
    limit: pick([1, 2, 5, 100]),
    order: isDue ? 'due' : pick(['newest', 'oldest'] as const),
    where: Object.fromEntries(filters.map(([column, values]) => [column, pick(values)])),
    ...(by === undefined || isDue ? {} : { by }),
    ...(place && !isDue && random.below(2) ? { past: place } : {}),
    ...(hasIdFilter(4) ? { before: (row as AnyRow).id } : {}),
    ...(hasIdFilter(4) ? { after: pick(rows).id } : {}),
    ...(table === 'events' && random.below(3) === 0 ? { dueUntilMs: random.below(20) } : {}),
  } as Query
}

/** Creates one random step of a merchant: inserts rows in any order, changes indexed columns, or deletes rows. */
function randomStep(random: Random, merchant: string, step: number, rows: readonly AnyRow[]): Partial<Plan> {
  const id = `${random.below(1_000)}`.padStart(random.below(2) ? 4 : 3, '0')
  const common = { merchant, id, created_ms: random.below(12) }
  const ref = `PAY_${1 + random.below(3)}`
  const money = { amount_pesewas: 500n, currency: 'GHS' } as const
  const refundColumns = { refunded_pesewas: 0n, refund_reserved_pesewas: 0n }
  const noBuyer = {
    phone: null,
    sealed_phone: null,
    card_last4: null,
    email: null,
    name: null,
    product_id: null,
    order_ref: null,
  }
  const nullColumns = { next_action: null, failure: null, paid_ms: null, expires_ms: null, available_at_ms: null }
  const status = statuses[random.below(5)] as (typeof statuses)[number]
  const intent = random.below(3) ? `INT_${1 + random.below(2)}` : null
  const lateMoney = ([null, 'held', 'returned'] as const)[random.below(3)] ?? null
  const listRowsOf = (table: string) => rows.filter((row) => row['table'] === table && row.merchant === merchant)
  const pickId = (table: string) => listRowsOf(table)[random.below(listRowsOf(table).length || 1)]?.id
  const product = { name: id, slug: `p${id}`, description: null, type: 'digital', price_pesewas: 1n } as const
  const posting = { debit: 'psp:mtn', credit: 'suspense', amountPesewas: 1n } as const
  const back = { debit: 'suspense', credit: 'psp:mtn', amountPesewas: 1n } as const
  const resolution = { status: 'paid', resolved_ms: random.below(12) } as const
  const entry = { source: `S_${1 + random.below(40)}`, atMs: step >> 2 }
  const [payment, refund, event] = [pickId('payments'), pickId('refunds'), pickId('events')]
  switch (random.below(12)) {
    case 0:
    case 1: {
      const amountColumns = {
        fee_pesewas: 0n,
        net_pesewas: 500n,
        method: 'mobile_money',
        network: 'mtn',
        quantity: 1,
      } as const
      const rest = { intent_id: intent, metadata: {}, available: false, late_money: lateMoney, status }
      return {
        inserts: [
          {
            table: 'payments',
            row: { ...common, ...money, ...refundColumns, ...noBuyer, ...nullColumns, ...amountColumns, ...rest },
          },
        ],
      }
    }
    case 2: {
      const rest = { payment_ref: ref, order_ref: null, status: 'pending', reason: null, note: null } as const
      return { inserts: [{ table: 'refunds', row: { ...common, ...money, ...rest, resolved_ms: null } }] }
    }
    case 3:
    case 4:
      return {
        inserts: [{ table: 'events', row: { merchant, id, due_ms: random.below(20), kind: 'x', ref, data: {} } }],
      }
    case 5: {
      const rest = { currency: 'GHS', active: random.below(2) === 0, stock: null, image_url: null } as const
      return { inserts: [{ table: 'products', row: { ...common, ...product, ...rest, activation_limit: null } }] }
    }
    case 6:
      return { entries: [{ kind: 'late_money_received', postings: [posting], ...entry }] }
    case 7:
      return { entries: [{ kind: 'suspense_returned', postings: [back], ...entry }] }
    case 8:
      return payment
        ? {
            updates: [
              {
                table: 'payments',
                id: payment,
                where: {},
                set: { status, late_money: lateMoney, ...randomTime(random) },
              },
            ],
          }
        : {}
    case 9:
      return refund ? { updates: [{ table: 'refunds', id: refund, where: {}, set: resolution }] } : {}
    case 10:
      return event ? { deletes: [{ table: 'events', id: event }] } : {}
    default: {
      const key = { hash: `${merchant}${id}`, scopes: [], label: null, last_used_ms: null, revoked_ms: null }
      return { counters: [{ name: id, from: 0, to: 1 }], inserts: [{ table: 'keys', row: { ...common, ...key } }] }
    }
  }
}

const randomTime = (random: Random) => (random.below(4) === 0 ? { created_ms: random.below(12) } : {})

/** Returns all rows of a table, one list per merchant. */
async function listAllRows(store: Store, table: TableName): Promise<AnyRow[]> {
  const found: AnyRow[] = []
  for (const merchant of merchants) {
    for (const row of await store.list(table, merchant, { limit: 100_000, order: 'oldest' })) found.push(row as AnyRow)
  }
  return found
}

/**
 * Fills a store with random steps, and compares listings of every form with the sorted rows.
 *
 * @param store - An empty store.
 * @param steps - Number of steps. A listing of each table is compared after every fourth step.
 */
export async function checkListings(store: Store, steps: number, seed: number): Promise<void> {
  const random = numbers(seed)
  const knownRows: AnyRow[] = []
  let comparedCount = 0
  for (let step = 0; step < steps; step++) {
    const merchant = merchants[random.below(4)] as string
    const changes = randomStep(random, merchant, step, knownRows)
    await store.commit(makePlan(merchant, changes))
    for (const { table, row } of changes.inserts ?? []) knownRows.push({ ...row, table } as unknown as AnyRow)
    if (step % 4 !== 3) continue
    for (const table of listedTables) {
      const rows = await listAllRows(store, table)
      for (const owner of [null, merchant]) {
        const query = randomQuery(random, table, rows)
        const found = await store.list(table, owner, query as never)
        expect(found, JSON.stringify([table, owner, query])).toEqual(expectedRows(rows, owner, query))
        if (found.length > 0) comparedCount++
      }
    }
  }
  // Most of the compared listings are not empty.
  expect(comparedCount).toBeGreaterThan(steps / 2)
}
