import type { Account } from '../../accounts.js'
import { entryId } from '../../entry.js'
import type { ListQuery } from '../../store.js'
import type { Row, TableName } from '../../tables.js'
import { compareBy, type Form, findGroup, getIndex, type Index, type Item, readColumn, toForm } from './indexes.js'
import { entryPoint, entryRow, findSequences, type Ledgers, type MerchantLedger } from './ledgers.js'
import { findFirstFailing, iterateAscending, iterateDescending } from './sorted.js'

/** Returns one row of a merchant. */
export function getOne(
  merchant: string,
  ledger: MerchantLedger,
  table: TableName,
  id: string,
): Row<TableName> | undefined {
  if (table === 'accounts') return ledger.accounts.get(id as Account)
  if (table === 'counters') {
    const value = ledger.counters.get(id)
    return value === undefined ? undefined : Object.freeze({ merchant, id, value })
  }
  if (table === 'entries') {
    const sequence = Number(id)
    if (id !== entryId(sequence) || sequence < 1 || sequence > ledger.entryTexts.length) return undefined
    return entryRow(merchant, ledger, sequence)
  }
  return ledger.rows[table]?.get(id)
}

/** Returns one row by id of any merchant; the first by merchant name if there are several. */
export function getAny(ledgers: Ledgers, table: TableName, id: string): Row<TableName> | undefined {
  const index = getTableIndex(ledgers, null, table, { time: undefined, only: [], groupedBy: undefined })
  for (const item of iterateAscending(findGroup(index, {}), (other) => other.id < id))
    return item.id === id ? readRow(ledgers, table, item) : undefined
  return undefined
}

/** Returns the items of a table for its indexes. */
function* listItems(merchant: string, ledger: MerchantLedger, table: TableName): Generator<Item, void> {
  if (table === 'accounts') for (const id of ledger.accounts.keys()) yield { merchant, id }
  else if (table === 'counters') for (const id of ledger.counters.keys()) yield { merchant, id }
  else if (table === 'entries') for (const at of ledger.entryTexts.keys()) yield entryPoint(merchant, ledger, at + 1)
  else yield* ledger.rows[table]?.values() ?? []
}

/** Returns the row of an index item. */
function readRow(ledgers: Ledgers, table: TableName, item: Item): Row<TableName> {
  if (table !== 'accounts' && table !== 'counters' && table !== 'entries') return item as Row<TableName>
  return getOne(
    item.merchant,
    ledgers.byMerchant.get(item.merchant) as MerchantLedger,
    table,
    item.id,
  ) as Row<TableName>
}

/** Returns the index of a merchant, or of all merchants, for listings of a form. */
export function getTableIndex(ledgers: Ledgers, merchant: string | null, table: TableName, form: Form): Index {
  const owner = merchant === null ? ledgers : (ledgers.byMerchant.get(merchant) as MerchantLedger)
  const indexes = owner.indexes[table] ?? new Map()
  owner.indexes[table] = indexes
  return getIndex(indexes, form, function* () {
    for (const [name, ledger] of merchant === null
      ? ledgers.byMerchant
      : [[merchant, owner as MerchantLedger] as const])
      yield* listItems(name, ledger, table)
  })
}

/** Returns rows of a merchant, or of all merchants. */
export function listRows(
  ledgers: Ledgers,
  table: TableName,
  merchant: string | null,
  query: ListQuery,
): Row<TableName>[] {
  const ledger = merchant === null ? undefined : ledgers.byMerchant.get(merchant)
  const form = toForm(table, query)
  if (!form || (merchant !== null && !ledger)) return []
  const { limit, where = {} } = query as ListQuery<'entries'>
  const isSequential = table === 'entries' && (where.kind === undefined || where.source !== undefined)
  const items =
    ledger && merchant !== null && isSequential
      ? listMerchantEntries(merchant, ledger, query as ListQuery<'entries'>, form.time)
      : readIndex(getTableIndex(ledgers, merchant, table, form), query, form.time)
  const matches = createFilter(query)
  const isPastEnd = createEndCheck(query, form.time)
  const found: Row<TableName>[] = []
  for (const item of items) {
    if (isPastEnd(item)) break
    if (!matches(item)) continue
    found.push(readRow(ledgers, table, item))
    if (found.length >= limit) break
  }
  return found
}

function readIndex(index: Index, query: ListQuery, time: string | undefined): Iterable<Item> {
  const items = findGroup(index, query)
  const isBefore = createStartCheck(query, time)
  return query.order === undefined || query.order === 'newest'
    ? iterateDescending(items, isBefore)
    : iterateAscending(items, isBefore)
}

/** Entries of one merchant need no index: they are stored in order of time. */
function* listMerchantEntries(
  merchant: string,
  ledger: MerchantLedger,
  query: ListQuery<'entries'>,
  time: string | undefined,
): Generator<Item, void> {
  const { order = 'newest', where = {} } = query
  const sequences =
    where.source === undefined
      ? { length: ledger.entryTexts.length, at: (index: number) => index + 1 }
      : findSequences(ledger, where.source)
  const isBefore = createStartCheck(query as ListQuery, time)
  const isNeeded = query.past?.ms !== undefined
  const point = (sequence: number): Item =>
    isNeeded ? entryPoint(merchant, ledger, sequence) : { merchant, id: entryId(sequence) }
  const start = findFirstFailing(sequences, (sequence) => isBefore(point(sequence)))
  const end = order === 'newest' ? -1 : sequences.length
  const step = order === 'newest' ? -1 : 1
  for (let position = order === 'newest' ? start - 1 : start; position !== end; position += step)
    yield entryPoint(merchant, ledger, sequences.at(position) as number)
}

/** Returns the predicate for rows before the start of a listing, in ascending order. */
function createStartCheck({ order = 'newest', past, before, after }: ListQuery, time: string | undefined) {
  const isDown = order === 'newest'
  if (past) {
    const { id, merchant, ms } = past
    const place = (time === undefined ? { id, merchant } : { id, merchant, [time]: ms }) as Item
    const compare = compareBy(time)
    return isDown ? (item: Item) => compare(item, place) < 0 : (item: Item) => compare(item, place) <= 0
  }
  if (time === undefined && isDown && before !== undefined) return (item: Item) => item.id < before
  if (time === undefined && !isDown && after !== undefined) return (item: Item) => item.id <= after
  return () => isDown
}

/** Returns whether a row matches the filter. */
function createFilter({ before, after, dueUntilMs, where = {} }: ListQuery): (item: Item) => boolean {
  const rules = Object.entries(where)
  return (item) =>
    (before === undefined || item.id < before) &&
    (after === undefined || item.id > after) &&
    (dueUntilMs === undefined || (readColumn(item, 'due_ms') as number) <= dueUntilMs) &&
    rules.every(([column, value]) => readColumn(item, column) === value)
}

/** Returns whether a row, and all that follow, are after the end of a listing. */
function createEndCheck({ order = 'newest', before, after, dueUntilMs }: ListQuery, time: string | undefined) {
  if (order === 'due' && dueUntilMs !== undefined)
    return (item: Item) => (readColumn(item, 'due_ms') as number) > dueUntilMs
  if (time !== undefined) return () => false
  if (order === 'newest') return (item: Item) => after !== undefined && item.id <= after
  return (item: Item) => before !== undefined && item.id >= before
}
