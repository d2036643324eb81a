import { afterEach, describe, expect, test, vi } from 'vitest'
import { createPersistentMemory } from '../../../mock-server/test/service.js'
import { readClaims } from '../../src/checkout/model.js'
import { base, card, createHosted, momo, textOf, unescaped } from '../pages/hosted.js'

const headersOf = (key: string) => ({ Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' })

describe('a payment in the checkout', () => {
  test('is a payment in the API and the ledger, for the amount of the intent', async () => {
    const { intent, callCheckout, api, mock } = createHosted()
    const token = await intent({ amount: 120, metadata: { basket: '7' } })
    const payment = await callCheckout<{ ref: string; status: string }>(token, 'a1', 'payments', momo('789'))
    expect(payment.status).toBe(201)
    expect(payment.data.status).toBe('pending')
    await mock.clock.advance('PT3S')
    const { data } = await callCheckout(token, 'a1', 'status')
    expect(data.payment?.status).toBe('succeeded')
    expect(data.intent.status).toBe('completed')
    const read = await api('GET', `/api/v1/payments/${payment.data.ref}`)
    expect(read).toMatchObject({ amount: 120, fee: 4.7, net: 115.3, metadata: { basket: '7' }, status: 'succeeded' })
    expect((await api('GET', '/api/v1/balance')).available).toBe(115.3)
  })

  test('is created once, however often the button is clicked', async () => {
    const { intent, callCheckout, mock } = createHosted()
    const token = await intent()
    const both = await Promise.all(
      [1, 2].map(() => callCheckout<{ ref: string }>(token, 'a1', 'payments', momo('789'))),
    )
    const secondResponse = await callCheckout<{ ref: string }>(token, 'a1', 'payments', momo('789'))
    const refs = [...both, secondResponse].flatMap(({ data }) => (data ? [data.ref] : []))
    expect(new Set(refs).size).toBe(1)
    const { ledger } = mock.snapshot()
    expect(JSON.stringify(ledger).match(/"intent_id":"int_/g)).toHaveLength(1)
  })

  test('that is pending is shown in a second window instead of a form', async () => {
    const { intent, callCheckout } = createHosted()
    const token = await intent()
    const first = await callCheckout<{ ref: string }>(token, 'a1', 'payments', momo('789'))
    const second = await callCheckout<{ ref: string; phone: null }>(token, 'b2', 'payments', momo('987'))
    expect(second.status).toBe(200)
    expect(second.data.ref).toBe(first.data.ref)
    expect(second.data.phone).toBeNull()
  })

  test('that two windows request at the same moment is created once', async () => {
    const { intent, callCheckout } = createHosted()
    const token = await intent()
    const both = await Promise.all(
      ['a1', 'b2'].map((key) => callCheckout<{ ref: string }>(token, key, 'payments', momo('789'))),
    )
    expect(new Set(both.map(({ data }) => data.ref)).size).toBe(1)
  })

  test('can follow a failed payment', async () => {
    const { intent, callCheckout, mock } = createHosted()
    const token = await intent()
    await callCheckout(token, 'a1', 'payments', momo('049'))
    await mock.clock.advance('PT3S')
    const { payment } = (await callCheckout(token, 'a1', 'status')).data
    expect(payment?.failure?.code).toBe('insufficient_funds')
    await callCheckout(token, 'a2', 'payments', momo('789'), payment?.ref)
    await mock.clock.advance('PT3S')
    expect((await callCheckout(token, 'a2', 'status')).data.intent.status).toBe('completed')
  })

  test('is not created by a delayed request that was sent before a later payment', async () => {
    const { intent, callCheckout, mock } = createHosted()
    const token = await intent()
    const first = await callCheckout<{ ref: string }>(token, 'a1', 'payments', momo('049'))
    await mock.clock.advance('PT3S')
    // The buyer pays with attempt a2, whose request is delayed, and then with other details as attempt a3.
    const last = await callCheckout<{ ref: string }>(token, 'a3', 'payments', momo('049'), first.data.ref)
    await mock.clock.advance('PT3S')
    const delayed = await callCheckout(token, 'a2', 'payments', momo('789'), first.data.ref)
    expect(delayed).toMatchObject({ status: 409, error: { code: 'invalid_state' } })
    const { payment } = (await callCheckout(token, 'a3', 'status')).data
    expect(payment).toMatchObject({ ref: last.data.ref, status: 'failed' })
  })

  test('that a delayed request of an earlier attempt created belongs to the browser of both attempts', async () => {
    const { intent, callCheckout, mock } = createHosted()
    const token = await intent()
    const delayed = await callCheckout<{ ref: string }>(token, 'a1', 'payments', momo('789'))
    const { ref } = delayed.data
    const second = await callCheckout(token, 'a2:a1', 'payments', momo('049'))
    expect(second.data).toMatchObject({ ref, phone: '+23324***3789' })
    expect((await callCheckout(token, 'a2:a1', 'status')).data).toMatchObject({ mine: true, payment: { ref } })
    expect((await callCheckout(token, 'a2', 'status')).data).toMatchObject({ mine: false, payment: { phone: null } })
    await mock.clock.advance('PT3S')
    expect((await callCheckout(token, 'a2:a1', 'status')).data.intent.status).toBe('completed')
  })

  test('is not created by a form that was rendered before a later payment', async () => {
    const { intent, callCheckout, form, mock } = createHosted()
    const token = await intent()
    const page = await form(`/pay/${token}`, { act: 'mtn' })
    const [attempt] = /(?<=name="attempt" value=")[^"]+/.exec(page.body) ?? []
    const later = await callCheckout<{ ref: string }>(token, 'a1', 'payments', momo('049'))
    await mock.clock.advance('PT3S')
    const fields = { act: 'pay', choice: 'mtn', phone: '0244123789', attempt: String(attempt) }
    await form(`/pay/${token}`, fields)
    expect((await callCheckout(token, 'a1', 'status')).data.payment).toMatchObject({
      ref: later.data.ref,
      status: 'failed',
    })
    await form(`/pay/${token}`, { ...fields, latest: later.data.ref, attempt: 'b2' })
    expect((await callCheckout(token, 'b2', 'status')).data).toMatchObject({
      mine: true,
      payment: { status: 'pending' },
    })
  })

  test("shows its buyer neither the fee nor the merchant's metadata", async () => {
    const { intent, callCheckout } = createHosted()
    const token = await intent({ amount: 120, metadata: { margin: '40' } })
    const payment = await callCheckout(token, 'a1', 'payments', momo('789'))
    const status = await callCheckout(token, 'a1', 'status')
    for (const { body } of [payment, status]) expect(body).not.toMatch(/"fee"|"net"|margin/)
  })

  test.each(['amount', 'currency', 'product_id', 'quantity', 'return_url', 'metadata'])(
    'is refused when the page names %s',
    async (field) => {
      const { intent, callCheckout, mock } = createHosted()
      const token = await intent()
      const values = { currency: 'GHS', product_id: 'x', quantity: 1, return_url: 'https://evil.example', metadata: {} }
      const before = JSON.stringify(mock.snapshot().ledger)
      const extra = { [field]: values[field as keyof typeof values] ?? 1 }
      const { status, error } = await callCheckout(token, 'a1', 'payments', { ...momo('789'), ...extra })
      expect([status, error.field]).toEqual([422, field])
      expect(JSON.stringify(mock.snapshot().ledger)).toBe(before)
    },
  )

  test('is rejected for a method that the intent does not offer', async () => {
    const { intent, callCheckout } = createHosted()
    const token = await intent({ amount: 10, channels: ['mobile_money'] })
    expect((await callCheckout(token, 'a1', 'payments', card())).error.field).toBe('method')
  })

  test('requires an attempt', async () => {
    const { intent, mock } = createHosted()
    const token = await intent()
    const headers = { Authorization: `Intent ${token}`, 'Content-Type': 'application/json' }
    const url = 'http://cedi.test/checkout/payments'
    const response = await mock.handle({ method: 'POST', url, headers, body: JSON.stringify(momo('789')) })
    expect([response.status, JSON.parse(response.body).error.field]).toEqual([400, 'X-Checkout-Attempt'])
  })

  test('with a card ends immediately, and the card number is stored nowhere', async () => {
    const { intent, callCheckout, mock } = createHosted()
    const token = await intent()
    const payment = await callCheckout<{ status: string; card_last4: string }>(token, 'a1', 'payments', card())
    expect(payment.data).toMatchObject({ status: 'succeeded', card_last4: '4242' })
    expect(JSON.stringify([mock.snapshot(), mock.requests.list()])).not.toContain('42424242')
  })

  test('with a card that requires confirmation redirects to the bank and back to the checkout', async () => {
    const { intent, callCheckout, get, form } = createHosted()
    const token = await intent()
    await callCheckout(token, 'a1', 'payments', card('4000 0025 0000 3155'))
    const { data } = await callCheckout(token, 'a1', 'status')
    const url = data.payment?.next_action?.url ?? ''
    expect((await get(url)).body).toContain('Confirm the payment')
    const verdict = await form(url, { decision: 'confirm' })
    expect(verdict.body).toContain(`href="http://cedi.test/pay/${token}?pass=`)
    expect((await callCheckout(token, 'a1', 'status')).data.payment?.status).toBe('succeeded')
  })

  describe('after the return from the bank', () => {
    async function openConfirmedPayment(harness = createHosted(), attempt = 'a1') {
      const { intent, callCheckout, form, product } = harness
      const token = await intent({
        product_id: await product('adinkra-font'),
        return_url: 'https://shop.example/x?y=1',
      })
      await callCheckout(token, attempt, 'payments', card('4000 0025 0000 3155'))
      const { data } = await callCheckout(token, attempt, 'status')
      const { body } = await form(data.payment?.next_action?.url ?? '', { decision: 'confirm' })
      const back = new URL(unescaped(/class="button main" href="([^"]+)"/.exec(body)?.[1] ?? ''))
      return { ...harness, token, back, pass: back.searchParams.get('pass') ?? '' }
    }

    test('in another browser shows the purchase, the license key and the link to the shop, also the second time', async () => {
      const { get, back } = await openConfirmedPayment()
      for (const _ of [1, 2]) {
        const { status, body } = await get(back.href)
        expect(status).toBe(200)
        expect(textOf(body)).toMatch(/Adinkra font.*Paid.*CEDI-/)
        expect(body).toContain('href="https://shop.example/x?y=1"')
      }
    })

    test('is recognised by the script of the page too, without the attempt in the URL', async () => {
      const {
        callCheckout,
        token,
        pass,
        back: returnUrl,
      } = await openConfirmedPayment(createHosted(), 'the-attempt-of-a-browser')
      expect((await callCheckout(token, pass, 'status')).data).toMatchObject({
        mine: true,
        licenses: [expect.any(String)],
      })
      const all = returnUrl.href + Buffer.from(pass.split('.')[0] ?? '', 'base64url')
      expect(all).not.toContain('the-attempt-of-a-browser')
    })

    test('is shown completely after the end of the checkout, and after a day only as a hint where to find it', async () => {
      const { mock, get, back } = await openConfirmedPayment()
      await mock.clock.advance('PT23H')
      expect(textOf((await get(back.href)).body)).toContain('CEDI-')
      await mock.clock.advance('PT2H')
      const expiredPage = await get(back.href)
      expect(textOf(expiredPage.body)).toMatch(/Paid.*To see what you bought, go to the tab that you paid in/)
      expect(textOf(expiredPage.body)).not.toContain('CEDI-')
      expect(expiredPage.body).toContain('href="https://shop.example/x?y=1"')
    })

    test('is not shown for a URL that was changed or belongs to another payment', async () => {
      const { callCheckout, token, pass, intent, ...harness } = await openConfirmedPayment()
      const other = await openConfirmedPayment({ intent, callCheckout, ...harness }, 'b2')
      const [payload = '', signature = ''] = pass.split('.')
      const claims = JSON.parse(String(Buffer.from(payload, 'base64url')))
      const forgedToken = Buffer.from(JSON.stringify({ ...claims, e: claims.e + 1 })).toString('base64url')
      for (const invalidUrl of [
        `${forgedToken}.${signature}`,
        `${payload}.${signature.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A'))}`,
        `${payload}.`,
        `.${signature}`,
        '.',
        other.pass,
        token,
        claims.k,
      ])
        expect((await callCheckout(token, invalidUrl, 'status')).data, invalidUrl).toMatchObject({
          mine: false,
          licenses: [],
        })
    })

    test('is distinguished from another attempt whose name contains a dot', async () => {
      const { intent, callCheckout } = createHosted()
      const token = await intent()
      const first = await callCheckout<{ ref: string }>(token, 'a.1', 'payments', card('4000 0000 0000 0002'))
      const second = await callCheckout<{ ref: string }>(token, 'a.2', 'payments', card(), first.data.ref)
      expect(second.data.ref).not.toBe(first.data.ref)
      expect((await callCheckout(token, 'a.3', 'status')).data.mine).toBe(false)
    })
  })

  test('with a card that is pending at the bank is neither approved by a code nor ended by wrong codes', async () => {
    const { intent, callCheckout, form } = createHosted()
    const token = await intent()
    await callCheckout(token, 'a1', 'payments', card('4000 0025 0000 3155'))
    for (const code of ['123456', '0000', '0000', '0000']) {
      expect((await callCheckout(token, 'a1', 'otp', { code })).data.payment?.status).toBe('pending')
      expect((await form(`/pay/${token}?a=a1`, { act: 'otp', code })).status).toBe(303)
    }
    expect((await callCheckout(token, 'a1', 'status')).data.payment?.status).toBe('pending')
  })

  test('for a license product shows its buyer a key that the license check accepts', async () => {
    const { intent, callCheckout, get, mock, product } = createHosted()
    const token = await intent({ product_id: await product('adinkra-font'), quantity: 2 })
    await callCheckout(token, 'a1', 'payments', momo('789'))
    await mock.clock.advance('PT3S')
    const { licenses } = (await callCheckout(token, 'a1', 'status')).data
    expect(licenses).toHaveLength(2)
    for (const key of licenses)
      expect((await get(`/api/licenses/verify?key=${key}`)).data).toMatchObject({ valid: true, status: 'inactive' })
  })
})

describe('vouchers and codes', () => {
  test('Telecel asks for a voucher, and the payment continues when it is right', async () => {
    const { intent, callCheckout, mock } = createHosted()
    const token = await intent()
    await callCheckout(token, 'a1', 'payments', momo('789', 'telecel'))
    await mock.clock.advance('PT1M')
    expect((await callCheckout(token, 'a1', 'status')).data.payment?.next_action).toMatchObject({
      type: 'enter_code',
      message:
        'Dial *110# on the phone with the number +23324***3789 and choose Generate voucher. Then type the code of the voucher into the checkout.',
    })
    expect((await callCheckout(token, 'a1', 'otp', { code: '123 456' })).data.payment?.next_action).toMatchObject({
      type: 'approve_on_phone',
      message: 'Approve the payment of GH₵120.00 on the phone with the number +23324***3789.',
    })
    await mock.clock.advance('PT3S')
    expect((await callCheckout(token, 'a1', 'status')).data.payment?.status).toBe('succeeded')
  })

  test('the phone number decides what happens after the voucher', async () => {
    const { intent, callCheckout, mock } = createHosted()
    const token = await intent()
    await callCheckout(token, 'a1', 'payments', momo('049', 'telecel'))
    await callCheckout(token, 'a1', 'otp', { code: '123456' })
    await mock.clock.advance('PT3S')
    expect((await callCheckout(token, 'a1', 'status')).data.payment?.failure?.code).toBe('insufficient_funds')
  })

  test('a payment with a missing voucher expires after five minutes', async () => {
    const { intent, callCheckout, mock } = createHosted()
    const token = await intent()
    await callCheckout(token, 'a1', 'payments', momo('789', 'telecel'))
    await mock.clock.advance('PT5M')
    expect((await callCheckout(token, 'a1', 'status')).data.payment?.status).toBe('expired')
  })

  test('the third wrong code ends the payment', async () => {
    const { intent, callCheckout } = createHosted()
    const token = await intent()
    await callCheckout(token, 'a1', 'payments', momo('789', 'telecel'))
    for (const code of ['000000', '111111']) {
      const { status, error } = await callCheckout(token, 'a1', 'otp', { code })
      expect([status, error.field]).toEqual([422, 'code'])
    }
    const third = await callCheckout(token, 'a1', 'otp', { code: '222222' })
    expect(third.data.payment).toMatchObject({ status: 'failed', failure: { code: 'payment_not_approved' } })
  })

  test('a code by SMS approves a payment that is pending on the phone', async () => {
    const { intent, callCheckout, mock } = createHosted()
    const token = await intent()
    await callCheckout(token, 'a1', 'payments', momo('129'))
    expect((await callCheckout(token, 'a1', 'otp', { code: '123456' })).data.payment?.status).toBe('succeeded')
    expect(JSON.stringify(await mock.control('GET', 'ledger/verify'))).toContain('true')
  })

  test('a payment through the API needs no voucher', async () => {
    const { api } = createHosted()
    const payment = await api('POST', '/api/v1/payments', { amount: 10, ...momo('789', 'telecel') })
    expect(payment.next_action.type).toBe('approve_on_phone')
  })
})

describe('alternatives to a pending payment', () => {
  test('a cancelled payment is final, and the scripted outcome of its number is discarded', async () => {
    const { intent, callCheckout, mock, product, api } = createHosted()
    const token = await intent({ product_id: await product('kente-tote') })
    await callCheckout(token, 'a1', 'payments', momo('789'))
    expect((await callCheckout(token, 'a1', 'cancel', {})).data.payment?.status).toBe('cancelled')
    await mock.clock.advance('PT10M')
    expect((await callCheckout(token, 'a1', 'status')).data.payment?.status).toBe('cancelled')
    expect((await api('GET', '/api/v1/balance')).available).toBe(0)
    const tote = (await api('GET', `/api/v1/products/${await product('kente-tote')}`)).stock
    expect(tote).toBe(25)
  })

  test('an approved payment cannot be cancelled', async () => {
    const { intent, callCheckout, mock } = createHosted()
    const token = await intent()
    await callCheckout(token, 'a1', 'payments', momo('789'))
    await mock.clock.advance('PT3S')
    expect((await callCheckout(token, 'a1', 'cancel', {})).data.payment?.status).toBe('succeeded')
  })

  test('a prompt that is sent again belongs to the same payment', async () => {
    const { intent, callCheckout } = createHosted()
    const token = await intent()
    const payment = await callCheckout<{ ref: string }>(token, 'a1', 'payments', momo('129'))
    expect((await callCheckout(token, 'a1', 'resend', {})).data.payment?.ref).toBe(payment.data.ref)
  })

  test('an ended intent accepts no payment', async () => {
    const { intent, callCheckout, mock } = createHosted()
    const token = await intent()
    await mock.clock.advance('PT30M')
    expect((await callCheckout(token, 'a1', 'payments', momo('789'))).error.code).toBe('invalid_state')
    expect((await callCheckout(token, 'a1', 'status')).data.intent.status).toBe('expired')
  })
})

describe('a token', () => {
  test('contains the name of the merchant in any alphabet', async () => {
    const name = 'Kɔfi’s Adwuma 🧺 ÑÿĀ–/+_'
    const { intent } = createHosted({ seed: { merchants: [{ id: 'demo', name, handle: 'kofi' }] } })
    expect(readClaims(await intent())).toMatchObject({ n: name, a: 12_000 })
  })

  test('that was changed or forged opens no checkout', async () => {
    const { intent, callCheckout } = createHosted()
    const token = await intent()
    const [payload = '', signature = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const cheaper = Buffer.from(JSON.stringify({ ...claims, a: 1 })).toString('base64url')
    const forgedToken = Buffer.from(JSON.stringify({ ...claims, o: ['https://evil.example'] })).toString('base64url')
    const forgedTokens = [
      `${cheaper}.${signature}`,
      `${forgedToken}.${signature}`,
      `${payload}.`,
      payload,
      '',
      'x.y',
      `${token}.x`,
    ]
    for (const bad of forgedTokens)
      for (const path of ['status', 'events', 'payments', 'otp', 'cancel', 'resend']) {
        const body = path === 'status' || path === 'events' ? undefined : momo('789')
        expect((await callCheckout(bad, 'a1', path, body)).status, `${path} ${bad}`).toBe(401)
      }
  })

  test('is rejected with a body over 1 MiB, on every route', async () => {
    const { intent, callCheckout } = createHosted()
    const token = await intent()
    for (const path of ['payments', 'otp', 'cancel', 'resend']) {
      const { status, error } = await callCheckout(token, 'a1', path, { code: '1'.repeat(1_048_576) })
      expect([path, status, error.code]).toEqual([path, 413, 'body_too_large'])
    }
  })

  test('of a simulation, or from before a reset, does not open a later intent with the same id', async () => {
    const { intent, callCheckout, mock } = createHosted()
    const simulated = { ...headersOf('sk_test_all'), 'X-Service-Simulate': 'true' }
    const body = JSON.stringify({ amount: 1 })
    const url = `${base}/api/v1/checkout/intent`
    const simulatedPayment = JSON.parse((await mock.handle({ method: 'POST', url, headers: simulated, body })).body)
      .data.client_token
    const real = await intent({ amount: 500 })
    expect((await callCheckout(simulatedPayment, 'a1', 'payments', momo('789'))).status).toBe(401)
    await mock.reset()
    await intent({ amount: 777 })
    expect((await callCheckout(real, 'a1', 'status')).status).toBe(401)
  })

  test('does not show what the buyer bought, even together with the store, which keeps only a hash of the attempt', async () => {
    const { intent, callCheckout, mock } = createHosted()
    const token = await intent()
    await callCheckout(token, 'an-attempt-of-a-browser', 'payments', momo('789'))
    expect(JSON.stringify(mock.snapshot())).not.toContain('an-attempt-of-a-browser')
    expect((await callCheckout(token, 'an-attempt-of-a-browser', 'status')).data.mine).toBe(true)
  })

  test("of the bank's page does not open the checkout, nor the other way round", async () => {
    const { intent, callCheckout, get } = createHosted()
    const token = await intent()
    await callCheckout(token, 'a1', 'payments', card('4000 0025 0000 3155'))
    const { data } = await callCheckout(token, 'a1', 'status')
    const challenge = data.payment?.next_action?.url?.split('/challenge/')[1] ?? ''
    expect((await callCheckout(challenge, 'a1', 'status')).status).toBe(401)
    expect((await get(`/challenge/${token}`)).status).toBe(404)
  })

  test('in another browser shows no number, no key and no way to stop the payment', async () => {
    const { intent, callCheckout, mock, product } = createHosted()
    const token = await intent({ product_id: await product('adinkra-font') })
    await callCheckout(token, 'a1', 'payments', momo('789'))
    for (const attempt of ['', 'b2', '%', 'A1', 'a1']) {
      const { data } = await callCheckout(token, attempt, 'status')
      expect(data.mine).toBe(attempt === 'a1')
    }
    const other = await callCheckout(token, 'b2', 'status')
    expect(other.data.payment).toMatchObject({ phone: null, card_last4: null, next_action: null })
    for (const path of ['cancel', 'otp', 'resend'])
      expect((await callCheckout(token, 'b2', path, { code: '123456' })).error.code).toBe('not_found')
    await mock.clock.advance('PT3S')
    expect((await callCheckout(token, 'b2', 'status')).data.licenses).toEqual([])
    expect((await callCheckout(token, 'a1', 'status')).data.licenses).toHaveLength(1)
  })

  test('is never in the request log', async () => {
    const { intent, callCheckout, get, mock } = createHosted()
    const token = await intent()
    const attempt = 'b2c4-attempt'
    await callCheckout(token, attempt, 'status')
    await callCheckout(token, attempt, 'payments', momo('789'))
    await get(`/pay/${token}?a=${attempt}&lang=fr`)
    await get(`/pay/${token}?pass=cGFzcw.c2lnbmF0dXJl`)
    const log = JSON.stringify(mock.requests.list())
    expect(log).not.toContain(token.slice(0, 40))
    // The response does not contain the attempt either, because the attempt gives access to the purchase.
    expect(log).not.toContain(attempt)
    expect(log).not.toContain('cGFzcw')
    expect(log).toContain('lang=fr')
  })
})

describe('events', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test('begin with the status, and report each change', async () => {
    const { intent, callCheckout, mock } = createHosted()
    const token = await intent()
    await callCheckout(token, 'a1', 'payments', momo('129'))
    const { data } = await callCheckout(token, 'a1', 'status')
    const response = await mock.fetch('http://cedi.test/checkout/events', {
      headers: { Authorization: `Intent ${token}`, 'X-Checkout-Attempt': 'a1' },
    })
    expect(response.headers.get('Content-Type')).toContain('text/event-stream')
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const next = async () => new TextDecoder().decode((await reader.read()).value)
    expect(await next()).toContain('"status":"pending"')
    await mock.control('POST', `payments/${data.payment?.ref}/approve`)
    expect(await next()).toContain('"status":"succeeded"')
    expect((await reader.read()).done).toBe(true)
  })

  const fetchEvents = async (
    { mock }: Pick<ReturnType<typeof createHosted>, 'mock'>,
    token: string,
    attempts: readonly string[],
  ) =>
    Promise.all(
      attempts.map((attempt) =>
        mock.fetch('http://cedi.test/checkout/events', {
          headers: { Authorization: `Intent ${token}`, 'X-Checkout-Attempt': attempt },
        }),
      ),
    )
  /** Reads the first event of each stream, and requests the next one. */
  const readStreams = async (responses: readonly Response[]) =>
    Promise.all(
      responses.map(async ({ body }) => {
        const reader = (body as ReadableStream<Uint8Array>).getReader()
        await reader.read()
        return { reader, next: reader.read() }
      }),
    )
  const attemptsOf = (count: number) => Array.from({ length: count }, (_, at) => `a${at + 1}`)

  test('of one intent share a poll, and each shows what its browser may see', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const store = createPersistentMemory()
    const list = vi.spyOn(store, 'list')
    const { intent, callCheckout, mock } = createHosted({ store })
    const token = await intent()
    await callCheckout(token, 'a1', 'payments', momo('129'))
    const { data } = await callCheckout(token, 'a1', 'status')
    const streams = await readStreams(await fetchEvents({ mock }, token, attemptsOf(20)))
    await mock.control('POST', `payments/${data.payment?.ref}/approve`)
    list.mockClear()
    await vi.advanceTimersByTimeAsync(400)
    expect(list.mock.calls.filter(([table]) => table === 'events')).toHaveLength(1)
    const events = await Promise.all(streams.map(async ({ next }) => new TextDecoder().decode((await next).value)))
    expect(events.map((text) => /"mine":(true|false)/.exec(text)?.[1])).toEqual(
      attemptsOf(20).map((attempt) => String(attempt === 'a1')),
    )
  })

  test('are 503 beyond 100 streams, until one ends', async () => {
    const { intent, callCheckout, mock } = createHosted()
    const token = await intent()
    await callCheckout(token, 'a1', 'payments', momo('129'))
    const streams = await readStreams(await fetchEvents({ mock }, token, attemptsOf(100)))
    const rejected = await callCheckout(token, 'a1', 'events')
    expect([rejected.status, rejected.error.code, rejected.headers['Retry-After']]).toEqual([
      503,
      'provider_unavailable',
      '10',
    ])
    for (const { reader } of streams) await reader.cancel()
    const [secondEvent] = await fetchEvents({ mock }, token, ['a1'])
    expect(secondEvent?.status).toBe(200)
  })

  test('do not prevent a server from stopping', async () => {
    const { intent, callCheckout, mock } = createHosted()
    const token = await intent()
    await callCheckout(token, 'a1', 'payments', momo('129'))
    const listening = await mock.listen(0)
    const response = await fetch(`${listening.url}/checkout/events`, {
      headers: { Authorization: `Intent ${token}`, 'X-Checkout-Attempt': 'a1' },
    })
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    await listening.close()
    await expect(
      reader.read().then(
        ({ done }) => done,
        () => true,
      ),
    ).resolves.toBe(true)
  })
})
