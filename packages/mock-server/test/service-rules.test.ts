// Rules of the use cases for every entry point, including the pages of the sandbox, which call them without the API.
import { describe, expect, it } from 'vitest'
import { makePlan, succeed } from '../src/ledger/index.js'
import { createServer } from '../src/server/mock-server.js'
import type { Context } from '../src/service/context.js'
import { execute, type WriteCommand } from '../src/service/execute.js'
import { readInstrument } from '../src/service/instruments/instrument.js'
import { endPayment, planPayment } from '../src/service/payments.js'
import { resolveRefund } from '../src/service/refunds.js'
import { card, createPaid, createService, type Service, wallet } from './service.js'

/** A service, and what its use cases share. */
async function withContext(): Promise<{ readonly service: Service; readonly context: Context }> {
  let seen: Context | undefined
  const respond = async (context: Context) => {
    seen = context
    return undefined
  }
  const service = createService({}, (options) => createServer(options, { respond }))
  await service.get('/elsewhere', null)
  return { service, context: seen as unknown as Context }
}

const merchant = 'demo'
const nowMs = Date.UTC(2026, 0, 5, 9)

/** A buyer in the checkout pays an intent. */
async function payIntent(
  { service, context }: Awaited<ReturnType<typeof withContext>>,
  instrument: Parameters<typeof readInstrument>[0],
) {
  const { id } = (await service.post('/api/v1/checkout/intent', { amount: 45.5 })).data
  const read = readInstrument(instrument, nowMs)
  if (!read.ok) throw new Error(read.error.message)
  const call = {
    context,
    merchant,
    nowMs,
    parameter: '',
    request: { origin: '', baseUrl: undefined, headers: new Map<string, string>() },
    outcome: context.outcomes.claim(merchant),
  }
  const result = await execute(context, {
    merchant,
    plan: async (reader, ids) => {
      const intent = await reader.get('intents', merchant, id)
      const price = { amountPesewas: 4550n, productId: null, quantity: 1 }
      const rest = { email: null, name: null, metadata: {}, returnUrl: undefined }
      return planPayment(call, { price, instrument: read.value, ...rest, intent }, ids)
    },
  })
  if (!result.ok || result.value.isReplay) throw new Error('The payment was refused.')
  return result.value.records.payment.id
}

describe('a payment in the checkout', () => {
  it('a payment on a network with vouchers requires one first, and expires without it', async () => {
    const world = await withContext()
    const { service } = world
    const ref = await payIntent(world, { method: 'mobile_money', phone: '0204123789' })
    const pendingPayment = (await service.get(`/api/v1/payments/${ref}`)).data
    expect(pendingPayment).toMatchObject({
      status: 'pending',
      network: 'telecel',
      expires_at: '2026-01-05T09:05:00.000Z',
    })
    expect(pendingPayment.next_action).toEqual({
      type: 'enter_code',
      url: null,
      message:
        'Dial *110# on the phone with the number +23320***3789 and choose Generate voucher. Then type the code of the voucher into the checkout.',
    })
    await service.mock.clock.advance(5 * 60_000 - 1)
    expect((await service.get(`/api/v1/payments/${ref}`)).data.status).toBe('pending')
    await service.mock.clock.advance(1)
    expect((await service.get(`/api/v1/payments/${ref}`)).data.status).toBe('expired')
  })

  it('a payment on a network without vouchers must be approved on the phone, and completes its intent', async () => {
    const world = await withContext()
    const ref = await payIntent(world, { method: 'mobile_money', phone: '0244123789' })
    const { status, next_action } = (await world.service.get(`/api/v1/payments/${ref}`)).data
    expect([status, next_action.type]).toEqual(['pending', 'approve_on_phone'])
    await world.service.advance('PT2S')
    const [intent] = await world.context.store.list('intents', merchant, { limit: 1 })
    expect(intent).toMatchObject({ status: 'completed', payment_ref: ref })
  })

  it('by card completes its intent immediately', async () => {
    const world = await withContext()
    const ref = await payIntent(world, card())
    expect((await world.service.get(`/api/v1/payments/${ref}`)).data.status).toBe('succeeded')
    const [intent] = await world.context.store.list('intents', merchant, { limit: 1 })
    expect(intent).toMatchObject({ status: 'completed', payment_ref: ref })
  })
})

describe('ending a payment', () => {
  it('changes nothing if the payment does not meet the condition', async () => {
    const { service, context } = await withContext()
    const { ref } = (await service.post('/api/v1/payments', { ...wallet, phone: '0244123129' })).data
    const before = service.ledger()
    const other = await endPayment(context, 'cancel', { merchant, ref, nowMs }, ({ status }) => status === 'failed')
    expect(other).toEqual(succeed({ isReplay: false, isChanged: false, records: {} }))
    const none = await endPayment(context, 'cancel', { merchant, ref: 'pay_none', nowMs }, () => true)
    expect(none).toEqual(succeed({ isReplay: false, isChanged: false, records: {} }))
    expect(service.ledger()).toBe(before)
    const endedPayment = await endPayment(
      context,
      'cancel',
      { merchant, ref, nowMs },
      ({ status }) => status === 'pending',
    )
    expect(endedPayment).toMatchObject({
      value: { isChanged: true, records: { payment: { status: 'cancelled' } } },
    })
  })
})

describe('a write', () => {
  it('reports a change only if it had an effect: not for an error, a simulation or a repetition', async () => {
    const { service, context } = await withContext()
    const { ref } = (await service.post('/api/v1/payments', { ...wallet, phone: '0244123129' })).data
    const cancel = () => endPayment(context, 'cancel', { merchant, ref, nowMs })
    expect(await cancel()).toMatchObject({ value: { isChanged: true } })
    expect(await cancel()).toMatchObject({ value: { isChanged: false } })
    expect(await endPayment(context, 'expire', { merchant, ref, nowMs })).toMatchObject({ ok: false })
    const countRecords = (simulate: boolean) =>
      execute(context, {
        merchant,
        simulate,
        plan: (_, ids) => {
          const id = ids.next('evt')
          const row = { merchant, id, due_ms: nowMs + 1, kind: 'confirm' as const, ref: 'pay_none', data: {} }
          return succeed(makePlan(merchant, { inserts: [{ table: 'events', row }] }, id))
        },
      })
    expect(await countRecords(true)).toMatchObject({ value: { isChanged: false, records: 'evt_simulated1' } })
    expect(await countRecords(false)).toMatchObject({ value: { isChanged: true } })
  })
})

describe('a plan that changes nothing', () => {
  it('uses up no id', async () => {
    const { service, context } = await withContext()
    await service.get('/api/v1/balance')
    const before = service.ledger()
    const plan: WriteCommand<string>['plan'] = (_, ids) => succeed(makePlan(merchant, {}, ids.next('evt')))
    expect(await execute(context, { merchant, plan })).toMatchObject({ value: { isChanged: false } })
    expect(service.ledger()).toBe(before)
  })
})

describe('a refund that is paid', () => {
  it('a paid refund disables the licenses of its payment and no others', async () => {
    const service = createService()
    const { id } = (await service.post('/api/v1/products', { name: 'Font', price: 50, type: 'license' })).data
    const sell = async () => {
      const body = { method: 'mobile_money', phone: wallet.phone, product_id: id, quantity: 2 }
      const { ref } = (await service.post('/api/v1/payments', body)).data
      await service.advance('PT2S')
      return ref
    }
    const [refundedSale] = [await sell(), await sell()]
    await createPaid(service, 100)
    const { ref } = (await service.post('/api/v1/refunds', { payment_ref: refundedSale })).data
    await service.control('POST', `refunds/${ref}/pay`)
    const rows = (await service.control('GET', 'licenses')).data as { payment_ref: string; status: string }[]
    expect(
      rows.map(({ payment_ref, status }) => `${payment_ref === refundedSale ? 'refunded' : 'kept'} ${status}`).sort(),
    ).toEqual(['kept inactive', 'kept inactive', 'refunded disabled', 'refunded disabled'])
  })

  it('is rejected if it does not exist', async () => {
    const { context } = await withContext()
    for (const action of ['pay', 'reject'] as const)
      expect(await resolveRefund(context, action, { merchant, ref: 'ref_none', note: null, nowMs })).toMatchObject({
        ok: false,
        error: { code: 'not_found' },
      })
  })
})

describe('a settlement', () => {
  const settle = async (service: Service, body: object = {}) =>
    (await service.control('POST', 'settlements', { account: 'psp:mtn', ...body })).data

  it('a settlement without an id gets a new id and is for everything', async () => {
    const service = createService()
    await createPaid(service, 100)
    const first = await settle(service)
    await createPaid(service, 40)
    const second = await settle(service)
    expect([first.amount, second.amount]).toEqual([100, 40])
    for (const { id } of [first, second]) expect(id).toMatch(/^set_\w{22}$/)
    expect(first.id).not.toBe(second.id)
  })
})

describe('an order', () => {
  it('without a delivery has no address to delete', async () => {
    const service = createService()
    const { id } = (await service.post('/api/v1/products', { name: 'Tote', price: 5 })).data
    await service.post('/api/v1/payments', { method: 'mobile_money', phone: wallet.phone, product_id: id })
    expect((await service.advance('P200D')).map(({ kind }) => kind)).toEqual(['confirm'])
  })
})

describe('a checkout intent', () => {
  const readClaims = ({ client_token }: { client_token: string }) =>
    JSON.parse(Buffer.from(client_token.split('.')[0] as string, 'base64url').toString())
  const open = async (service: Service, overrides: object = {}) =>
    (await service.post('/api/v1/checkout/intent', { amount: 5, ...overrides })).data

  it('an intent allows all methods for half an hour and no page by default', async () => {
    const { service, context } = await withContext()
    const data = await open(service)
    expect(readClaims(data)).toMatchObject({ o: [], r: null, c: ['mobile_money', 'card'], e: nowMs + 1_800_000 })
    expect(await context.store.get('intents', merchant, data.id)).toMatchObject({ email: null, metadata: {} })
    await service.mock.clock.advance(1_800_000 - 1)
    await service.get('/api/v1/balance')
    expect((await context.store.get('intents', merchant, data.id))?.status).toBe('open')
    await service.mock.clock.advance(1)
    await service.get('/api/v1/balance')
    expect((await context.store.get('intents', merchant, data.id))?.status).toBe('expired')
  })

  it('an intent stores the given fields', async () => {
    const { service, context } = await withContext()
    const buyerFields = { email: 'kofi@example.com', metadata: { a: 'b' } }
    const data = await open(service, { ...buyerFields, channels: ['card'], return_url: 'https://shop.example/a?b' })
    // The page of the return URL may show it.
    expect(readClaims(data)).toMatchObject({ o: ['https://shop.example'], r: 'https://shop.example/a?b', c: ['card'] })
    expect(await context.store.get('intents', merchant, data.id)).toMatchObject(buyerFields)
    const other = await open(service, { return_url: 'https://shop.example', allowed_origins: ['https://b.example'] })
    expect(readClaims(other).o).toEqual(['https://b.example'])
  })
})

describe('an Idempotency-Key', () => {
  const headers = { 'Idempotency-Key': 'k' }
  const send = async (service: Service, path: string, body: object) => {
    const first = await service.post(path, body, { headers })
    const secondResponse = await service.post(path, body, { headers })
    return [first.error?.code, secondResponse.error?.code, secondResponse.headers['Idempotency-Hit']]
  }

  it('errors that depend on the state are stored under the key', async () => {
    const service = createService()
    const phone = { method: 'mobile_money', phone: wallet.phone }
    const product = async (overrides: object) =>
      (await service.post('/api/v1/products', { name: 'Tote', price: 5, ...overrides })).data.id
    const { ref } = await createPaid(service, 100)
    const pending = (await service.post('/api/v1/payments', { ...wallet, phone: '0244123129' })).data.ref
    const [off, none] = [await product({ active: false }), await product({ stock: 0 })]
    for (const [path, body, code] of [
      ['/api/v1/refunds', { payment_ref: 'pay_none' }, 'not_found'],
      ['/api/v1/checkout/intent', { product_id: off }, 'invalid_state'],
      ['/api/v1/payments', { ...phone, product_id: none }, 'out_of_stock'],
    ] as const)
      expect(await send(service, path, body)).toEqual([code, code, 'true'])
    for (const [key, body, code] of [
      ['a', { payment_ref: ref }, 'insufficient_balance'],
      ['b', { payment_ref: ref, amount: 101 }, 'refund_exceeds_payment'],
      ['c', { payment_ref: pending }, 'payment_not_refundable'],
    ] as const) {
      const send = () => service.post('/api/v1/refunds', body, { headers: { 'Idempotency-Key': key } })
      const [first, replay] = [await send(), await send()]
      expect([first.error.code, replay.error.code, replay.headers['Idempotency-Hit']]).toEqual([code, code, 'true'])
    }
  })

  it('a key works with the body null', async () => {
    const service = createService()
    const body = { name: 'Tote', price: 5, stock: null, description: null, image_url: null }
    const send = () => service.post('/api/v1/products', body, { headers })
    const [first, replay] = [await send(), await send()]
    expect([first.status, replay.data, replay.headers['Idempotency-Hit']]).toEqual([201, first.data, 'true'])
  })

  it('errors of the input are not stored under the key', async () => {
    const service = createService()
    const codes = await send(service, '/api/v1/refunds', { payment_ref: 'pay_1', amount: 0 })
    expect(codes).toEqual(['amount_too_small', 'amount_too_small', undefined])
  })

  it('tells bodies apart that hold the same in another order of a list, and not of members', async () => {
    const service = createService()
    const send = (body: object) => service.post('/api/v1/checkout/intent', body, { headers })
    const [a, b] = ['https://a.example', 'https://b.example']
    const { data } = await send({ amount: 5, allowed_origins: [a, b], metadata: { a: '1', b: '2' } })
    const sameBody = await send({ metadata: { b: '2', a: '1' }, allowed_origins: [a, b], amount: 5 })
    expect([sameBody.data, sameBody.headers['Idempotency-Hit']]).toEqual([data, 'true'])
    const other = await send({ amount: 5, allowed_origins: [b, a], metadata: { a: '1', b: '2' } })
    expect(other.error.code).toBe('idempotency_key_reused')
  })
})
