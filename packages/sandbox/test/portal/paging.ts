import { expect } from 'vitest'
import type { PersistentStore } from '../../src/index.js'
import { formOn, openHouse, type Visitor } from './visitor.js'

const linkTo = (html: string, rel: 'prev' | 'next'): string | undefined =>
  [...html.matchAll(/<a ([^>]*)>/g)]
    .map(([, attributes = '']) => attributes)
    .find((attributes) => attributes.includes(`rel="${rel}"`))
    ?.match(/href="([^"]*)"/)?.[1]
    ?.replaceAll('&amp;', '&')

/** Follows the links of a list, and returns the rows of each page. */
async function walk(who: Visitor, path: string, rel: 'prev' | 'next', pattern: RegExp): Promise<string[][]> {
  const pages: string[][] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const { status, body } = await who.get(next)
    expect([next, status]).toEqual([next, 200])
    const main = body.slice(body.indexOf('<main'))
    pages.push([...new Set([...main.matchAll(pattern)].map(([, found = '']) => found))])
    expect(pages.length).toBeLessThan(20)
    next = linkTo(main, rel)
  }
  return pages
}

/** Fills every list of the desk and of a portal beyond its first page, and goes through each of them in both directions. */
export async function walkTheLists(store: PersistentStore): Promise<void> {
  const house = openHouse({ store, secret: 'the same' })
  const names = Array.from({ length: 27 }, (_, at) => `sk_test_m${String(at).padStart(2, '0')}`)
  for (const key of names) await house.paid(10, key)
  const big = await house.paid(500)
  const asked: string[] = []
  for (let at = 0; at < 27; at++) {
    // Records of two merchants alternate. Their ids do not tell which is newer, only their times do.
    const key = at % 3 === 0 ? (names[at] as string) : 'sk_test_all'
    const payment_ref = at % 3 === 0 ? (await house.paid(20, key)).ref : big.ref
    const { data } = await house.api('POST', '/api/v1/refunds', { payment_ref, amount: 1 }, key)
    asked.push(data.ref)
    await house.mock.clock.advance('PT1S')
  }
  const desk = await house.operator()
  const refunds = /href="\/operator\/refunds\/(ref_\w+)\?of=/g
  const waiting = await walk(desk, '/operator/refunds', 'next', refunds)
  expect(waiting).toEqual([asked.slice(0, 25), asked.slice(25)])
  const second = linkTo((await desk.get('/operator/refunds')).body, 'next') ?? ''
  expect((await walk(desk, second, 'prev', refunds)).flat()).toEqual([...asked.slice(25), ...asked.slice(0, 25)])

  // A resolved record leaves the list, and no other row is skipped or repeated because of it.
  for (const ref of asked.slice(3, 9)) {
    await desk.submit(`/operator/refunds/${ref}`, { act: 'paid', tick: 'paid' }, { action: ref })
    await house.mock.clock.advance('PT1S')
  }
  const after = await walk(desk, second, 'next', refunds)
  expect(after.flat()).toEqual(asked.slice(25))
  expect((await walk(desk, '/operator/refunds?list=decided', 'next', refunds)).flat()).toEqual(
    asked.slice(3, 9).reverse(),
  )
  expect((await desk.get('/operator')).text).toMatch(/Refunds GH₵21\.00 21 waiting/)
  for (const strange of ['x', '1.2', '..', '1.ref_x.', '.ref_000001abcdefgh.demo', `9${'9'.repeat(20)}.a.b`, '\0'])
    for (const name of ['after', 'before']) {
      const reply = await desk.get(`/operator/refunds?${name}=${encodeURIComponent(strange)}`)
      expect([strange, reply.status, reply.text.includes('Pay each one by hand')]).toEqual([strange, 200, true])
    }

  const late = { amount: 7, method: 'mobile_money', phone: '0244123139' }
  for (let at = 0; at < 27; at++) await house.api('POST', '/api/v1/payments', late, names[at % 2])
  await house.mock.clock.advance('PT10M')
  for (let at = 0; at < 27; at++) await house.mock.control('POST', 'payouts', { amount: 1, phone: '0244123789' })
  const lists = [
    ['/operator/suspense', /href="\/operator\/suspense\/(pay_\w+)\?of=/g, 27],
    ['/operator/payouts', /href="\/operator\/payouts\/(pyo_\w+)\?of=/g, 27],
  ] as const
  for (const [path, pattern, count] of lists) {
    const there = await walk(desk, path, 'next', pattern)
    expect(there.map(({ length }) => length)).toEqual([25, count - 25])
    expect(new Set(there.flat()).size).toBe(count)
  }

  for (let at = 0; at < 27; at++)
    await desk.submit('/operator/merchants', { name: `Shop ${at}`, handle: `shop-${at}` }, { action: 'new' })
  const merchants = (await walk(desk, '/operator/merchants', 'next', /dir="ltr">@([\w-]+)</g)).flat()
  expect(merchants).toEqual([...merchants].sort())
  expect(merchants.filter((name) => name.startsWith('shop-'))).toHaveLength(27)

  const held = await walk(desk, '/operator/settlements', 'next', /<dt><bdi>(test-m\d\d)<\/bdi>/g)
  expect(held.map(({ length }) => length)).toEqual([19, 8])
  const { body } = await desk.get('/operator/settlements')
  const statement = { ...formOn(body, 'settlements').hidden, 'id-mtn': 'all-of-them', tick: 'settled' }
  const { headers } = await desk.post('/operator/settlements', statement)
  expect((await desk.get(headers['Location'] ?? '')).text).toContain('of 28 merchants')
  const recorded = await walk(
    desk,
    '/operator/settlements?list=recorded',
    'next',
    /<bdi>(demo|[\w’ -]+)<\/bdi><\/span>/g,
  )
  expect(recorded).toHaveLength(2)

  const ama = await house.merchant()
  for (let at = 0; at < 27; at++) await house.mock.control('POST', 'keys', { scopes: ['balance:read'] })
  for (let at = 0; at < 27; at++) {
    await house.api('POST', '/api/v1/products', { name: `Bowl ${at}`, price: 5 })
    await house.paid(5)
  }
  for (const [path, pattern, least] of [
    ['/portal/payments', /href="\/portal\/payments\/(pay_\w+)"/g, 28],
    ['/portal/products', /href="\/portal\/products\/(prd_\w+)"/g, 27],
    ['/portal/developers', /href="\/portal\/developers\/keys\/(key_\w+)"/g, 27],
  ] as const) {
    const there = (await walk(ama, path, 'next', pattern)).flat()
    expect(there.length).toBeGreaterThanOrEqual(least)
    expect(there).toEqual([...new Set(there)].sort().reverse())
    const next = linkTo((await ama.get(path)).body, 'next') ?? ''
    expect((await walk(ama, next, 'prev', pattern)).at(-1)).toEqual(there.slice(0, 25))
  }
  for (const [path, count] of [
    ['/portal/payouts', 27],
    [`/portal/payments/${big.ref}`, 18],
  ] as const)
    expect((await walk(ama, path, 'next', /(GH₵1\.00)/g)).length).toBe(count > 25 ? 2 : 1)
}
