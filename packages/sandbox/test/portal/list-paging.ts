import { expect } from 'vitest'
import type { PersistentStore } from '../../src/index.js'
import { createPortalServer, formOn, type Visitor } from './portal-server.js'

const linkTo = (html: string, rel: 'prev' | 'next'): string | undefined =>
  [...html.matchAll(/<a ([^>]*)>/g)]
    .map(([, attributes = '']) => attributes)
    .find((attributes) => attributes.includes(`rel="${rel}"`))
    ?.match(/href="([^"]*)"/)?.[1]
    ?.replaceAll('&amp;', '&')

/** Follows the links of a list, and returns the rows of each page. */
async function walk(visitor: Visitor, path: string, rel: 'prev' | 'next', pattern: RegExp): Promise<string[][]> {
  const pages: string[][] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const { status, body } = await visitor.get(next)
    expect([next, status]).toEqual([next, 200])
    const main = body.slice(body.indexOf('<main'))
    pages.push([...new Set([...main.matchAll(pattern)].map(([, found = '']) => found))])
    expect(pages.length).toBeLessThan(20)
    next = linkTo(main, rel)
  }
  return pages
}

/** Fills every list of the desk and of a portal beyond its first page, and goes through each of them in both directions. */
export async function expectCompleteLists(store: PersistentStore): Promise<void> {
  const server = createPortalServer({ store, secret: 'the same' })
  const names = Array.from({ length: 27 }, (_, index) => `sk_test_m${String(index).padStart(2, '0')}`)
  for (const key of names) await server.createPaid(10, key)
  const big = await server.createPaid(500)
  const refundRefs: string[] = []
  for (let index = 0; index < 27; index++) {
    // Records of two merchants alternate. Their ids do not tell which is newer, only their times do.
    const key = index % 3 === 0 ? (names[index] as string) : 'sk_test_all'
    const payment_ref = index % 3 === 0 ? (await server.createPaid(20, key)).ref : big.ref
    const { data } = await server.api('POST', '/api/v1/refunds', { payment_ref, amount: 1 }, key)
    refundRefs.push(data.ref)
    await server.mock.clock.advance('PT1S')
  }
  const operator = await server.operator()
  const refunds = /href="\/operator\/refunds\/(ref_\w+)\?of=/g
  const pendingPages = await walk(operator, '/operator/refunds', 'next', refunds)
  expect(pendingPages).toEqual([refundRefs.slice(0, 25), refundRefs.slice(25)])
  const second = linkTo((await operator.get('/operator/refunds')).body, 'next') ?? ''
  expect((await walk(operator, second, 'prev', refunds)).flat()).toEqual([
    ...refundRefs.slice(25),
    ...refundRefs.slice(0, 25),
  ])

  // A resolved record leaves the list, and no other row is skipped or repeated because of it.
  for (const ref of refundRefs.slice(3, 9)) {
    await operator.submit(`/operator/refunds/${ref}`, { act: 'paid', tick: 'paid' }, { action: ref })
    await server.mock.clock.advance('PT1S')
  }
  const after = await walk(operator, second, 'next', refunds)
  expect(after.flat()).toEqual(refundRefs.slice(25))
  expect((await walk(operator, '/operator/refunds?list=decided', 'next', refunds)).flat()).toEqual(
    refundRefs.slice(3, 9).reverse(),
  )
  expect((await operator.get('/operator')).text).toMatch(/Refunds GH₵21\.00 21 waiting/)
  for (const invalidCursor of [
    'x',
    '1.2',
    '..',
    '1.ref_x.',
    '.ref_000001abcdefgh.demo',
    `9${'9'.repeat(20)}.a.b`,
    '\0',
  ])
    for (const name of ['after', 'before']) {
      const response = await operator.get(`/operator/refunds?${name}=${encodeURIComponent(invalidCursor)}`)
      expect([invalidCursor, response.status, response.text.includes('Pay each one by hand')]).toEqual([
        invalidCursor,
        200,
        true,
      ])
    }

  const latePayment = { amount: 7, method: 'mobile_money', phone: '0244123139' }
  for (let index = 0; index < 27; index++) await server.api('POST', '/api/v1/payments', latePayment, names[index % 2])
  await server.mock.clock.advance('PT10M')
  for (let index = 0; index < 27; index++)
    await server.mock.control('POST', 'payouts', { amount: 1, phone: '0244123789' })
  const lists = [
    ['/operator/suspense', /href="\/operator\/suspense\/(pay_\w+)\?of=/g, 27],
    ['/operator/payouts', /href="\/operator\/payouts\/(pyo_\w+)\?of=/g, 27],
  ] as const
  for (const [path, pattern, count] of lists) {
    const rows = await walk(operator, path, 'next', pattern)
    expect(rows.map(({ length }) => length)).toEqual([25, count - 25])
    expect(new Set(rows.flat()).size).toBe(count)
  }

  for (let index = 0; index < 27; index++)
    await operator.submit('/operator/merchants', { name: `Shop ${index}`, handle: `shop-${index}` }, { action: 'new' })
  const merchants = (await walk(operator, '/operator/merchants', 'next', /dir="ltr">@([\w-]+)</g)).flat()
  expect(merchants).toEqual([...merchants].sort())
  expect(merchants.filter((name) => name.startsWith('shop-'))).toHaveLength(27)

  const balancePages = await walk(operator, '/operator/settlements', 'next', /<dt><bdi>(test-m\d\d)<\/bdi>/g)
  expect(balancePages.map(({ length }) => length)).toEqual([19, 8])
  const { body } = await operator.get('/operator/settlements')
  const statement = { ...formOn(body, 'settlements').hidden, 'id-mtn': 'all-of-them', tick: 'settled' }
  const { headers } = await operator.post('/operator/settlements', statement)
  expect((await operator.get(headers['Location'] ?? '')).text).toContain('merchants: 28')
  const recordedPages = await walk(
    operator,
    '/operator/settlements?list=recorded',
    'next',
    /<bdi>(demo|[\w’ -]+)<\/bdi><\/span>/g,
  )
  expect(recordedPages).toHaveLength(2)

  const ama = await server.merchant()
  for (let index = 0; index < 27; index++) await server.mock.control('POST', 'keys', { scopes: ['balance:read'] })
  for (let index = 0; index < 27; index++) {
    await server.api('POST', '/api/v1/products', { name: `Bowl ${index}`, price: 5 })
    await server.createPaid(5)
  }
  for (const [path, pattern, minCount] of [
    ['/portal/payments', /href="\/portal\/payments\/(pay_\w+)"/g, 28],
    ['/portal/products', /href="\/portal\/products\/(prd_\w+)"/g, 27],
    ['/portal/developers', /href="\/portal\/developers\/keys\/(key_\w+)"/g, 27],
  ] as const) {
    const rows = (await walk(ama, path, 'next', pattern)).flat()
    expect(rows.length).toBeGreaterThanOrEqual(minCount)
    expect(rows).toEqual([...new Set(rows)].sort().reverse())
    const next = linkTo((await ama.get(path)).body, 'next') ?? ''
    expect((await walk(ama, next, 'prev', pattern)).at(-1)).toEqual(rows.slice(0, 25))
  }
  for (const [path, count] of [
    ['/portal/payouts', 27],
    [`/portal/payments/${big.ref}`, 18],
  ] as const)
    expect((await walk(ama, path, 'next', /(GH₵1\.00)/g)).length).toBe(count > 25 ? 2 : 1)
}
