import { expect, it } from 'vitest'
import type { Closing } from '../../closing.js'
import { append, bookOf, makeBooks } from './book.js'
import { closeBook, wider } from './close.js'

it('what is closed takes no more memory: its texts, its hashes and where its source stands are gone', () => {
  const books = makeBooks()
  const book = bookOf(books, 'ama')
  for (const text of [
    '1|late_money_received|A|10|psp:mtn>suspense=5|psp:mtn=5,suspense=5|',
    '2|late_money_received|B|10|psp:mtn>suspense=5|psp:mtn=10,suspense=10|',
    '3|suspense_returned|A|20|suspense>psp:mtn=5|psp:mtn=5,suspense=5|',
    '4|late_money_received|C|30|psp:mtn>suspense=5|psp:mtn=10,suspense=10|',
  ])
    append(books, 'ama', book, text.split('|')[2] ?? '', text)
  expect(Object.fromEntries(book.bySource)).toEqual({ A: [1, 3], B: 2, C: 4 })
  expect(closeBook(books, 'ama', 20)).toMatchObject({ ok: true, closing: { sequence: 2 } })
  expect(Object.fromEntries(book.bySource)).toEqual({ A: [3], C: 4 })
  expect([book.texts.length, book.hashes.length]).toEqual([2, 0])
})

const closing = (changes: Partial<Closing>) => ({ beforeMs: 5, sequence: 3, ids: {}, ...changes })

it('how far back listings of all merchants go is as far as the furthest closing of one', () => {
  const one = closing({ ids: { payments: ['PAY_2', 'PAY_4'], refunds: ['RFD_1', 'RFD_2'] } })
  expect(wider(undefined, { ...one, merchant: 'ama' } as Closing)).toEqual(one)
  expect(wider(one, closing({ beforeMs: 9, sequence: 2 }))).toEqual({ ...one, beforeMs: 9 })
  expect(wider(one, closing({ beforeMs: 1, sequence: 8 }))).toEqual({ ...one, sequence: 8 })
  expect(wider(one, closing({ ids: { payments: ['PAY_1', 'PAY_3'], payouts: ['PO_1', 'PO_1'] } })).ids).toEqual({
    payments: ['PAY_1', 'PAY_4'],
    refunds: ['RFD_1', 'RFD_2'],
    payouts: ['PO_1', 'PO_1'],
  })
  expect(wider(one, closing({ ids: { payments: ['PAY_3', 'PAY_5'] } })).ids.payments).toEqual(['PAY_2', 'PAY_5'])
})
