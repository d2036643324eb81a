import { afterEach, describe, expect, test, vi } from 'vitest'
import { createPersistentMemory } from '../../../mock-server/test/service.js'
import { createHosted, momo, textOf } from '../pages/hosted.js'
import { createPortalServer } from '../portal/portal-server.js'

/** The hidden fields of the form around a button. */
const hidden = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"\/?>/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  )

const stateIn = (html: string): string | undefined => /data-state="(\w+)"/.exec(html)?.[1]

afterEach(() => {
  vi.useRealTimers()
})

describe('the full page without a script', () => {
  test('leads a buyer from the choice of a network to the receipt', async () => {
    const { intent, get, form, mock, api } = createHosted()
    const path = `/pay/${await intent({ amount: 120, return_url: 'https://shop.example/thanks' })}`
    const first = await get(path)
    expect(stateIn(first.body)).toBe('method')
    expect(textOf(first.body)).toContain('MTN MoMo')
    const second = await form(path, { act: 'mtn' })
    expect(stateIn(second.body)).toBe('number')
    const response = await form(path, { ...hidden(second.body), act: 'pay', phone: '024 412 3789' })
    expect(response.status).toBe(303)
    const next = response.headers['Location'] ?? ''
    expect(next).toMatch(new RegExp(`^${path.replaceAll('.', '\\.')}\\?a=[\\w-]+$`))
    const pendingPage = await get(next)
    expect(stateIn(pendingPage.body)).toBe('prompt')
    expect(pendingPage.body).toContain('<noscript><meta http-equiv="refresh" content="4"></noscript>')
    expect(textOf(pendingPage.body)).toContain('Approve on 024 ••• 3789')
    await mock.clock.advance('PT3S')
    const paidPage = await get(next)
    expect(stateIn(paidPage.body)).toBe('success')
    expect(paidPage.body).not.toContain('http-equiv="refresh"')
    expect(paidPage.body).toContain('href="https://shop.example/thanks"')
    expect((await api('GET', '/api/v1/balance')).available).toBe(115.3)
  })

  test('shows the buyer the name and the amount that the phone must show', async () => {
    const { intent, form, get } = createHosted()
    const path = `/pay/${await intent({ amount: 120 })}`
    const { body } = await form(path, { act: 'mtn' })
    const { headers } = await form(path, { ...hidden(body), act: 'pay', phone: '0244123789' })
    const codePage = textOf((await get(headers['Location'] ?? '')).body)
    expect(codePage).toContain('Check that it says Ama Serwaa Studio and GH₵120.00')
    expect(codePage).toContain('Enter your PIN on the phone, never here.')
  })

  test('requests a voucher, rejects a wrong one, and continues with a valid one', async () => {
    const { intent, form, get } = createHosted()
    const path = `/pay/${await intent()}`
    const { body } = await form(path, { act: 'telecel' })
    const response = await form(path, { ...hidden(body), act: 'pay', phone: '0204123789' })
    const next = response.headers['Location'] ?? ''
    const codePage = await get(next)
    expect(stateIn(codePage.body)).toBe('otp')
    expect(textOf(codePage.body)).toContain('Dial *110# on 020 ••• 3789')
    const rejectedCode = await form(next, { act: 'otp', code: '999999' })
    expect([rejectedCode.status, textOf(rejectedCode.body).includes('This code is wrong')]).toEqual([422, true])
    await form(next, { act: 'otp', code: '123456' })
    expect(stateIn((await get(next)).body)).toBe('prompt')
  })

  test.each(['en', 'fr'])('asks once about a number in pairs, in the language %s', async (lang) => {
    const { intent, form } = createHosted()
    const path = `/pay/${await intent()}?lang=${lang}`
    const { body } = await form(path, { act: 'mtn' })
    const fields = { act: 'pay', phone: '05 54 12 31 29' }
    const asked = await form(path, { ...hidden(body), ...fields })
    expect(asked.status).toBe(422)
    expect(textOf(asked.body)).toMatch(/055 412 3129.*(?:pay by card|payez par carte)/)
    expect((await form(path, { ...hidden(asked.body), ...fields })).status).toBe(303)
  })

  test('lets the buyer change the number, and choose another way', async () => {
    const { intent, form, get } = createHosted()
    const path = `/pay/${await intent()}`
    const { body } = await form(path, { act: 'mtn' })
    const next = (await form(path, { ...hidden(body), act: 'pay', phone: '0244123129' })).headers['Location'] ?? ''
    expect(stateIn((await form(next, { act: 'code' })).body)).toBe('otp')
    const formPage = await form(next, { act: 'change' })
    expect(stateIn(formPage.body)).toBe('number')
    expect(stateIn((await form(next, { ...hidden(formPage.body), act: 'other' })).body)).toBe('method')
    expect(stateIn((await get(next)).body)).toBe('method')
  })

  test('pays with another number after a failed payment', async () => {
    const { intent, form, get, mock, api } = createHosted()
    const path = `/pay/${await intent({ amount: 120 })}`
    const { body } = await form(path, { act: 'mtn' })
    const failed = (await form(path, { ...hidden(body), act: 'pay', phone: '0244123049' })).headers['Location'] ?? ''
    await mock.clock.advance('PT3S')
    expect(stateIn((await get(failed)).body)).toBe('failed')
    const retryPage = await form(failed, { ...hidden((await get(failed)).body), act: 'retry' })
    expect(stateIn(retryPage.body)).toBe('number')
    const fields = { ...hidden(retryPage.body), act: 'pay', phone: '0244123789' }
    const paid = (await form(failed, fields)).headers['Location'] ?? ''
    await mock.clock.advance('PT3S')
    expect(stateIn((await get(paid)).body)).toBe('success')
    expect((await api('GET', '/api/v1/balance')).available).toBe(115.3)
  })

  test('keeps the chosen language on the way back from the bank', async () => {
    const { intent, form, get } = createHosted()
    const path = `/pay/${await intent()}?lang=fr`
    const { body } = await form(path, { act: 'card' })
    const fields = { number: '4000 0025 0000 3155', expiry: '08/29', cvc: '123' }
    const next = (await form(path, { ...hidden(body), act: 'pay', ...fields })).headers['Location'] ?? ''
    const bank = /href="([^"]*challenge[^"]*)"/.exec((await get(next)).body)?.[1] ?? ''
    const verdict = await form(bank, { decision: 'confirm' })
    const back = /href="([^"]*\/pay\/[^"]*)"/.exec(verdict.body)?.[1] ?? ''
    const paidPage = await get(back.replaceAll('&amp;', '&'))
    expect(paidPage.body).toContain('<html lang="fr"')
    expect([stateIn(paidPage.body), paidPage.body.includes('"mine":true')]).toEqual(['success', true])
  })

  test.each([
    ['phone', { act: 'pay', choice: 'mtn', phone: '12' }, 'Enter a Ghana mobile number'],
    [
      'number',
      { act: 'pay', choice: 'card', number: '4242424242424241', expiry: '8/29', cvc: '123' },
      'Check the card number',
    ],
    [
      'number',
      { act: 'pay', choice: 'card', number: '6011000990139424', expiry: '8/29', cvc: '123' },
      'Check the card number',
    ],
    [
      'expiry',
      { act: 'pay', choice: 'card', number: '4242424242424242', expiry: '13/29', cvc: '123' },
      'Check the expiry',
    ],
    ['cvc', { act: 'pay', choice: 'card', number: '4242424242424242', expiry: '8/29', cvc: '1' }, 'Enter the 3 digits'],
    ['phone', { act: 'pay', choice: 'mtn', phone: `0244123789${' '.repeat(20)}99` }, 'Enter a Ghana mobile number'],
  ])('shows the error of %s beside the field', async (field, fields, words) => {
    const { intent, form } = createHosted()
    const response = await form(`/pay/${await intent()}`, fields)
    expect(response.status).toBe(422)
    expect(response.body).toContain(`id="${field}-problem"`)
    expect(response.body).toMatch(
      new RegExp(`id="${field}"[^>]*aria-invalid="true"[^>]*aria-describedby="${field}-problem"`),
    )
    expect(textOf(response.body)).toContain(words)
  })

  test('never repeats a card number', async () => {
    const { intent, form } = createHosted()
    const fields = { act: 'pay', choice: 'card', number: '4242424242424242', expiry: '13/29', cvc: '777' }
    expect((await form(`/pay/${await intent()}`, fields)).body).not.toMatch(/42424242|"777"/)
  })

  test('shows that a product is sold out', async () => {
    const { intent, form, product, callCheckout } = createHosted()
    const tote = { product_id: await product('kente-tote'), quantity: 25 }
    const [first, second] = [await intent(tote), await intent(tote)]
    await callCheckout(first, 'a1', 'payments', momo('789'))
    const contact = { name: 'Kofi', place: 'Osu' }
    const lateResponse = await form(`/pay/${second}`, { act: 'pay', choice: 'mtn', phone: '0244123789', ...contact })
    expect([lateResponse.status, textOf(lateResponse.body).includes('It has just been sold out.')]).toEqual([422, true])
  })
})

describe('a product that changes while its buyer is at the checkout', () => {
  const pay = { act: 'pay', choice: 'mtn', phone: '0244123789', name: 'Kofi', place: 'Osu' }

  test.each([
    ['en', 'price', '150.00', 'The price is now GH₵150.00'],
    ['fr', 'price', '150.00', 'Le prix est maintenant de 150,00 GH₵'],
    ['en', 'active', null, 'This product is no longer sold'],
    ['fr', 'active', null, 'Ce produit n’est plus vendu'],
  ])(
    'in the language %s, a changed %s is explained, with a way back to the product',
    async (lang, name, value, words) => {
      const options = { store: createPersistentMemory(), secret: 'the secret of both servers' }
      const { intent, form, get, product, api } = createHosted(options)
      const product_id = await product('kente-tote')
      const path = `/pay/${await intent({ product_id })}?lang=${lang}`
      const { body } = await form(path, { act: 'mtn' })
      const ama = await createPortalServer(options).merchant()
      const fields = { name: 'Kente tote', price: '120.00', type: 'physical', stock: '25' }
      const edit = name === 'price' ? { ...fields, active: 'true', price: String(value) } : fields
      expect((await ama.submit(`/portal/products/${product_id}/edit`, edit)).status).toBe(303)
      const { headers } = await form(path, { ...hidden(body), ...pay })
      const page = await get(headers['Location'] ?? '')
      expect([stateIn(page.body), textOf(page.body)]).toEqual(['expired', expect.stringContaining(words)])
      expect(page.body).toContain(name === 'price' ? 'href="/@ama/kente-tote"' : 'href="/@ama"')
      expect(await api('GET', '/api/v1/orders')).toEqual([])
    },
  )
})

describe('the states of the full page', () => {
  const codes = {
    '019': 'reached its limit',
    '029': 'has no mobile money account',
    '039': 'It was declined, or the PIN',
    '049': 'balance is too low',
    '069': 'not working right now',
  }
  test.each(Object.entries(codes))('a number that ends in %s fails with its own explanation', async (ending, words) => {
    const { intent, callCheckout, get, mock } = createHosted()
    const token = await intent()
    await callCheckout(token, 'a1', 'payments', momo(ending))
    await mock.clock.advance('PT3S')
    const { body } = await get(`/pay/${token}?a=a1`)
    expect(stateIn(body)).toBe('failed')
    expect(textOf(body)).toContain(words)
    expect(body).toContain('value="retry"')
    expect(body).toContain('value="other"')
  })

  test('a checkout reopened after a failed payment offers the payment methods, and shows the reason', async () => {
    const { intent, callCheckout, get, mock } = createHosted()
    const token = await intent()
    await callCheckout(token, 'a1', 'payments', momo('049'))
    await mock.clock.advance('PT3S')
    const { body } = await get(`/pay/${token}`)
    expect(stateIn(body)).toBe('method')
    expect(textOf(body)).toContain('balance is too low')
    // An expired payment may still be approved late, so the warning stays above the ways to pay.
    const lateToken = await intent()
    await callCheckout(lateToken, 'a2', 'payments', momo('079'))
    await mock.clock.advance('PT5M')
    expect(textOf((await get(`/pay/${lateToken}`)).body)).toContain('check again before you pay again')
  })

  test('a payment that was not approved in time warns against paying twice', async () => {
    const { intent, callCheckout, get, mock } = createHosted()
    const token = await intent()
    await callCheckout(token, 'a1', 'payments', momo('079'))
    await mock.clock.advance('PT5M')
    const { body } = await get(`/pay/${token}?a=a1`)
    expect(textOf(body)).toContain('check again before you pay again')
    expect(body).toContain('value="check"')
    expect(textOf(body)).not.toContain('No money was taken')
  })

  test('a payment without a result after five minutes is pending, and warns against paying again', async () => {
    const { intent, callCheckout, get, mock } = createHosted()
    const token = await intent()
    await callCheckout(token, 'a1', 'payments', momo('129'))
    await mock.clock.advance('PT5M')
    const { body } = await get(`/pay/${token}?a=a1`)
    expect(stateIn(body)).toBe('pending')
    expect(textOf(body)).toContain('If you approved it, do not pay again.')
  })

  test('a request can be sent again after thirty seconds, and not before', async () => {
    const { intent, callCheckout, get, mock } = createHosted()
    const token = await intent()
    await callCheckout(token, 'a1', 'payments', momo('129'))
    expect((await get(`/pay/${token}?a=a1`)).body).toMatch(/value="resend"[^>]*hidden/)
    await mock.clock.advance('PT30S')
    expect((await get(`/pay/${token}?a=a1`)).body).not.toMatch(/value="resend"[^>]*hidden/)
  })

  test('another browser sees that a payment is in progress, and no details of it', async () => {
    const { intent, callCheckout, get } = createHosted()
    const token = await intent()
    await callCheckout(token, 'a1', 'payments', momo('129'))
    const { body } = await get(`/pay/${token}`)
    expect(textOf(body)).toContain('being paid in another window')
    expect(body).not.toMatch(/3129|value="(?:cancel|change|resend|code)"/)
  })

  test('an ended intent shows that the buyer must start again from the shop', async () => {
    const { intent, get, mock } = createHosted()
    const token = await intent({ amount: 5, return_url: 'https://shop.example/' })
    await mock.clock.advance('PT30M')
    const { body } = await get(`/pay/${token}`)
    expect(stateIn(body)).toBe('expired')
    expect(body).toContain('href="https://shop.example/"')
  })

  test('an intent is expired at its time, also before its expiry is executed', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 5) })
    const { intent, callCheckout } = createHosted({ clock: 'real' })
    for (let count = 0; count < 500; count++) await intent()
    vi.setSystemTime(Date.now() + 1000)
    const token = await intent()
    vi.setSystemTime(Date.now() + 30 * 60_000)
    // This request executes 500 expiries. The expiry of its intent is a later one.
    expect((await callCheckout(token, 'a1', 'status')).data.intent.status).toBe('expired')
  })

  test('an invalid token returns an explanation with status 404', async () => {
    const { get } = createHosted()
    for (const token of ['x', 'x.y', '%00', '..%2f', 'a'.repeat(20_000)]) {
      const response = await get(`/pay/${token}`)
      expect([response.status, stateIn(response.body)]).toEqual([404, 'expired'])
    }
  })

  test('uses the requested language, and keeps it', async () => {
    const { intent, get, form } = createHosted()
    const path = `/pay/${await intent()}`
    expect((await get(path, { 'Accept-Language': 'fr-CI,fr;q=0.9,en;q=0.5' })).body).toContain('<html lang="fr"')
    const response = await form(path, { act: 'fr' })
    expect(response.headers['Location']).toBe(`${path}?lang=fr`)
    expect(textOf((await get(`${path}?lang=fr`)).body)).toContain('Comment voulez-vous payer ?')
    expect((await get(`${path}?lang=tlh`)).body).toContain('<html lang="en"')
  })
})
