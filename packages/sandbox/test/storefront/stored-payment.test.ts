import { describe, expect, test } from 'vitest'
import { createHosted, momo, shop } from '../pages/hosted.js'

/** A shop page with a pending payment of its buyer. */
async function pendingPayment(ending = '789') {
  const harness = createHosted()
  const embed = async (storedPayment?: object, lang = 'en') => {
    const url = `http://cedi.test/checkout/embed?lang=${lang}`
    const body = JSON.stringify({
      handle: 'ama',
      product: 'kente-tote',
      ...(storedPayment && { stored_payment: storedPayment }),
    })
    const response = await harness.mock.handle({ method: 'POST', url, headers: { Origin: shop }, body })
    return JSON.parse(response.body)
  }
  const { token } = (await embed()).data
  await harness.callCheckout(token, 'a-1', 'payments', momo(ending))
  const statuses = async () =>
    (await harness.api('GET', '/api/v1/orders')).map(({ status }: { status: string }) => status)
  return { hosted: harness, embed, token, stored: { token, resume: 'a-1' }, statuses }
}

test('the service asks about a pending payment before another checkout of the product opens, in the page language', async () => {
  const { embed, stored: storedPayment, statuses } = await pendingPayment()
  expect((await embed(storedPayment)).data).toEqual({
    question: {
      text: 'A payment of GH₵120.00 to Ama Serwaa Studio is waiting for approval on 024\u00a0•••\u00a03789.',
      show: 'See that payment',
      pay_again: 'Start a new payment',
    },
  })
  expect((await embed(storedPayment, 'fr-CI')).data.question.text).toBe(
    'Un paiement de 120,00\u00a0GH₵ à Ama Serwaa Studio attend votre validation sur le 024\u00a0•••\u00a03789.',
  )
  expect(await statuses()).toEqual(['pending'])
})

test('paying again cancels the pending payment first', async () => {
  const { embed, stored: storedPayment, token, statuses } = await pendingPayment()
  const { data } = await embed({ ...storedPayment, pay_again: 'cancel' })
  expect(data.token).toMatch(/\./)
  expect(data.token).not.toBe(token)
  expect(await statuses()).toEqual(['cancelled'])
})

test('a visitor without the attempt sees no number, cannot cancel the payment, and reads the consequence of paying again', async () => {
  const { embed, stored: storedPayment, statuses } = await pendingPayment()
  const invalidPayment = { ...storedPayment, resume: '' }
  expect((await embed(invalidPayment)).data.question.text).toBe(
    'A payment of GH₵120.00 to Ama Serwaa Studio is waiting for approval.',
  )
  const stuckText = (await embed({ ...invalidPayment, pay_again: 'cancel' })).data.question.text
  expect(stuckText).toBe(
    'The payment of GH₵120.00 to Ama Serwaa Studio cannot be cancelled here. If you approve both, you pay twice.',
  )
  expect((await embed({ ...invalidPayment, pay_again: 'leave' })).data.token).toMatch(/\./)
  expect(await statuses()).toEqual(['pending'])
})

test('the service does not ask about a payment that has ended, or with an invalid token', async () => {
  const { embed, stored: storedPayment, token, hosted: harness } = await pendingPayment('049')
  await harness.mock.clock.advance('PT3S')
  expect((await embed(storedPayment)).data.token).toMatch(/\./)
  expect((await embed(storedPayment)).data.token).not.toBe(token)
  for (const other of ['', 'x.y', `${token}x`, token.slice(2)])
    expect((await embed({ token: other, resume: 'a-1' })).data.token).toMatch(/\./)
})

test('a payment that was approved in the last day is shown before the buyer pays again', async () => {
  const { embed, stored: storedPayment, token, hosted: harness, statuses } = await pendingPayment()
  expect((await embed(storedPayment)).data.question).toBeDefined()
  await harness.mock.clock.advance('PT3S')
  for (const pay_again of ['cancel', 'leave', undefined])
    expect((await embed({ ...storedPayment, pay_again })).data).toEqual({ token })
  expect(await statuses()).toEqual(['paid'])
  await harness.mock.clock.advance('P1D')
  expect((await embed(storedPayment)).data.token).not.toBe(token)
})

test.each([
  null,
  1,
  'x',
  {},
  { token: 1, resume: '' },
  { token: 'a.b' },
  { token: 'a.b', resume: '', pay_again: true },
])('the stored payment %j is rejected', async (storedPayment) => {
  const harness = createHosted()
  const body = JSON.stringify({ handle: 'ama', product: 'kente-tote', stored_payment: storedPayment })
  const response = await harness.mock.handle({ method: 'POST', url: 'http://cedi.test/checkout/embed', body })
  expect([response.status, JSON.parse(response.body).error.field]).toEqual([422, 'stored_payment'])
})

describe('a product page', () => {
  /** A browser that stores the cookie of one product page. */
  async function visitor() {
    const harness = createHosted()
    let cookie = ''
    const buy = async (fields: Record<string, string> = {}, path = '/@ama/kente-tote') => {
      const response = await harness.mock.handle({
        method: 'POST',
        url: `http://cedi.test${path}`,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...(cookie && { Cookie: cookie }) },
        body: String(new URLSearchParams(fields)),
      })
      const set = response.headers['Set-Cookie']
      if (set) cookie = set.split(';')[0] ?? ''
      return { status: response.status, body: response.body, at: response.headers['Location'] ?? '', set }
    }
    const first = await buy({ quantity: '2' })
    const token = first.at.slice('/pay/'.length)
    return { hosted: harness, buy, first, token }
  }

  test('stores the checkout in a cookie for its path, which scripts and other sites cannot read', async () => {
    const { first, token } = await visitor()
    expect(first.set).toBe(`cedi_opened=${token}; Max-Age=86400; Path=/@ama/kente-tote; HttpOnly; SameSite=Lax`)
  })

  test("asks about a pending payment before it sells the product again, and keeps the buyer's choices", async () => {
    const { hosted: harness, buy, token } = await visitor()
    await harness.callCheckout(token, 'a-1', 'payments', momo('789'))
    const response = await buy({ quantity: '2' })
    expect(response.status).toBe(409)
    expect(response.body).toContain('A payment of GH₵240.00 to Ama Serwaa Studio is waiting for approval.')
    expect(response.body).toContain(`href="/pay/${token}"`)
    expect(response.body).toMatch(/value="2" selected/)
    const stuckPage = await buy({ quantity: '2', pay_again: 'cancel' })
    expect(stuckPage.body).toContain('If you approve both, you pay twice.')
    expect(stuckPage.body).toContain('value="leave"')
    expect((await buy({ quantity: '2', pay_again: 'leave' })).at).toMatch(/^\/pay\//)
  })

  test('shows a payment that was approved in the meantime instead of selling again', async () => {
    const { hosted: harness, buy, token } = await visitor()
    await harness.callCheckout(token, 'a-1', 'payments', momo('789'))
    await harness.mock.clock.advance('PT3S')
    expect(await buy()).toMatchObject({ status: 303, at: `/pay/${token}` })
  })

  test('sells again after it has shown the payment, and stores the new checkout', async () => {
    const { hosted: harness, buy, token } = await visitor()
    await harness.callCheckout(token, 'a-1', 'payments', momo('789'))
    await harness.mock.clock.advance('PT3S')
    const questionPage = await buy()
    expect(questionPage.set).toBe('cedi_opened=; Max-Age=0; Path=/@ama/kente-tote; HttpOnly; SameSite=Lax')
    const secondResponse = await buy()
    expect([secondResponse.status, secondResponse.at === `/pay/${token}`]).toEqual([303, false])
    await harness.callCheckout(secondResponse.at.slice('/pay/'.length), 'a-2', 'payments', momo('789'))
    expect((await buy()).status).toBe(409)
  })

  test('sells immediately when nothing was paid, when the payment failed, or with a forged cookie', async () => {
    const { hosted: harness, buy, token } = await visitor()
    const second = await buy()
    expect([second.status, second.at === `/pay/${token}`]).toEqual([303, false])
    await harness.callCheckout(second.at.slice('/pay/'.length), 'a-2', 'payments', momo('049'))
    await harness.mock.clock.advance('PT3S')
    expect((await buy()).status).toBe(303)
    for (const invalidToken of ['x.y', '', '%00', `${token}x`]) {
      const headers = { Cookie: `cedi_opened=${invalidToken}` }
      const response = await harness.mock.handle({ method: 'POST', url: 'http://cedi.test/@ama/kente-tote', headers })
      expect(response.status).toBe(303)
    }
  })

  test('leaves the token out of the request log', async () => {
    const { hosted: harness, buy, token } = await visitor()
    await buy()
    expect(JSON.stringify(harness.mock.requests.list())).not.toContain(token)
  })
})
