import { describe, expect, it } from 'vitest'
import { paymentCreated } from './entries/payment-created.js'
import { paymentFailed } from './entries/payment-ended.js'
import { paymentReceived } from './entries/payment-received.js'
import { productCreated } from './entries/product-created.js'
import { followPlan } from './follow-plan.js'
import { checkPlan, makePlan, type Plan, PlanError, type Update } from './plan.js'
import type { Result } from './result.js'
import { createMemoryStore } from './stores/memory.js'

function must<Records>(planned: Result<Plan<Records>>): Extract<Result<Plan<Records>>, { ok: true }> {
  if (!planned.ok) throw new Error(planned.error.message)
  return planned
}

const product = must(
  productCreated({
    merchant: 'ama',
    id: 'P1',
    name: 'Kente tote',
    slug: 'kente-tote',
    description: null,
    type: 'physical',
    pricePesewas: 12_000n,
    active: true,
    stock: 3,
    imageUrl: null,
    activationLimit: null,
    nowMs: 0,
  }),
)
const created = must(
  paymentCreated(
    {
      merchant: 'ama',
      id: 'PAY_1',
      method: 'card',
      network: 'visa',
      phone: null,
      cardLast4: '4242',
      email: null,
      name: null,
      productId: 'P1',
      quantity: 2,
      orderId: 'ORD_1',
      intentId: null,
      nextAction: null,
      metadata: {},
      expiresMs: null,
      nowMs: 0,
    },
    { product: product.value.records.product },
  ),
)
const { payment, order } = created.value.records
const rows = { payment, order: order ?? undefined, product: created.value.records.product ?? undefined }

/** A shop with one product, after some plans. */
async function after(...plans: Parameters<typeof checkPlan>[0][]) {
  const store = createMemoryStore()
  for (const plan of [product.value, ...plans]) expect(await store.commit(plan)).toMatchObject({ outcome: 'ok' })
  return store.snapshot()
}

describe('a plan that follows another', () => {
  it('leaves the same rows in one commit as both do one after the other', async () => {
    for (const next of [
      must(paymentReceived({ nowMs: 0 }, rows)),
      must(paymentFailed({ failure: { code: 'card_declined', message: 'No.' } }, rows)),
    ]) {
      const joined = followPlan(created.value, next.value)
      checkPlan(joined)
      expect(await after(joined)).toEqual(await after(created.value, next.value))
    }
  })

  it('gives back what the first one reserved', async () => {
    const failed = must(paymentFailed({ failure: { code: 'card_declined', message: 'No.' } }, rows))
    const { updates } = followPlan(created.value, failed.value)
    expect(updates).toMatchObject([
      { table: 'products', id: 'P1', where: { active: true, price_pesewas: 12_000n }, add: { stock: 0 } },
    ])
  })

  it('keeps steps that have nothing to do with each other', () => {
    const counters = [{ name: 'ids', from: 0, to: 2 }] as const
    const joined = followPlan(makePlan('ama', { counters, deletes: [{ table: 'events', id: 'E1' }] }), created.value)
    expect(joined).toEqual({ ...created.value, counters, deletes: [{ table: 'events', id: 'E1' }] })
  })

  it('expects of a row what neither of both has set', () => {
    const update = (step: object) =>
      makePlan('ama', { updates: [{ table: 'payments', id: 'PAY_1', where: {}, set: {}, ...step }] })
    const first = update({ where: { status: 'pending' }, set: { status: 'succeeded' } })
    const next = update({
      where: { status: 'succeeded', available: false },
      set: { available: true },
      add: { refunded_pesewas: 5n },
    })
    expect(followPlan(first, next).updates).toEqual([
      {
        table: 'payments',
        id: 'PAY_1',
        where: { status: 'pending', available: false },
        set: { status: 'succeeded', available: true },
        add: { refunded_pesewas: 5n },
      },
    ])
    const both = followPlan(
      update({ add: { refunded_pesewas: 5n } }),
      update({ add: { refunded_pesewas: 2n, refund_reserved_pesewas: 1n } }),
    )
    expect(both.updates[0]?.add).toEqual({ refunded_pesewas: 7n, refund_reserved_pesewas: 1n })
  })

  it('merges only updates of the same table and id', () => {
    const update = (table: 'payments' | 'orders', id: string, add: object) =>
      makePlan('ama', { updates: [{ table, id, where: {}, set: {}, add } as Update] })
    const first = update('payments', 'A', { refunded_pesewas: 1n })
    const others = [update('payments', 'B', { refunded_pesewas: 2n }), update('orders', 'A', { refunded_pesewas: 4n })]
    const joined = others.reduce(followPlan, first)
    expect(joined.updates).toEqual([first, ...others].flatMap(({ updates }) => updates))
    const again = followPlan(joined, update('orders', 'A', { refunded_pesewas: 8n }))
    expect(again.updates.map(({ add }) => add)).toEqual([1n, 2n, 12n].map((refunded_pesewas) => ({ refunded_pesewas })))

    const { id } = payment
    const elsewhere = [
      update('orders', id, { refunded_pesewas: 1n }),
      update('payments', 'B', { refunded_pesewas: 1n }),
    ]
    for (const other of elsewhere) {
      const { inserts, updates } = followPlan(created.value, other)
      expect([inserts, updates]).toEqual([created.value.inserts, [...created.value.updates, ...other.updates]])
    }
  })

  it('adds to a row that the first one inserts', () => {
    const refunding = {
      table: 'payments',
      id: payment.id,
      where: {},
      set: { paid_ms: 7 },
      add: { refunded_pesewas: 5n },
    }
    const { inserts } = followPlan(created.value, makePlan('ama', { updates: [refunding as Update] }))
    expect(inserts.find(({ table }) => table === 'payments')?.row).toEqual({
      ...payment,
      paid_ms: 7,
      refunded_pesewas: 5n,
    })
  })

  it('expects nothing of what the first one sets, and adds nothing where neither does', () => {
    const update = (step: object) =>
      makePlan('ama', { updates: [{ table: 'payments', id: 'PAY_1', where: {}, set: {}, ...step }] })
    const joined = followPlan(
      update({ set: { status: 'succeeded' } }),
      update({ where: { status: 'succeeded' }, set: { available: true } }),
    )
    expect(joined.updates).toStrictEqual([
      { table: 'payments', id: 'PAY_1', where: {}, set: { status: 'succeeded', available: true } },
    ])
  })

  it('is refused when it was made for other rows, or another merchant', () => {
    const wrong = (status: 'failed') =>
      makePlan('ama', { updates: [{ table: 'payments', id: 'PAY_1', where: { status }, set: {} }] })
    expect(() => followPlan(created.value, wrong('failed'))).toThrow(PlanError)
    const moved = makePlan('ama', {
      updates: [{ table: 'payments', id: 'PAY_1', where: {}, set: { status: 'expired' } }],
    })
    expect(() => followPlan(moved, wrong('failed'))).toThrow(
      'The second plan expects another status of payments PAY_1. Make it from the rows that the first one leaves. (decision 0014)',
    )
    expect(() => followPlan(created.value, makePlan('kofi'))).toThrow(PlanError)
    expect(() => followPlan(created.value, makePlan('kofi'))).toThrow(
      'A plan of kofi cannot follow one of ama. Commit two plans. (decision 0014)',
    )
  })
})
