import { expect, it } from 'vitest'
import { openHouse } from './visitor.js'

const linksOf = (html: string): string[] => [...html.matchAll(/<a ([^>]*)>/g)].map(([, attributes = '']) => attributes)
const hrefOf = (attributes = ''): string => /href="([^"]*)"/.exec(attributes)?.[1]?.replaceAll('&amp;', '&') ?? ''
const linkTo = (html: string, rel: 'prev' | 'next') => linksOf(html).find((one) => one.includes(`rel="${rel}"`))

it('the list of merchants of a network has no page before the first or after the last', async () => {
  const house = openHouse()
  for (let at = 10; at < 32; at++) await house.paid(10, `sk_test_m${at}`)
  const desk = await house.operator()
  const first = (await desk.get('/operator/settlements')).body
  expect([linkTo(first, 'prev'), first.includes('test-m10'), first.includes('test-m30')]).toEqual([
    undefined,
    true,
    false,
  ])
  const second = (await desk.get(hrefOf(linkTo(first, 'next')))).body
  expect([linkTo(second, 'next'), second.includes('test-m29'), second.includes('test-m30')]).toEqual([
    undefined,
    false,
    true,
  ])
  const back = hrefOf(linkTo(second, 'prev'))
  expect([back, (await desk.get(back)).body.includes('test-m10')]).toEqual(['/operator/settlements', true])
})

it('a list has no page before the first', async () => {
  const house = openHouse()
  for (let at = 0; at < 26; at++) await house.paid(10)
  const who = await house.merchant()
  const first = (await who.get('/portal/payments')).body
  expect([linkTo(first, 'prev'), linkTo(first, 'next') !== undefined]).toEqual([undefined, true])
  const second = (await who.get(hrefOf(linkTo(first, 'next')))).body
  expect([linkTo(second, 'prev') !== undefined, linkTo(second, 'next')]).toEqual([true, undefined])
})

it.each(['portal', 'operator'] as const)(
  'no link tells where it comes from on a page of an invitation to the %s',
  async (door) => {
    const house = openHouse()
    const path = await house.invitation(door)
    const fromElsewhere = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    const pages = [await house.stranger().get(path), await house.stranger().post(path, {}, fromElsewhere)]
    expect(pages.map(({ status }) => status)).toEqual([200, 403])
    for (const { body } of pages) {
      expect(linksOf(body)).toHaveLength(1)
      for (const link of linksOf(body)) expect(link).toContain('rel="noreferrer"')
    }
  },
)

it('each page marks its own section and no other', async () => {
  const house = openHouse()
  const visitors = { portal: await house.merchant(), operator: await house.operator() }
  const sections = {
    portal: ['', 'payments', 'orders', 'products', 'refunds', 'payouts', 'developers'],
    operator: ['', 'refunds', 'payouts', 'settlements', 'suspense', 'merchants'],
  }
  const current = async (door: 'portal' | 'operator', path: string) =>
    linksOf((await visitors[door].get(path)).body)
      .filter((one) => one.includes('aria-current="page"'))
      .map(hrefOf)
  for (const door of ['portal', 'operator'] as const)
    for (const section of sections[door]) {
      const path = section ? `/${door}/${section}` : `/${door}`
      expect(await current(door, path)).toEqual([path])
    }
  expect(await current('portal', '/portal/developers/issue')).toEqual(['/portal/developers'])
  const { ref } = await house.paid()
  expect(await current('portal', `/portal/payments/${ref}`)).toEqual(['/portal/payments'])
})
