import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findProblems } from '../../pages/browser/accessibility.js'
import { launch, open } from '../../pages/browser/browser.js'
import { enter, type SeededSandbox, seedSandbox } from './seeded-sandbox.js'

let browser: Browser
let server: SeededSandbox
beforeAll(async () => {
  browser = await launch()
  server = await seedSandbox()
})
afterAll(async () => {
  await browser.close()
  await server.listening.close()
})

type Navigate = (page: Page) => Promise<unknown>

const at =
  (area: 'portal' | 'operator', path: (refs: SeededSandbox['refs']) => string, merchant?: string): Navigate =>
  async (page) => {
    await enter(page, server, area, merchant)
    const response = await page.goto(`${server.url}/${area}${path(server.refs)}`)
    expect(response?.status()).toBe(200)
  }

/** For each page, the steps that lead to it. */
const ways: Readonly<Record<string, Navigate>> = {
  closed: (page) => page.goto(`${server.url}/portal`),
  invitation: async (page) =>
    page.goto(((await server.mock.control('POST', 'portal/invitations')) as { url: string }).url),
  'link that was used': async (page) => {
    const { url } = (await server.mock.control('POST', 'operator/invitations')) as { url: string }
    await page.goto(url)
    await page.click('button.main')
    await page.goto(url)
  },
  overview: at('portal', () => ''),
  'overview of a new merchant': at('portal', () => '', 'test-new'),
  payments: at('portal', () => '/payments'),
  payment: at('portal', ({ payment }) => `/payments/${payment}`),
  orders: at('portal', () => '/orders'),
  order: at('portal', ({ order }) => `/orders/${order}`),
  products: at('portal', () => '/products'),
  product: at('portal', ({ product }) => `/products/${product}`),
  'new product with a problem': async (page) => {
    await at('portal', () => '/products/new')(page)
    await page.fill('#name', 'Kente tote')
    await page.fill('#price', 'a lot')
    await page.click('main form button')
    await page.waitForSelector('#price-problem')
  },
  'product to edit': at('portal', ({ product }) => `/products/${product}/edit`),
  'refund to request': at('portal', ({ payment }) => `/payments/${payment}/refund`),
  refunds: at('portal', () => '/refunds'),
  payouts: at('portal', () => '/payouts'),
  'payouts with a problem': async (page) => {
    await ways['payouts']?.(page)
    await page.fill('#amount', '1000000')
    await page.fill('#phone', '0244123789')
    await page.click('main form button')
    await page.waitForSelector('#amount-problem')
  },
  developers: at('portal', () => '/developers'),
  'issue a key': at('portal', () => '/developers/issue'),
  'key that was issued': async (page) => {
    await ways['issue a key']?.(page)
    await page.check('[value="payments:read"]')
    await page.click('main form button')
    await page.waitForSelector('#key')
  },
  'no scope chosen': async (page) => {
    await ways['issue a key']?.(page)
    await page.click('main form button')
    await page.waitForSelector('.notice.bad')
  },
  'revoke a key': at('portal', ({ key }) => `/developers/keys/${key}`),
  'nothing there': async (page) => {
    await enter(page, server, 'portal')
    await page.goto(`${server.url}/portal/nothing`)
  },
  'operator desk': at('operator', () => ''),
  'refunds that wait': at('operator', () => '/refunds'),
  'refund to mark': at('operator', ({ refund }) => `/refunds/${refund}`),
  'payouts on their way': at('operator', () => '/payouts'),
  'payout to mark': at('operator', ({ payout }) => `/payouts/${payout}`),
  settlements: at('operator', () => '/settlements'),
  suspense: at('operator', () => '/suspense'),
  'a late payment': at('operator', ({ late: lateRef }) => `/suspense/${lateRef}`),
  merchants: at('operator', () => '/merchants'),
  'merchant that was invited': async (page) => {
    await ways['merchants']?.(page)
    await page.click('.lines button')
    await page.waitForSelector('#link')
  },
}

describe.each(Object.entries(ways))('the page %s', (_, navigate) => {
  test('is accessible: narrow and wide, light and dark, left-to-right and right-to-left', async () => {
    const { page, errors, requests } = await open(browser, { bypassCSP: true })
    await navigate(page)
    expect(await findProblems(page, [320, 1280])).toEqual([])
    expect(errors).toEqual([])
    expect(new Set(requests.map(({ url }) => new URL(url).origin))).toEqual(new Set([server.url]))
    await page.context().close()
  })
})

test('every state is still readable as a word in forced colours', async () => {
  const { page } = await open(browser, { forcedColors: 'active' })
  await ways['payments']?.(page)
  const chips = await page.locator('.chip').allTextContents()
  expect(chips.length).toBeGreaterThan(20)
  for (const text of chips) expect(text).toMatch(/^(?:Succeeded|Failed|Expired|Waiting)$/)
  await page.context().close()
})

test('with text at twice its size, the link to the content is out of sight until it has the focus', async () => {
  const { page } = await open(browser, { viewport: { width: 320, height: 568 } })
  await ways['payments']?.(page)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const link = page.locator('.skip')
  const bottom = await link.evaluate((element) => element.getBoundingClientRect().bottom)
  expect(bottom).toBeLessThanOrEqual(0)
  await link.focus()
  expect((await link.boundingBox())?.y).toBeGreaterThan(0)
  await page.context().close()
})
