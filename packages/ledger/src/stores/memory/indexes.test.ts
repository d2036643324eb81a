import { describe, expect, it } from 'vitest'
import type { ListQuery } from '../../store.js'
import type { TableName } from '../../tables.js'
import { compareBy, formOf, type Indexes, type Item, indexIn, keepUp, soughtIn } from './indexes.js'

const form = (table: TableName, query: object) => formOf(table, { limit: 1, ...query } as ListQuery)

describe('the form of a listing', () => {
  it.each([
    ['payments', {}, { time: undefined, only: [], groupedBy: undefined }],
    ['payments', { by: 'created_ms' }, { time: 'created_ms', only: [], groupedBy: undefined }],
    ['events', { order: 'due' }, { time: 'due_ms', only: [], groupedBy: undefined }],
    [
      'payments',
      { where: { status: 'pending' } },
      { time: undefined, only: [['status', 'pending']], groupedBy: undefined },
    ],
    ['payments', { where: { late_money: null } }, { only: [['late_money', null]] }],
    ['products', { where: { active: false } }, { only: [['active', false]], groupedBy: undefined }],
    ['payments', { where: { intent_id: 'INT_1' } }, { only: [], groupedBy: 'intent_id' }],
    ['payments', { where: { intent_id: null } }, { only: [], groupedBy: 'intent_id' }],
    [
      'payments',
      { where: { status: 'failed', intent_id: 'INT_1' } },
      { only: [['status', 'failed']], groupedBy: 'intent_id' },
    ],
    // Columns with many values are indexed; the others filter the result.
    ['refunds', { where: { payment_ref: 'PAY_1', id: 'RFD_1' } }, { only: [], groupedBy: 'id' }],
  ] as const)('of %s by %o tells which index answers it', (table, query, expected) => {
    expect(form(table, query)).toMatchObject(expected)
  })

  it('returns the same rows for any order of the filter columns', () => {
    const one = form('payments', { where: { status: 'expired', late_money: 'held' } })
    expect(one).toEqual(form('payments', { where: { late_money: 'held', status: 'expired' } }))
    expect(one?.only).toEqual([
      ['late_money', 'held'],
      ['status', 'expired'],
    ])
  })

  it.each([
    ['payments', { status: 'lost' }],
    ['payments', { status: null }],
    ['payments', { status: 5 }],
    ['products', { active: 'true' }],
    ['products', { active: null }],
  ] as const)('of %s is none where no row can be: %o', (table, where) => {
    expect(form(table, { where })).toBeUndefined()
  })
})

const item = (id: string, more: object = {}, merchant = 'ama'): Item => ({ merchant, id, ...more })
const ids = (rows: readonly (readonly Item[])[]) => rows.flat().map(({ id }) => id)

describe('an index', () => {
  const byRef = { time: undefined, only: [], groupedBy: 'ref' } as const

  it('is made once for each form, of what is there, and then kept', () => {
    const indexes: Indexes = new Map()
    let looks = 0
    const all = () => {
      looks++
      return [item('b', { ref: 'x' }), item('a', { ref: 'x' }), item('c', { ref: 'y' })]
    }
    const index = indexIn(indexes, byRef, all)
    expect(indexIn(indexes, { ...byRef }, all)).toBe(index)
    expect(looks).toBe(1)
    const other = indexIn(indexes, { ...byRef, groupedBy: 'id' }, all)
    expect(other).not.toBe(index)
    expect(indexIn(indexes, { ...byRef, only: [['ref', 'x']] }, all)).not.toBe(index)
    expect(indexIn(indexes, { ...byRef, time: 'at' }, all)).not.toBe(index)
    expect(ids(soughtIn(index, { where: { ref: 'x' } as never }))).toEqual(['a', 'b'])
    expect(ids(soughtIn(index, { where: { ref: 'y' } as never }))).toEqual(['c'])
    expect(soughtIn(index, { where: { ref: 'z' } as never })).toEqual([])
  })

  it('forgets a value that no row has any more, so that it does not grow for ever', () => {
    const indexes: Indexes = new Map()
    const index = indexIn(indexes, byRef, () => [])
    const rows = ['a', 'b', 'c'].map((id) => item(id, { ref: 'x' }))
    for (const row of rows) keepUp(indexes, undefined, row)
    keepUp(indexes, undefined, item('d', { ref: 'y' }))
    expect(ids(soughtIn(index, { where: { ref: 'x' } as never }))).toEqual(['a', 'b', 'c'])
    keepUp(indexes, item('d', { ref: 'y' }), undefined)
    expect([...index.groups.keys()]).toEqual(['x'])
    for (const row of rows) keepUp(indexes, row, undefined)
    expect(index.groups.size).toBe(0)
  })

  it('has a row as it is now, alone or among others, and no row that it is not about', () => {
    const indexes: Indexes = new Map()
    const open = indexIn(indexes, { time: 'at', only: [['state', 'open']], groupedBy: undefined }, () => [])
    const [a, b] = [item('a', { state: 'open', at: 2 }), item('b', { state: 'open', at: 1 })]
    keepUp(indexes, undefined, a)
    const renamed = item('a', { state: 'open', at: 2, name: 'Ama' })
    keepUp(indexes, a, renamed)
    expect(soughtIn(open, {})).toEqual([[renamed]])
    keepUp(indexes, undefined, b)
    expect(ids(soughtIn(open, {}))).toEqual(['b', 'a'])
    const again = item('a', { state: 'open', at: 2, name: 'Esi' })
    keepUp(indexes, renamed, again)
    expect(soughtIn(open, {})).toEqual([[b, again]])
    // It moves when its time does, and goes when it is something else, or has no time.
    const earlier = item('a', { state: 'open', at: 0 })
    keepUp(indexes, again, earlier)
    expect(ids(soughtIn(open, {}))).toEqual(['a', 'b'])
    keepUp(indexes, earlier, item('a', { state: 'done', at: 0 }))
    keepUp(indexes, b, item('b', { state: 'open', at: null }))
    keepUp(indexes, undefined, item('c', { state: 'open', at: null }))
    expect(ids(soughtIn(open, {}))).toEqual([])
    keepUp(indexes, item('a', { state: 'done', at: 0 }), earlier)
    expect(ids(soughtIn(open, {}))).toEqual(['a'])
    expect(() => keepUp(undefined, undefined, a)).not.toThrow()
  })

  it('is in the order of time, then of ids, then of merchants', () => {
    const rows = [
      item('b', { at: 1 }, 'kofi'),
      item('b', { at: 1 }, 'ama'),
      item('a', { at: 1 }, 'yaa'),
      item('z', { at: 0 }, 'zoe'),
    ]
    const names = (time?: string) => [...rows].sort(compareBy(time)).map(({ merchant }) => merchant)
    expect(names('at')).toEqual(['zoe', 'yaa', 'ama', 'kofi'])
    expect(names()).toEqual(['yaa', 'ama', 'kofi', 'zoe'])
  })
})
