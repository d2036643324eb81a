import { describe, expect, test } from 'vitest'
import {
  type Account,
  type CommitResult,
  canonicalText,
  createCheckpoint,
  type EventRow,
  entryHash,
  firstHash,
  keyIssued,
  keyRevoked,
  keyUsed,
  makePlan,
  merchantCreated,
  type PaymentRow,
  type Plan,
  paymentCreated,
  readBalance,
  type Snapshot,
  type Store,
  scheduleEvents,
  toPlace,
  transact,
  verify,
  withSteps,
} from '../../src/ledger/index.js'
import { expectViolation, fillLedger, forgeries, forgeSnapshot, graftEntries } from './forgeries.js'
import { checkListings } from './listings.js'
import { createWorld, interleave, numbers } from './model.js'
import { setting } from './setting.js'
import { shop } from './shop.js'

const rounds = setting('CEDI_LEDGER_ROUNDS', 12)
const ama = shop('ama')
const t0 = 1_700_000_000_000
const attempts = Array.from({ length: 64 }, (_, index) => index)

async function readAccount(store: Store, account: Account): Promise<bigint> {
  return (await store.get('accounts', 'ama', account))?.balance_pesewas ?? 0n
}

async function ok(result: Promise<{ ok: boolean }>): Promise<void> {
  expect(await result).toMatchObject({ ok: true })
}

/** A payment that succeeded. */
async function receivePayment(store: Store, id: string, amountPesewas: bigint, overrides: object = {}): Promise<void> {
  await ok(transact(store, ama.payment({ id, nowMs: t0, amountPesewas, ...overrides })))
  await ok(transact(store, ama.confirm(id, t0)))
}

/** The plan that makes a merchant. */
function merchantPlan(command: Parameters<typeof merchantCreated>[0]): Plan {
  const result = merchantCreated(command)
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

async function commit(store: Store, steps: Partial<Plan>): Promise<CommitResult> {
  return store.commit(makePlan('ama', steps))
}

const event = (id: string, dueMs: number, ref = 'PAY_1'): EventRow => ({
  merchant: 'ama',
  id,
  due_ms: dueMs,
  kind: 'expiry',
  ref,
  data: {},
})

/** Functions of the stores besides `Store`. */
interface TestedStore extends Store {
  deleteExpiredKeys(merchant: string, nowMs: number): unknown
  snapshot(): Snapshot | Promise<Snapshot>
  restore(snapshot: Snapshot): unknown
}

/** A forger with his hands on the tables: statements that only a database takes. */
export interface TestOptions {
  /** Amount of work of the long tests; 1 for a memory store. */
  readonly weight?: number
  readonly query?: (text: string) => Promise<unknown>
}

/**
 * Conformance tests for every store.
 *
 * @param name - Name of the store.
 * @param makeStore - Creates an empty store.
 */
export function testStore(
  name: string,
  makeStore: () => TestedStore | Promise<TestedStore>,
  { weight = 1, query }: TestOptions = {},
): void {
  describe(name, () => {
    test('the worked example has the documented balances at every step', async () => {
      for (const [refundEnd, payoutEnd] of [
        ['payRefund', 'payPayout'],
        ['rejectRefund', 'failPayout'],
      ] as const) {
        const store = await makeStore()
        await ok(transact(store, ama.payment({ id: 'PAY_1', nowMs: t0, amountPesewas: 10_000n })))
        expect(await store.list('entries', 'ama', { limit: 10 })).toEqual([])
        await ok(transact(store, ama.confirm('PAY_1', t0)))
        const [entry] = await store.list('entries', 'ama', { limit: 1, order: 'oldest' })
        expect(entry).toMatchObject({
          sequence: 1,
          kind: 'payment_received',
          postings: [
            { debit: 'psp:mtn', credit: 'merchant:pending', amountPesewas: 9_600n },
            { debit: 'psp:mtn', credit: 'fees:income', amountPesewas: 400n },
          ],
          balances: [
            { account: 'psp:mtn', balancePesewas: 10_000n },
            { account: 'merchant:pending', balancePesewas: 9_600n },
            { account: 'fees:income', balancePesewas: 400n },
          ],
        })
        expect(await readBalance(store, 'ama')).toEqual({
          availablePesewas: 9_600n,
          pendingPesewas: 0n,
          reservedPesewas: 0n,
        })
        await ok(transact(store, ama.settle('SET_1', 'psp:mtn', t0, 10_000n)))
        expect(await readAccount(store, 'bank:operating')).toBe(10_000n)
        await ok(transact(store, ama.refund('RFD_1', 'PAY_1', t0, 4_000n)))
        expect(await readBalance(store, 'ama')).toMatchObject({ availablePesewas: 5_600n, reservedPesewas: 4_000n })
        await ok(transact(store, ama[refundEnd]('RFD_1', t0)))
        const afterRefund = refundEnd === 'payRefund' ? 5_600n : 9_600n
        expect(await readAccount(store, 'merchant:available')).toBe(afterRefund)
        await ok(transact(store, ama.payout('PO_1', 5_000n, t0)))
        expect(await readAccount(store, 'merchant:available')).toBe(afterRefund - 5_000n)
        await ok(transact(store, ama[payoutEnd]('PO_1', t0)))
        expect(await readAccount(store, 'merchant:available')).toBe(payoutEnd === 'payPayout' ? 600n : 9_600n)
        if (payoutEnd === 'payPayout') {
          expect(await readAccount(store, 'bank:operating')).toBe(1_000n)
          expect(await readAccount(store, 'fees:income')).toBe(400n)
        }
        await ok(transact(store, ama.payment({ id: 'PAY_2', nowMs: t0, amountPesewas: 700n })))
        await ok(transact(store, ama.expire('PAY_2')))
        const before = await readAccount(store, 'merchant:available')
        await ok(transact(store, ama.confirm('PAY_2', t0)))
        await ok(transact(store, ama.receiveLate('PAY_2', t0)))
        expect(await readAccount(store, 'suspense')).toBe(700n)
        expect(await readAccount(store, 'merchant:available')).toBe(before)
        await ok(transact(store, ama.returnLateMoney('PAY_2', t0)))
        await ok(transact(store, ama.returnLateMoney('PAY_2', t0)))
        expect(await readAccount(store, 'suspense')).toBe(0n)
        expect(await readAccount(store, 'psp:mtn')).toBe(0n)
        expect(await verify(store, 'ama')).toMatchObject({ ok: true })
      }
    })

    test('card money becomes available at the next midnight, once', async () => {
      const store = await makeStore()
      await receivePayment(store, 'PAY_1', 10_000n, { network: 'visa' })
      expect(await readBalance(store, 'ama')).toMatchObject({ availablePesewas: 0n, pendingPesewas: 9_600n })
      const availableAtMs = (await store.get('payments', 'ama', 'PAY_1'))?.available_at_ms ?? 0
      expect(availableAtMs).toBe(Date.UTC(2023, 10, 15))
      expect(await transact(store, ama.available('PAY_1', availableAtMs - 1))).toMatchObject({
        error: { code: 'invalid_state' },
      })
      await ok(transact(store, ama.available('PAY_1', availableAtMs)))
      await ok(transact(store, ama.available('PAY_1', availableAtMs)))
      expect(await readBalance(store, 'ama')).toMatchObject({ availablePesewas: 9_600n, pendingPesewas: 0n })
    })

    test('an entry is chained to the previous one by a documented hash', async () => {
      const store = await makeStore()
      await receivePayment(store, 'PAY_1', 10_000n)
      const entries = await store.list('entries', 'ama', { limit: 10, order: 'oldest' })
      expect(canonicalText(entries[1] as never)).toBe(
        `2|payment_available|PAY_1|${t0}|merchant:pending>merchant:available=9600|merchant:pending=0,merchant:available=9600|`,
      )
      expect(entries[0]?.previous_hash).toBe(firstHash('ama'))
      expect(entries[1]?.previous_hash).toBe(entries[0]?.hash)
      expect(entries[1]?.hash).toBe(entryHash(entries[0]?.hash ?? '', canonicalText(entries[1] as never)))
      expect(entries[1]?.id).toBe('000000000002')
      expect(await store.get('entries', 'ama', '000000000002')).toEqual(entries[1])
      expect(
        await store.list('entries', 'ama', { limit: 5, where: { source: 'PAY_1', kind: 'payment_available' } }),
      ).toEqual([entries[1]])
    })

    test('an entry is found by its exact id, not by another notation of the number', async () => {
      const store = await makeStore()
      await receivePayment(store, 'PAY_1', 10_000n)
      expect(await store.get('entries', 'ama', '000000000002')).toMatchObject({ sequence: 2 })
      for (const id of ['2', '0000000000002', '000000000000', '000000000003', '00000000002.', 'x', ''])
        expect(await store.get('entries', 'ama', id), id).toBeUndefined()
    })

    test('the times of entries never decrease', async () => {
      const store = await makeStore()
      await receivePayment(store, 'PAY_1', 10_000n)
      await ok(transact(store, ama.payout('PO_1', 100n, t0 - 5_000)))
      const [last] = await store.list('entries', 'ama', { limit: 1 })
      expect(last).toMatchObject({ kind: 'payout_requested', at_ms: t0 })
    })

    test('a plan that is rejected changes nothing', async () => {
      const store = await makeStore()
      await receivePayment(store, 'PAY_1', 10_000n)
      const payment = (await store.get('payments', 'ama', 'PAY_1')) as PaymentRow
      const validPlan: Partial<Plan> = {
        ...scheduleEvents(event('EVT_1', 1)),
        counters: [{ name: 'payments', from: 0, to: 1 }],
        updates: [{ table: 'payments', id: 'PAY_1', where: { status: 'succeeded' }, set: { name: 'Esi' } }],
      }
      const posting = (amountPesewas: bigint) =>
        ({ debit: 'merchant:available', credit: 'merchant:payouts_in_transit', amountPesewas }) as const
      const rejectedPlans: [Partial<Plan>, CommitResult][] = [
        [
          { ...validPlan, entries: [{ kind: 'payout_requested', source: 'X', postings: [posting(9_601n)], atMs: t0 }] },
          { outcome: 'constraint', violation: 'merchant:available', id: 'merchant:available' },
        ],
        [
          {
            ...validPlan,
            entries: [
              { kind: 'payout_requested', source: 'X', postings: [posting(9_000n)], atMs: t0 },
              { kind: 'payout_requested', source: 'Y', postings: [posting(601n)], atMs: t0 },
            ],
          },
          { outcome: 'constraint', violation: 'merchant:available', id: 'merchant:available' },
        ],
        [
          { ...validPlan, entries: [{ kind: 'payment_received', source: 'PAY_1', postings: [posting(1n)], atMs: t0 }] },
          { outcome: 'duplicate', table: 'entries', id: 'PAY_1', column: 'source' },
        ],
        [
          { ...validPlan, inserts: [...(validPlan.inserts ?? []), { table: 'payments', row: payment }], updates: [] },
          { outcome: 'duplicate', table: 'payments', id: 'PAY_1', column: 'id' },
        ],
        [
          {
            ...validPlan,
            updates: [{ table: 'payments', id: 'PAY_1', where: { status: 'pending' }, set: { name: 'Esi' } }],
          },
          { outcome: 'conflict', table: 'payments', id: 'PAY_1' },
        ],
        [
          { ...validPlan, updates: [{ table: 'payments', id: 'PAY_9', where: {}, set: { name: 'Esi' } }] },
          { outcome: 'conflict', table: 'payments', id: 'PAY_9' },
        ],
        [
          {
            ...validPlan,
            updates: [
              { table: 'payments', id: 'PAY_1', where: {}, set: {}, add: { refund_reserved_pesewas: 10_001n } },
            ],
          },
          { outcome: 'constraint', violation: 'payments.refund_reserved_pesewas', id: 'PAY_1' },
        ],
        [
          {
            ...validPlan,
            updates: [{ table: 'payments', id: 'PAY_1', where: {}, set: {}, add: { refunded_pesewas: 1n } }],
          },
          { outcome: 'constraint', violation: 'payments.refunded_pesewas', id: 'PAY_1' },
        ],
        [
          { ...validPlan, deletes: [{ table: 'events', id: 'EVT_9' }] },
          { outcome: 'conflict', table: 'events', id: 'EVT_9' },
        ],
        [
          { ...validPlan, counters: [{ name: 'payments', from: 4, to: 5 }] },
          { outcome: 'conflict', table: 'counters', id: 'payments' },
        ],
      ]
      for (const [steps, result] of rejectedPlans) {
        expect(await commit(store, steps)).toEqual(result)
        expect(await store.get('payments', 'ama', 'PAY_1')).toEqual(payment)
        expect(await store.get('events', 'ama', 'EVT_1')).toBeUndefined()
        expect(await store.get('counters', 'ama', 'payments')).toBeUndefined()
        expect(await store.list('entries', 'ama', { limit: 10 })).toHaveLength(2)
        expect(await readAccount(store, 'merchant:available')).toBe(9_600n)
      }
      expect(await commit(store, validPlan)).toEqual({ outcome: 'ok', sequence: 2 })
      expect(await store.get('counters', 'ama', 'payments')).toEqual({ merchant: 'ama', id: 'payments', value: 1 })
      expect((await store.get('payments', 'ama', 'PAY_1'))?.name).toBe('Esi')
    })

    test('commit throws for an invalid plan', async () => {
      const store = await makeStore()
      const posting = { debit: 'psp:mtn', credit: 'suspense', amountPesewas: 1n } as const
      const entry = { kind: 'late_money_received', source: 'PAY_1', postings: [posting], atMs: t0 } as const
      const invalidPlans: Partial<Plan>[] = [
        { entries: [{ ...entry, postings: [{ ...posting, amountPesewas: 0n }] }] },
        { entries: [{ ...entry, postings: [{ ...posting, amountPesewas: -1n }] }] },
        { entries: [{ ...entry, postings: [{ ...posting, debit: 'suspense' }] }] },
        { entries: [{ ...entry, postings: [{ ...posting, debit: 'cash' as 'suspense' }] }] },
        { entries: [{ ...entry, postings: [] }] },
        { entries: [{ ...entry, source: 'a|b' }] },
        { entries: [{ ...entry, source: '' }] },
        { entries: [{ ...entry, memo: 'two\nlines' }] },
        { entries: [{ ...entry, memo: '\ud800' }] },
        { entries: [{ ...entry, atMs: 1.5 }] },
        { entries: [entry, entry] },
        { inserts: [{ table: 'events', row: { ...event('EVT_1', 1), merchant: 'kofi' } }] },
        scheduleEvents(event('EVT_1', 1), event('EVT_1', 2)),
        { counters: [{ name: 'n', from: 1, to: 1 }] },
        { updates: [{ table: 'products', id: 'P', where: {}, set: { slug: 'other' } }] },
      ]
      for (const steps of invalidPlans) await expect(commit(store, steps)).rejects.toMatchObject({ name: 'PlanError' })
      expect(await store.list('entries', 'ama', { limit: 1 })).toEqual([])
    })

    test('hundreds of products are committed atomically', async () => {
      const store = await makeStore()
      const catalogue = (prefix: string) =>
        Array.from({ length: 300 }, (_, index) => {
          const id = `${prefix}${String(index).padStart(4, '0')}`
          const row = {
            merchant: 'ama',
            id,
            name: id,
            slug: id.toLowerCase(),
            description: null,
            type: 'digital',
          } as const
          const terms = { price_pesewas: 100n, currency: 'GHS', active: true, stock: null, image_url: null } as const
          return { table: 'products', row: { ...row, ...terms, activation_limit: null, created_ms: t0 } } as const
        })
      expect(await commit(store, { inserts: catalogue('A') })).toMatchObject({ outcome: 'ok' })
      expect(await commit(store, { inserts: [...catalogue('B'), ...catalogue('A').slice(40, 45)] })).toEqual({
        outcome: 'duplicate',
        table: 'products',
        id: 'A0040',
        column: 'id',
      })
      const sameSlug = catalogue('C').map((insert, index) =>
        index === 250 ? { ...insert, row: { ...insert.row, slug: 'a0007' } } : insert,
      )
      const duplicateSlug = { outcome: 'duplicate', table: 'products', id: 'C0250', column: 'slug' }
      expect(await commit(store, { inserts: sameSlug })).toEqual(duplicateSlug)
      expect(await store.list('products', 'ama', { limit: 999 })).toHaveLength(300)
    })

    test('a row is found by its id among the rows of all merchants', async () => {
      const store = await makeStore()
      for (const merchant of ['kofi', 'ama'])
        for (const at of [1, 2, 3])
          await ok(
            transact(
              store,
              shop(merchant).payment({ id: `PAY_${merchant}_${at}`, nowMs: t0, amountPesewas: 500n + BigInt(at) }),
            ),
          )
      for (const merchant of ['ama', 'kofi'])
        for (const at of [3, 1, 2])
          expect(await store.get('payments', null, `PAY_${merchant}_${at}`)).toMatchObject({
            merchant,
            amount_pesewas: 500n + BigInt(at),
          })
      for (const id of ['PAY_ama_', 'PAY_ama_4', 'PAY_z', 'A', ''])
        expect(await store.get('payments', null, id)).toBeUndefined()
    })

    test('any number of merchants may have no handle', async () => {
      const store = await makeStore()
      for (const id of ['ama', 'kofi'])
        expect(await store.commit(merchantPlan({ id, name: id, handle: null, nowMs: t0 }))).toMatchObject({
          outcome: 'ok',
        })
      const both = await store.list('merchants', null, { limit: 5, where: { handle: null } })
      expect(both.map(({ id }) => id)).toEqual(['kofi', 'ama'])
    })

    test('counters that are new, changed or already listed occur once in listings', async () => {
      const store = await makeStore()
      const names = async (merchant: string | null) =>
        (await store.list('counters', merchant, { limit: 9, order: 'oldest' })).map(({ id, value }) => `${id}=${value}`)
      const count = (name: string, from: number, to: number) => commit(store, { counters: [{ name, from, to }] })
      expect([await names('ama'), await names(null)]).toEqual([[], []])
      await count('b', 0, 1)
      expect([await names('ama'), await names(null)]).toEqual([['b=1'], ['b=1']])
      await count('a', 0, 5)
      await count('b', 1, 2)
      expect([await names('ama'), await names(null)]).toEqual([
        ['a=5', 'b=2'],
        ['a=5', 'b=2'],
      ])
    })

    test('one source may have an entry of each kind, and all are listed by the source', async () => {
      const store = await makeStore()
      const steps = [
        ['payment_received', 'psp:mtn', 'merchant:pending'],
        ['payment_available', 'merchant:pending', 'merchant:available'],
        ['refund_requested', 'merchant:available', 'merchant:refunds_payable'],
        ['refund_rejected', 'merchant:refunds_payable', 'merchant:available'],
      ] as const
      for (const [kind, debit, credit] of steps) {
        const entries = [{ kind, source: 'X_1', atMs: t0, postings: [{ debit, credit, amountPesewas: 5n }] }]
        expect(await commit(store, { entries })).toMatchObject({ outcome: 'ok' })
      }
      const found = await store.list('entries', 'ama', { limit: 9, order: 'oldest', where: { source: 'X_1' } })
      expect(found.map(({ kind }) => kind)).toEqual(steps.map(([kind]) => kind))
      for (const [kind, debit, credit] of steps) {
        const entries = [{ kind, source: 'X_1', atMs: t0, postings: [{ debit, credit, amountPesewas: 5n }] }]
        expect(await commit(store, { entries })).toMatchObject({ outcome: 'duplicate', column: 'source' })
      }
      expect(await store.list('entries', 'ama', { limit: 9, where: { source: 'X_2' } })).toEqual([])
    })

    test('slugs are unique per merchant; handles and keys are globally unique', async () => {
      const store = await makeStore()
      const kofi = shop('kofi')
      await ok(transact(store, ama.product({ id: 'P1', slug: 'kente' })))
      await ok(transact(store, kofi.product({ id: 'P2', slug: 'kente' })))
      expect(await transact(store, ama.product({ id: 'P3', slug: 'kente' }))).toMatchObject({
        error: { code: 'invalid_request', field: 'slug' },
      })
      expect((await store.list('products', 'ama', { limit: 5, where: { slug: 'kente' } })).map(({ id }) => id)).toEqual(
        ['P1'],
      )
      const issue = (merchant: string, id: string) =>
        keyIssued({ merchant, id, hash: 'abc', scopes: ['payments:read'], label: null, nowMs: t0 })
      await ok(transact(store, () => issue('ama', 'KEY_1')))
      expect(await transact(store, () => issue('kofi', 'KEY_2'))).toMatchObject({ error: { code: 'invalid_state' } })
      const [key] = await store.list('keys', null, { limit: 1, where: { hash: 'abc' } })
      expect(key).toMatchObject({ merchant: 'ama', id: 'KEY_1', revoked_ms: null })
      await ok(transact(store, () => keyUsed({ nowMs: t0 + 1 }, { key })))
      await ok(transact(store, () => keyRevoked({ nowMs: t0 + 2 }, { key })))
      expect(await store.get('keys', null, 'KEY_1')).toMatchObject({ last_used_ms: t0 + 1, revoked_ms: t0 + 2 })
      await ok(transact(store, () => merchantCreated({ id: 'ama', name: 'Ama', handle: 'ama', nowMs: t0 })))
      expect(
        await transact(store, () => merchantCreated({ id: 'kofi', name: 'Kofi', handle: 'ama', nowMs: t0 })),
      ).toMatchObject({ error: { code: 'invalid_request', field: 'handle' } })
      expect(await store.list('merchants', null, { limit: 3, where: { handle: 'ama' } })).toHaveLength(1)
    })

    test('due events are listed by time and deleted after execution', async () => {
      const store = await makeStore()
      await commit(
        store,
        scheduleEvents(event('EVT_3', 10), event('EVT_1', 20), event('EVT_2', 10), event('EVT_4', 30)),
      )
      await store.commit(makePlan('kofi', scheduleEvents({ ...event('EVT_0', 15), merchant: 'kofi' })))
      const due = async (merchant: string | null, dueUntilMs: number, limit = 10) =>
        (await store.list('events', merchant, { limit, order: 'due', dueUntilMs })).map(({ id }) => id)
      expect(await due('ama', 20)).toEqual(['EVT_2', 'EVT_3', 'EVT_1'])
      expect(await due('ama', 9)).toEqual([])
      expect(await due(null, 20)).toEqual(['EVT_2', 'EVT_3', 'EVT_0', 'EVT_1'])
      expect(await due(null, 20, 2)).toEqual(['EVT_2', 'EVT_3'])
      expect(await commit(store, { deletes: [{ table: 'events', id: 'EVT_3' }] })).toMatchObject({ outcome: 'ok' })
      expect(await due('ama', 99)).toEqual(['EVT_2', 'EVT_1', 'EVT_4'])
      expect(await commit(store, { deletes: [{ table: 'events', id: 'EVT_3' }] })).toMatchObject({
        outcome: 'conflict',
      })
      await commit(store, scheduleEvents(event('EVT_3', 5, 'PAY_2')))
      expect(await due('ama', 10)).toEqual(['EVT_3', 'EVT_2'])
      const ofPayment = await store.list('events', 'ama', { limit: 9, order: 'oldest', where: { ref: 'PAY_2' } })
      expect(ofPayment.map(({ id }) => id)).toEqual(['EVT_3'])
    })

    test('rows cannot be changed by their readers or writers', async () => {
      const store = await makeStore()
      const metadata = { order: { size: 'XL' } }
      await ok(transact(store, ama.payment({ id: 'PAY_1', nowMs: t0, amountPesewas: 500n, metadata })))
      metadata.order.size = 'S'
      const row = await store.get('payments', 'ama', 'PAY_1')
      expect(row?.metadata).toEqual({ order: { size: 'XL' } })
      expect(() => {
        ;(row as { status: string }).status = 'succeeded'
      }).toThrow(TypeError)
      expect(() => {
        ;(row?.metadata.order as { size: string }).size = 'M'
      }).toThrow(TypeError)
      expect(await store.get('payments', 'ama', 'PAY_1')).toMatchObject({ metadata: { order: { size: 'XL' } } })
    })

    test('no merchant reads or changes the records of another merchant', async () => {
      const store = await makeStore()
      await receivePayment(store, 'PAY_1', 10_000n)
      expect(await store.get('payments', 'kofi', 'PAY_1')).toBeUndefined()
      expect(await store.get('payments', null, 'PAY_1')).toMatchObject({ merchant: 'ama' })
      expect(await store.list('payments', 'kofi', { limit: 5 })).toEqual([])
      expect(await transact(store, shop('kofi').refund('RFD_1', 'PAY_1', t0))).toMatchObject({
        error: { code: 'not_found' },
      })
      expect(await readBalance(store, 'kofi')).toMatchObject({ availablePesewas: 0n })
    })

    test('a listing is complete and sorted, page by page, while rows are inserted', async () => {
      const store = await makeStore()
      const random = numbers(5)
      const ids = Array.from({ length: 60 }, (_, index) => `PAY_${String(index).padStart(4, '0')}`)
      // Also out of order, as ids of two processes may be inserted.
      const insertions = ids.map((id) => ({ id, at: random.below(1000) })).sort((one, other) => one.at - other.at)
      for (const { id } of insertions) await ok(transact(store, ama.payment({ id, nowMs: t0, amountPesewas: 500n })))
      for (const id of ids.filter((_, index) => index % 3 === 0)) await ok(transact(store, ama.fail(id)))
      for (const limit of [1, 7, 60, 61]) {
        const seen: string[] = []
        for (let before = 'PAY_9'; ; ) {
          const page = await store.list('payments', 'ama', { limit, before })
          seen.push(...page.map(({ id }) => id))
          const last = page.at(-1)
          if (!last) break
          before = last.id
          const lateId = `PAY_X${String(limit).padStart(4, '0')}${String(seen.length).padStart(4, '0')}`
          await ok(transact(store, ama.payment({ id: lateId, nowMs: t0, amountPesewas: 500n })))
        }
        expect(seen).toEqual([...ids].reverse())
      }
      const failed = await store.list('payments', 'ama', {
        limit: 5,
        order: 'oldest',
        after: 'PAY_0010',
        where: { status: 'failed' },
      })
      expect(failed.map(({ id }) => id)).toEqual(['PAY_0012', 'PAY_0015', 'PAY_0018', 'PAY_0021', 'PAY_0024'])
      await expect(store.list('payments', 'ama', { limit: 0 })).rejects.toThrow(RangeError)
      await expect(store.list('payments', 'ama', { limit: 1, order: 'due' })).rejects.toThrow(RangeError)
    })

    test('a listing of any form equals the sorted and filtered rows, while rows are inserted, updated and deleted', async () => {
      const seeds = Math.ceil(rounds / 12)
      for (let seed = 1; seed <= seeds; seed++) await checkListings(await makeStore(), 600 * weight, seed)
    })

    test('pending records of all merchants are listed by time, page by page in both directions, while they are resolved', async () => {
      const store = await makeStore()
      const random = numbers(11)
      const names = ['ama', 'kofi', 'yaa']
      const places: { id: string; merchant: string; createdMs: number }[] = []
      for (let position = 0; position < 40; position++) {
        const merchant = names[random.below(3)] as string
        // Ids are per merchant and times repeat, so neither alone is a total order.
        const id = `PO_${String(places.filter((place) => place.merchant === merchant).length).padStart(3, '0')}`
        const createdMs = t0 + random.below(12)
        places.push({ id, merchant, createdMs })
        const row = { merchant, id, amount_pesewas: 1n, currency: 'GHS', status: 'pending', phone: null } as const
        const rest = { network: 'mtn', failure: null, created_ms: createdMs, resolved_ms: null } as const
        const step = makePlan(merchant, { inserts: [{ table: 'payouts', row: { ...row, ...rest } }] })
        expect(await store.commit(step)).toMatchObject({ outcome: 'ok' })
      }
      const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0)
      places.sort(
        (one, other) =>
          compare(one.createdMs, other.createdMs) || compare(one.id, other.id) || compare(one.merchant, other.merchant),
      )
      const allPlaces = places.map(({ merchant, id }) => `${merchant} ${id}`)
      const query = { by: 'created_ms', where: { status: 'pending' } } as const
      for (const [order, expected] of [
        ['oldest', allPlaces],
        ['newest', [...allPlaces].reverse()],
      ] as const) {
        for (const limit of [1, 7, 40]) {
          const seen: string[] = []
          for (let past: ReturnType<typeof toPlace> | undefined; seen.length <= 40; ) {
            const rows = await store.list('payouts', null, { ...query, order, limit, ...(past ? { past } : {}) })
            seen.push(...rows.map(({ merchant, id }) => `${merchant} ${id}`))
            const last = rows.at(-1)
            if (!last) break
            past = toPlace(last, 'created_ms')
          }
          expect(seen).toEqual(expected)
        }
      }
      // A cursor works after its row has left the listing. Resolved rows are in the other listing.
      for (const [at, { merchant, id }] of places.slice(10, 30).entries()) {
        const set = { status: 'paid', resolved_ms: t0 + 1_000 - at } as const
        const updates = [{ table: 'payouts', id, where: { status: 'pending' }, set }] as const
        expect(await store.commit(makePlan(merchant, { updates }))).toMatchObject({ outcome: 'ok' })
      }
      const deletedRow = places[15] as (typeof places)[0]
      const past = { ms: deletedRow.createdMs, id: deletedRow.id, merchant: deletedRow.merchant }
      const left = await store.list('payouts', null, { ...query, order: 'oldest', limit: 3, past })
      expect(left.map(({ merchant, id }) => `${merchant} ${id}`)).toEqual(allPlaces.slice(30, 33))
      const back = await store.list('payouts', null, { ...query, limit: 3, past })
      expect(back.map(({ merchant, id }) => `${merchant} ${id}`)).toEqual(allPlaces.slice(7, 10).reverse())
      const resolved = await store.list('payouts', null, { by: 'resolved_ms', limit: 50 })
      expect(resolved.map(({ merchant, id }) => `${merchant} ${id}`)).toEqual(allPlaces.slice(10, 30))
      for (const invalidQuery of [
        { by: 'resolved_ms', past: { id: 'PO_1', merchant: 'ama' } },
        { by: 'at_ms' },
        { past },
      ])
        await expect(store.list('payouts', null, { limit: 1, ...invalidQuery } as never)).rejects.toThrow(RangeError)
    })

    test('accounts and entries of all merchants are listed page by page although their ids repeat', async () => {
      const store = await makeStore()
      const names = ['ama', 'esi', 'kofi', 'yaa', 'zoe']
      for (const [at, name] of [...names].reverse().entries()) {
        await ok(transact(store, shop(name).payment({ id: 'PAY_1', nowMs: t0, amountPesewas: 500n })))
        await ok(transact(store, shop(name).confirm('PAY_1', t0 + at)))
      }
      const readAllPages = async (read: (past: object) => Promise<readonly { merchant: string; id: string }[]>) => {
        const seen: string[] = []
        for (let past = {}; seen.length < 20; ) {
          const rows = await read(past)
          seen.push(...rows.map(({ merchant }) => merchant))
          const last = rows.at(-1)
          if (!last) return seen
          past = { past: toPlace(last, 'at_ms' in last ? 'at_ms' : undefined) }
        }
        return seen
      }
      const where = { id: 'psp:mtn' } as const
      expect(
        await readAllPages((past) => store.list('accounts', null, { limit: 2, order: 'oldest', where, ...past })),
      ).toEqual(names)
      const receivedQuery = { by: 'at_ms', where: { kind: 'payment_received' } } as const
      expect(
        await readAllPages((past) => store.list('entries', null, { limit: 2, ...receivedQuery, ...past })),
      ).toEqual(names)
      expect(await store.list('payments', null, { limit: 9, by: 'created_ms', where: { late_money: 'held' } })).toEqual(
        [],
      )
    })

    test('an invalid snapshot is rejected with the reason, and nothing has changed', async () => {
      const store = await makeStore()
      await receivePayment(store, 'PAY_1', 10_000n)
      await ok(transact(store, ama.refund('RFD_1', 'PAY_1', t0, 4_000n)))
      const unusualMetadata = { a: `$cedi$ $xcedi$ ' '' \\ \\u0000 " \u2028 ₵`, b: '\ud800\0', $cedi$: '--' }
      await ok(transact(store, ama.payment({ id: 'PAY_2', nowMs: t0, amountPesewas: 700n, metadata: unusualMetadata })))
      for (const name of ['ama', 'kofi'])
        expect(await store.commit(merchantPlan({ id: name, name, handle: name, nowMs: t0 }))).toMatchObject({
          outcome: 'ok',
        })
      const validJson = JSON.stringify(await store.snapshot())
      // biome-ignore lint/suspicious/noExplicitAny: the changes are invalid on purpose.
      const invalidChanges: readonly (readonly [string, (snapshot: any) => void])[] = [
        ['not a snapshot of version 1', (it) => Object.assign(it, { version: 2 })],
        [
          'payments PAY_1 of ama occurs twice',
          ({ merchants: { ama: merchantRows } }) => merchantRows.tables.payments.push(merchantRows.tables.payments[0]),
        ],
        [
          'must name this merchant, not kofi',
          ({ merchants: { ama: merchantRows } }) =>
            Object.assign(merchantRows.tables.payments[0], { merchant: 'kofi' }),
        ],
        [
          'handle of merchants kofi',
          ({ merchants: { kofi: merchantRows } }) => Object.assign(merchantRows.tables.merchants[0], { handle: 'ama' }),
        ],
        [
          'amount_pesewas must be a whole number',
          ({ merchants: { ama: merchantRows } }) =>
            Object.assign(merchantRows.tables.refunds[0], { amount_pesewas: 'many' }),
        ],
        [
          'payments PAY_1 of ama: status must be one of pending, succeeded, failed, expired, cancelled',
          ({ merchants: { ama: merchantRows } }) =>
            Object.assign(merchantRows.tables.payments[0], { status: 'suceeded' }),
        ],
        [
          'payments PAY_1 of ama: quantity is missing',
          ({ merchants: { ama: merchantRows } }) => Object.assign(merchantRows.tables.payments[0], { quantity: null }),
        ],
        [
          'payments PAY_1 of ama: available must be true or false',
          ({ merchants: { ama: merchantRows } }) =>
            Object.assign(merchantRows.tables.payments[0], { available: 'yes' }),
        ],
        [
          'payments PAY_1 of ama: created_ms must be a whole number',
          ({ merchants: { ama: merchantRows } }) => Object.assign(merchantRows.tables.payments[0], { created_ms: '5' }),
        ],
        [
          'payments PAY_1 of ama: metadata must be an object',
          ({ merchants: { ama: merchantRows } }) => Object.assign(merchantRows.tables.payments[0], { metadata: [] }),
        ],
        [
          'refunds RFD_1 of ama: amount_pesewas must be a whole number of pesewas, as a string',
          ({ merchants: { ama: merchantRows } }) =>
            Object.assign(merchantRows.tables.refunds[0], { amount_pesewas: '-5' }),
        ],
        [
          'cash is not an account',
          ({ merchants: { ama: merchantRows } }) => Object.assign(merchantRows.accounts, { cash: ['5', 1] }),
        ],
        [
          'counters of ama must be whole numbers',
          ({ merchants: { ama: merchantRows } }) => Object.assign(merchantRows.counters, { ids: 1e300 }),
        ],
        ['entries of ama must be texts', ({ merchants: { ama: merchantRows } }) => merchantRows.entries.push(['1|'])],
        [
          'payments PAY_1 of ama: email must be text',
          ({ merchants: { ama: merchantRows } }) => Object.assign(merchantRows.tables.payments[0], { email: 5 }),
        ],
        [
          'payments PAY_1 of ama: there is no column colour',
          ({ merchants: { ama: merchantRows } }) => Object.assign(merchantRows.tables.payments[0], { colour: 'red' }),
        ],
        [
          'ama has rows of carts, and there is no such table',
          ({ merchants: { ama: merchantRows } }) => Object.assign(merchantRows.tables, { carts: [] }),
        ],
        [
          'merchant:available must be a whole number',
          ({ merchants: { ama: merchantRows } }) =>
            Object.assign(merchantRows.accounts, { 'merchant:available': ['1.5', 1] }),
        ],
      ]
      for (const [reason, change] of invalidChanges) {
        const snapshot = JSON.parse(validJson)
        change(snapshot)
        await expect((async () => store.restore(snapshot))()).rejects.toThrow(reason)
        expect(JSON.stringify(await store.snapshot())).toBe(validJson)
      }
      await store.restore(JSON.parse(validJson))
      expect(JSON.stringify(await store.snapshot())).toBe(validJson)
      await ok(transact(store, ama.refund('RFD_2', 'PAY_1', t0, 1_000n)))
      expect(await verify(store, 'ama')).toMatchObject({ ok: true })
    })

    test('verify accepts a valid ledger', async () => {
      const store = await makeStore()
      await fillLedger(store)
      const snapshot = await store.snapshot()
      expect(await verify(store, 'ama')).toMatchObject({ ok: true, entries: 12 })
      // A forgery that changes nothing must leave a valid ledger, so that the test detects the change itself.
      expect(forgeSnapshot(snapshot, () => undefined)).toEqual(JSON.parse(JSON.stringify(snapshot)))
    })

    test.each(forgeries)('verify names the invariant $invariant and the entry if $description', async (forgery) => {
      const { invariant, at, isRejectedBySql, forge } = forgery
      const store = await makeStore()
      await fillLedger(store)
      const forgedSnapshot = forgeSnapshot(await store.snapshot(), forge)
      const unique = 'entries_merchant_id_source_kind_key'
      if (isRejectedBySql && query) {
        await expect((async () => store.restore(forgedSnapshot))()).rejects.toThrow('cannot hold')
        await query(`ALTER TABLE cedi.entries DROP CONSTRAINT ${unique}`)
      }
      await store.restore(forgedSnapshot)
      await expectViolation(store, invariant, at)
      if (isRejectedBySql && query) {
        await query('TRUNCATE cedi.entries')
        await query(`ALTER TABLE cedi.entries ADD CONSTRAINT ${unique} UNIQUE (merchant_id, source, kind)`)
      }
    })

    test('verify names the invariant chain and the entry if entries of another ledger follow', async () => {
      const store = await makeStore()
      await fillLedger(store)
      await expectViolation(graftEntries(store, 8), 'chain', 8)
      await expectViolation(graftEntries(store, 1), 'chain', 1)
      if (!query) return
      const [entry] = await store.list('entries', 'ama', { limit: 1, before: '000000000009' })
      const hash = entryHash(firstHash('kofi'), canonicalText(entry as never))
      const assignment = `previous_hash = '${firstHash('kofi')}', hash = '${hash}'`
      await query(`UPDATE cedi.entries SET ${assignment} WHERE merchant_id = 'ama' AND sequence = 8`)
      await expectViolation(store, 'chain', 8)
    })

    test('a ledger restored from a backup is detected only by a checkpoint', async () => {
      const store = await makeStore()
      const none = await createCheckpoint(store, 'ama')
      expect(none).toEqual({ merchant: 'ama', sequence: 0, hash: firstHash('ama') })
      await receivePayment(store, 'PAY_1', 10_000n)
      const olderSnapshot = await store.snapshot()
      const middle = await createCheckpoint(store, 'ama')
      await receivePayment(store, 'PAY_2', 700n)
      await receivePayment(store, 'PAY_3', 900n)
      const last = await createCheckpoint(store, 'ama')
      expect(last).toMatchObject({ sequence: 6, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
      for (const since of [none, middle, last]) expect(await verify(store, 'ama', since)).toMatchObject({ ok: true })
      await store.restore(olderSnapshot)
      expect(await verify(store, 'ama')).toMatchObject({ ok: true, entries: 2 })
      for (const since of [none, middle]) expect(await verify(store, 'ama', since)).toMatchObject({ ok: true })
      const missing = { ok: false, invariant: 'checkpoint', sequence: 3 }
      expect(await verify(store, 'ama', last)).toEqual({
        ...missing,
        expected: 'entries up to 6',
        found: 'entries up to 2',
        missing: { from: 3, to: 6, areAll: true },
      })
      expect(await verify(store, 'ama', [last, none, middle])).toMatchObject({ missing: { from: 3, to: 6 } })
      // As many entries or more, but different ones: the chain is valid, but without the acknowledged entries.
      for (const id of ['PAY_4', 'PAY_5', 'PAY_6']) await receivePayment(store, id, 500n)
      expect(await verify(store, 'ama')).toMatchObject({ ok: true, entries: 8 })
      expect(await verify(store, 'ama', middle)).toMatchObject({ ok: true })
      const violation = { invariant: 'checkpoint', sequence: 6, expected: last.hash }
      expect(await verify(store, 'ama', last)).toMatchObject({
        ...violation,
        missing: { from: 1, to: 6, areAll: false },
      })
      // An older checkpoint narrows down which entries were replaced.
      const both = await verify(store, 'ama', [last, middle, none])
      expect(both).toMatchObject({ ...violation, missing: { from: 3, to: 6, areAll: false } })
      expect(await verify(store, 'ama', { ...none, hash: last.hash })).toMatchObject({ ok: false, sequence: 0 })
      expect(await verify(store, 'ama', [])).toMatchObject({ ok: true })
      await expect(verify(store, 'kofi', last)).rejects.toThrow('The checkpoint is of ama. Give one of kofi.')
      await expect(verify(store, 'kofi', [middle, last])).rejects.toThrow(RangeError)
      await expect(verify(store, 'ama', { ...last, sequence: -1 })).rejects.toThrow(RangeError)
    })

    test('a payment reserves stock, and ending it releases the stock', async () => {
      const store = await makeStore()
      await ok(transact(store, ama.product({ id: 'P1', stock: 2 })))
      const buy = (id: string) => transact(store, ama.payment({ id, nowMs: t0, productId: 'P1' }))
      const stock = async () => (await store.get('products', 'ama', 'P1'))?.stock
      await ok(buy('PAY_1'))
      await ok(buy('PAY_2'))
      expect(await buy('PAY_3')).toMatchObject({ error: { code: 'out_of_stock' } })
      await ok(transact(store, ama.fail('PAY_1')))
      await ok(transact(store, ama.fail('PAY_1')))
      expect(await stock()).toBe(1)
      await ok(transact(store, ama.confirm('PAY_2', t0)))
      expect(await transact(store, ama.cancel('PAY_2'))).toMatchObject({ error: { code: 'invalid_state' } })
      expect(await stock()).toBe(1)
      expect(await store.get('orders', 'ama', 'ORD_1')).toMatchObject({ base_status: 'cancelled' })
      expect(await store.get('orders', 'ama', 'ORD_2')).toMatchObject({ base_status: 'paid' })
      await ok(transact(store, ama.fulfil('ORD_2')))
      expect(await transact(store, ama.fulfil('ORD_1'))).toMatchObject({ error: { code: 'invalid_state' } })
    })

    test('the last units are sold once to concurrent buyers', async () => {
      const store = await makeStore()
      await ok(transact(store, ama.product({ id: 'P1', stock: 3 })))
      const buy = (index: number) => transact(store, ama.payment({ id: `PAY_${index}`, nowMs: t0, productId: 'P1' }))
      const buyers = await Promise.all(Array.from({ length: 16 }, (_, index) => buy(index)))
      expect(buyers.filter((result) => result.ok)).toHaveLength(3)
      expect(buyers.filter((result) => !result.ok && result.error.code === 'out_of_stock')).toHaveLength(13)
      expect((await store.get('products', 'ama', 'P1'))?.stock).toBe(0)
    })

    test('the second payment of a checkout is posted to suspense', async () => {
      const store = await makeStore()
      await ok(transact(store, ama.intent({ id: 'INT_1', nowMs: t0, amountPesewas: 500n })))
      const pay = (id: string) =>
        transact(store, ama.payment({ id, nowMs: t0, amountPesewas: 500n, intentId: 'INT_1' }))
      await ok(pay('PAY_1'))
      await ok(transact(store, ama.fail('PAY_1')))
      await ok(pay('PAY_2'))
      await ok(pay('PAY_3'))
      await ok(transact(store, ama.confirm('PAY_2', t0)))
      expect(await store.get('intents', 'ama', 'INT_1')).toMatchObject({ status: 'completed', payment_ref: 'PAY_2' })
      expect(await pay('PAY_4')).toMatchObject({ error: { code: 'invalid_state' } })
      await ok(transact(store, ama.confirm('PAY_3', t0)))
      await ok(transact(store, ama.confirm('PAY_3', t0)))
      expect(await store.get('payments', 'ama', 'PAY_3')).toMatchObject({ status: 'cancelled', late_money: 'held' })
      expect(await readAccount(store, 'suspense')).toBe(500n)
      expect(await verify(store, 'ama')).toMatchObject({ ok: true })
    })

    test('a license is sold, activated up to its limit, and disabled by a full refund', async () => {
      const store = await makeStore()
      await ok(transact(store, ama.product({ id: 'P1', type: 'license', activationLimit: 2, pricePesewas: 5_000n })))
      await receivePayment(store, 'PAY_0', 90_000n)
      await ok(transact(store, ama.payment({ id: 'PAY_1', nowMs: t0, productId: 'P1' })))
      await ok(transact(store, ama.confirm('PAY_1', t0)))
      const [license] = await store.list('licenses', null, { limit: 1, where: { key_hash: 'ama-PAY_1-0' } })
      expect(license).toMatchObject({ id: 'LIC_1-0', status: 'inactive', activation_limit: 2 })
      const instances = ['a', 'b', 'c', 'a']
      const results = await Promise.all(
        instances.map((instance) => transact(store, ama.activate('LIC_1-0', instance, t0))),
      )
      const after = await store.get('licenses', 'ama', 'LIC_1-0')
      expect(after).toMatchObject({ status: 'active', activations: 2 })
      expect(new Set(after?.instances).size).toBe(2)
      // Any two may be first. The listed instances are those with a successful response.
      expect(results.map((result) => result.ok)).toEqual(instances.map((name) => after?.instances.includes(name)))
      await ok(transact(store, ama.refund('RFD_1', 'PAY_1', t0, 2_000n)))
      await ok(transact(store, ama.refund('RFD_2', 'PAY_1', t0)))
      await Promise.all(['RFD_1', 'RFD_2'].map((id) => ok(transact(store, ama.payRefund(id, t0)))))
      expect(await store.get('licenses', 'ama', 'LIC_1-0')).toMatchObject({ status: 'disabled' })
      expect(await transact(store, ama.activate('LIC_1-0', 'a', t0))).toMatchObject({
        error: { code: 'invalid_state' },
      })
    })

    test('64 concurrent refunds and 64 concurrent payouts succeed up to the balance', async () => {
      for (let round = 0; round < rounds * weight; round++) {
        const store = await makeStore()
        await receivePayment(store, 'PAY_1', 10_000n)
        const refunds = await Promise.all(
          attempts.map((index) => transact(store, ama.refund(`RFD_${index}`, 'PAY_1', t0, 700n))),
        )
        expect(refunds.filter((result) => result.ok)).toHaveLength(13)
        expect(refunds.filter((result) => !result.ok && result.error.code === 'insufficient_balance')).toHaveLength(51)
        expect(await readAccount(store, 'merchant:available')).toBe(500n)
        const payouts = await Promise.all(attempts.map((index) => transact(store, ama.payout(`PO_${index}`, 70n, t0))))
        expect(payouts.filter((result) => result.ok)).toHaveLength(7)
        expect(payouts.filter((result) => !result.ok && result.error.code === 'insufficient_balance')).toHaveLength(57)
        expect(await verify(store, 'ama')).toMatchObject({ ok: true, entries: 22 })
      }
    })

    test('64 concurrent refunds are limited by the payment if the balance is larger', async () => {
      for (let round = 0; round < (rounds * weight) / 10; round++) {
        const store = await makeStore()
        await receivePayment(store, 'PAY_1', 10_000n)
        await receivePayment(store, 'PAY_2', 50_000n)
        const refunds = await Promise.all(
          attempts.map((index) => transact(store, ama.refund(`RFD_${index}`, 'PAY_1', t0, 1_100n))),
        )
        expect(refunds.filter((result) => result.ok)).toHaveLength(9)
        expect(refunds.filter((result) => !result.ok && result.error.code === 'refund_exceeds_payment')).toHaveLength(
          55,
        )
        expect(await verify(store, 'ama')).toMatchObject({ ok: true })
      }
    })

    test('64 concurrent payments get 64 ids from one counter, without a gap', async () => {
      const store = await makeStore()
      const create = () =>
        transact(store, async (reader) => {
          const from = (await reader.get('counters', 'ama', 'payments'))?.value ?? 0
          const id = `PAY_${String(from + 1).padStart(4, '0')}`
          const result = await ama.payment({ id, nowMs: t0, amountPesewas: 500n })(reader)
          return withSteps(result, { counters: [{ name: 'payments', from, to: from + 1 }] })
        })
      await Promise.all(Array.from({ length: 64 }, () => ok(create())))
      const rows = await store.list('payments', 'ama', { limit: 100, order: 'oldest' })
      expect(rows.map(({ id }) => Number(id.slice(4)))).toEqual(Array.from({ length: 64 }, (_, index) => index + 1))
    })

    test('a simulated command returns the same result as the real one and writes nothing', async () => {
      const store = await makeStore()
      await receivePayment(store, 'PAY_1', 10_000n)
      const overdrawn = await transact(store, ama.payout('PO_1', 9_601n, t0), { simulate: true })
      expect(overdrawn).toMatchObject({ ok: false, error: { code: 'insufficient_balance', field: 'amount' } })
      expect(await transact(store, ama.payout('PO_1', 9_601n, t0))).toEqual(overdrawn)
      const refund = ama.refund('RFD_1', 'PAY_1', t0, 4_000n)
      const simulated = await transact(store, refund, { simulate: true })
      expect(await store.get('refunds', 'ama', 'RFD_1')).toBeUndefined()
      expect(await store.list('entries', 'ama', { limit: 10 })).toHaveLength(2)
      const real = await transact(store, refund)
      expect(real).toMatchObject({ value: { isChanged: true } })
      const getRecords = (result: typeof real) => result.ok && !result.value.isReplay && result.value.records
      expect(getRecords(simulated)).toEqual(getRecords(real))
      expect(simulated).toMatchObject({ value: { isReplay: false, isChanged: false } })
      expect(await store.get('refunds', 'ama', 'RFD_1')).toEqual(
        real.ok && !real.value.isReplay && real.value.records.refund,
      )
    })

    test('a command with one idempotency key has one effect, for any number of concurrent retries', async () => {
      const store = await makeStore()
      await receivePayment(store, 'PAY_1', 10_000n)
      const send = (fingerprint: string, id: string, nowMs = t0, amount = 100n) =>
        transact(store, ama.refund(id, 'PAY_1', nowMs, amount), {
          idempotency: {
            merchant: 'ama',
            scope: 'refunds',
            key: 'k1',
            fingerprint,
            nowMs,
            toResponse: (result) =>
              result.ok
                ? { status: 201, headers: { kind: 'refund' }, body: result.value.refund.id }
                : { status: 409, body: result.error.code },
          },
        })
      const getRefundId = (result: Awaited<ReturnType<typeof send>>) =>
        result.ok && (result.value.isReplay ? result.value.response.body : result.value.records.refund.id)
      const responses = await Promise.all(Array.from({ length: 32 }, (_, index) => send('f1', `RFD_${index}`)))
      expect(responses.filter((result) => result.ok && !result.value.isReplay)).toHaveLength(1)
      expect(new Set(responses.map(getRefundId)).size).toBe(1)
      expect(await store.list('refunds', 'ama', { limit: 99 })).toHaveLength(1)
      expect(await send('f2', 'RFD_90')).toMatchObject({ ok: false, error: { code: 'idempotency_key_reused' } })
      expect(await send('f1', 'RFD_91', t0 + 86_399_999)).toMatchObject({ ok: true, value: { isReplay: true } })
      // After a day the key is new. A rejection is stored too.
      const laterMs = t0 + 86_400_000
      expect(await send('f2', 'RFD_92', laterMs, 99_999n)).toMatchObject({
        ok: false,
        error: { code: 'refund_exceeds_payment' },
      })
      expect(await send('f2', 'RFD_93', laterMs)).toMatchObject({
        value: { isReplay: true, response: { status: 409, body: 'refund_exceeds_payment' } },
      })
      expect(await store.list('refunds', 'ama', { limit: 99 })).toHaveLength(1)
    })

    test('a command that is still running is not started twice', async () => {
      const store = await makeStore()
      const command = { merchant: 'ama', scope: 'payments', key: 'k' }
      const row = { fingerprint: 'f', state: 'running', status: null, headers: {}, body: null, created_ms: t0 } as const
      await commit(store, {
        inserts: [{ table: 'idempotency_keys', row: { merchant: 'ama', id: 'payments k', ...row } }],
      })
      const toResponse = () => ({ status: 201, body: '' })
      const result = await transact(store, ama.payment({ id: 'PAY_1', nowMs: t0, amountPesewas: 500n }), {
        idempotency: { ...command, fingerprint: 'f', nowMs: t0, toResponse },
      })
      expect(result).toMatchObject({ ok: false, error: { code: 'idempotency_in_progress' } })
      expect(await store.get('payments', 'ama', 'PAY_1')).toBeUndefined()
    })

    test('stored responses expire after a day and are deleted per merchant', async () => {
      const store = await makeStore()
      const done = { fingerprint: 'f', state: 'done', status: 201, headers: {}, body: '' } as const
      for (const merchant of ['ama', 'kofi']) {
        for (const [id, age] of Object.entries({ c: 1, a: -1, b: 0, d: 2 })) {
          const row = { merchant, id, ...done, created_ms: t0 + age }
          await store.commit(makePlan(merchant, { inserts: [{ table: 'idempotency_keys', row }] }))
        }
      }
      const listKeyIds = async (merchant: string) =>
        (await store.list('idempotency_keys', merchant, { limit: 9, order: 'oldest' })).map(({ id }) => id)
      await store.deleteExpiredKeys('ama', t0 + 86_400_000)
      await store.deleteExpiredKeys('nobody', t0 + 86_400_000)
      expect(await listKeyIds('ama')).toEqual(['c', 'd'])
      expect(await listKeyIds('kofi')).toEqual(['a', 'b', 'c', 'd'])
      const secondEvent = { merchant: 'ama', id: 'b', ...done, created_ms: t0 + 86_400_000 }
      expect(await commit(store, { inserts: [{ table: 'idempotency_keys', row: secondEvent }] })).toMatchObject({
        outcome: 'ok',
      })
      expect(await listKeyIds('ama')).toEqual(['b', 'c', 'd'])
      await store.deleteExpiredKeys('ama', t0 + 86_400_001)
      expect(await listKeyIds('ama')).toEqual(['b', 'd'])
      const oldRow = { merchant: 'ama', id: 'a', ...done, created_ms: t0 }
      await commit(store, { inserts: [{ table: 'idempotency_keys', row: oldRow }] })
      await store.deleteExpiredKeys('ama', t0 + 86_400_001)
      expect(await listKeyIds('ama')).toEqual(['b', 'd'])
      const set = { created_ms: t0 - 1 }
      await commit(store, { updates: [{ table: 'idempotency_keys', id: 'b', where: {}, set }] })
      await store.deleteExpiredKeys('ama', t0 + 86_400_001)
      expect(await listKeyIds('ama')).toEqual(['d'])
      await store.deleteExpiredKeys('ama', t0 + 86_400_002)
      expect(await listKeyIds('ama')).toEqual([])
    })

    test('a full phone or card number is rejected', () => {
      const command = {
        merchant: 'ama',
        id: 'PAY_1',
        amountPesewas: 500n,
        method: 'mobile_money',
        network: 'mtn',
        cardLast4: null,
        email: null,
        name: null,
        productId: null,
        quantity: 1,
        orderId: null,
        intentId: null,
        nextAction: null,
        metadata: {},
        expiresMs: null,
        nowMs: t0,
      } as const
      for (const phone of ['0551234987', '+233 55 123 4987', '(055) 123-4987']) {
        expect(() => paymentCreated({ ...command, phone }, {})).toThrow('Mask the phone number')
      }
      expect(() => paymentCreated({ ...command, phone: null, cardLast4: '4242424242424242' }, {})).toThrow('last four')
      expect(paymentCreated({ ...command, phone: '055 *** 4987' }, {})).toMatchObject({ ok: true })
      expect(paymentCreated({ ...command, phone: null, network: 'visa' }, {})).toMatchObject({
        error: { code: 'network_mismatch' },
      })
    })

    test('the ledger equals an independent model after concurrent commands in any order', async () => {
      const random = numbers(42)
      const store = await makeStore()
      const world = createWorld(store, ['ama', 'kofi'])
      await world.open()
      for (let done = 0; done < 2_000 * weight; ) {
        const ops = Array.from({ length: 1 + random.below(8) }, () => world.nextOp(random))
        await interleave(store, world, random, ops)
        done += ops.length
        for (const merchant of new Set(ops.map((op) => op.merchant))) await world.checkBalances(merchant)
      }
      await world.checkAll(17)
    })
  })
}
