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
import { deliveryErased } from './delivery-erased.js'
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
import { productChanged } from './product-changed.js'
import { productCreated } from './product-created.js'
import { providerSettled } from './provider-settled.js'
import { refundPaid } from './refund-paid.js'
import { refundRejected } from './refund-rejected.js'
import { refundRequested } from './refund-requested.js'
import { suspenseReturned } from './suspense-returned.js'

/** Expects a rejection whose message names the missing record. */
const expectMissing = (name: string, result: unknown) =>
  expect(result).toMatchObject({
    ok: false,
    error: {
      code: 'not_found',
      message: `There is no such ${name}. Check the reference, and that the key belongs to the same merchant.`,
    },
  })

const merchant = 'ama'
const nowMs = Date.UTC(2026, 0, 5, 9)

const command: PaymentCreated = {
  merchant,
  id: 'pay_1',
  amountPesewas: 10_000n,
  method: 'mobile_money',
  network: 'mtn',
  phone: '+23324***3789',
  sealedPhone: '1f2e',
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
const saleCommand: PaymentCreated = {
  ...command,
  amountPesewas: undefined,
  productId: 'prd_1',
  quantity: 2,
  orderId: 'ord_1',
}

const getRecords = <Records>(result: Result<Plan<Records>>): Records => {
  if (!result.ok) throw new Error(result.error.message)
  return result.value.records
}
const getPlan = (result: Result<Plan<unknown>>) => {
  if (!result.ok) throw new Error(result.error.message)
  const { records: _, ...steps } = result.value
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
  sealed_phone: '1f2e',
  card_last4: null,
  email: 'kofi@example.com',
  name: 'Kofi',
  product_id: null,
  quantity: 1,
  order_ref: null,
  intent_id: null,
  next_action: command.nextAction,
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
const productPayment: PaymentRow = { ...pending, product_id: 'prd_1', quantity: 2, order_ref: 'ord_1' }
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
const latePayment: PaymentRow = { ...pending, status: 'expired', late_money: 'held' }

describe('a payment that is created', () => {
  test('is pending with its fee, and updates no other row', () => {
    const result = paymentCreated(command, {})
    expect(getPlan(result)).toEqual({ ...nothing, inserts: [{ table: 'payments', row: pending }] })
    expect(result).toMatchObject({ value: { records: { order: null, product: null, intent: null } } })
  })

  test('for a product creates an order and reserves stock at the price that was read', () => {
    const result = paymentCreated(saleCommand, { product })
    expect(getPlan(result).updates).toEqual([
      {
        table: 'products',
        id: 'prd_1',
        where: { active: true, price_pesewas: 5_000n },
        set: {},
        add: { stock: -2 },
      },
    ])
    expect(getRecords(result)).toMatchObject({ payment: productPayment, product: { stock: 1 } })
    expect(getRecords(result).order).toEqual(order)
    expect(getPlan(result).inserts).toEqual([
      { table: 'payments', row: productPayment },
      { table: 'orders', row: order },
    ])
    const unlimited = getRecords(paymentCreated(saleCommand, { product: { ...product, stock: null } }))
    expect(unlimited.product?.stock).toBeNull()
    expect(getPlan(paymentCreated(saleCommand, { product: { ...product, stock: null } })).updates).toEqual([])
    const delivery = { name: 'Kofi', phone: '+233244123789', place: 'Osu', note: null }
    expect(getRecords(paymentCreated({ ...saleCommand, delivery }, { product })).order?.delivery).toEqual(delivery)
  })

  test('for an intent becomes the latest payment of the intent', () => {
    const result = paymentCreated({ ...command, intentId: 'int_1' }, { intent })
    expect(getPlan(result).updates).toEqual([
      { table: 'intents', id: 'int_1', where: { status: 'open' }, set: { payment_ref: 'pay_1' } },
    ])
    expect(result).toMatchObject({ value: { records: { intent: { payment_ref: 'pay_1' } } } })
    // An intent that the command does not refer to is not changed.
    expect(getPlan(paymentCreated(command, { intent })).updates).toEqual([])
  })

  test('on a card network must be a card payment, with the last four digits only', () => {
    const card = { ...command, method: 'card', network: 'visa', phone: null, cardLast4: '4242' } as const
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
    expect(paymentCreated({ ...command, network: 'mastercard' }, {}).ok).toBe(false)
    for (const cardLast4 of ['42424', '424', 'x4242', '4242x', ''])
      expect(() => paymentCreated({ ...card, cardLast4 }, {})).toThrow(
        'cardLast4 must be the last four digits of the card and no more. (decision 0018)',
      )
    expect(() => paymentCreated({ ...command, phone: '+233 24 412 3789' }, {})).toThrow(
      'Mask the phone number before it reaches the ledger. (decision 0018)',
    )
  })

  test('must have both a product and an order, or neither', () => {
    const words = 'A payment must have both a product and an order, or neither. (decision 0008)'
    expect(() => paymentCreated({ ...saleCommand, orderId: null }, { product })).toThrow(words)
    expect(() => paymentCreated({ ...command, orderId: 'ord_1' }, {})).toThrow(words)
    expect(getRecords(paymentCreated(command, { product }))).toMatchObject({ order: null, product: null })
  })

  test('is rejected with a message if it is invalid', () => {
    const rejectedPayment = (overrides: Partial<PaymentCreated>, rows: Parameters<typeof paymentCreated>[1]) =>
      paymentCreated({ ...command, ...overrides }, rows)
    const noIntent = {
      ok: false,
      error: {
        code: 'not_found',
        message:
          'There is no such checkout intent. Check the reference, and that the key belongs to the same merchant.',
      },
    }
    expect(rejectedPayment({ intentId: 'int_1' }, {})).toEqual(noIntent)
    expect(rejectedPayment({ intentId: 'int_2' }, { intent })).toEqual(noIntent)
    const tooMuch = {
      ok: false,
      error: { code: 'invalid_state', message: 'The checkout intent int_1 is no longer open. Create another.' },
    }
    expect(rejectedPayment({ intentId: 'int_1' }, { intent: { ...intent, status: 'expired' } })).toEqual(tooMuch)
    expect(rejectedPayment({ intentId: 'int_1' }, { intent: { ...intent, expires_ms: nowMs } })).toEqual(tooMuch)
    const differences = {
      ok: false,
      error: {
        code: 'invalid_amount',
        message: 'The payment differs from its checkout intent. Use the amount, product and quantity of the intent.',
        field: 'amount',
      },
    }
    for (const overrides of [{ amount_pesewas: 9_999n }, { product_id: 'prd_1' }, { quantity: 2 }])
      expect(rejectedPayment({ intentId: 'int_1' }, { intent: { ...intent, ...overrides } })).toEqual(differences)
  })
})

describe('the amount of a checkout intent', () => {
  const createIntent = (overrides: object, row: ProductRow | undefined = product) => {
    const command = { merchant, id: 'int_1', productId: 'prd_1', quantity: 2, channels: [], returnUrl: null }
    const rest = { allowedOrigins: [], email: null, metadata: {}, expiresMs: nowMs + 1, nowMs }
    return intentCreated({ ...command, ...rest, ...overrides }, { product: row })
  }

  test('an intent has the price times the quantity and stores all given fields', () => {
    const messages = {
      channels: ['card'],
      returnUrl: 'https://a',
      allowedOrigins: ['https://b'],
      email: 'e',
      metadata: { a: 'b' },
    }
    const result = createIntent(messages)
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
    expect(getPlan(result)).toEqual({ ...nothing, inserts: [{ table: 'intents', row }] })
    expect(getRecords(result).intent).toEqual(row)
    expect(createIntent({ amountPesewas: 10_000n }).ok).toBe(true)
    expect(createIntent({ quantity: 3 }).ok).toBe(true)
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
  ])('is rejected with a message for %o of %o', (overrides, row, code, message, field) => {
    expect(createIntent(overrides, { ...product, ...row })).toEqual({ ok: false, error: { code, message, field } })
  })

  test('is rejected as not found if it does not exist', () => {
    const message = 'There is no such product. Check the reference, and that the key belongs to the same merchant.'
    for (const row of [{ ...product, id: 'prd_2' }])
      expect(createIntent({}, row)).toEqual({ ok: false, error: { code: 'not_found', message } })
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
  ] as const)('is %s once, releases the stock, and posts no entries', (status, end, failureCode) => {
    const rows = { payment: productPayment, order, product }
    const result = end(rows)
    expect(getPlan(result)).toEqual({
      ...nothing,
      updates: [
        {
          table: 'payments',
          id: 'pay_1',
          where: { status: 'pending' },
          set: { status, failure: failureCode, next_action: null },
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
    expect(result).toMatchObject({ value: { records: { payment: { status }, order: { base_status: 'cancelled' } } } })
    const secondResult = end({ ...rows, payment: { ...productPayment, status } })
    expect([getPlan(secondResult), getRecords(secondResult)]).toEqual([
      nothing,
      { payment: { ...productPayment, status }, order },
    ])
    expect(getPlan(end({ payment: pending })).updates).toHaveLength(1)
    expect(getRecords(end({ payment: pending })).order).toBeNull()
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

  test('does not change a product with unlimited stock', () => {
    const rows = { payment: productPayment, order, product: { ...product, stock: null } }
    expect(getPlan(paymentExpired(rows)).updates).toHaveLength(2)
  })

  test('throws if a row that it refers to was not read', () => {
    expect(() => paymentExpired({ payment: productPayment, product })).toThrow(
      'The order ord_1 was not read. Pass it with the rows.',
    )
    expect(() => paymentExpired({ payment: productPayment, order })).toThrow(
      'The product prd_1 was not read. Pass it with the rows.',
    )
  })
})

describe('a payment that is received', () => {
  const receive = (payment: PaymentRow, rows: object = {}, overrides: object = {}) =>
    paymentReceived({ nowMs, ...overrides }, { payment, ...rows })
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
  const paidPayment = (available_at_ms: number, isAvailable: boolean) => ({
    table: 'payments',
    id: 'pay_1',
    where: { status: 'pending' },
    set: { status: 'succeeded', paid_ms: nowMs, available_at_ms, available: isAvailable, next_action: null },
  })

  test('by mobile money is available immediately', () => {
    expect(getPlan(receive(pending))).toEqual({ ...nothing, updates: [paidPayment(nowMs, true)], entries })
    expect(getRecords(receive(pending))).toEqual({
      payment: { ...succeeded },
      order: null,
      intent: null,
      licenses: [],
    })
  })

  test('by card is available at the next midnight', () => {
    const card: PaymentRow = { ...pending, method: 'card', network: 'visa' }
    const { updates, entries: postedEntries } = getPlan(receive(card))
    expect(updates).toEqual([paidPayment(Date.UTC(2026, 0, 6), false)])
    expect(postedEntries).toEqual([
      { ...entries[0], postings: entries[0]?.postings.map((posting) => ({ ...posting, debit: 'psp:card' })) },
    ])
  })

  test('that is confirmed again changes nothing', () => {
    expect(receive(succeeded, { order, intent })).toEqual(
      succeed({ ...nothing, records: { payment: succeeded, order, intent, licenses: [] } }),
    )
  })

  test.each([
    ['digital', 'fulfilled'],
    ['license', 'fulfilled'],
    ['physical', 'paid'],
    ['service', 'paid'],
  ] as const)('for a %s product sets the order to %s', (type, base_status) => {
    const keys = [1, 2].map((at) => ({ id: `lic_${at}`, keyHash: `hash ${at}`, expiresMs: null }))
    const rows = { order, product: { ...product, type, activation_limit: 2 } }
    const result = receive(productPayment, rows, { licenses: type === 'license' ? keys : [] })
    expect(getPlan(result).updates[1]).toEqual({
      table: 'orders',
      id: 'ord_1',
      where: { base_status: 'pending' },
      set: { base_status },
    })
    const existingLicenses =
      type === 'license' ? [1, 2].map((at) => ({ ...license, id: `lic_${at}`, key_hash: `hash ${at}` })) : []
    expect(getPlan(result).inserts).toEqual(existingLicenses.map((row) => ({ table: 'licenses', row })))
    expect(getRecords(result)).toMatchObject({ order: { base_status }, licenses: existingLicenses })
  })

  test('for licenses requires one key per unit', () => {
    const rows = { order, product: { ...product, type: 'license' as const } }
    for (const [licenses, message] of [
      [[{ id: 'lic_1', keyHash: 'hash', expiresMs: null }], 1],
      [undefined, 0],
    ] as const)
      expect(() => receive(productPayment, rows, { licenses })).toThrow(
        `The payment pay_1 sold 2 licenses, and ${message}were given. Give one for each unit.`,
      )
  })

  test('completes its open intent, and succeeds for an expired intent only as its latest payment', () => {
    const payment: PaymentRow = { ...pending, intent_id: 'int_1' }
    const open = receive(payment, { intent })
    expect(getPlan(open).updates[1]).toEqual({
      table: 'intents',
      id: 'int_1',
      where: { status: 'open' },
      set: { status: 'completed', payment_ref: 'pay_1' },
    })
    expect(getRecords(open).intent).toMatchObject({ status: 'completed', payment_ref: 'pay_1' })
    const expired: IntentRow = { ...intent, status: 'expired', payment_ref: 'pay_1' }
    const last = receive(payment, { intent: expired })
    expect(getPlan(last).updates[1]).toEqual({
      table: 'intents',
      id: 'int_1',
      where: { status: 'expired', payment_ref: 'pay_1' },
      set: {},
    })
    expect(getRecords(last)).toMatchObject({ payment: { status: 'succeeded' }, intent: expired })
    expect(() => receive(payment)).toThrow('The checkout intent int_1 was not read. Pass it with the rows.')
  })

  test.each([
    [{ status: 'completed', payment_ref: 'pay_2' }, 'intent_completed'],
    [{ status: 'completed', payment_ref: 'pay_1' }, 'intent_completed'],
    [{ status: 'expired', payment_ref: 'pay_2' }, 'intent_expired'],
  ] as const)('for an intent that is %o is posted to suspense and cancelled', (overrides, code) => {
    const endedIntent: IntentRow = { ...intent, ...overrides }
    const result = receive({ ...pending, intent_id: 'int_1' }, { intent: endedIntent })
    const message = 'The checkout was over when this money arrived. It waits in suspense for an operator to return it.'
    expect(getPlan(result)).toEqual({
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
    expect(getRecords(result)).toMatchObject({
      payment: { status: 'cancelled' },
      order: null,
      intent: endedIntent,
      licenses: [],
    })
  })

  test('after its end is posted to suspense once', () => {
    const expired: PaymentRow = { ...pending, status: 'expired' }
    const result = receive(expired, { order, intent })
    expect(getPlan(result).updates).toEqual([
      { table: 'payments', id: 'pay_1', where: { status: 'expired', late_money: null }, set: { late_money: 'held' } },
    ])
    expect(getPlan(result).entries.map(({ kind }) => kind)).toEqual(['late_money_received'])
    expect(getRecords(result)).toEqual({ payment: { ...expired, late_money: 'held' }, order, intent, licenses: [] })
    expect(getPlan(receive(latePayment))).toEqual(nothing)
  })

  test('throws if a row that it refers to was not read', () => {
    const boughtPayment: PaymentRow = { ...pending, order_ref: 'ord_1', product_id: 'prd_1' }
    expect(() => receive(boughtPayment, { order })).toThrow('The product prd_1 was not read. Pass it with the rows.')
    expect(() => receive(boughtPayment, { product })).toThrow('The order ord_1 was not read. Pass it with the rows.')
  })

  test('is rejected as not found if it does not exist', () => {
    expect(paymentReceived({ nowMs }, { payment: undefined })).toMatchObject({
      error: { code: 'not_found', message: expect.stringContaining('no such payment.') },
    })
  })
})

describe('money that becomes available', () => {
  const due: PaymentRow = { ...succeeded, available: false }
  test('is posted once when it is due', () => {
    const result = paymentAvailable({ nowMs }, { payment: due })
    expect(getPlan(result)).toEqual({
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
    expect(getRecords(result).payment).toEqual(succeeded)
    expect(paymentAvailable({ nowMs }, { payment: succeeded })).toEqual(
      succeed({ ...nothing, records: { payment: succeeded } }),
    )
  })
  test('is rejected before it is due, and for a payment without success', () => {
    const rejection = {
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
      expect(paymentAvailable({ nowMs }, { payment })).toEqual(rejection)
    expectMissing('payment', paymentAvailable({ nowMs }, { payment: undefined }))
  })
})

describe('late money', () => {
  test('is accepted only for a payment that ended without success', () => {
    for (const payment of [pending, succeeded])
      expect(lateMoneyReceived({ nowMs }, { payment })).toEqual({
        ok: false,
        error: {
          code: 'invalid_state',
          message: `The payment pay_1 is ${payment.status}. Only a payment that ended without success can have late money.`,
        },
      })
    expect(lateMoneyReceived({ nowMs }, { payment: latePayment })).toEqual(
      succeed({ ...nothing, records: { payment: latePayment } }),
    )
    expectMissing('payment', lateMoneyReceived({ nowMs }, { payment: undefined }))
  })

  test.each([
    [undefined, 'psp:mtn'],
    ['provider', 'psp:mtn'],
    ['bank', 'bank:operating'],
  ] as const)('is returned from %s once', (from, credit) => {
    const result = suspenseReturned({ nowMs, ...(from && { from }) }, { payment: latePayment })
    expect(getPlan(result)).toEqual({
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
    const { payment } = getRecords(result)
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
  const providerRow = account('psp:mtn', 10_000n)
  const settle = (overrides: object = {}, rows: object = {}) =>
    providerSettled(
      { merchant, id: 'set_1', account: 'psp:mtn', nowMs, ...overrides },
      { account: providerRow, entries: [], ...rows },
    )
  const postings = [{ debit: 'bank:operating', credit: 'psp:mtn', amountPesewas: 10_000n }]

  test('a settlement is for the given amount, or for everything', () => {
    expect(getPlan(settle())).toEqual({
      ...nothing,
      entries: [{ kind: 'provider_settled', source: 'set_1', postings, atMs: nowMs }],
    })
    expect(getRecords(settle())).toEqual({ amountPesewas: 10_000n })
    expect(getRecords(settle({ amountPesewas: 1n }))).toEqual({ amountPesewas: 1n })
    expect(settle({ amountPesewas: 10_000n }).ok).toBe(true)
  })

  test('a repeated settlement changes nothing unless the amount differs', () => {
    const entry = { kind: 'provider_settled', source: 'set_1', postings }
    const settleAgain = (overrides: object = {}, first: object = {}) =>
      settle(overrides, { entries: [{ ...entry, ...first }] })
    for (const overrides of [{}, { amountPesewas: 10_000n }])
      expect(settleAgain(overrides)).toEqual(succeed({ ...nothing, records: { amountPesewas: 10_000n } }))
    for (const [overrides, message] of [
      [{ amountPesewas: 9_999n }, 'The settlement set_1 is recorded with another amount. Use a new id.'],
      [{ account: 'psp:card' }, 'The settlement set_1 is recorded for psp:mtn. Use a new id.'],
    ] as const)
      expect(settleAgain(overrides)).toEqual({ ok: false, error: { code: 'invalid_state', message } })
    // An entry of another kind with this source is not the settlement, and neither is another settlement.
    for (const first of [{ kind: 'refund_paid' }, { source: 'set_2' }])
      expect(getPlan(settleAgain({}, first)).entries).toHaveLength(1)
  })

  test('of zero or of more than the balance is rejected with a message', () => {
    expect(settle({}, { account: undefined })).toEqual({
      ok: false,
      error: { code: 'invalid_state', message: 'psp:mtn holds nothing to settle. Wait for the next payment.' },
    })
    expect(settle({ amountPesewas: 0n })).toEqual({
      ok: false,
      error: { code: 'invalid_amount', message: 'A settlement must be more than GH₵0.00.', field: 'amount' },
    })
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
  const request = (overrides: object = {}, rows: object = {}) =>
    refundRequested(
      { id: 'ref_1', reason: 'Too late.', nowMs, ...overrides },
      { payment: succeeded, available, ...rows },
    )

  test('reserves the amount on the payment and on its order', () => {
    const payment: PaymentRow = { ...succeeded, order_ref: 'ord_1', product_id: 'prd_1' }
    const result = request({ amountPesewas: 4_000n }, { payment, order })
    const row = { ...refund, order_ref: 'ord_1' }
    expect(getPlan(result)).toEqual({
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
    expect(getRecords(result)).toMatchObject({
      refund: row,
      payment: { refund_reserved_pesewas: 4_000n },
      order: { refund_reserved_pesewas: 4_000n },
    })
    expect(getRecords(request({ amountPesewas: 1n })).order).toBeNull()
    expect(() => request({ amountPesewas: 1n }, { payment })).toThrow('The order ord_1 was not read.')
  })

  test('of the remaining amount has a condition on that amount', () => {
    const payment: PaymentRow = { ...succeeded, refund_reserved_pesewas: 4_000n }
    const result = request({}, { payment })
    expect(getRecords(result).refund.amount_pesewas).toBe(6_000n)
    expect(getPlan(result).updates[0]?.where).toEqual({ status: 'succeeded', refund_reserved_pesewas: 4_000n })
  })

  test('is rejected with a message if it is invalid', () => {
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
    const refundedPayment: PaymentRow = { ...succeeded, refund_reserved_pesewas: 10_000n }
    for (const [overrides, payment, left] of [
      [{ amountPesewas: 10_001n }, succeeded, '100.00'],
      [{}, refundedPayment, '0.00'],
      [{ amountPesewas: 0n }, refundedPayment, '0.00'],
    ] as const)
      expect(request(overrides, { payment })).toEqual({
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
  const reservedPayment: PaymentRow = { ...succeeded, refund_reserved_pesewas: 4_000n }

  test('is paid manually once', () => {
    const payment: PaymentRow = { ...reservedPayment, order_ref: 'ord_1' }
    const result = refundPaid(resolve, { refund, payment, order, licenses: [license] })
    expect(getPlan(result)).toEqual({
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
    expect(getRecords(result)).toMatchObject({
      refund: { status: 'paid' },
      payment: { refunded_pesewas: 4_000n },
      order: { refunded_pesewas: 4_000n },
      licenses: [license],
    })
    const rows = { refund: { ...refund, status: 'paid' as const }, payment: reservedPayment }
    expect(refundPaid(resolve, rows)).toEqual(succeed({ ...nothing, records: { ...rows, order: null, licenses: [] } }))
  })

  test('of the last remaining amount disables the licenses of the payment', () => {
    const payment: PaymentRow = { ...reservedPayment, refunded_pesewas: 6_000n }
    const result = refundPaid(resolve, { refund, payment, licenses: [license] })
    expect(getPlan(result).updates.at(-1)).toEqual({
      table: 'licenses',
      id: 'lic_1',
      where: {},
      set: { status: 'disabled' },
    })
    expect(getRecords(result).licenses).toEqual([{ ...license, status: 'disabled' }])
    expect(getRecords(result).order).toBeNull()
    expect(getRecords(refundPaid(resolve, { refund, payment })).licenses).toEqual([])
  })

  test('is rejected once, and the amount is available again', () => {
    const payment: PaymentRow = { ...reservedPayment, order_ref: 'ord_1' }
    const result = refundRejected(resolve, { refund, payment, order: { ...order, refund_reserved_pesewas: 4_000n } })
    expect(getPlan(result)).toEqual({
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
    expect(getRecords(result)).toMatchObject({
      refund: { status: 'rejected' },
      payment: { refund_reserved_pesewas: 0n },
      order: { refund_reserved_pesewas: 0n },
    })
    const rows = { refund: { ...refund, status: 'rejected' as const }, payment: reservedPayment }
    expect(refundRejected(resolve, rows)).toEqual(succeed({ ...nothing, records: { ...rows, order: null } }))
    expect(getRecords(refundRejected(resolve, { refund, payment: reservedPayment })).order).toBeNull()
  })

  test('that is resolved cannot be resolved in the other way', () => {
    expect(refundPaid(resolve, { refund: { ...refund, status: 'rejected' }, payment: reservedPayment })).toEqual({
      ok: false,
      error: { code: 'invalid_state', message: 'The refund ref_1 was rejected. Request a new refund.' },
    })
    expect(refundRejected(resolve, { refund: { ...refund, status: 'paid' }, payment: reservedPayment })).toEqual({
      ok: false,
      error: { code: 'invalid_state', message: 'The refund ref_1 is paid. Only a pending refund can be rejected.' },
    })
    for (const refundOperation of [refundPaid, refundRejected]) {
      expect(refundOperation(resolve, { refund: undefined, payment: reservedPayment })).toMatchObject({
        error: { code: 'not_found', message: expect.stringContaining('no such refund.') },
      })
      expect(() => refundOperation(resolve, { refund, payment: undefined })).toThrow('The payment pay_1 was not read.')
      const payment: PaymentRow = { ...reservedPayment, order_ref: 'ord_1' }
      expect(() => refundOperation(resolve, { refund, payment })).toThrow('The order ord_1 was not read.')
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

  test('moves the amount from available to in transit', () => {
    expect(getPlan(request(5_000n))).toEqual({
      ...nothing,
      inserts: [{ table: 'payouts', row: payout }],
      entries: [entry('payout_requested', 'merchant:available', 'merchant:payouts_in_transit')],
    })
    expect(getRecords(request(5_000n)).payout).toEqual(payout)
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
  ] as const)('is %s once', (status, end, overrides, credit) => {
    expect(getPlan(end(payout))).toEqual({
      ...nothing,
      updates: [
        {
          table: 'payouts',
          id: 'pyo_1',
          where: { status: 'pending' },
          set: { status, ...overrides, resolved_ms: nowMs + 1 },
        },
      ],
      entries: [entry(`payout_${status}`, 'merchant:payouts_in_transit', credit, nowMs + 1)],
    })
    const done = getRecords(end(payout)).payout
    expect(done).toEqual({ ...payout, status, ...overrides, resolved_ms: nowMs + 1 })
    expect(end(done)).toEqual(succeed({ ...nothing, records: { payout: done } }))
    expect(end(undefined)).toMatchObject({
      error: { code: 'not_found', message: expect.stringContaining('no such payout.') },
    })
  })

  test('that has ended cannot end in the other way', () => {
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
  const paidOrder: OrderRow = { ...order, base_status: 'paid' }
  test('that is paid is fulfilled once', () => {
    const result = orderFulfilled({ order: paidOrder })
    expect(getPlan(result)).toEqual({
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
    const done = getRecords(result).order
    expect(orderFulfilled({ order: done })).toEqual(succeed({ ...nothing, records: { order: done } }))
    // A partial refund.
    expect(orderFulfilled({ order: { ...paidOrder, refunded_pesewas: 1n, refund_reserved_pesewas: 1n } }).ok).toBe(true)
  })
  test('that is unpaid or fully refunded cannot be fulfilled', () => {
    const back: OrderRow = { ...paidOrder, refunded_pesewas: 10_000n, refund_reserved_pesewas: 10_000n }
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
  test('loses its delivery details when they are erased', () => {
    const knownOrder: OrderRow = {
      ...paidOrder,
      delivery: { name: 'Kofi', phone: '+233244123789', place: 'Osu', note: null },
    }
    const result = deliveryErased({ order: knownOrder })
    expect(getPlan(result)).toEqual({
      ...nothing,
      updates: [{ table: 'orders', id: 'ord_1', where: {}, set: { delivery: null } }],
    })
    expect(getRecords(result).order).toEqual(paidOrder)
    expect(deliveryErased({ order: paidOrder })).toEqual(succeed({ ...nothing, records: { order: paidOrder } }))
    expectMissing('order', deliveryErased({ order: undefined }))
  })
})

describe('a license', () => {
  const activate = (row: LicenseRow | undefined, instance = 'a') =>
    licenseActivated({ instance, nowMs }, { license: row })
  test('counts each instance once, up to its limit', () => {
    const result = activate(license)
    expect(getPlan(result)).toEqual({
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
    const first = getRecords(result).license
    expect(first).toEqual({ ...license, status: 'active', instances: ['a'], activations: 1 })
    expect(activate(first)).toEqual(succeed({ ...nothing, records: { license: first } }))
    const second = getRecords(activate(first, 'b')).license
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
  ])('that is %s cannot be activated', (status, overrides) => {
    expect(activate({ ...license, ...overrides })).toEqual({
      ok: false,
      error: { code: 'invalid_state', message: `The license is ${status}. Use another license.` },
    })
    expect(activate({ ...license, expires_ms: nowMs + 1 }).ok).toBe(true)
    expectMissing('license', activate(undefined))
  })
})

describe('a checkout intent', () => {
  test('expires once, unless it is completed', () => {
    const result = intentExpired({ intent })
    expect(getPlan(result)).toEqual({
      ...nothing,
      updates: [{ table: 'intents', id: 'int_1', where: { status: 'open' }, set: { status: 'expired' } }],
    })
    const expiredIntent = getRecords(result).intent
    expect(intentExpired({ intent: expiredIntent })).toEqual(
      succeed({ ...nothing, records: { intent: expiredIntent } }),
    )
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
    const { created_ms: _, last_used_ms: __, revoked_ms: ___, ...message } = key
    const result = keyIssued({ ...message, nowMs })
    expect(getPlan(result)).toEqual({ ...nothing, inserts: [{ table: 'keys', row: key }] })
    expect(getRecords(result)).toEqual({ key })
    const usedResult = keyUsed({ nowMs }, { key })
    expect(getPlan(usedResult)).toEqual({
      ...nothing,
      updates: [{ table: 'keys', id: 'key_1', where: {}, set: { last_used_ms: nowMs } }],
    })
    expect(getRecords(usedResult)).toEqual({ key: { ...key, last_used_ms: nowMs } })
    const revokedResult = keyRevoked({ nowMs }, { key })
    expect(getPlan(revokedResult)).toEqual({
      ...nothing,
      updates: [{ table: 'keys', id: 'key_1', where: { revoked_ms: null }, set: { revoked_ms: nowMs } }],
    })
    const revokedKey = getRecords(revokedResult).key
    expect(keyRevoked({ nowMs: nowMs + 1 }, { key: revokedKey })).toEqual(
      succeed({ ...nothing, records: { key: revokedKey } }),
    )
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
    expect(getPlan(created)).toEqual({ ...nothing, merchant: 'kofi', inserts: [{ table: 'merchants', row }] })
    expect(getRecords(created)).toEqual({ merchant: row })
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
  test('reject a stock or a limit that is not a whole number', () => {
    const created = productCreated(command)
    expect(getPlan(created)).toEqual({ ...nothing, inserts: [{ table: 'products', row: product }] })
    expect(getRecords(created)).toEqual({ product })
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

describe('changed products', () => {
  const command = {
    name: 'Kente bag',
    description: 'Woven in Bonwire.',
    pricePesewas: 6_000n,
    active: false,
    stock: undefined,
    imageUrl: 'https://ama.example/bag.jpg',
  } as const
  const set = {
    name: 'Kente bag',
    description: 'Woven in Bonwire.',
    price_pesewas: 6_000n,
    active: false,
    image_url: 'https://ama.example/bag.jpg',
  }
  test('keep their stock, or set it if it is still the stock that was read', () => {
    const kept = productChanged(command, { product })
    expect(getPlan(kept)).toEqual({ ...nothing, updates: [{ table: 'products', id: product.id, where: {}, set }] })
    expect(getRecords(kept)).toEqual({ product: { ...product, ...set } })
    for (const stock of [0, null])
      expect(getPlan(productChanged({ ...command, stock }, { product }))).toEqual({
        ...nothing,
        updates: [{ table: 'products', id: product.id, where: { stock: product.stock }, set: { ...set, stock } }],
      })
  })

  test('keep every value that is undefined', () => {
    const keepAll = {
      name: undefined,
      description: undefined,
      pricePesewas: undefined,
      active: undefined,
      stock: undefined,
      imageUrl: undefined,
    }
    expect(getPlan(productChanged(keepAll, { product }))).toEqual(nothing)
    expect(getPlan(productChanged({ ...keepAll, description: null }, { product }))).toEqual({
      ...nothing,
      updates: [{ table: 'products', id: product.id, where: {}, set: { description: null } }],
    })
  })

  test('reject an invalid stock or price, and a product that does not exist', () => {
    for (const stock of [-1, 1.5])
      expect(productChanged({ ...command, stock }, { product })).toMatchObject({
        error: { code: 'invalid_request', field: 'stock' },
      })
    expect(productChanged({ ...command, pricePesewas: 99n }, { product })).toMatchObject({
      error: { code: 'amount_too_small', field: 'price' },
    })
    expectMissing('product', productChanged(command, { product: undefined }))
  })
})
