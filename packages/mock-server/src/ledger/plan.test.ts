import { describe, expect, test } from 'vitest'
import type { EventRow } from './index.js'
import { addToColumns, checkPlan, isEmpty, joinPlans, makePlan, type Plan, PlanError, withSteps } from './plan.js'
import type { Entry } from './posting.js'
import { fail, succeed } from './result.js'

const entry: Entry = {
  kind: 'payment_received',
  source: 'PAY_1',
  postings: [{ debit: 'psp:mtn', credit: 'merchant:available', amountPesewas: 100n }],
  atMs: 1,
}
const event: EventRow = { merchant: 'ama', id: 'evt_1', kind: 'expire', ref: 'PAY_1', due_ms: 5, data: {} }
const entryWith = (overrides: Partial<Entry>) => makePlan('ama', { entries: [{ ...entry, ...overrides }] })
const posting = (overrides: object) => entryWith({ postings: [{ ...entry.postings[0], ...overrides } as never] })
const updateOrder = (set: object) =>
  makePlan('ama', { updates: [{ table: 'orders', id: 'ord_1', where: {}, set }] as never })
const planWithCounter = (from: number, to: number) => makePlan('ama', { counters: [{ name: 'ids', from, to }] })

describe('checkPlan rejects an invalid plan', () => {
  const where = 'The entry payment_received of PAY_1'
  test.each<[string, Plan]>([
    ['The merchant of the plan must not be empty.', makePlan('')],
    [
      'events: the id must not be empty.',
      makePlan('ama', { inserts: [{ table: 'events', row: { ...event, id: '' } }] }),
    ],
    [
      'events evt_1 belongs to another merchant. Commit two plans.',
      makePlan('ama', { inserts: [{ table: 'events', row: { ...event, merchant: 'kofi' } }] }),
    ],
    [
      'The plan touches events evt_1 twice. Commit two plans. (decision 0014)',
      makePlan('ama', { inserts: [{ table: 'events', row: event }], deletes: [{ table: 'events', id: 'evt_1' }] }),
    ],
    [
      'The event evt_1 cannot be moved. Remove it and insert another.',
      makePlan('ama', { updates: [{ table: 'events', id: 'evt_1', where: {}, set: {} }] as never }),
    ],
    ['orders ord_1: merchant never changes. Leave it out.', updateOrder({ merchant: 'kofi' })],
    ['orders ord_1: id never changes. Leave it out.', updateOrder({ id: 'ord_2' })],
    ['The counter ids must go up from a whole number, not from 5 to 5.', planWithCounter(5, 5)],
    ['The counter ids must go up from a whole number, not from -1 to 5.', planWithCounter(-1, 5)],
    ['The counter ids must go up from a whole number, not from 0.5 to 5.', planWithCounter(0.5, 5)],
    ['The counter ids must go up from a whole number, not from 1 to 5.5.', planWithCounter(1, 5.5)],
    [
      'The plan touches counters ids twice. Commit two plans. (decision 0014)',
      makePlan('ama', { counters: [1, 2].map((to) => ({ name: 'ids', from: 0, to })) }),
    ],
    [
      'The plan touches entries payment_received PAY_1 twice. Commit two plans. (decision 0014)',
      makePlan('ama', { entries: [entry, entry] }),
    ],
    [
      'The entry payment_received of a b: a source must be letters, digits and ._:@/- only.',
      entryWith({ source: 'a b' }),
    ],
    [`${where}: a memo must be one line of 1 to 200 characters.`, entryWith({ memo: '' })],
    [`${where}: a memo must be one line of 1 to 200 characters.`, entryWith({ memo: 'a\nb' })],
    [`${where}: a memo must be one line of 1 to 200 characters.`, entryWith({ memo: 'a\ud800' })],
    [`${where}: a memo must be one line of 1 to 200 characters.`, entryWith({ memo: 'x'.repeat(201) })],
    [`${where}: atMs must be whole milliseconds.`, entryWith({ atMs: 0.5 })],
    [`${where} has no postings. Add one.`, entryWith({ postings: [] })],
    ...[0n, -1n, 5].map((amountPesewas): [string, Plan] => [
      `${where}: a posting must be more than 0 pesewas, not ${amountPesewas}; debit and credit say the direction.`,
      posting({ amountPesewas }),
    ]),
    [`${where}: cash and merchant:available must be two accounts of the chart.`, posting({ debit: 'cash' })],
    [`${where}: psp:mtn and psp:mtn must be two accounts of the chart.`, posting({ credit: 'psp:mtn' })],
  ])('%s', (words, plan) => {
    expect(() => checkPlan(plan)).toThrow(new PlanError(words))
    expect(new PlanError(words)).toMatchObject({ name: 'PlanError', code: 'internal_error' })
  })

  test('checkPlan accepts a valid plan', () => {
    for (const plan of [
      entryWith({}),
      entryWith({ memo: 'x' }),
      entryWith({ memo: 'Kɔfi 😀'.repeat(25) }),
      updateOrder({ base_status: 'paid' }),
      planWithCounter(0, 1),
      makePlan('ama'),
    ])
      expect(() => checkPlan(plan)).not.toThrow()
  })
})

describe('plans', () => {
  const one = makePlan('ama', { deletes: [{ table: 'events', id: 'evt_1' }], entries: [entry] })
  const other: Plan = {
    merchant: 'ama',
    inserts: [{ table: 'events', row: event }],
    updates: [{ table: 'orders', id: 'ord_1', where: {}, set: {} }] as never,
    deletes: [{ table: 'events', id: 'evt_2' }],
    counters: [{ name: 'ids', from: 0, to: 1 }],
    entries: [{ ...entry, source: 'PAY_2' }],
    records: undefined,
  }

  test('of one merchant are joined in order', () => {
    expect(joinPlans(one, other)).toEqual({
      ...other,
      deletes: [...one.deletes, ...other.deletes],
      entries: [...one.entries, ...other.entries],
    })
    expect(joinPlans(other, one)).toEqual({
      ...other,
      deletes: [...other.deletes, ...one.deletes],
      entries: [...other.entries, ...one.entries],
    })
  })

  test('of two merchants are not joined', () => {
    expect(() => joinPlans(makePlan('ama'), makePlan('ama'), makePlan('kofi'))).toThrow(
      new PlanError('A plan of kofi cannot be joined to one of ama. Commit two plans. (decision 0014)'),
    )
  })

  test('are empty without steps', () => {
    expect(isEmpty(makePlan('ama'))).toBe(true)
    for (const name of ['inserts', 'updates', 'deletes', 'counters', 'entries'] as const)
      expect([name, isEmpty(makePlan('ama', { [name]: other[name] }))]).toEqual([name, false])
    expect(isEmpty(makePlan('ama', { inserts: other.inserts, deletes: other.deletes }))).toBe(false)
  })

  test('add to the value of a column, and keep null', () => {
    expect(
      addToColumns({ stock: 5, refunded_pesewas: 7n, limit: null }, { stock: -2, refunded_pesewas: 3n, limit: 1 }),
    ).toEqual({
      stock: 3,
      refunded_pesewas: 10n,
    })
  })
})

test('a rejection names a field only if the field caused it', () => {
  expect(fail('not_found', 'There is none.')).toStrictEqual({
    ok: false,
    error: { code: 'not_found', message: 'There is none.' },
  })
  expect(fail('invalid_request', 'Too long.', 'name')).toHaveProperty('error.field', 'name')
})

test('withSteps adds steps to a plan and returns a rejection unchanged', () => {
  const rejection = fail('not_found', 'There is none.')
  expect(withSteps(rejection, { deletes: [{ table: 'events', id: 'evt_1' }] })).toBe(rejection)
  const result = succeed({ ...entryWith({}), records: { payment: 1 } })
  expect(withSteps(result, { deletes: [{ table: 'events', id: 'evt_1' }] })).toEqual(
    succeed({ ...{ ...entryWith({}), deletes: [{ table: 'events', id: 'evt_1' }] }, records: { payment: 1 } }),
  )
})
