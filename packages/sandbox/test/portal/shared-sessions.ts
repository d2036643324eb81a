import { expect } from 'vitest'
import type { PersistentStore } from '../../src/index.js'
import { createPortalServer, formOn, keyOn, readTrialBalance, signIn } from './portal-server.js'

/** Signs merchants and operators in and out at two servers on one store, and checks that each server applies the changes of the other. */
export async function expectSharedSessions(store: PersistentStore): Promise<void> {
  const [one, two] = [
    createPortalServer({ store, secret: 'the same' }),
    createPortalServer({ store, secret: 'the same' }),
  ]
  const path = await one.invitation('operator')
  const browsers = [one, two, one, two].map((server) => server.createVisitor())
  const responses = await Promise.all(browsers.map((guest) => guest.post(path, {})))
  expect(responses.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410])
  const operator = browsers[responses.findIndex(({ status }) => status === 303)]
  const operators = [one, two].map((server) => {
    const visitor = server.createVisitor()
    visitor.cookie = operator?.cookie ?? ''
    return visitor
  })
  for (const visitor of operators) expect((await visitor.get('/operator')).status).toBe(200)

  const ama = await signIn(one.createVisitor(), await two.invitation('portal'))
  const amaOnTwo = two.createVisitor()
  amaOnTwo.cookie = ama.cookie
  const keyPage = await ama.submit('/portal/developers/issue', { scope: 'balance:read' }, { action: 'issue' })
  const key = keyOn(keyPage)
  expect((await two.api('GET', '/api/v1/balance', undefined, key)).status).toBe(200)
  const revokePath =
    /\/portal\/developers\/keys\/key_\w+/.exec((await amaOnTwo.get('/portal/developers')).body)?.[0] ?? ''
  await amaOnTwo.submit(revokePath, {})
  expect((await one.api('GET', '/api/v1/balance', undefined, key)).status).toBe(401)

  const payment = await one.createPaid(100)
  const { data: refund } = await one.api('POST', '/api/v1/refunds', { payment_ref: payment.ref, amount: 40 })
  const refundPath = `/operator/refunds/${refund.ref}`
  const [first, second] = operators
  const { hidden } = formOn((await first?.get(refundPath))?.body ?? '', refund.ref)
  const paidForm = { ...hidden, act: 'paid', tick: 'paid' }
  const done = await Promise.all([first, second, first, second].map((visitor) => visitor?.post(refundPath, paidForm)))
  expect(done.map((response) => response?.headers['Location']?.split('done=')[1]).sort()).toEqual([
    'already',
    'already',
    'already',
    'paid',
  ])
  const latePayment = { amount: 77, method: 'mobile_money', phone: '0244123139' }
  await one.api('POST', '/api/v1/payments', latePayment)
  await one.mock.clock.advance('PT10M')
  // Sessions are not part of the ledger, so it has no scheduled events for them.
  expect(await store.list('events', null, { limit: 1000, order: 'due', dueUntilMs: 9e15 })).toEqual(
    expect.not.arrayContaining([expect.objectContaining({ kind: expect.stringMatching(/invitation|session/) })]),
  )
  for (const section of ['', '/refunds', `/refunds/${refund.ref}`, '/payouts', '/suspense', '/merchants'])
    expect([section, (await second?.get(`/operator${section}`))?.status]).toEqual([section, 200])
  for (const section of ['', '/payments', '/orders', '/products', '/refunds', '/payouts', '/developers'])
    expect([section, (await amaOnTwo.get(`/portal${section}`)).status]).toEqual([section, 200])
  // A string that a database cannot store is not sent to it.
  for (const path of ['/portal/payments/pay_\0', '/portal/payments?before=pay_\0', '/portal/invitations/\0'])
    expect((await amaOnTwo.get(path)).status).toBeLessThan(500)
  const invalidForm = { ...paidForm, act: 'rejected', tick: 'rejected', 'rejected-note': 'a\0b\ud800' }
  expect((await second?.post(refundPath, invalidForm))?.headers['Location']).toMatch(/done=otherwise$/)
  expect((await second?.get('/operator/suspense'))?.text).toContain('GH₵77.00')
  const settlementFields = formOn((await first?.get('/operator/settlements'))?.body ?? '', 'settlements').hidden
  const statement = { ...settlementFields, 'id-mtn': 'statement-1', tick: 'settled' }
  await Promise.all([first, second, first, second].map((visitor) => visitor?.post('/operator/settlements', statement)))
  const page = await second?.get('/operator/settlements?done=statement-1')
  expect(page?.text).toContain('Recorded statement-1: GH₵177.00 (merchants: 1).')

  const { hidden: signOutFields } = formOn((await first?.get('/operator/merchants'))?.body ?? '', 'merchants')
  expect((await first?.post('/operator/sign-out', { form_token: signOutFields['form_token'] ?? '' }))?.status).toBe(303)
  expect((await second?.get('/operator'))?.status).toBe(401)

  const snapshot = JSON.stringify(await one.mock.control('GET', 'snapshot'))
  expect(snapshot).not.toContain(key.slice(10, 40))
  expect(snapshot).not.toContain('~server')
  await two.mock.reset()
  expect((await ama.get('/portal')).status).toBe(401)
  expect(await readTrialBalance(one)).toEqual({ verification: true, trial: 0 })
}
