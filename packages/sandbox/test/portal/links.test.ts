import { expect, it } from 'vitest'
import { createPortalServer } from './portal-server.js'

const linksOf = (html: string): string[] => [...html.matchAll(/<a ([^>]*)>/g)].map(([, attributes = '']) => attributes)
const hrefOf = (attributes = ''): string => /href="([^"]*)"/.exec(attributes)?.[1]?.replaceAll('&amp;', '&') ?? ''
const linkTo = (html: string, rel: 'prev' | 'next') => linksOf(html).find((item) => item.includes(`rel="${rel}"`))

it('the list of merchants of a network has no page before the first or after the last', async () => {
  const server = createPortalServer()
  for (let index = 10; index < 32; index++) await server.createPaid(10, `sk_test_m${index}`)
  const operator = await server.operator()
  const first = (await operator.get('/operator/settlements')).body
  expect([linkTo(first, 'prev'), first.includes('test-m10'), first.includes('test-m30')]).toEqual([
    undefined,
    true,
    false,
  ])
  const second = (await operator.get(hrefOf(linkTo(first, 'next')))).body
  expect([linkTo(second, 'next'), second.includes('test-m29'), second.includes('test-m30')]).toEqual([
    undefined,
    false,
    true,
  ])
  const back = hrefOf(linkTo(second, 'prev'))
  expect([back, (await operator.get(back)).body.includes('test-m10')]).toEqual(['/operator/settlements', true])
})

it.each(['portal', 'operator'] as const)(
  'no link tells where it comes from on a page of an invitation to the %s',
  async (area) => {
    const server = createPortalServer()
    const path = await server.invitation(area)
    const fromElsewhere = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    const pages = [await server.createVisitor().get(path), await server.createVisitor().post(path, {}, fromElsewhere)]
    expect(pages.map(({ status }) => status)).toEqual([200, 403])
    for (const { body } of pages) {
      expect(linksOf(body)).toHaveLength(1)
      for (const link of linksOf(body)) expect(link).toContain('rel="noreferrer"')
    }
  },
)

it('each page marks its own section and no other', async () => {
  const server = createPortalServer()
  const visitors = { portal: await server.merchant(), operator: await server.operator() }
  const sections = {
    portal: ['', 'payments', 'orders', 'products', 'refunds', 'payouts', 'developers'],
    operator: ['', 'refunds', 'payouts', 'settlements', 'suspense', 'merchants'],
  }
  const current = async (area: 'portal' | 'operator', path: string) =>
    linksOf((await visitors[area].get(path)).body)
      .filter((item) => item.includes('aria-current="page"'))
      .map(hrefOf)
  for (const area of ['portal', 'operator'] as const)
    for (const section of sections[area]) {
      const path = section ? `/${area}/${section}` : `/${area}`
      expect(await current(area, path)).toEqual([path])
    }
  expect(await current('portal', '/portal/developers/issue')).toEqual(['/portal/developers'])
  const { ref } = await server.createPaid()
  expect(await current('portal', `/portal/payments/${ref}`)).toEqual(['/portal/payments'])
})
