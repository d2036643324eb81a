import { describe, expect, it } from 'vitest'
import { ClosedError, noSums } from '../../closing.js'
import { entryId } from '../../entry.js'
import type { ListQuery } from '../../store.js'
import type { Row, TableName } from '../../tables.js'
import { type Book, type Books, bookOf, makeBooks } from './book.js'
import { refuseClosed } from './closed.js'

/** The books of a merchant whose payments 3 to 6, and whose entries up to 5, are closed. */
function closedBooks({ sequence = 5, ids = { payments: ['PAY_3', 'PAY_6'] as const } as object } = {}) {
  const books = makeBooks()
  const book = bookOf(books, 'ama')
  const closing = { merchant: 'ama', sequence, hash: '', beforeMs: 1000, atMs: 900, accounts: {}, sums: noSums, ids }
  book.closing = closing
  books.closed = closing
  return { books, book }
}

const payment = (id: string, created_ms = 0) => ({ merchant: 'ama', id, created_ms }) as unknown as Row<TableName>
const payments = (...ids: string[]) => ids.map((id) => payment(id))

/** Whether a listing is refused that has found these rows. */
function isRefused(owner: Book | Books, table: TableName, query: object, found: readonly Row<TableName>[] = []) {
  try {
    refuseClosed(owner, table, { limit: 2, ...query } as ListQuery, found)
    return false
  } catch (error) {
    expect(error).toBeInstanceOf(ClosedError)
    return true
  }
}

describe('a listing by id of a merchant with closed payments', () => {
  const { book, books } = closedBooks()
  it.each([
    [true, 'newest first, without an end', {}, payments('PAY_9')],
    [true, 'newest first, to the last closed one', {}, payments('PAY_9', 'PAY_6')],
    [true, 'newest first, to one below it', {}, payments('PAY_9', 'PAY_4')],
    [false, 'newest first, to one above it', {}, payments('PAY_9', 'PAY_7')],
    [false, 'newest first, after the last closed one', { after: 'PAY_6' }, []],
    [true, 'newest first, after one below it', { after: 'PAY_5' }, []],
    [false, 'newest first, before the first closed one', { before: 'PAY_3' }, []],
    [true, 'newest first, before one above it', { before: 'PAY_4' }, []],
    [false, 'newest first, past one below the first closed one', { past: { id: 'PAY_2', merchant: 'ama' } }, []],
    [true, 'newest first, past the first closed one itself', { past: { id: 'PAY_3', merchant: 'ama' } }, []],
    [true, 'oldest first, without an end', { order: 'oldest' }, payments('PAY_1')],
    [false, 'oldest first, to one below the first closed one', { order: 'oldest' }, payments('PAY_1', 'PAY_2')],
    [true, 'oldest first, to the first closed one', { order: 'oldest' }, payments('PAY_1', 'PAY_3')],
    [false, 'oldest first, after the last closed one', { order: 'oldest', after: 'PAY_6' }, []],
    [true, 'oldest first, after one below it', { order: 'oldest', after: 'PAY_5' }, []],
    [false, 'oldest first, past one above it', { order: 'oldest', past: { id: 'PAY_7', merchant: 'ama' } }, []],
    [true, 'oldest first, past the last closed one', { order: 'oldest', past: { id: 'PAY_6', merchant: 'ama' } }, []],
  ] as const)('is refused: %o, %s', (refused, _, query, found) => {
    expect(isRefused(book, 'payments', query, found)).toBe(refused)
    expect(isRefused(books, 'payments', query, found)).toBe(refused)
  })
})

describe('a listing by time of a merchant with closed payments', () => {
  const { book, books } = closedBooks()
  const by = { by: 'created_ms' }
  const past = (ms?: number) => ({ past: { id: 'PAY_8', merchant: 'ama', ...(ms !== undefined && { ms }) } })
  it.each([
    [false, 'newest first, to the moment before which books are closed', by, [payment('a', 1500), payment('b', 1000)]],
    [true, 'newest first, to one before it', by, [payment('a', 1500), payment('b', 999)]],
    [true, 'newest first, without an end', by, [payment('a', 1500)]],
    [true, 'newest first, with nothing found', { ...by, limit: 0 }, []],
    [false, 'oldest first, past that moment', { ...by, order: 'oldest', ...past(1000) }, []],
    [true, 'oldest first, past one before it', { ...by, order: 'oldest', ...past(999) }, []],
    [true, 'oldest first, past no time', { ...by, order: 'oldest', ...past() }, []],
    [true, 'oldest first, from the beginning', { ...by, order: 'oldest' }, [payment('a', 1500), payment('b', 1500)]],
    [
      true,
      'by another time, which says nothing of when they were made',
      { by: 'expires_ms' },
      ['a', 'b'].map((id) => ({ ...payment(id), expires_ms: 1500 })),
    ],
  ] as const)('is refused: %o, %s', (refused, _, query, found) => {
    expect(isRefused(book, 'payments', query, found)).toBe(refused)
    expect(isRefused(books, 'payments', query, found)).toBe(refused)
  })

  it('of entries goes by when they were recorded', () => {
    const entries = [1500, 1000].map((at_ms) => ({ merchant: 'ama', id: entryId(9), at_ms }) as Row<'entries'>)
    expect(isRefused(book, 'entries', { by: 'at_ms' }, entries)).toBe(false)
    expect(isRefused(book, 'entries', { by: 'at_ms', limit: 3 }, entries)).toBe(true)
  })
})

describe('a listing that cannot hold anything closed', () => {
  const { book, books } = closedBooks()
  it.each([
    ['of what is not closed', 'payments', { left: true }],
    ['of payments that wait', 'payments', { where: { status: 'pending' } }],
    ['of late money that is held', 'payments', { where: { late_money: 'held' } }],
    ['of a table that is never closed', 'orders', {}],
    ['of a table of which nothing is closed', 'refunds', {}],
  ] as const)('is not refused: one %s', (_, table, query) => {
    expect(isRefused(book, table, query)).toBe(false)
    expect(isRefused(books, table, query)).toBe(false)
  })

  it('is not refused before anything is closed', () => {
    const open = makeBooks()
    expect(isRefused(open, 'payments', {})).toBe(false)
    expect(isRefused(bookOf(open, 'kofi'), 'entries', {})).toBe(false)
  })

  it.each([{ where: { status: 'paid' } }, { where: { late_money: 'returned' } }, { where: {} }])(
    'is another one than %o',
    (query) => {
      expect(isRefused(book, 'payments', query)).toBe(true)
      expect(isRefused(books, 'payments', query)).toBe(true)
    },
  )
})

describe('a listing of entries', () => {
  const { book, books } = closedBooks()
  const entries = (...sequences: number[]) =>
    sequences.map((sequence) => ({ merchant: 'ama', id: entryId(sequence), at_ms: 0 }) as Row<'entries'>)

  it('is refused from the last closed entry down to the first', () => {
    expect(isRefused(book, 'entries', {}, entries(7, 6))).toBe(false)
    expect(isRefused(book, 'entries', {}, entries(6, 5))).toBe(true)
    expect(isRefused(book, 'entries', { before: entryId(1) })).toBe(false)
    expect(isRefused(book, 'entries', { before: entryId(2) })).toBe(true)
    expect(isRefused(book, 'entries', { after: entryId(5) })).toBe(false)
    expect(isRefused(book, 'entries', { after: entryId(4) })).toBe(true)
  })

  it('is not refused when records are closed but no entry', () => {
    const { book: without } = closedBooks({ sequence: 0 })
    expect(isRefused(without, 'entries', {})).toBe(false)
    expect(isRefused(without, 'payments', {})).toBe(true)
  })

  it('of one source is refused when an entry of it is closed, or the record that it is about', () => {
    book.places.add('provider_settled SET_1')
    expect(isRefused(book, 'entries', { where: { source: 'SET_1' } })).toBe(true)
    expect(isRefused(book, 'entries', { where: { source: 'PAY_4' } })).toBe(true)
    expect(isRefused(book, 'entries', { where: { source: 'SET_2' } })).toBe(false)
    expect(isRefused(book, 'entries', { where: { source: 'PAY_7' } })).toBe(false)
  })

  it('of one source through all merchants is refused: any of them may have closed one', () => {
    expect(isRefused(books, 'entries', { where: { source: 'SET_2' } })).toBe(true)
  })
})

it.each([
  [{}, 'newest first, by id'],
  [{ order: 'oldest', by: 'created_ms' }, 'oldest first, by created_ms'],
] as const)('a refused listing says how far back listings go: %o', (query, how) => {
  const { book } = closedBooks()
  expect(() => refuseClosed(book, 'payments', { limit: 9, ...query } as ListQuery, [])).toThrow(
    new ClosedError(
      `This list (${how}) reaches payments that are closed. Ask for fewer of the newest, set left: true to list only what is not closed, or read what was kept when the books were closed. (decision 0096)`,
    ),
  )
})
