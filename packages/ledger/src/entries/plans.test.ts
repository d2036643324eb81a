// Plan of each event: conditions, changes, postings and error messages. test/model.test.ts checks invariants under any
// order of events. One file, because the events share fixtures.
import { describe, expect, test } from 'vitest'
import type { Plan } from '../plan.js'
import { type Result, succeed } from '../result.js'
import type { AccountRow } from '../tables/accounts.js'
import type { IntentRow } from '../tables/intents.js'
import type { KeyRow } from '../tables/keys.js'
import type { LicenseRow } from '../tables/licenses.js'
import type { OrderRow } from '../tables/orders.js'
import type { PaymentRow } from '../tables/payments.js'
import type { PayoutRow } from '../tables/payouts.js'
import type { ProductRow } from '../tables/products.js'
import type { RefundRow } from '../tables/refunds.js'
import { deliveryForgotten } from './delivery-forgotten.js'
import { intentCreated } from './intent-created.js'
import { intentExpired } from './intent-expired.js'
import { keyIssued } from './key-issued.js'
import { keyRevoked } from './key-revoked.js'
import { keyUsed } from './key-used.js'
import { lateMoneyReceived } from './late-money-received.js'
import { licenseActivated } from './license-activated.js'
import { merchantCreated } from './merchant-created.js'
import { orderFulfilled } from './order-fulfilled.js'
import { paymentAvailable } from './payment-available.js'
import { type PaymentCreated, paymentCreated } from './payment-created.js'
import { paymentCancelled, paymentExpired, paymentFailed } from './payment-ended.js'
import { paymentReceived } from './payment-received.js'
import { payoutFailed } from './payout-failed.js'
import { payoutPaid } from './payout-paid.js'
import { payoutRequested } from './payout-requested.js'
import { productCreated } from './product-created.js'
import { providerSettled } from './provider-settled.js'
import { refundPaid } from './refund-paid.js'
import { refundRejected } from './refund-rejected.js'
import { refundRequested } from './refund-requested.js'
import { suspenseReturned } from './suspense-returned.js'

/** Holds a refusal to the words of what does not exist. */
const expectMissing = (what: string, planned: unknown) =>
  expect(planned).toMatchObject({
    ok: false,
    error: {
      code: 'not_found',
      message: `There is no such ${what}. Check the reference, and that the key belongs to the same merchant.`,
    },
  })

const merchant = 'ama'
const nowMs = Date.UTC(2026, 0, 5, 9)

const asked: PaymentCreated = {
  merchant,
  id: 'pay_1',
  amountPesewas: 10_000n,
  method: 'mobile_money',
  network: 'mtn',
  phone: '+23324***3789',
  cardLast4: null,
  email: 'kofi@example.com',
  name: 'Kofi',
  productId: null,
  quantity: 1,
  orderId: null,
  intentId: null,
  nextAction: { type: 'approve_on_phone', message: 'Approve.' },
  metadata: { a: 'b' },
  expiresMs: nowMs + 300_000,
  nowMs,
}
const product: ProductRow = {
  merchant,
  id: 'prd_1',
  name: 'Tote',
  slug: 'tote',
  description: null,
  type: 'physical',
  price_pesewas: 5_000n,
  currency: 'GHS',
  active: true,
  stock: 3,
  image_url: null,
  activation_limit: null,
  created_ms: nowMs,
}
const intent: IntentRow = {
  merchant,
  id: 'int_1',
  status: 'open',
  amount_pesewas: 10_000n,
  currency: 'GHS',
  payment_ref: null,
  product_id: null,
  quantity: 1,
  channels: ['mobile_money'],
  return_url: null,
  allowed_origins: [],
  email: null,
  metadata: {},
  created_ms: nowMs,
  expires_ms: nowMs + 1,
}
const sale: PaymentCreated = { ...asked, amountPesewas: undefined, productId: 'prd_1', quantity: 2, orderId: 'ord_1' }

const recordsOf = <Records>(planned: Result<Plan<Records>>): Records => {
  if (!planned.ok) throw new Error(planned.error.message)
  return planned.value.records
}
const planOf = (planned: Result<Plan<unknown>>) => {
  if (!planned.ok) throw new Error(planned.error.message)
  const { records: _, ...steps } = planned.value
  return steps
}
const nothing = { merchant, inserts: [], updates: [], deletes: [], counters: [], entries: [] }

// Rows are written down and not planned: what runs while this file is read, no test can notice.
const pending: PaymentRow = {
  merchant,
  id: 'pay_1',
  status: 'pending',
  amount_pesewas: 10_000n,
  fee_pesewas: 400n,
  net_pesewas: 9_600n,
  currency: 'GHS',
  method: 'mobile_money',
  network: 'mtn',
  phone: '+23324***3789',
  card_last4: null,
  email: 'kofi@example.com',
  name: 'Kofi',
  product_id: null,
  quantity: 1,
  order_ref: null,
  intent_id: null,
  next_action: asked.nextAction,
  failure: null,
  refunded_pesewas: 0n,
  refund_reserved_pesewas: 0n,
  metadata: { a: 'b' },
  created_ms: nowMs,
  paid_ms: null,
  expires_ms: nowMs + 300_000,
  available_at_ms: null,
  available: false,
  late_money: null,
}
const sold: PaymentRow = { ...pending, product_id: 'prd_1', quantity: 2, order_ref: 'ord_1' }
const order: OrderRow = {
  merchant,
  id: 'ord_1',
  base_status: 'pending',
  payment_ref: 'pay_1',
  items: [{ product_id: 'prd_1', name: 'Tote', quantity: 2, unit_price_pesewas: 5_000n }],
  total_pesewas: 10_000n,
  currency: 'GHS',
  buyer: { name: 'Kofi', email: 'kofi@example.com', phone: '+23324***3789' },
  refunded_pesewas: 0n,
  refund_reserved_pesewas: 0n,
  created_ms: nowMs,
  delivery: null,
}
const succeeded: PaymentRow = {
  ...pending,
  status: 'succeeded',
  paid_ms: nowMs,
  available_at_ms: nowMs,
  available: true,
  next_action: null,
}
const refund: RefundRow = {
  merchant,
  id: 'ref_1',
  payment_ref: 'pay_1',
  order_ref: null,
  amount_pesewas: 4_000n,
  currency: 'GHS',
  status: 'pending',
  reason: 'Too late.',
  note: null,
  created_ms: nowMs,
  resolved_ms: null,
}
const payout: PayoutRow = {
  merchant,
  id: 'pyo_1',
  amount_pesewas: 5_000n,
  currency: 'GHS',
  status: 'pending',
  phone: '+23324***3789',
  network: 'mtn',
  failure: null,
  created_ms: nowMs,
  resolved_ms: null,
}
const license: LicenseRow = {
  merchant,
  id: 'lic_1',
  key_hash: 'hash',
  product_id: 'prd_1',
  payment_ref: 'pay_1',
  order_ref: 'ord_1',
  status: 'inactive',
  activation_limit: 2,
  activations: 0,
  instances: [],
  created_ms: nowMs,
  expires_ms: null,
}
const key: KeyRow = {
  merchant,
  id: 'key_1',
  hash: 'hash',
  scopes: [],
  label: null,
  created_ms: nowMs,
  last_used_ms: null,
  revoked_ms: null,
}
const account = (id: AccountRow['id'], balance_pesewas: bigint): AccountRow =>
  ({ merchant, id, balance_pesewas }) as AccountRow
const available = account('merchant:available', 9_600n)
const failure = { code: 'insufficient_funds', message: 'Too little.' }
const late: PaymentRow = { ...pending, status: 'expired', late_money: 'held' }

describe('a payment that is created', () => {
  test('is pending, with its fee, and updates nothing', () => {
    const planned = paymentCreated(asked, {})
    expect(planOf(planned)).toEqual({ ...nothing, inserts: [{ table: 'payments', row: pending }] })
    expect(planned).toMatchObject({ value: { records: { order: null, product: null, intent: null } } })
  })

  test('for a product makes its order, and takes the pieces at the price that was read', () => {
    const planned = paymentCreated(sale, { product })
    expect(planOf(planned).updates).toEqual([
      {
        table: 'products',
        id: 'prd_1',
        where: { active: true, price_pesewas: 5_000n },
        set: {},
        add: { stock: -2 },
      },
    ])
    expect(recordsOf(planned)).toMatchObject({ payment: sold, product: { stock: 1 } })
    expect(recordsOf(planned).order).toEqual(order)
    expect(planOf(planned).inserts).toEqual([
      { table: 'payments', row: sold },
      { table: 'orders', row: order },
    ])
    const endless = recordsOf(paymentCreated(sale, { product: { ...product, stock: null } }))
    expect(endless.product?.stock).toBeNull()
    expect(planOf(paymentCreated(sale, { product: { ...product, stock: null } })).updates).toEqual([])
    const delivery = { name: 'Kofi', phone: '+233244123789', place: 'Osu', note: null }
    expect(recordsOf(paymentCreated({ ...sale, delivery }, { product })).order?.delivery).toEqual(delivery)
  })

  test('for an intent takes its place there', () => {
    const planned = paymentCreated({ ...asked, intentId: 'int_1' }, { intent })
    expect(planOf(planned).updates).toEqual([
      { table: 'intents', id: 'int_1', where: { status: 'open' }, set: { payment_ref: 'pay_1' } },
    ])
    expect(planned).toMatchObject({ value: { records: { intent: { payment_ref: 'pay_1' } } } })
    // An intent that was read for nothing is left alone.
    expect(planOf(paymentCreated(asked, { intent })).updates).toEqual([])
  })

  test('on a card network is a card, and only its last four digits come here', () => {
    const card = { ...asked, method: 'card', network: 'visa', phone: null, cardLast4: '4242' } as const
    for (const network of ['visa', 'mastercard'] as const)
      expect(paymentCreated({ ...card, network }, {}).ok).toBe(true)
    expect(paymentCreated({ ...card, network: 'mtn' }, {})).toEqual({
      ok: false,
      error: {
        code: 'network_mismatch',
        message: 'mtn is no network for card. Choose another network or method.',
        field: 'network',
      },
    })
    expect(paymentCreated({ ...asked, network: 'mastercard' }, {}).ok).toBe(false)
    for (const cardLast4 of ['42424', '424', 'x4242', '4242x', ''])
      expect(() => paymentCreated({ ...card, cardLast4 }, {})).toThrow(
        'cardLast4 must be the last four digits of the card and no more. (decision 0019)',
      )
    expect(() => paymentCreated({ ...asked, phone: '+233 24 412 3789' }, {})).toThrow(
      'Mask the phone number before it reaches the ledger. (decision 0018)',
    )
  })

  test('has both a product and an order, or neither', () => {
    const words = 'A payment must have both a product and an order, or neither. (decision 0008)'
    expect(() => paymentCreated({ ...sale, orderId: null }, { product })).toThrow(words)
    expect(() => paymentCreated({ ...asked, orderId: 'ord_1' }, {})).toThrow(words)
    expect(recordsOf(paymentCreated(asked, { product }))).toMatchObject({ order: null, product: null })
  })

  test('is refused in words', () => {
    const refused = (more: Partial<PaymentCreated>, rows: Parameters<typeof paymentCreated>[1]) =>
      paymentCreated({ ...asked, ...more }, rows)
    const noIntent = {
      ok: false,
      error: {
        code: 'not_found',
        message:
          'There is no such checkout intent. Check the reference, and that the key belongs to the same merchant.',
      },
    }
    expect(refused({ intentId: 'int_1' }, {})).toEqual(noIntent)
    expect(refused({ intentId: 'int_2' }, { intent })).toEqual(noIntent)
    const over = {
      ok: false,
      error: { code: 'invalid_state', message: 'The checkout intent int_1 is no longer open. Create another.' },
    }
    expect(refused({ intentId: 'int_1' }, { intent: { ...intent, status: 'expired' } })).toEqual(over)
    expect(refused({ intentId: 'int_1' }, { intent: { ...intent, expires_ms: nowMs } })).toEqual(over)
    const differs = {
      ok: false,
      error: {
        code: 'invalid_amount',
        message: 'The payment differs from its checkout intent. Use the amount, product and quantity of the intent.',
        field: 'amount',
      },
    }
    for (const more of [{ amount_pesewas: 9_999n }, { product_id: 'prd_1' }, { quantity: 2 }])
      expect(refused({ intentId: 'int_1' }, { intent: { ...intent, ...more } })).toEqual(differs)
  })
})

describe('the amount of a checkout intent', () => {
  const priced = (more: object, row: ProductRow | undefined = product) => {
    const wanted = { merchant, id: 'int_1', productId: 'prd_1', quantity: 2, channels: [], returnUrl: null }
    const rest = { allowedOrigins: [], email: null, metadata: {}, expiresMs: nowMs + 1, nowMs }
    return intentCreated({ ...wanted, ...rest, ...more }, { product: row })
  }

  test('an intent has the price times the quantity and stores all given fields', () => {
    const said = {
      channels: ['card'],
      returnUrl: 'https://a',
      allowedOrigins: ['https://b'],
      email: 'e',
      metadata: { a: 'b' },
    }
    const planned = priced(said)
    const row = {
      ...intent,
      product_id: 'prd_1',
      quantity: 2,
      channels: ['card'],
      return_url: 'https://a',
      allowed_origins: ['https://b'],
      email: 'e',
      metadata: { a: 'b' },
    }
    expect(planOf(planned)).toEqual({ ...nothing, inserts: [{ table: 'intents', row }] })
    expect(recordsOf(planned).intent).toEqual(row)
    expect(priced({ amountPesewas: 10_000n }).ok).toBe(true)
    expect(priced({ quantity: 3 }).ok).toBe(true)
  })

  test.each([
    [{ quantity: 0 }, {}, 'invalid_request', 'The quantity must be a whole number from 1.', 'quantity'],
    [{ quantity: 1.5 }, {}, 'invalid_request', 'The quantity must be a whole number from 1.', 'quantity'],
    [{ quantity: 2 ** 53 }, {}, 'invalid_request', 'The quantity must be a whole number from 1.', 'quantity'],
    [
      { quantity: 2 ** 53 - 1 },
      { stock: null },
      'amount_too_large',
      'The largest payment is GH₵1,000,000.00. Split it.',
      'amount',
    ],
    [{}, { active: false }, 'invalid_state', 'The product is not on sale. Choose an active one.', 'product_id'],
    [{}, { stock: 0 }, 'out_of_stock', 'Tote is sold out. Choose another product.', 'quantity'],
    [{}, { stock: 1 }, 'out_of_stock', 'Only 1 left of Tote. Choose fewer.', 'quantity'],
    [
      { amountPesewas: 9_999n },
      {},
      'invalid_amount',
      'The amount is not the price times the quantity. Leave it out.',
      'amount',
    ],
    [{ productId: null }, {}, 'invalid_request', 'The amount and the product are missing. Give one of them.', 'amount'],
    [
      { productId: null, amountPesewas: 99n },
      {},
      'amount_too_small',
      'The smallest payment is GH₵1.00. Ask for more.',
      'amount',
    ],
    [
      { productId: null, amountPesewas: 100_000_001n },
      {},
      'amount_too_large',
      'The largest payment is GH₵1,000,000.00. Split it.',
      'amount',
    ],
  ])('with %o of %o is refused in words', (more, row, code, message, field) => {
    expect(priced(more, { ...product, ...row })).toEqual({ ok: false, error: { code, message, field } })
  })

  test('is not there', () => {
    const message = 'There is no such product. Check the reference, and that the key belongs to the same merchant.'
    for (const row of [{ ...product, id: 'prd_2' }])
      expect(priced({}, row)).toEqual({ ok: false, error: { code: 'not_found', message } })
    expect(intentCreated({ ...priceless, productId: 'prd_1' }, {})).toEqual({
      ok: false,
      error: { code: 'not_found', message },
    })
  })
})
const priceless = {
  merchant,
  id: 'int_1',
  productId: null,
  quantity: 1,
  channels: [],
  returnUrl: null,
  allowedOrigins: [],
  email: null,
  metadata: {},
  expiresMs: nowMs,
  nowMs,
}

describe('a payment that ends without success', () => {
  test.each([
    [
      'failed',
      (rows: { payment?: PaymentRow; order?: OrderRow; product?: ProductRow }) =>
        paymentFailed({ failure }, { payment: undefined, ...rows }),
      failure,
    ],
    ['expired', (rows: { payment?: PaymentRow }) => paymentExpired({ payment: undefined, ...rows }), null],
    ['cancelled', (rows: { payment?: PaymentRow }) => paymentCancelled({ payment: undefined, ...rows }), null],
  ] as const)('is %s once, gives back what it had taken, and posts nothing', (status, end, why) => {
    const rows = { payment: sold, order, product }
    const planned = end(rows)
    expect(planOf(planned)).toEqual({
      ...nothing,
      updates: [
        {
          table: 'payments',
          id: 'pay_1',
          where: { status: 'pending' },
          set: { status, failure: why, next_action: null },
        },
        {
          table: 'orders',
          id: 'ord_1',
          where: { base_status: 'pending' },
          set: { base_status: 'cancelled', delivery: null },
        },
        { table: 'products', id: 'prd_1', where: {}, set: {}, add: { stock: 2 } },
      ],
    })
    expect(planned).toMatchObject({ value: { records: { payment: { status }, order: { base_status: 'cancelled' } } } })
    const again = end({ ...rows, payment: { ...sold, status } })
    expect([planOf(again), recordsOf(again)]).toEqual([nothing, { payment: { ...sold, status }, order }])
    expect(planOf(end({ payment: pending })).updates).toHaveLength(1)
    expect(recordsOf(end({ payment: pending })).order).toBeNull()
    expect(end({ payment: succeeded })).toEqual({
      ok: false,
      error: {
        code: 'invalid_state',
        message: 'The payment pay_1 has the status succeeded. Only a pending payment can change.',
      },
    })
    expect(end({})).toMatchObject({
      error: { code: 'not_found', message: expect.stringContaining('no such payment.') },
    })
  })

  test('gives nothing back to a product without a count', () => {
    const rows = { payment: sold, order, product: { ...product, stock: null } }
    expect(planOf(paymentExpired(rows)).updates).toHaveLength(2)
  })

  test('is not planned without the rows that it points at', () => {
    expect(() => paymentExpired({ payment: sold, product })).toThrow(
      'The order ord_1 was not read. Pass it with the rows.',
    )
    expect(() => paymentExpired({ payment: sold, order })).toThrow(
      'The product prd_1 was not read. Pass it with the rows.',
    )
  })
})

describe('a payment that is received', () => {
  const received = (payment: PaymentRow, rows: object = {}, more: object = {}) =>
    paymentReceived({ nowMs, ...more }, { payment, ...rows })
  const entries = [
    {
      kind: 'payment_received',
      source: 'pay_1',
      postings: [
        { debit: 'psp:mtn', credit: 'merchant:pending', amountPesewas: 9_600n },
        { debit: 'psp:mtn', credit: 'fees:income', amountPesewas: 400n },
      ],
      atMs: nowMs,
    },
    {
      kind: 'payment_available',
      source: 'pay_1',
      postings: [{ debit: 'merchant:pending', credit: 'merchant:available', amountPesewas: 9_600n }],
      atMs: nowMs,
    },
  ]
  const paid = (available_at_ms: number, isAvailable: boolean) => ({
    table: 'payments',
    id: 'pay_1',
    where: { status: 'pending' },
    set: { status: 'succeeded', paid_ms: nowMs, available_at_ms, available: isAvailable, next_action: null },
  })

  test('by mobile money is available at once', () => {
    expect(planOf(received(pending))).toEqual({ ...nothing, updates: [paid(nowMs, true)], entries })
    expect(recordsOf(received(pending))).toEqual({
      payment: { ...succeeded },
      order: null,
      intent: null,
      licenses: [],
    })
  })

  test('by card is available at the next midnight', () => {
    const card: PaymentRow = { ...pending, method: 'card', network: 'visa' }
    const { updates, entries: posted } = planOf(received(card))
    expect(updates).toEqual([paid(Date.UTC(2026, 0, 6), false)])
    expect(posted).toEqual([
      { ...entries[0], postings: entries[0]?.postings.map((posting) => ({ ...posting, debit: 'psp:card' })) },
    ])
  })

  test('twice changes nothing', () => {
    expect(received(succeeded, { order, intent })).toEqual(
      succeed({ ...nothing, records: { payment: succeeded, order, intent, licenses: [] } }),
    )
  })

  test.each([
    ['digital', 'fulfilled'],
    ['license', 'fulfilled'],
    ['physical', 'paid'],
    ['service', 'paid'],
  ] as const)('for something %s leaves the order %s', (type, base_status) => {
    const keys = [1, 2].map((at) => ({ id: `lic_${at}`, keyHash: `hash ${at}`, expiresMs: null }))
    const rows = { order, product: { ...product, type, activation_limit: 2 } }
    const planned = received(sold, rows, { licenses: type === 'license' ? keys : [] })
    expect(planOf(planned).updates[1]).toEqual({
      table: 'orders',
      id: 'ord_1',
      where: { base_status: 'pending' },
      set: { base_status },
    })
    const made = type === 'license' ? [1, 2].map((at) => ({ ...license, id: `lic_${at}`, key_hash: `hash ${at}` })) : []
    expect(planOf(planned).inserts).toEqual(made.map((row) => ({ table: 'licenses', row })))
    expect(recordsOf(planned)).toMatchObject({ order: { base_status }, licenses: made })
  })

  test('for licenses takes one key for each piece', () => {
    const rows = { order, product: { ...product, type: 'license' as const } }
    for (const [licenses, given] of [
      [[{ id: 'lic_1', keyHash: 'hash', expiresMs: null }], 1],
      [undefined, 0],
    ] as const)
      expect(() => received(sold, rows, { licenses })).toThrow(
        `The payment pay_1 sold 2 licenses, and ${given} were given. Give one for each piece.`,
      )
  })

  test('completes its intent, and on an expired one is the latest payment or none', () => {
    const payment: PaymentRow = { ...pending, intent_id: 'int_1' }
    const open = received(payment, { intent })
    expect(planOf(open).updates[1]).toEqual({
      table: 'intents',
      id: 'int_1',
      where: { status: 'open' },
      set: { status: 'completed', payment_ref: 'pay_1' },
    })
    expect(recordsOf(open).intent).toMatchObject({ status: 'completed', payment_ref: 'pay_1' })
    const expired: IntentRow = { ...intent, status: 'expired', payment_ref: 'pay_1' }
    const last = received(payment, { intent: expired })
    expect(planOf(last).updates[1]).toEqual({
      table: 'intents',
      id: 'int_1',
      where: { status: 'expired', payment_ref: 'pay_1' },
      set: {},
    })
    expect(recordsOf(last)).toMatchObject({ payment: { status: 'succeeded' }, intent: expired })
    expect(() => received(payment)).toThrow('The checkout intent int_1 was not read. Pass it with the rows.')
  })

  test.each([
    [{ status: 'completed', payment_ref: 'pay_2' }, 'intent_completed'],
    [{ status: 'completed', payment_ref: 'pay_1' }, 'intent_completed'],
    [{ status: 'expired', payment_ref: 'pay_2' }, 'intent_expired'],
  ] as const)('on an intent that is %o waits in suspense, and is cancelled', (more, code) => {
    const over: IntentRow = { ...intent, ...more }
    const planned = received({ ...pending, intent_id: 'int_1' }, { intent: over })
    const message = 'The checkout was over when this money arrived. It waits in suspense for an operator to return it.'
    expect(planOf(planned)).toEqual({
      ...nothing,
      updates: [
        {
          table: 'payments',
          id: 'pay_1',
          where: { status: 'pending' },
          set: { status: 'cancelled', failure: { code, message }, late_money: 'held', next_action: null },
        },
      ],
      entries: [
        {
          kind: 'late_money_received',
          source: 'pay_1',
          postings: [{ debit: 'psp:mtn', credit: 'suspense', amountPesewas: 10_000n }],
          atMs: nowMs,
        },
      ],
    })
    expect(recordsOf(planned)).toMatchObject({
      payment: { status: 'cancelled' },
      order: null,
      intent: over,
      licenses: [],
    })
  })

  test('after it had ended waits in suspense, once', () => {
    const expired: PaymentRow = { ...pending, status: 'expired' }
    const planned = received(expired, { order, intent })
    expect(planOf(planned).updates).toEqual([
      { table: 'payments', id: 'pay_1', where: { status: 'expired', late_money: null }, set: { late_money: 'held' } },
    ])
    expect(planOf(planned).entries.map(({ kind }) => kind)).toEqual(['late_money_received'])
    expect(recordsOf(planned)).toEqual({ payment: { ...expired, late_money: 'held' }, order, intent, licenses: [] })
    expect(planOf(received(late))).toEqual(nothing)
  })

  test('is not planned without the rows that it points at', () => {
    const bought: PaymentRow = { ...pending, order_ref: 'ord_1', product_id: 'prd_1' }
    expect(() => received(bought, { order })).toThrow('The product prd_1 was not read. Pass it with the rows.')
    expect(() => received(bought, { product })).toThrow('The order ord_1 was not read. Pass it with the rows.')
  })

  test('is not there', () => {
    expect(paymentReceived({ nowMs }, { payment: undefined })).toMatchObject({
      error: { code: 'not_found', message: expect.stringContaining('no such payment.') },
    })
  })
})

describe('money that becomes available', () => {
  const due: PaymentRow = { ...succeeded, available: false }
  test('is posted when its time has come, once', () => {
    const planned = paymentAvailable({ nowMs }, { payment: due })
    expect(planOf(planned)).toEqual({
      ...nothing,
      updates: [
        {
          table: 'payments',
          id: 'pay_1',
          where: { status: 'succeeded', available: false },
          set: { available: true },
        },
      ],
      entries: [
        {
          kind: 'payment_available',
          source: 'pay_1',
          postings: [{ debit: 'merchant:pending', credit: 'merchant:available', amountPesewas: 9_600n }],
          atMs: nowMs,
        },
      ],
    })
    expect(recordsOf(planned).payment).toEqual(succeeded)
    expect(paymentAvailable({ nowMs }, { payment: succeeded })).toEqual(
      succeed({ ...nothing, records: { payment: succeeded } }),
    )
  })
  test('is refused before, and for what did not succeed', () => {
    const refusal = {
      ok: false,
      error: {
        code: 'invalid_state',
        message: 'The net amount of pay_1 is not available yet. Wait until its time has come.',
      },
    }
    for (const payment of [
      { ...due, available_at_ms: nowMs + 1 },
      { ...due, available_at_ms: null },
      { ...due, status: 'cancelled' as const },
    ])
      expect(paymentAvailable({ nowMs }, { payment })).toEqual(refusal)
    expectMissing('payment', paymentAvailable({ nowMs }, { payment: undefined }))
  })
})

describe('late money', () => {
  test('belongs to a payment that ended without success only', () => {
    for (const payment of [pending, succeeded])
      expect(lateMoneyReceived({ nowMs }, { payment })).toEqual({
        ok: false,
        error: {
          code: 'invalid_state',
          message: `The payment pay_1 is ${payment.status}. Only a payment that ended without success can have late money.`,
        },
      })
    expect(lateMoneyReceived({ nowMs }, { payment: late })).toEqual(succeed({ ...nothing, records: { payment: late } }))
    expectMissing('payment', lateMoneyReceived({ nowMs }, { payment: undefined }))
  })

  test.each([
    [undefined, 'psp:mtn'],
    ['provider', 'psp:mtn'],
    ['bank', 'bank:operating'],
  ] as const)('is returned from %s, once', (from, credit) => {
    const planned = suspenseReturned({ nowMs, ...(from && { from }) }, { payment: late })
    expect(planOf(planned)).toEqual({
      ...nothing,
      updates: [{ table: 'payments', id: 'pay_1', where: { late_money: 'held' }, set: { late_money: 'returned' } }],
      entries: [
        {
          kind: 'suspense_returned',
          source: 'pay_1',
          postings: [{ debit: 'suspense', credit, amountPesewas: 10_000n }],
          atMs: nowMs,
        },
      ],
    })
    const { payment } = recordsOf(planned)
    expect(payment.late_money).toBe('returned')
    expect(suspenseReturned({ nowMs }, { payment })).toEqual(succeed({ ...nothing, records: { payment } }))
    expect(suspenseReturned({ nowMs }, { payment: pending })).toEqual({
      ok: false,
      error: { code: 'invalid_state', message: 'No late money is held for pay_1. Only late money can be returned.' },
    })
    expectMissing('payment', suspenseReturned({ nowMs }, { payment: undefined }))
  })
})

describe('a settlement', () => {
  const held = account('psp:mtn', 10_000n)
  const settle = (more: object = {}, rows: object = {}) =>
    providerSettled(
      { merchant, id: 'set_1', account: 'psp:mtn', nowMs, ...more },
      { account: held, entries: [], ...rows },
    )
  const postings = [{ debit: 'bank:operating', credit: 'psp:mtn', amountPesewas: 10_000n }]

  test('a settlement is for the given amount, or for everything', () => {
    expect(planOf(settle())).toEqual({
      ...nothing,
      entries: [{ kind: 'provider_settled', source: 'set_1', postings, atMs: nowMs }],
    })
    expect(recordsOf(settle())).toEqual({ amountPesewas: 10_000n })
    expect(recordsOf(settle({ amountPesewas: 1n }))).toEqual({ amountPesewas: 1n })
    expect(settle({ amountPesewas: 10_000n }).ok).toBe(true)
  })

  test('a repeated settlement changes nothing unless the amount differs', () => {
    const entry = { kind: 'provider_settled', source: 'set_1', postings }
    const again = (more: object = {}, first: object = {}) => settle(more, { entries: [{ ...entry, ...first }] })
    for (const more of [{}, { amountPesewas: 10_000n }])
      expect(again(more)).toEqual(succeed({ ...nothing, records: { amountPesewas: 10_000n } }))
    const refusal = {
      ok: false,
      error: { code: 'invalid_state', message: 'The settlement set_1 is recorded with another amount. Use a new id.' },
    }
    expect(again({ amountPesewas: 9_999n })).toEqual(refusal)
    expect(again({ account: 'psp:card' })).toEqual(refusal)
    // An entry of another kind with this source is not the settlement, and neither is another settlement.
    for (const first of [{ kind: 'refund_paid' }, { source: 'set_2' }])
      expect(planOf(again({}, first)).entries).toHaveLength(1)
  })

  test('of nothing, or of more than there is, is refused in words', () => {
    expect(settle({}, { account: undefined })).toEqual({
      ok: false,
      error: { code: 'invalid_state', message: 'psp:mtn holds nothing to settle. Wait for the next payment.' },
    })
    expect(settle({ amountPesewas: 0n })).toMatchObject({ error: { code: 'invalid_state' } })
    expect(settle({ amountPesewas: 10_001n })).toEqual({
      ok: false,
      error: {
        code: 'insufficient_balance',
        message: 'psp:mtn holds only GH₵100.00. Settle no more than that.',
        field: 'amount',
      },
    })
  })
})

describe('a refund', () => {
  const request = (more: object = {}, rows: object = {}) =>
    refundRequested({ id: 'ref_1', reason: 'Too late.', nowMs, ...more }, { payment: succeeded, available, ...rows })

  test('sets the money aside, once for the payment and once for its order', () => {
    const payment: PaymentRow = { ...succeeded, order_ref: 'ord_1', product_id: 'prd_1' }
    const planned = request({ amountPesewas: 4_000n }, { payment, order })
    const row = { ...refund, order_ref: 'ord_1' }
    expect(planOf(planned)).toEqual({
      ...nothing,
      inserts: [{ table: 'refunds', row }],
      updates: [
        {
          table: 'payments',
          id: 'pay_1',
          where: { status: 'succeeded' },
          set: {},
          add: { refund_reserved_pesewas: 4_000n },
        },
        { table: 'orders', id: 'ord_1', where: {}, set: {}, add: { refund_reserved_pesewas: 4_000n } },
      ],
      entries: [
        {
          kind: 'refund_requested',
          source: 'ref_1',
          postings: [{ debit: 'merchant:available', credit: 'merchant:refunds_payable', amountPesewas: 4_000n }],
          atMs: nowMs,
        },
      ],
    })
    expect(recordsOf(planned)).toMatchObject({
      refund: row,
      payment: { refund_reserved_pesewas: 4_000n },
      order: { refund_reserved_pesewas: 4_000n },
    })
    expect(recordsOf(request({ amountPesewas: 1n })).order).toBeNull()
    expect(() => request({ amountPesewas: 1n }, { payment })).toThrow('The order ord_1 was not read.')
  })

  test('of all that is left relies on what was left', () => {
    const payment: PaymentRow = { ...succeeded, refund_reserved_pesewas: 4_000n }
    const planned = request({}, { payment })
    expect(recordsOf(planned).refund.amount_pesewas).toBe(6_000n)
    expect(planOf(planned).updates[0]?.where).toEqual({ status: 'succeeded', refund_reserved_pesewas: 4_000n })
  })

  test('is refused in words', () => {
    expect(request({}, { payment: undefined })).toMatchObject({
      error: { code: 'not_found', message: expect.stringContaining('no such payment.') },
    })
    expect(request({}, { payment: pending })).toEqual({
      ok: false,
      error: {
        code: 'payment_not_refundable',
        message: 'The payment pay_1 has the status pending. Only a payment that succeeded can be refunded.',
        field: 'payment_ref',
      },
    })
    const whole: PaymentRow = { ...succeeded, refund_reserved_pesewas: 10_000n }
    for (const [more, payment, left] of [
      [{ amountPesewas: 10_001n }, succeeded, '100.00'],
      [{}, whole, '0.00'],
      [{ amountPesewas: 0n }, whole, '0.00'],
    ] as const)
      expect(request(more, { payment })).toEqual({
        ok: false,
        error: {
          code: 'refund_exceeds_payment',
          message: `Only GH₵${left} of the payment pay_1 is left to refund. Ask for no more than that.`,
          field: 'amount',
        },
      })
    expect(request({ amountPesewas: 0n })).toEqual({
      ok: false,
      error: { code: 'invalid_amount', message: 'A refund must be more than GH₵0.00.', field: 'amount' },
    })
    expect(request({ amountPesewas: 9_601n })).toEqual({
      ok: false,
      error: {
        code: 'insufficient_balance',
        message: 'GH₵96.01 is more than the available balance of GH₵96.00. Ask for less.',
        field: 'amount',
      },
    })
    expect(request({ amountPesewas: 9_600n }).ok).toBe(true)
  })

  const resolve = { note: 'By hand.', nowMs: nowMs + 1 }
  const reserved: PaymentRow = { ...succeeded, refund_reserved_pesewas: 4_000n }

  test('is paid by hand, once', () => {
    const payment: PaymentRow = { ...reserved, order_ref: 'ord_1' }
    const planned = refundPaid(resolve, { refund, payment, order, licenses: [license] })
    expect(planOf(planned)).toEqual({
      ...nothing,
      updates: [
        {
          table: 'refunds',
          id: 'ref_1',
          where: { status: 'pending' },
          set: { status: 'paid', note: 'By hand.', resolved_ms: nowMs + 1 },
        },
        {
          table: 'payments',
          id: 'pay_1',
          where: { refunded_pesewas: 0n },
          set: {},
          add: { refunded_pesewas: 4_000n },
        },
        { table: 'orders', id: 'ord_1', where: {}, set: {}, add: { refunded_pesewas: 4_000n } },
      ],
      entries: [
        {
          kind: 'refund_paid',
          source: 'ref_1',
          postings: [{ debit: 'merchant:refunds_payable', credit: 'bank:operating', amountPesewas: 4_000n }],
          atMs: nowMs + 1,
        },
      ],
    })
    expect(recordsOf(planned)).toMatchObject({
      refund: { status: 'paid' },
      payment: { refunded_pesewas: 4_000n },
      order: { refunded_pesewas: 4_000n },
      licenses: [license],
    })
    const rows = { refund: { ...refund, status: 'paid' as const }, payment: reserved }
    expect(refundPaid(resolve, rows)).toEqual(succeed({ ...nothing, records: { ...rows, order: null, licenses: [] } }))
  })

  test('of the last of a payment disables its licenses', () => {
    const payment: PaymentRow = { ...reserved, refunded_pesewas: 6_000n }
    const planned = refundPaid(resolve, { refund, payment, licenses: [license] })
    expect(planOf(planned).updates.at(-1)).toEqual({
      table: 'licenses',
      id: 'lic_1',
      where: {},
      set: { status: 'disabled' },
    })
    expect(recordsOf(planned).licenses).toEqual([{ ...license, status: 'disabled' }])
    expect(recordsOf(planned).order).toBeNull()
    expect(recordsOf(refundPaid(resolve, { refund, payment })).licenses).toEqual([])
  })

  test('is rejected, once, and the money is back', () => {
    const payment: PaymentRow = { ...reserved, order_ref: 'ord_1' }
    const planned = refundRejected(resolve, { refund, payment, order: { ...order, refund_reserved_pesewas: 4_000n } })
    expect(planOf(planned)).toEqual({
      ...nothing,
      updates: [
        {
          table: 'refunds',
          id: 'ref_1',
          where: { status: 'pending' },
          set: { status: 'rejected', note: 'By hand.', resolved_ms: nowMs + 1 },
        },
        { table: 'payments', id: 'pay_1', where: {}, set: {}, add: { refund_reserved_pesewas: -4_000n } },
        { table: 'orders', id: 'ord_1', where: {}, set: {}, add: { refund_reserved_pesewas: -4_000n } },
      ],
      entries: [
        {
          kind: 'refund_rejected',
          source: 'ref_1',
          postings: [{ debit: 'merchant:refunds_payable', credit: 'merchant:available', amountPesewas: 4_000n }],
          atMs: nowMs + 1,
        },
      ],
    })
    expect(recordsOf(planned)).toMatchObject({
      refund: { status: 'rejected' },
      payment: { refund_reserved_pesewas: 0n },
      order: { refund_reserved_pesewas: 0n },
    })
    const rows = { refund: { ...refund, status: 'rejected' as const }, payment: reserved }
    expect(refundRejected(resolve, rows)).toEqual(succeed({ ...nothing, records: { ...rows, order: null } }))
    expect(recordsOf(refundRejected(resolve, { refund, payment: reserved })).order).toBeNull()
  })

  test('is decided once', () => {
    expect(refundPaid(resolve, { refund: { ...refund, status: 'rejected' }, payment: reserved })).toEqual({
      ok: false,
      error: { code: 'invalid_state', message: 'The refund ref_1 was rejected. Request a new refund.' },
    })
    expect(refundRejected(resolve, { refund: { ...refund, status: 'paid' }, payment: reserved })).toEqual({
      ok: false,
      error: { code: 'invalid_state', message: 'The refund ref_1 is paid. Only a pending refund can be rejected.' },
    })
    for (const decide of [refundPaid, refundRejected]) {
      expect(decide(resolve, { refund: undefined, payment: reserved })).toMatchObject({
        error: { code: 'not_found', message: expect.stringContaining('no such refund.') },
      })
      expect(() => decide(resolve, { refund, payment: undefined })).toThrow('The payment pay_1 was not read.')
      const payment: PaymentRow = { ...reserved, order_ref: 'ord_1' }
      expect(() => decide(resolve, { refund, payment })).toThrow('The order ord_1 was not read.')
    }
  })
})

describe('a payout', () => {
  const request = (amountPesewas: bigint, phone: string | null = '+23324***3789') =>
    payoutRequested({ merchant, id: 'pyo_1', amountPesewas, phone, network: 'mtn', nowMs }, { available })
  const entry = (kind: string, debit: string, credit: string, atMs = nowMs) => ({
    kind,
    source: 'pyo_1',
    postings: [{ debit, credit, amountPesewas: 5_000n }],
    atMs,
  })

  test('leaves the available balance and is on its way', () => {
    expect(planOf(request(5_000n))).toEqual({
      ...nothing,
      inserts: [{ table: 'payouts', row: payout }],
      entries: [entry('payout_requested', 'merchant:available', 'merchant:payouts_in_transit')],
    })
    expect(recordsOf(request(5_000n)).payout).toEqual(payout)
    expect(request(0n)).toEqual({
      ok: false,
      error: { code: 'invalid_amount', message: 'A payout must be more than GH₵0.00.', field: 'amount' },
    })
    expect([request(1n).ok, request(9_600n).ok]).toEqual([true, true])
    expect(request(9_601n)).toMatchObject({ error: { code: 'insufficient_balance' } })
    expect(() => request(1n, '0244123789')).toThrow('Mask the phone number')
  })

  test.each([
    ['paid', (row: PayoutRow | undefined) => payoutPaid({ nowMs: nowMs + 1 }, { payout: row }), {}, 'bank:operating'],
    [
      'failed',
      (row: PayoutRow | undefined) => payoutFailed({ failure, nowMs: nowMs + 1 }, { payout: row }),
      { failure },
      'merchant:available',
    ],
  ] as const)('is %s once', (status, end, more, credit) => {
    expect(planOf(end(payout))).toEqual({
      ...nothing,
      updates: [
        {
          table: 'payouts',
          id: 'pyo_1',
          where: { status: 'pending' },
          set: { status, ...more, resolved_ms: nowMs + 1 },
        },
      ],
      entries: [entry(`payout_${status}`, 'merchant:payouts_in_transit', credit, nowMs + 1)],
    })
    const done = recordsOf(end(payout)).payout
    expect(done).toEqual({ ...payout, status, ...more, resolved_ms: nowMs + 1 })
    expect(end(done)).toEqual(succeed({ ...nothing, records: { payout: done } }))
    expect(end(undefined)).toMatchObject({
      error: { code: 'not_found', message: expect.stringContaining('no such payout.') },
    })
  })

  test('that has ended does not end otherwise', () => {
    expect(payoutPaid({ nowMs }, { payout: { ...payout, status: 'failed' } })).toEqual({
      ok: false,
      error: { code: 'invalid_state', message: 'The payout pyo_1 failed. Request a new payout.' },
    })
    expect(payoutFailed({ failure, nowMs }, { payout: { ...payout, status: 'paid' } })).toEqual({
      ok: false,
      error: { code: 'invalid_state', message: 'The payout pyo_1 is paid. Only a pending payout can fail.' },
    })
  })
})

describe('an order', () => {
  const paid: OrderRow = { ...order, base_status: 'paid' }
  test('that is paid is fulfilled once', () => {
    const planned = orderFulfilled({ order: paid })
    expect(planOf(planned)).toEqual({
      ...nothing,
      updates: [
        {
          table: 'orders',
          id: 'ord_1',
          where: { base_status: 'paid', refunded_pesewas: 0n },
          set: { base_status: 'fulfilled' },
        },
      ],
    })
    const done = recordsOf(planned).order
    expect(orderFulfilled({ order: done })).toEqual(succeed({ ...nothing, records: { order: done } }))
    // Part of the money is back: the rest was paid for.
    expect(orderFulfilled({ order: { ...paid, refunded_pesewas: 1n, refund_reserved_pesewas: 1n } }).ok).toBe(true)
  })
  test('that is not paid, or whose money is back, is not fulfilled', () => {
    const back: OrderRow = { ...paid, refunded_pesewas: 10_000n, refund_reserved_pesewas: 10_000n }
    for (const [row, status] of [
      [order, 'pending'],
      [back, 'refunded'],
    ] as const)
      expect(orderFulfilled({ order: row })).toEqual({
        ok: false,
        error: { code: 'invalid_state', message: `The order ord_1 is ${status}. Only a paid order can be fulfilled.` },
      })
    expectMissing('order', orderFulfilled({ order: undefined }))
  })
  test('forgets where it was brought to', () => {
    const known: OrderRow = { ...paid, delivery: { name: 'Kofi', phone: '+233244123789', place: 'Osu', note: null } }
    const planned = deliveryForgotten({ order: known })
    expect(planOf(planned)).toEqual({
      ...nothing,
      updates: [{ table: 'orders', id: 'ord_1', where: {}, set: { delivery: null } }],
    })
    expect(recordsOf(planned).order).toEqual(paid)
    expect(deliveryForgotten({ order: paid })).toEqual(succeed({ ...nothing, records: { order: paid } }))
    expectMissing('order', deliveryForgotten({ order: undefined }))
  })
})

describe('a license', () => {
  const activate = (row: LicenseRow | undefined, instance = 'a') =>
    licenseActivated({ instance, nowMs }, { license: row })
  test('counts each installation once, up to its limit', () => {
    const planned = activate(license)
    expect(planOf(planned)).toEqual({
      ...nothing,
      updates: [
        {
          table: 'licenses',
          id: 'lic_1',
          where: { status: 'inactive', activations: 0 },
          set: { status: 'active', instances: ['a'] },
          add: { activations: 1 },
        },
      ],
    })
    const first = recordsOf(planned).license
    expect(first).toEqual({ ...license, status: 'active', instances: ['a'], activations: 1 })
    expect(activate(first)).toEqual(succeed({ ...nothing, records: { license: first } }))
    const second = recordsOf(activate(first, 'b')).license
    expect(second.instances).toEqual(['a', 'b'])
    expect(activate(second, 'c')).toEqual({
      ok: false,
      error: {
        code: 'invalid_state',
        message: 'All 2 activations of the license are used. Use another license.',
        field: 'instance',
      },
    })
    expect(activate({ ...second, activation_limit: null }, 'c').ok).toBe(true)
  })
  test.each([
    ['disabled', { status: 'disabled' as const }],
    ['expired', { expires_ms: nowMs }],
  ])('that is %s is activated nowhere', (status, more) => {
    expect(activate({ ...license, ...more })).toEqual({
      ok: false,
      error: { code: 'invalid_state', message: `The license is ${status}. Use another license.` },
    })
    expect(activate({ ...license, expires_ms: nowMs + 1 }).ok).toBe(true)
    expectMissing('license', activate(undefined))
  })
})

describe('a checkout intent', () => {
  test('expires once, unless it is completed', () => {
    const planned = intentExpired({ intent })
    expect(planOf(planned)).toEqual({
      ...nothing,
      updates: [{ table: 'intents', id: 'int_1', where: { status: 'open' }, set: { status: 'expired' } }],
    })
    const over = recordsOf(planned).intent
    expect(intentExpired({ intent: over })).toEqual(succeed({ ...nothing, records: { intent: over } }))
    expect(intentExpired({ intent: { ...intent, status: 'completed' } })).toEqual({
      ok: false,
      error: { code: 'invalid_state', message: 'The checkout intent int_1 is completed. Only an open one can expire.' },
    })
    expect(intentExpired({ intent: undefined })).toMatchObject({
      error: { code: 'not_found', message: expect.stringContaining('no such checkout intent.') },
    })
  })
})

describe('a key', () => {
  test('is issued, used and revoked once', () => {
    const { created_ms: _, last_used_ms: __, revoked_ms: ___, ...given } = key
    const issued = keyIssued({ ...given, nowMs })
    expect(planOf(issued)).toEqual({ ...nothing, inserts: [{ table: 'keys', row: key }] })
    expect(recordsOf(issued)).toEqual({ key })
    const used = keyUsed({ nowMs }, { key })
    expect(planOf(used)).toEqual({
      ...nothing,
      updates: [{ table: 'keys', id: 'key_1', where: {}, set: { last_used_ms: nowMs } }],
    })
    expect(recordsOf(used)).toEqual({ key: { ...key, last_used_ms: nowMs } })
    const revoked = keyRevoked({ nowMs }, { key })
    expect(planOf(revoked)).toEqual({
      ...nothing,
      updates: [{ table: 'keys', id: 'key_1', where: { revoked_ms: null }, set: { revoked_ms: nowMs } }],
    })
    const gone = recordsOf(revoked).key
    expect(keyRevoked({ nowMs: nowMs + 1 }, { key: gone })).toEqual(succeed({ ...nothing, records: { key: gone } }))
    for (const event of [keyUsed, keyRevoked])
      expect(event({ nowMs }, { key: undefined })).toMatchObject({
        error: { code: 'not_found', message: expect.stringContaining('no such key.') },
      })
  })
})

describe('a merchant and a product', () => {
  test('new records are inserted as given', () => {
    const row = { merchant: 'kofi', id: 'kofi', name: 'Kofi', handle: null, created_ms: nowMs }
    const created = merchantCreated({ id: 'kofi', name: 'Kofi', handle: null, nowMs })
    expect(planOf(created)).toEqual({ ...nothing, merchant: 'kofi', inserts: [{ table: 'merchants', row }] })
    expect(recordsOf(created)).toEqual({ merchant: row })
  })
  const command = {
    merchant,
    id: 'prd_1',
    name: 'Tote',
    slug: 'tote',
    description: null,
    type: 'physical',
    pricePesewas: 5_000n,
    active: true,
    stock: 3,
    imageUrl: null,
    activationLimit: null,
    nowMs,
  } as const
  test('have no stock and no limit that is not a count', () => {
    const created = productCreated(command)
    expect(planOf(created)).toEqual({ ...nothing, inserts: [{ table: 'products', row: product }] })
    expect(recordsOf(created)).toEqual({ product })
    expect([productCreated({ ...command, stock: 0 }).ok, productCreated({ ...command, stock: null }).ok]).toEqual([
      true,
      true,
    ])
    for (const stock of [-1, 1.5])
      expect(productCreated({ ...command, stock })).toEqual({
        ok: false,
        error: {
          code: 'invalid_request',
          message: 'The stock must be a whole number from 0, or null for no limit.',
          field: 'stock',
        },
      })
    expect(productCreated({ ...command, activationLimit: 1 }).ok).toBe(true)
    for (const activationLimit of [0, 1.5])
      expect(productCreated({ ...command, activationLimit })).toEqual({
        ok: false,
        error: {
          code: 'invalid_request',
          message: 'The activation limit must be a whole number from 1, or null for no limit.',
          field: 'activation_limit',
        },
      })
    expect(productCreated({ ...command, pricePesewas: 99n })).toMatchObject({
      error: { code: 'amount_too_small', field: 'price' },
    })
  })
})
