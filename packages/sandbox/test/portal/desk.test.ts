import { transact } from '@cedi/mock-server/internal'
import { describe, expect, it } from 'vitest'
import { shop } from '../../../mock-server/test/ledger/shop.js'
import { createPersistentMemory } from '../../../mock-server/test/service.js'
import { createPortalServer, formOn, type PortalServer, readTrialBalance, signIn } from './portal-server.js'

/** A pending refund, and an operator. */
async function withRefund() {
  const server = createPortalServer()
  const payment = await server.createPaid(100)
  const { data } = await server.api('POST', '/api/v1/refunds', {
    payment_ref: payment.ref,
    amount: 40,
    reason: 'A seam is open.',
  })
  const ref = data.ref as string
  const state = async () =>
    ((await server.mock.control('GET', 'refunds')) as { ref: string; status: string; note: string | null }[]).find(
      (item) => item.ref === ref,
    )
  return { server, ref, payment: payment.ref as string, operator: await server.operator(), state }
}

const balanceOf = async (server: PortalServer) => (await server.api('GET', '/api/v1/balance')).data

describe('a refund at the operator desk', () => {
  it('requested through the API is paid there, and shows as paid in the API', async () => {
    const { server, ref, payment, state } = await withRefund()
    await server.mock.clock.advance('PT50H')
    const operator = await server.operator()
    const list = await operator.get('/operator/refunds')
    expect(list.text).toContain('Asked 2 days ago')
    expect(list.text).toContain('A seam is open.')
    expect((await operator.get('/operator')).text).toContain('1 waiting')
    expect(await balanceOf(server)).toMatchObject({ available: 56, reserved: 40 })
    const response = await operator.submit(`/operator/refunds/${ref}`, {
      act: 'paid',
      tick: 'paid',
      'paid-note': 'MoMo 4431',
    })
    expect([response.status, response.headers['Location']]).toEqual([303, `/operator/refunds/${ref}?of=demo&done=paid`])
    expect((await operator.get(response.headers['Location'] ?? '')).text).toContain('Marked as paid.')
    expect(await state()).toMatchObject({ status: 'paid', note: 'MoMo 4431' })
    expect((await server.api('GET', `/api/v1/payments/${payment}`)).data.refunded_amount).toBe(40)
    expect(await balanceOf(server)).toMatchObject({ available: 56, reserved: 0 })
    expect((await (await server.merchant()).get('/portal/refunds')).text).toContain('MoMo 4431')
    expect((await operator.get('/operator/refunds')).text).toContain('No refund is pending')
    expect(await readTrialBalance(server)).toEqual({ verification: true, trial: 0 })
  })

  it('shows the masked number, and the full number only on request, which is logged', async () => {
    const { server, ref, operator } = await withRefund()
    const page = await operator.get(`/operator/refunds/${ref}`)
    expect(page.text).toContain('MTN MoMo 024 ••• 3789')
    expect(page.text).not.toContain('+233244123789')
    const response = await operator.submit(`/operator/refunds/${ref}`, {}, { action: '/number' })
    expect(response.text).toContain('MTN MoMo +233244123789')
    expect(response.text).not.toContain('Show the full number')
    const log = (await server.mock.control('GET', 'requests')) as { method: string; path: string }[]
    expect(log.filter(({ path }) => path.includes('/number'))).toMatchObject([
      { method: 'POST', path: `/operator/refunds/${ref}/number` },
    ])
    const merchant = await server.merchant()
    expect((await merchant.post(`/operator/refunds/${ref}/number`, {})).text).not.toContain('+233244123789')
    await operator.submit(`/operator/refunds/${ref}`, { act: 'paid', tick: 'paid', 'paid-note': '' })
    expect((await operator.get(`/operator/refunds/${ref}`)).text).not.toContain('Show the full number')
  })

  it('explains that the number cannot be read after the secret of the server was changed', async () => {
    const store = createPersistentMemory()
    const before = createPortalServer({ store, secret: 'the secret before the change' })
    const { ref: payment_ref } = await before.createPaid(100)
    const { data } = await before.api('POST', '/api/v1/refunds', { payment_ref, amount: 40 })
    const server = createPortalServer({ store, secret: 'the secret after the change' })
    const operator = await server.operator()
    for (const [query, text] of [
      ['', 'The stored number was changed, or encrypted with another secret. Start the server with the secret'],
      ['?lang=fr', 'Démarrez le serveur avec son secret précédent, ou demandez le numéro au client.'],
    ] as const) {
      const page = await operator.submit(`/operator/refunds/${data.ref}${query}`, {}, { action: '/number' })
      expect([page.status, page.text.includes(text), page.text.includes('024 ••• 3789')]).toEqual([409, true, true])
    }
    const paid = await operator.submit(`/operator/refunds/${data.ref}`, { act: 'paid', tick: 'paid', 'paid-note': '' })
    expect(paid.headers['Location']).toContain('done=paid')
  })

  it('is rejected with a reason that the merchant sees, and the money is available again', async () => {
    const { server, ref, operator, state } = await withRefund()
    await operator.submit(`/operator/refunds/${ref}`, {
      act: 'rejected',
      tick: 'rejected',
      'rejected-note': 'The buyer took it back.',
    })
    expect(await state()).toMatchObject({ status: 'rejected', note: 'The buyer took it back.' })
    expect(await balanceOf(server)).toMatchObject({ available: 96, reserved: 0 })
    expect((await (await server.merchant()).get('/portal/refunds')).text).toContain('The buyer took it back.')
    expect(await readTrialBalance(server)).toEqual({ verification: true, trial: 0 })
  })

  it('does not change without the checkbox, without a reason, or by an unknown action', async () => {
    const { server, ref, operator, state } = await withRefund()
    for (const [reference, status] of [
      [{ act: 'paid' }, 422],
      [{ act: 'paid', tick: 'rejected' }, 422],
      [{ act: 'rejected', tick: 'rejected' }, 422],
      [{ act: 'rejected', tick: 'rejected', 'rejected-note': ' \u0000 ' }, 422],
      [{ act: 'rejected', 'rejected-note': 'why' }, 422],
      [{ act: 'delete', tick: 'paid' }, 200],
      [{}, 200],
    ] as const) {
      expect([reference, (await operator.submit(`/operator/refunds/${ref}`, reference)).status]).toEqual([
        reference,
        status,
      ])
      expect(await state()).toMatchObject({ status: 'pending' })
    }
    expect(await readTrialBalance(server)).toEqual({ verification: true, trial: 0 })
  })
})

describe('a payout', () => {
  it('is requested once in the portal, however often the form is sent', async () => {
    const server = createPortalServer()
    await server.createPaid(100)
    const ama = await server.merchant()
    const { hidden } = formOn((await ama.get('/portal/payouts')).body, 'payouts')
    const fields = { ...hidden, amount: 'GH₵ 50.00', phone: '024 412 3129' }
    const responses = await Promise.all(Array.from({ length: 8 }, () => ama.post('/portal/payouts', fields)))
    const done = responses.map(({ headers }) => headers['Location'])
    expect(done.filter((item) => item === '/portal/payouts?done=asked')).toHaveLength(1)
    expect(done.filter((item) => item === '/portal/payouts?done=before')).toHaveLength(7)
    expect((await ama.get('/portal/payouts?done=asked')).text).toContain('GH₵50.00 MTN MoMo 024 ••• 3129')
    expect(await balanceOf(server)).toMatchObject({ available: 46, reserved: 50 })
    expect(await readTrialBalance(server)).toEqual({ verification: true, trial: 0 })
  })

  it('is rejected with the reason beside the field, and the form keeps the typed text', async () => {
    const server = createPortalServer()
    await server.createPaid(100)
    const ama = await server.merchant()
    for (const [amount, phone, words] of [
      ['96.01', '0244123789', 'more than the available balance'],
      ['0', '0244123789', 'an amount such as'],
      ['-5', '0244123789', 'an amount such as'],
      ['1.005', '0244123789', 'an amount such as'],
      ['1,50', '0244123789', 'an amount such as'],
      ['5', '12', 'a Ghana mobile number'],
    ] as const) {
      const response = await ama.submit('/portal/payouts', { amount, phone }, { action: 'payouts' })
      expect([amount, response.status, response.text.includes(words)]).toEqual([amount, 422, true])
      expect(response.body).toContain(`value="${amount}"`)
    }
    expect(await balanceOf(server)).toMatchObject({ available: 96, reserved: 0 })
  })

  it('has exactly the typed amount or is rejected, and no digit is dropped', async () => {
    const server = createPortalServer()
    await server.createPaid(200_000)
    const ama = await server.merchant()
    const requestPayout = (input: { amount: string; phone: string }) =>
      ama.submit('/portal/payouts', input, { action: 'payouts' })
    const phone = '0244123129'
    const long = `${phone}${' '.repeat(20)}99`
    for (const input of [
      { amount: 'GH₵ 10000.999', phone },
      { amount: '100000000000.00', phone },
      { amount: `5${' '.repeat(20)}0`, phone },
      { amount: '50', phone: long },
    ]) {
      const response = await requestPayout(input)
      expect([input, response.status]).toEqual([input, 422])
      for (const text of Object.values(input)) expect(response.body).toContain(`value="${text}"`)
    }
    expect(await balanceOf(server)).toMatchObject({ reserved: 0 })
    expect((await requestPayout({ amount: 'GHS 123456.75', phone })).status).toBe(303)
    expect(await balanceOf(server)).toMatchObject({ reserved: 123_456.75 })
    expect((await ama.get('/portal/payouts')).body).not.toContain('maxlength')
  })

  it.each([
    ['pay', 'Marked as arrived', 46],
    ['fail', 'Marked as failed', 96],
  ] as const)('on its way is marked by an operator: %s', async (act, words, available) => {
    const server = createPortalServer()
    await server.createPaid(100)
    const { ref } = (await server.mock.control('POST', 'payouts', { amount: 50, phone: '0244123789' })) as {
      ref: string
    }
    const operator = await server.operator()
    expect((await operator.get('/operator/payouts')).text).toContain('GH₵50.00')
    expect((await operator.submit(`/operator/payouts/${ref}`, { act })).status).toBe(422)
    const response = await operator.submit(`/operator/payouts/${ref}`, { act, tick: act })
    expect((await operator.get(response.headers['Location'] ?? '')).text).toContain(words)
    const { hidden } = formOn((await operator.get('/operator/merchants')).body)
    const secondResponse = await operator.post(`/operator/payouts/${ref}`, { ...hidden, act, tick: act })
    expect(secondResponse.headers['Location']).toMatch(/done=already$/)
    const other = act === 'pay' ? 'fail' : 'pay'
    const lateResponse = await operator.post(`/operator/payouts/${ref}`, { ...hidden, act: other, tick: other })
    expect(lateResponse.headers['Location']).toMatch(/done=otherwise$/)
    await server.mock.clock.advance('PT1H')
    expect(await balanceOf(server)).toMatchObject({ available, reserved: 0 })
    expect(await readTrialBalance(server)).toEqual({ verification: true, trial: 0 })
  })
})

describe('a settlement', () => {
  it('of a network is recorded for each merchant, and once for each reference', async () => {
    const server = createPortalServer()
    await server.createPaid(100)
    await server.createPaid(50, 'sk_test_kofi')
    await server.createPaid(20, 'sk_test_all', { phone: '0204123789' })
    const operator = await server.operator()
    const page = await operator.get('/operator/settlements')
    expect(page.text).toMatch(/MTN MoMo GH₵150\.00 .*Telecel Cash GH₵20\.00/)
    const { hidden } = formOn(page.body, 'settlements')
    const fields = { ...hidden, 'id-mtn': 'statement-7', tick: 'settled' }
    const responses = await Promise.all(Array.from({ length: 6 }, () => operator.post('/operator/settlements', fields)))
    for (const { status, headers } of responses)
      expect([status, headers['Location']]).toEqual([303, '/operator/settlements?done=statement-7'])
    const done = await operator.get('/operator/settlements?done=statement-7')
    expect(done.text).toContain('Recorded statement-7: GH₵150.00 (merchants: 2).')
    for (const merchant of ['demo', 'test-kofi']) {
      const accounts = (await server.mock.control('GET', `ledger/accounts?merchant=${merchant}`)) as {
        account: string
        balance: number
      }[]
      expect(accounts.find(({ account }) => account === 'psp:mtn')?.balance).toBe(0)
      expect(accounts.find(({ account }) => account === 'bank:operating')?.balance).toBe(merchant === 'demo' ? 100 : 50)
      expect(await readTrialBalance(server, merchant)).toEqual({ verification: true, trial: 0 })
    }
  })

  it('is not recorded under a used reference, and the page shows the conflict', async () => {
    const server = createPortalServer()
    await server.createPaid(100)
    await server.createPaid(50, 'sk_test_all', { phone: '0204123789' })
    const operator = await server.operator()
    const send = async (network: string, reference: string) => {
      const { body } = await operator.get('/operator/settlements')
      const forms = body.split('<form').filter((form) => form.includes(`value="psp:${network}"`))
      const { hidden } = formOn(`<form${forms[0]}`)
      const fields = { ...hidden, [`id-${network}`]: reference, tick: 'settled' }
      return { typed: fields, response: await operator.post('/operator/settlements', fields) }
    }
    const first = await send('mtn', 'BANK-2026-01')
    expect(first.response.headers['Location']).toBe('/operator/settlements?done=BANK-2026-01')
    const { response, typed: fields } = await send('telecel', 'BANK-2026-01')
    expect([response.status, response.text.includes('another settlement: GH₵100.00 of MTN MoMo')]).toEqual([422, true])
    // The network and the reference are the same, and the amount is not.
    await server.createPaid(7)
    const secondResult = await send('mtn', 'BANK-2026-01')
    expect([
      secondResult.response.status,
      secondResult.response.text.includes('another settlement: GH₵100.00'),
    ]).toEqual([422, true])
    const readHeldPesewas = async (account: string) =>
      ((await server.mock.control('GET', 'ledger/accounts')) as { account: string; balance: number }[]).find(
        (item) => item.account === account,
      )?.balance
    expect([await readHeldPesewas('psp:telecel'), await readHeldPesewas('psp:mtn')]).toEqual([50, 7])
    // The first form, sent again, is the same settlement. The rejected one is recorded under a new reference.
    expect((await operator.post('/operator/settlements', first.typed)).status).toBe(303)
    const statement = { ...fields, 'id-telecel': 'BANK-2026-02' }
    expect((await operator.post('/operator/settlements', statement)).status).toBe(303)
    expect([await readHeldPesewas('psp:telecel'), await readHeldPesewas('bank:operating')]).toEqual([0, 150])
    expect(await readTrialBalance(server)).toEqual({ verification: true, trial: 0 })
  })

  it('records only the displayed amount, and shows the new amount when it has changed', async () => {
    const server = createPortalServer()
    await server.createPaid(100)
    const operator = await server.operator()
    const { hidden } = formOn((await operator.get('/operator/settlements')).body, 'settlements')
    await server.createPaid(5)
    const fields = { ...hidden, 'id-mtn': 'statement-8', tick: 'settled' }
    const response = await operator.post('/operator/settlements', fields)
    expect([response.status, response.text.includes('changed in the meantime')]).toEqual([422, true])
    for (const invalidFields of [{ tick: '' }, { 'id-mtn': 'a b' }, { 'id-mtn': 'x'.repeat(65) }, { 'id-mtn': '' }])
      expect((await operator.post('/operator/settlements', { ...fields, ...invalidFields })).status).toBe(422)
    expect((await operator.post('/operator/settlements', { ...fields, account: 'bank:operating' })).status).toBe(200)
    expect(await readTrialBalance(server)).toEqual({ verification: true, trial: 0 })
    expect((await operator.get('/operator/settlements?done=statement-8')).text).toContain('nothing was recorded')
  })
})

describe('text that is too long', () => {
  it('is rejected with a message at its field, and never truncated', async () => {
    const { server, ref, operator, state } = await withRefund()
    const ama = await server.merchant()
    const note = `${'x'.repeat(500)}4431`
    for (const act of ['paid', 'rejected']) {
      const response = await operator.submit(`/operator/refunds/${ref}`, { act, tick: act, [`${act}-note`]: note })
      expect([response.status, response.text.includes('at most 500'), response.body.includes(note)]).toEqual([
        422,
        true,
        true,
      ])
    }
    expect(await state()).toMatchObject({ status: 'pending', note: null })
    const label = 'x'.repeat(101)
    const keyResponse = await ama.submit(
      '/portal/developers/issue',
      { label, scope: 'balance:read' },
      { action: 'issue' },
    )
    expect([keyResponse.status, keyResponse.text.includes('at most 100')]).toEqual([422, true])
    for (const fields of [
      { name: 'x'.repeat(121), handle: 'long' },
      { name: 'Long', handle: `@${'x'.repeat(65)}` },
    ])
      expect((await operator.submit('/operator/merchants', fields, { action: 'new' })).status).toBe(422)
    expect((await operator.get('/operator/merchants')).text).not.toContain('@long')
  })
})

describe('a late payment', () => {
  const createLatePayment = async (server: PortalServer) => {
    const body = { amount: 77, method: 'mobile_money', phone: '0244123139' }
    const { data } = await server.api('POST', '/api/v1/payments', body)
    await server.mock.clock.advance('PT10M')
    return data.ref as string
  }

  it('is held in suspense until an operator returns it, once', async () => {
    const server = createPortalServer()
    const ref = await createLatePayment(server)
    const operator = await server.operator()
    expect((await operator.get('/operator/suspense')).text).toMatch(
      /GH₵77\.00 .*Received for a payment that was expired/,
    )
    expect((await (await server.merchant()).get(`/portal/payments/${ref}`)).text).toContain(
      'The Cedi team refunds the buyer',
    )
    expect((await operator.submit(`/operator/suspense/${ref}`, { act: 'returned' })).status).toBe(422)
    const { hidden } = formOn((await operator.get(`/operator/suspense/${ref}`)).body, ref)
    const fields = { ...hidden, act: 'returned', from: 'provider', tick: 'returned' }
    const responses = await Promise.all([1, 2, 3].map(() => operator.post(`/operator/suspense/${ref}`, fields)))
    const done = responses.map(({ headers }) => headers['Location']?.split('done=')[1])
    expect(done.sort()).toEqual(['already', 'already', 'returned'])
    expect((await operator.get(`/operator/suspense/${ref}?done=returned`)).text).toContain('Marked as refunded')
    expect((await operator.get('/operator/suspense')).text).toContain('No late payment')
    expect(await readTrialBalance(server)).toEqual({ verification: true, trial: 0 })
  })

  it('that was already settled is returned from the bank account, and the page shows that', async () => {
    const server = createPortalServer()
    const ref = await createLatePayment(server)
    await server.mock.control('POST', 'settlements', { account: 'psp:mtn' })
    const operator = await server.operator()
    const fields = { act: 'returned', from: 'provider', tick: 'returned' }
    const rejectedPage = await operator.submit(`/operator/suspense/${ref}`, fields)
    expect([rejectedPage.status, rejectedPage.text.includes('Choose the bank')]).toEqual([422, true])
    const response = await operator.submit(`/operator/suspense/${ref}`, { ...fields, from: 'bank' })
    expect(response.headers['Location']).toMatch(/done=returned$/)
    expect(await readTrialBalance(server)).toEqual({ verification: true, trial: 0 })
  })
})

describe('records of two merchants with the same id', () => {
  /** A refund, a payout and late money of each, with the same ids and other amounts. */
  async function twins() {
    const store = createPersistentMemory()
    const server = createPortalServer({ store })
    const nowMs = server.mock.clock.now().getTime()
    for (const [merchant, pesewas] of [
      ['demo', 7_000n],
      ['test-a', 3_000n],
    ] as const) {
      await server.api('GET', '/api/v1/balance', undefined, merchant === 'demo' ? 'sk_test_all' : 'sk_test_a')
      const { payment, confirm, expire, receiveLate, refund, payout } = shop(merchant)
      for (const planner of [
        payment({ id: 'pay_1', nowMs, amountPesewas: 50_000n }),
        confirm('pay_1', nowMs),
        refund('ref_1', 'pay_1', nowMs, pesewas),
        payout('pyo_1', pesewas, nowMs),
        payment({ id: 'pay_2', nowMs, amountPesewas: pesewas }),
        expire('pay_2'),
        receiveLate('pay_2', nowMs),
      ])
        expect(await transact(store, planner as never)).toMatchObject({ ok: true })
    }
    return { store, operator: await server.operator() }
  }

  it.each([
    ['refunds', 'ref_1', { act: 'paid', tick: 'paid' }, 'refunds', 'status', 'pending'],
    ['payouts', 'pyo_1', { act: 'pay', tick: 'pay' }, 'payouts', 'status', 'pending'],
    ['suspense', 'pay_2', { act: 'returned', from: 'provider', tick: 'returned' }, 'payments', 'late_money', 'held'],
  ] as const)(
    'in %s: each line opens its own, and only that one is marked',
    async (section, id, fields, table, column, before) => {
      const { store, operator } = await twins()
      const stateOf = async (merchant: string) =>
        ((await store.get(table, merchant, id)) as unknown as Record<string, string>)[column]
      const { body } = await operator.get(`/operator/${section}`)
      const links = [...body.matchAll(/href="([^"]*\?of=[^"]*)"/g)].map(([, href = '']) => href).sort()
      expect(links).toEqual([`/operator/${section}/${id}?of=demo`, `/operator/${section}/${id}?of=test-a`])
      for (const [at, amount] of ['GH₵70.00', 'GH₵30.00'].entries())
        expect((await operator.get(links[at] ?? '')).text).toContain(amount)
      const page = await operator.get(links[0] ?? '')
      expect(page.body).toContain('href="?of=demo&amp;lang=fr"')
      expect((await operator.get(`/operator/${section}/${id}`)).status).toBe(404)
      const response = await operator.submit(links[1] ?? '', fields, { action: id })
      expect(response.status).toBe(303)
      expect((await operator.get(response.headers['Location'] ?? '')).text).toContain('GH₵30.00')
      expect([await stateOf('demo'), (await stateOf('test-a')) === before]).toEqual([before, false])
    },
  )
})

describe('merchants', () => {
  it('are invited by a link that is shown once and opens their portal', async () => {
    const server = createPortalServer()
    const operator = await server.operator()
    const invitation = await operator.submit(
      '/operator/merchants',
      { name: 'Kofi’s Beads', handle: 'kofi' },
      { action: 'new' },
    )
    const link = /\/portal\/invitations\/[\w.-]+/.exec(invitation.body)?.[0] ?? ''
    expect([invitation.status, invitation.text.includes('Kofi’s Beads')]).toEqual([201, true])
    const listPage = await operator.get('/operator/merchants')
    expect(listPage.text).toContain('@kofi')
    expect(listPage.body).not.toContain(link.slice(-40))
    const kofi = await signIn(server.createVisitor(), link)
    const response = await kofi.submit(
      '/portal/developers/issue',
      { label: '', scope: ['products:write', 'products:read'] },
      { action: 'issue' },
    )
    const key = /sk_issued_[0-9a-f]{40}/.exec(response.body)?.[0] ?? ''
    const { data: product } = await server.api('POST', '/api/v1/products', { name: 'Krobo beads', price: 60 }, key)
    const page = await kofi.get(`/portal/products/${product.id}`)
    expect(page.text).toContain('data-handle="kofi" data-product="krobo-beads" data-label="Buy now"')
    expect((await server.mock.fetch(`http://cedi.test/@kofi/krobo-beads`)).status).toBe(200)
    expect((await (await server.merchant()).get(`/portal/products/${product.id}`)).status).toBe(404)
  })

  it('cannot get a handle that is taken, malformed or reserved for a test key', async () => {
    const server = createPortalServer()
    const operator = await server.operator()
    for (const handle of ['ama', 'demo', 'test-kofi', '', 'Kofi', '-kofi', 'a b', '../x', '~server', 'x'.repeat(65)]) {
      const response = await operator.submit('/operator/merchants', { name: 'Kofi', handle }, { action: 'new' })
      expect([handle, response.status]).toEqual([handle, 422])
    }
    expect((await operator.submit('/operator/merchants', { name: ' ', handle: 'ok' }, { action: 'new' })).status).toBe(
      422,
    )
    const { hidden } = formOn((await operator.get('/operator/merchants')).body, 'merchants')
    for (const merchant of ['nobody', '~server', '', '__proto__'])
      expect((await operator.post('/operator/merchants', { ...hidden, merchant })).status).toBe(404)
    expect((await server.createVisitor().get('/@ok')).status).toBe(404)
  })
})
