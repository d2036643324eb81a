import { describe, expect, it } from 'vitest'
import type { ListQuery } from '../../store.js'
import type { TableName } from '../../tables.js'
import { compareBy, findGroup, getIndex, type Indexes, type Item, toForm, updateIndexes } from './indexes.js'

const form = (table: TableName, query: object) => toForm(table, { limit: 1, ...query } as ListQuery)

describe('toForm', () => {
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
  ] as const)('selects the index of a listing of %s by %o', (table, query, expected) => {
    expect(form(table, query)).toMatchObject(expected)
  })

  it('returns the same form for any order of the filter columns', () => {
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
  ] as const)('returns undefined for %s if no row can match: %o', (table, where) => {
    expect(form(table, { where })).toBeUndefined()
  })
})

const item = (id: string, overrides: object = {}, merchant = 'ama'): Item => ({ merchant, id, ...overrides })
const ids = (rows: readonly (readonly Item[])[]) => rows.flat().map(({ id }) => id)

describe('an index', () => {
  const byRef = { time: undefined, only: [], groupedBy: 'ref' } as const

  it('is created once per form from the existing rows, and then updated', () => {
    const indexes: Indexes = new Map()
    let readCount = 0
    const all = () => {
      readCount++
      return [item('b', { ref: 'x' }), item('a', { ref: 'x' }), item('c', { ref: 'y' })]
    }
    const index = getIndex(indexes, byRef, all)
    expect(getIndex(indexes, { ...byRef }, all)).toBe(index)
    expect(readCount).toBe(1)
    const other = getIndex(indexes, { ...byRef, groupedBy: 'id' }, all)
    expect(other).not.toBe(index)
    expect(getIndex(indexes, { ...byRef, only: [['ref', 'x']] }, all)).not.toBe(index)
    expect(getIndex(indexes, { ...byRef, time: 'at' }, all)).not.toBe(index)
    expect(ids(findGroup(index, { where: { ref: 'x' } as never }))).toEqual(['a', 'b'])
    expect(ids(findGroup(index, { where: { ref: 'y' } as never }))).toEqual(['c'])
    expect(findGroup(index, { where: { ref: 'z' } as never })).toEqual([])
  })

  it('removes a value that no row has any more, so that it does not grow without limit', () => {
    const indexes: Indexes = new Map()
    const index = getIndex(indexes, byRef, () => [])
    const rows = ['a', 'b', 'c'].map((id) => item(id, { ref: 'x' }))
    for (const row of rows) updateIndexes(indexes, undefined, row)
    updateIndexes(indexes, undefined, item('d', { ref: 'y' }))
    expect(ids(findGroup(index, { where: { ref: 'x' } as never }))).toEqual(['a', 'b', 'c'])
    updateIndexes(indexes, item('d', { ref: 'y' }), undefined)
    expect([...index.groups.keys()]).toEqual(['x'])
    for (const row of rows) updateIndexes(indexes, row, undefined)
    expect(index.groups.size).toBe(0)
  })

  it('contains the current version of each matching row and no other row', () => {
    const indexes: Indexes = new Map()
    const open = getIndex(indexes, { time: 'at', only: [['state', 'open']], groupedBy: undefined }, () => [])
    const [a, b] = [item('a', { state: 'open', at: 2 }), item('b', { state: 'open', at: 1 })]
    updateIndexes(indexes, undefined, a)
    const renamed = item('a', { state: 'open', at: 2, name: 'Ama' })
    updateIndexes(indexes, a, renamed)
    expect(findGroup(open, {})).toEqual([[renamed]])
    updateIndexes(indexes, undefined, b)
    expect(ids(findGroup(open, {}))).toEqual(['b', 'a'])
    const secondItem = item('a', { state: 'open', at: 2, name: 'Esi' })
    updateIndexes(indexes, renamed, secondItem)
    expect(findGroup(open, {})).toEqual([[b, secondItem]])
    // It moves when its time changes, and is removed when it does not match or has no time.
    const older = item('a', { state: 'open', at: 0 })
    updateIndexes(indexes, secondItem, older)
    expect(ids(findGroup(open, {}))).toEqual(['a', 'b'])
    updateIndexes(indexes, older, item('a', { state: 'done', at: 0 }))
    updateIndexes(indexes, b, item('b', { state: 'open', at: null }))
    updateIndexes(indexes, undefined, item('c', { state: 'open', at: null }))
    expect(ids(findGroup(open, {}))).toEqual([])
    updateIndexes(indexes, item('a', { state: 'done', at: 0 }), older)
    expect(ids(findGroup(open, {}))).toEqual(['a'])
    expect(() => updateIndexes(undefined, undefined, a)).not.toThrow()
  })

  it('is sorted by time, then by id, then by merchant', () => {
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
