import { failureMeaning } from '@cedi/contract'
import { payoutFailureMessages } from '@cedi/mock-server/internal'
import { describe, expect, it } from 'vitest'
import * as en from '../../src/kit/languages/portal/en.js'
import * as fr from '../../src/kit/languages/portal/fr.js'
import { portalLanguage } from '../../src/kit/languages/portal/portal.js'
import { createPortalServer, formOn, keyOn, readTrialBalance } from './portal-server.js'

describe('keys in the portal', () => {
  it('are issued with the chosen scopes, work, and stop working immediately when revoked', async () => {
    const server = createPortalServer()
    const ama = await server.merchant()
    const response = await ama.submit(
      '/portal/developers/issue',
      { label: 'web shop', scope: ['products:read', 'balance:read'] },
      { action: 'issue' },
    )
    expect([response.status, response.text.includes('web shop')]).toEqual([201, true])
    const key = keyOn(response)
    expect((await server.api('GET', '/api/v1/products', undefined, key)).status).toBe(200)
    expect((await server.api('GET', '/api/v1/orders', undefined, key)).status).toBe(403)
    const list = await ama.get('/portal/developers')
    expect(list.text).toMatch(/web shop .*products:read balance:read|web shop .*balance:read products:read/)
    expect(list.text).toMatch(/Last used .*to the hour/)
    const id = /developers\/keys\/(key_\w+)/.exec(list.body)?.[1]
    expect((await ama.get(`/portal/developers/keys/${id}`)).text).toContain('Revoke this key?')
    expect((await server.api('GET', '/api/v1/products', undefined, key)).status).toBe(200)
    const { hidden } = formOn((await ama.get(`/portal/developers/keys/${id}`)).body, String(id))
    for (let time = 0; time < 2; time++) {
      const response = await ama.post(`/portal/developers/keys/${id}`, hidden)
      expect([response.status, response.headers['Location']]).toEqual([303, '/portal/developers?done=revoked'])
      expect((await server.api('GET', '/api/v1/products', undefined, key)).status).toBe(401)
    }
    expect((await ama.get('/portal/developers')).text).toMatch(/Revoked keys web shop/)
    expect(await readTrialBalance(server)).toEqual({ verification: true, trial: 0 })
  })
})

describe('the portal', () => {
  it('shows the next step on a page without records', async () => {
    const server = createPortalServer()
    const kofi = await server.merchant('test-kofi')
    for (const [path, words] of [
      ['', 'With the number 024 412 3789 a test payment succeeds'],
      ['/payments', 'create a payment with a key'],
      ['/orders', 'when a buyer pays for a product'],
      ['/products', 'Add your first product'],
      ['/refunds', 'Open a payment to request its refund'],
      ['/payouts', 'have it paid out to your wallet'],
      ['/developers', 'holds only the scopes that you choose'],
    ]) {
      const response = await kofi.get(`/portal${path}`)
      expect([path, response.status, response.text.includes(words ?? '')]).toEqual([path, 200, true])
    }
  })

  it('shows the same balance as the API', async () => {
    const server = createPortalServer()
    await server.createPaid(100)
    await server.mock.clock.advance('P3D')
    await server.createPaid(300)
    await server.createPaid(50)
    await server.mock.clock.advance('P1D')
    const card = { number: '4242424242424242', expiry_month: 12, expiry_year: 2035, cvc: '123' }
    await server.api('POST', '/api/v1/payments', { amount: 20, method: 'card', card })
    await server.api('POST', '/api/v1/payments', { amount: 999, method: 'mobile_money', phone: '0244123039' })
    await server.mock.clock.advance('PT1M')
    const { text } = await (await server.merchant()).get('/portal')
    const { data: balance } = await server.api('GET', '/api/v1/balance')
    expect(balance).toMatchObject({ available: 432.75, pending: 18.8 })
    expect(text).toContain('Available GH₵432.75')
    expect(text).toContain('Pending GH₵18.80')
    expect(await readTrialBalance(server)).toEqual({ verification: true, trial: 0 })
  })

  it('links a payment to its order, its product and its refunds, with fee and reasons', async () => {
    const server = createPortalServer()
    const { data: products } = await server.api('GET', '/api/v1/products')
    const tote = products.find((product: { slug: string }) => product.slug === 'kente-tote')
    const { data } = await server.api('POST', '/api/v1/payments', {
      product_id: tote.id,
      quantity: 2,
      method: 'mobile_money',
      phone: '0244123789',
      name: 'Efua Boateng',
      metadata: { cart: 'c-17' },
    })
    await server.mock.clock.advance('PT2S')
    await server.api('POST', '/api/v1/refunds', { payment_ref: data.ref, amount: 20, reason: 'One strap is short.' })
    const ama = await server.merchant()
    const payment = await ama.get(`/portal/payments/${data.ref}`)
    for (const words of [
      'Succeeded',
      'Amount GH₵240.00',
      'Fee GH₵8.90',
      'You get GH₵231.10',
      'Reserved for refunds GH₵20.00',
      'Number 024 ••• 3789',
      'Efua Boateng',
      'cart c-17',
      'One strap is short.',
    ])
      expect(payment.text).toContain(words)
    const order = await ama.get(`/portal/orders/${data.order_ref}`)
    expect(order.text).toMatch(/Refund requested .*Kente tote GH₵240\.00 2 × GH₵120\.00 .*Efua Boateng/)
    for (const [page, href] of [
      [payment, `/portal/orders/${data.order_ref}`],
      [payment, `/portal/products/${tote.id}`],
      [order, `/portal/payments/${data.ref}`],
    ] as const) {
      expect(page.body).toContain(`href="${href}"`)
      expect((await ama.get(href)).status).toBe(200)
    }
    const declined = { amount: 10, method: 'mobile_money', phone: '0244123049' }
    const { data: failed } = await server.api('POST', '/api/v1/payments', declined)
    await server.mock.clock.advance('PT2S')
    const { text } = await ama.get(`/portal/payments/${failed.ref}`)
    expect(text).toContain('Why it failed There is too little money')
    // A failed payment has no fee.
    expect(text).not.toMatch(/Fee|You get/)
    expect(payment.text).toMatch(/Fee GH₵\S+ You get GH₵/)
  })

  it('shows French on request, and keeps the language', async () => {
    const server = createPortalServer()
    const ama = await server.merchant()
    const page = await ama.get('/portal', { 'Accept-Language': 'fr-CI,fr;q=0.9' })
    expect(page.body).toContain('<html lang="fr"')
    expect(page.text).toContain(fr.portal.available)
    const response = await ama.get('/portal?lang=fr')
    expect(response.body).toContain('href="/portal/payments?lang=fr"')
    const operator = await server.operator()
    expect((await operator.get('/operator?lang=fr')).text).toContain(fr.operator.today)
  })

  it('shows the reason of a failed payment in the language of the page, without the advice for the buyer', async () => {
    const server = createPortalServer()
    const { data } = await server.api('POST', '/api/v1/payments', {
      amount: 20,
      method: 'mobile_money',
      phone: '0244123049',
    })
    await server.mock.clock.advance('PT5S')
    const ama = await server.merchant()
    const english = await ama.get(`/portal/payments/${data.ref}`)
    expect(english.text).toContain(`${en.portal.why} ${failureMeaning.insufficient_funds}`)
    const french = await ama.get(`/portal/payments/${data.ref}?lang=fr`)
    expect(french.text).toContain(`${fr.portal.why} Solde trop bas. ${fr.portal.method}`)
  })
})

describe('a payout that failed', () => {
  it('shows the reason in the language of the page, to the merchant and to the operator', async () => {
    const server = createPortalServer()
    await server.api('POST', '/api/v1/payments', { amount: 100, method: 'mobile_money', phone: '0244123789' })
    await server.mock.clock.advance('P3D')
    const payout = (await server.mock.control('POST', 'payouts', { amount: 30, phone: '0244123089' })) as {
      ref: string
    }
    await server.mock.clock.advance('PT5S')
    const [ama, operator] = [await server.merchant(), await server.operator()]
    const words = { en: payoutFailureMessages.recipient_not_found, fr: fr.failures.recipient_not_found }
    for (const [tag, text] of Object.entries(words)) {
      expect((await ama.get(`/portal/payouts?lang=${tag}`)).text).toContain(text)
      expect((await operator.get(`/operator/payouts/${payout.ref}?lang=${tag}`)).text).toContain(text)
    }
  })
})

describe('the languages of the portal', () => {
  const placesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()

  it('have the same texts with the same placeholders', () => {
    const pairs: readonly (readonly [Record<string, string>, Record<string, string>])[] = [
      [en.portal, fr.portal],
      [en.operator, fr.operator],
    ]
    for (const [english, french] of pairs) {
      expect(Object.keys(french)).toEqual(Object.keys(english))
      for (const [name, text] of Object.entries(english)) {
        expect([name, placesOf(french[name] ?? '')]).toEqual([name, placesOf(text)])
        expect((french[name] ?? '').trim()).not.toBe('')
      }
    }
  })

  it('have a text for every reason of a failed payment or payout, and show an unknown reason in the words of the service', () => {
    const french = portalLanguage(new URLSearchParams({ lang: 'fr' }), undefined)
    for (const [code, message] of Object.entries({ ...failureMeaning, ...payoutFailureMessages })) {
      expect(french.failure({ code, message })).not.toBe(message)
      expect(french.failure({ code, message })).toMatch(/^[^.]+\.$/)
    }
    expect(french.failure({ code: 'new_reason', message: 'Something new.' })).toBe('Something new.')
  })

  it('do not have the same text by mistake', () => {
    const untranslated = Object.entries(en.portal).filter(
      ([name, text]) => (fr.portal as Record<string, string>)[name] === text,
    )
    // Some words are the same in both languages, such as "Total".
    expect(untranslated.length).toBeLessThan(20)
  })
})
