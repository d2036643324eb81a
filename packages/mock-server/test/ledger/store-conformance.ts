import { describe, expect, test } from 'vitest'
import {
  type Account,
  type CommitResult,
  canonicalText,
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
  readBalance,
  type Snapshot,
  type Store,
  scheduleEvents,
  transact,
  verify,
  withSteps,
} from '../../src/ledger/index.js'
import { checkListings } from './listings.js'
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

/**
 * Conformance tests for every store.
 *
 * @param name - Name of the store.
 * @param makeStore - Creates an empty store.
 */
export function testStore(name: string, makeStore: () => TestedStore | Promise<TestedStore>): void {
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

    test('a listing of any form equals the sorted and filtered rows, while rows are inserted, updated and deleted', async () => {
      const seeds = Math.ceil(rounds / 12)
      for (let seed = 1; seed <= seeds; seed++) await checkListings(await makeStore(), 600, seed)
    })

    test('an invalid snapshot is rejected, and nothing has changed', async () => {
      const store = await makeStore()
      await receivePayment(store, 'PAY_1', 10_000n)
      const unusualMetadata = { a: `$cedi$ $xcedi$ ' '' \\ \\u0000 " \u2028 ₵`, b: '\ud800\0', $cedi$: '--' }
      await ok(transact(store, ama.payment({ id: 'PAY_2', nowMs: t0, amountPesewas: 700n, metadata: unusualMetadata })))
      const validJson = JSON.stringify(await store.snapshot())
      const invalid = JSON.parse(validJson)
      invalid.merchants.ama.tables.payments.push(invalid.merchants.ama.tables.payments[0])
      await expect((async () => store.restore(invalid))()).rejects.toThrow('payments PAY_1 of ama occurs twice')
      expect(JSON.stringify(await store.snapshot())).toBe(validJson)
      await store.restore(JSON.parse(validJson))
      expect(JSON.stringify(await store.snapshot())).toBe(validJson)
      await ok(transact(store, ama.refund('RFD_2', 'PAY_1', t0, 1_000n)))
      expect(await verify(store, 'ama')).toMatchObject({ ok: true })
    })

    test.each<['payments' | 'payouts' | 'events', object]>([
      ['payments', { limit: 0 }],
      ['payments', { limit: 1, order: 'due' }],
      ['payments', { limit: 1, dueUntilMs: t0 }],
      ['events', { limit: 1, order: 'due', past: { id: 'EVT_1', merchant: 'ama' } }],
      ['payouts', { limit: 1, by: 'at_ms' }],
      ['payouts', { limit: 1, by: 'resolved_ms', past: { id: 'PO_1', merchant: 'ama' } }],
      ['payouts', { limit: 1, past: { ms: t0, id: 'PO_1', merchant: 'ama' } }],
    ])('listing %s by %o is rejected', async (table, query) => {
      const store = await makeStore()
      await expect(store.list(table, null, query as never)).rejects.toThrow(RangeError)
    })

    test('64 concurrent refunds and 64 concurrent payouts succeed up to the balance', async () => {
      for (let round = 0; round < rounds; round++) {
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
  })
}
