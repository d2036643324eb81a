import { receiptToken } from '@cedi/mock-server/internal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { base, type CheckoutHarness, card, createHosted, momo, textOf } from '../pages/hosted.js'
import { createPortalServer } from '../portal/portal-server.js'

/** Pays for a product in the checkout as a buyer, and opens the receipt. */
async function buyProduct(harness: CheckoutHarness, slug: string, paidWith: object = momo('789'), quantity = 1) {
  const { api, callCheckout, mock, intent, product } = harness
  const token = await intent({ product_id: await product(slug), quantity })
  await callCheckout(token, 'a1', 'payments', { ...paidWith, name: 'Kofi Boateng', email: 'kofi@example.com' })
  await mock.clock.advance('PT3S')
  const { data } = await callCheckout(token, 'a1', 'status')
  const [order] = await api('GET', '/api/v1/orders?limit=1')
  return { token, order, status: data, url: data.receipt ?? '' }
}

/** Public URL of the proof on a receipt. */
const proofOn = (body: string): string => /<section class="proof">.*?href="([^"]+)"/s.exec(body)?.[1] ?? ''

const pathOf = (url: string): string => new URL(url, base).pathname

describe('a receipt', () => {
  test('shows seller, product, amount, time, method and what happens next', async () => {
    const harness = createHosted()
    const { order, url } = await buyProduct(harness, 'kente-tote', momo('789'), 2)
    const { status, body, headers } = await harness.get(url)
    expect([status, headers['Cache-Control'], headers['X-Robots-Tag']]).toEqual([200, 'no-store', 'noindex'])
    const text = textOf(body)
    for (const expectedText of [
      'Ama Serwaa Studio',
      'GH₵240.00',
      'Kente tote',
      '2 × GH₵120.00',
      'GMT',
      'MTN MoMo 024 ••• 3789',
      order.ref,
      order.payment_ref,
      'Ama Serwaa Studio will contact you about the delivery.',
    ])
      expect(text).toContain(expectedText)
    // Only the last digits of the buyer's number are shown.
    for (const hidden of ['Kofi', 'kofi@', '4123']) expect(text).not.toContain(hidden)
  })

  test('shows the license key at its own address, and not on the page for checking it', async () => {
    const harness = createHosted()
    const { url, status } = await buyProduct(harness, 'adinkra-font', card())
    const [key = ''] = status.licenses
    expect(key).toMatch(/^CEDI-/)
    const { body } = await harness.get(url)
    expect(body).toContain(key)
    const proof = proofOn(body)
    const checked = await harness.get(proof)
    const text = textOf(checked.body)
    expect([checked.status, text.includes('This receipt is genuine')]).toEqual([200, true])
    for (const expectedText of ['GH₵85.00', 'Adinkra font', 'Ama Serwaa Studio', status.payment?.ref ?? ''])
      expect(text).toContain(expectedText)
    for (const hidden of ['CEDI-', '4242', 'Kofi', 'kofi@']) expect(checked.body).not.toContain(hidden)
    // That page has no link to the receipt either.
    expect(checked.body).not.toContain(pathOf(url).slice('/receipt/'.length))
  })

  test('shows that the payment was refunded', async () => {
    const harness = createHosted()
    const { url, order } = await buyProduct(harness, 'kente-tote')
    const { ref } = await harness.api('POST', '/api/v1/refunds', { payment_ref: order.payment_ref, amount: 50 })
    expect(textOf((await harness.get(url)).body)).not.toContain('paid back')
    await harness.mock.control('POST', `refunds/${ref}/pay`)
    const text = textOf((await harness.get(url)).body)
    expect(text).toMatch(/GH₵120\.00 Partly refunded/)
    expect(text).toContain('Refunded so far GH₵50.00')
  })

  test('replaces the license keys with a message after a full refund, which disables them', async () => {
    const harness = createHosted()
    const { api, mock } = harness
    await api('POST', '/api/v1/payments', { amount: 500, ...momo('789') })
    for (const [quantity, text, frenchText] of [
      [1, 'The key no longer works', 'La clé ne fonctionne plus'],
      [2, 'The keys no longer work', 'Les clés ne fonctionnent plus'],
    ] as const) {
      const { url, order, status } = await buyProduct(harness, 'adinkra-font', momo('789'), quantity)
      const refund = async (amount: number) => {
        const { ref } = await api('POST', '/api/v1/refunds', { payment_ref: order.payment_ref, amount })
        await mock.control('POST', `refunds/${ref}/pay`)
      }
      await refund(5)
      expect((await harness.get(url)).body).toContain(status.licenses[0])
      await refund(85 * quantity - 5)
      const { body } = await harness.get(url)
      expect(textOf(body)).toContain(`${text}, because the payment was refunded.`)
      expect(body).not.toMatch(/CEDI-|data-act="copy"/)
      expect(textOf((await harness.get(`${url}?lang=fr`)).body)).toContain(frenchText)
      expect((await harness.get(`${url}?save`)).body).not.toContain('CEDI-')
    }
  })

  test('shows that the goods were dispatched', async () => {
    const harness = createHosted()
    const { url, order } = await buyProduct(harness, 'kente-tote')
    await harness.mock.control('POST', `orders/${order.ref}/fulfil`)
    expect(textOf((await harness.get(url)).body)).toContain('Ama Serwaa Studio has sent it.')
  })

  test('also exists for a payment without a product', async () => {
    const harness = createHosted()
    const token = await harness.intent({ amount: 45.5 })
    await harness.callCheckout(token, 'a1', 'payments', momo('789'))
    await harness.mock.clock.advance('PT3S')
    const { data } = await harness.callCheckout(token, 'a1', 'status')
    expect(textOf((await harness.get(data.receipt ?? '')).body)).toContain('GH₵45.50')
  })

  test('is available in French, and can be saved as one complete file', async () => {
    const harness = createHosted()
    const { url, order } = await buyProduct(harness, 'adinkra-font')
    const { body } = await harness.get(`${url}?lang=fr`)
    expect([body.includes('<html lang="fr"'), textOf(body).includes('Reçu')]).toEqual([true, true])
    expect(body).toContain('href="?save&amp;lang=fr"')
    const file = await harness.get(`${url}?save&lang=fr`)
    expect(file.headers['Content-Disposition']).toBe(`attachment; filename="receipt-${order.payment_ref}.html"`)
    expect(file.body).toContain('CEDI-')
    expect(file.body).not.toMatch(/<script|<button|\shref="(?!https?:|data:)/)
  })
})

describe('the URL of a receipt', () => {
  test('is on the order after payment, with the base URL of the request', async () => {
    const harness = createHosted({ baseUrl: 'https://pay.example/cedi' })
    const { api, mock } = harness
    const payment = { product_id: await harness.product('kente-tote'), method: 'mobile_money', phone: '0244123789' }
    const { order_ref } = await api('POST', '/api/v1/payments', payment)
    expect((await api('GET', `/api/v1/orders/${order_ref}`)).receipt_url).toBe(null)
    await mock.clock.advance('PT3S')
    const { receipt_url } = await api('GET', `/api/v1/orders/${order_ref}`)
    expect(receipt_url).toMatch(/^https:\/\/pay\.example\/cedi\/receipt\/[\w-]+\.[\w-]{43}$/)
    expect((await harness.get(receipt_url)).status).toBe(200)
    const [order] = await api('GET', '/api/v1/orders')
    expect(order.receipt_url).toBe(receipt_url)
  })

  test('is on the order and on the payment in the portal after payment', async () => {
    const server = createPortalServer()
    const [product] = (await server.api('GET', '/api/v1/products?limit=100')).data
    const payment = await server.createPaid(undefined, 'sk_test_all', { product_id: product.id, amount: undefined })
    const { data: order } = await server.api('GET', `/api/v1/orders/${payment.order_ref}`)
    const ama = await server.merchant()
    for (const path of [`/portal/orders/${order.ref}`, `/portal/payments/${payment.ref}`])
      expect((await ama.get(path)).body).toContain(`href="${order.receipt_url}"`)
    const { data: pendingPayment } = await server.api('POST', '/api/v1/payments', {
      product_id: product.id,
      method: 'mobile_money',
      phone: '0244123129',
    })
    for (const path of [`/portal/orders/${pendingPayment.order_ref}`, `/portal/payments/${pendingPayment.ref}`])
      expect((await ama.get(path)).body).not.toContain('/receipt/')
  })

  test('is returned to the browser that paid, and to no other', async () => {
    const harness = createHosted()
    const { token, url, order } = await buyProduct(harness, 'kente-tote')
    expect(`${base}${url}`).toBe(order.receipt_url)
    expect((await harness.callCheckout(token, 'b2', 'status')).data.receipt).toBe(null)
    expect((await harness.get(`/pay/${token}?a=a1`)).body).toContain(`href="${url}"`)
    expect((await harness.get(`/pay/${token}`)).body).not.toContain('/receipt/')
  })

  test('is rejected while the payment is pending, and after it failed', async () => {
    const secret = 'a secret that is known to the test'
    const { api, get, mock } = createHosted({ secret })
    const { ref, created_at } = await api('POST', '/api/v1/payments', { amount: 5, ...momo('049') })
    const subject = { merchant: 'demo', ref, amountPesewas: 500n, createdMs: Date.parse(created_at) }
    const path = `/receipt/${receiptToken(secret, 'receipt', subject)}`
    expect((await get(path)).status).toBe(404)
    await mock.clock.advance('PT3S')
    expect((await api('GET', `/api/v1/payments/${ref}`)).status).toBe('failed')
    expect((await get(path)).status).toBe(404)
    const payment = await api('POST', '/api/v1/payments', { amount: 5, ...card() })
    const knownSubject = { ...subject, ref: payment.ref, createdMs: Date.parse(payment.created_at) }
    expect((await get(`/receipt/${receiptToken(secret, 'receipt', knownSubject)}`)).status).toBe(200)
  })

  test('is rejected by another server, and after a reset', async () => {
    const harness = createHosted()
    const { url } = await buyProduct(harness, 'kente-tote')
    const path = pathOf(url)
    expect((await createHosted().get(path)).status).toBe(404)
    const other = createHosted({ secret: 'another secret of another server' })
    await buyProduct(other, 'kente-tote')
    expect((await other.get(path)).status).toBe(404)
    await harness.mock.reset()
    expect((await harness.get(path)).status).toBe(404)
    await buyProduct(harness, 'shea-butter-250-g')
    expect((await harness.get(path)).status).toBe(404)
  })

  test("cannot be used as another token, nor a checkout's or bank page's token as a receipt", async () => {
    const harness = createHosted()
    const { token, url } = await buyProduct(harness, 'kente-tote')
    const second = await harness.intent()
    await harness.callCheckout(second, 'a2', 'payments', card('4000 0025 0000 3155'))
    const bank = (await harness.callCheckout(second, 'a2', 'status')).data.payment?.next_action?.url ?? ''
    for (const one of [token, pathOf(bank).slice('/challenge/'.length)])
      expect((await harness.get(`/receipt/${one}`)).status).toBe(404)
    const receiptToken = pathOf(url).slice('/receipt/'.length)
    expect((await harness.get(`/challenge/${receiptToken}`)).status).toBe(404)
    expect((await harness.callCheckout(receiptToken, 'a1', 'status')).status).toBe(401)
  })

  test('is not in the log', async () => {
    const harness = createHosted()
    const { url } = await buyProduct(harness, 'kente-tote')
    await harness.get(url)
    await harness.get(`${url}/x?save`)
    expect(harness.mock.requests.list(2).map(({ path }) => path)).toEqual([
      '/receipt/[redacted]',
      '/receipt/[redacted]',
    ])
  })

  test('is rejected when it is forged or changed, in ten thousand variants', async () => {
    const harness = createHosted()
    const { url } = await buyProduct(harness, 'adinkra-font')
    const real = pathOf(url).slice('/receipt/'.length)
    const proof = pathOf(proofOn((await harness.get(url)).body)).slice('/receipt/'.length)
    const [payload = '', signature = ''] = real.split('.')
    const [proofPayload = '', proofSignature = ''] = proof.split('.')
    const claims = JSON.parse(atob(payload))
    const encoded = (value: unknown) =>
      btoa(typeof value === 'string' ? value : JSON.stringify(value))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/=+$/, '')
    const characters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/%~']
    const anyText = fc.string({ unit: fc.constantFrom(...characters), maxLength: 200 })
    const signed = fc.constantFrom(signature, proofSignature, '', 'A'.repeat(43))
    const forgedTokens = fc.oneof(
      // One character is changed, removed or added.
      fc
        .tuple(fc.nat(real.length - 1), fc.constantFrom(...characters, ''))
        .map(([at, letter]) => real.slice(0, at) + letter + real.slice(at + 1)),
      fc
        .tuple(fc.nat(real.length), fc.constantFrom(...characters))
        .map(([at, letter]) => real.slice(0, at) + letter + real.slice(at)),
      // Other claims are combined with this signature.
      fc
        .record({
          k: fc.constantFrom('receipt', 'proof', 'x'),
          m: fc.constantFrom('demo', 'kofi', ''),
          p: fc.constantFrom(claims.p, 'pay_1'),
          a: fc.nat(),
          c: fc.nat(),
        })
        .chain((other) => signed.map((by) => `${encoded(other)}.${by}`)),
      fc
        .jsonValue()
        .chain((value) => signed.map((by) => `${encoded(JSON.stringify(value).replace(/[^\x20-\x7e]/g, '?'))}.${by}`)),
      fc.constantFrom(
        `${payload}.${proofSignature}`,
        `${proofPayload}.${signature}`,
        payload,
        `${real}.`,
        `${real}.${signature}`,
      ),
      anyText,
      fc.tuple(anyText, anyText).map((parts) => parts.join('.')),
    )
    let rejectedCount = 0
    await fc.assert(
      fc.asyncProperty(forgedTokens, async (token) => {
        fc.pre(token !== real && token !== proof && token !== '')
        const { status, body } = await harness.get(`/receipt/${token}`)
        rejectedCount++
        expect([status, body.includes('CEDI-')], token).toEqual([404, false])
      }),
      { numRuns: 500, seed: 1871 },
    )
    expect(rejectedCount).toBeGreaterThanOrEqual(500)
    expect((await harness.get(url)).status).toBe(200)
  })
})
