import { describe, expect, it } from 'vitest'
import { paymentCreated } from './entries/payment-created.js'
import { paymentFailed } from './entries/payment-ended.js'
import { paymentReceived } from './entries/payment-received.js'
import { productCreated } from './entries/product-created.js'
import { followPlan } from './follow-plan.js'
import { checkPlan, makePlan, type Plan, PlanError, type Update } from './plan.js'
import type { Result } from './result.js'
import { createMemoryStore } from './stores/memory.js'

function expectOk<Records>(result: Result<Plan<Records>>): Extract<Result<Plan<Records>>, { ok: true }> {
  if (!result.ok) throw new Error(result.error.message)
  return result
}

const product = expectOk(
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
const created = expectOk(
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

describe('followPlan', () => {
  it('results in the same rows as two separate commits', async () => {
    for (const next of [
      expectOk(paymentReceived({ nowMs: 0 }, rows)),
      expectOk(paymentFailed({ failure: { code: 'card_declined', message: 'No.' } }, rows)),
    ]) {
      const plan = followPlan(created.value, next.value)
      checkPlan(plan)
      expect(await after(plan)).toEqual(await after(created.value, next.value))
    }
  })

  it('releases a reservation of the first plan', async () => {
    const failed = expectOk(paymentFailed({ failure: { code: 'card_declined', message: 'No.' } }, rows))
    const { updates } = followPlan(created.value, failed.value)
    expect(updates).toMatchObject([
      { table: 'products', id: 'P1', where: { active: true, price_pesewas: 12_000n }, add: { stock: 0 } },
    ])
  })

  it('keeps unrelated steps of both plans', () => {
    const counters = [{ name: 'ids', from: 0, to: 2 }] as const
    const plan = followPlan(makePlan('ama', { counters, deletes: [{ table: 'events', id: 'E1' }] }), created.value)
    expect(plan).toEqual({ ...created.value, counters, deletes: [{ table: 'events', id: 'E1' }] })
  })

  it('combines the conditions of both plans', () => {
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
    const plans = [update('payments', 'B', { refunded_pesewas: 2n }), update('orders', 'A', { refunded_pesewas: 4n })]
    const plan = plans.reduce(followPlan, first)
    expect(plan.updates).toEqual([first, ...plans].flatMap(({ updates }) => updates))
    const finalPlan = followPlan(plan, update('orders', 'A', { refunded_pesewas: 8n }))
    expect(finalPlan.updates.map(({ add }) => add)).toEqual(
      [1n, 2n, 12n].map((refunded_pesewas) => ({ refunded_pesewas })),
    )

    const { id } = payment
    const unrelated = [
      update('orders', id, { refunded_pesewas: 1n }),
      update('payments', 'B', { refunded_pesewas: 1n }),
    ]
    for (const other of unrelated) {
      const { inserts, updates } = followPlan(created.value, other)
      expect([inserts, updates]).toEqual([created.value.inserts, [...created.value.updates, ...other.updates]])
    }
  })

  it('adds to a row that the first plan inserts', () => {
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

  it('has no condition on values that the first plan sets, and no additions if neither plan has any', () => {
    const update = (step: object) =>
      makePlan('ama', { updates: [{ table: 'payments', id: 'PAY_1', where: {}, set: {}, ...step }] })
    const plan = followPlan(
      update({ set: { status: 'succeeded' } }),
      update({ where: { status: 'succeeded' }, set: { available: true } }),
    )
    expect(plan.updates).toStrictEqual([
      { table: 'payments', id: 'PAY_1', where: {}, set: { status: 'succeeded', available: true } },
    ])
  })

  it('rejects a plan for other rows or another merchant', () => {
    const planWithStatus = (status: 'failed') =>
      makePlan('ama', { updates: [{ table: 'payments', id: 'PAY_1', where: { status }, set: {} }] })
    expect(() => followPlan(created.value, planWithStatus('failed'))).toThrow(PlanError)
    const second = makePlan('ama', {
      updates: [{ table: 'payments', id: 'PAY_1', where: {}, set: { status: 'expired' } }],
    })
    expect(() => followPlan(second, planWithStatus('failed'))).toThrow(
      'The second plan expects another status of payments PAY_1. Create it from the rows after the first one. (decision 0014)',
    )
    expect(() => followPlan(created.value, makePlan('kofi'))).toThrow(PlanError)
    expect(() => followPlan(created.value, makePlan('kofi'))).toThrow(
      'A plan of kofi cannot follow one of ama. Commit two plans. (decision 0014)',
    )
  })
})
