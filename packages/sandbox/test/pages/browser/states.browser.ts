import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findProblems } from './accessibility.js'
import { launch, open, payByCard, payByPhone, type SandboxServer, serve, setOffline, state } from './browser.js'

let browser: Browser
let real: SandboxServer
let still: SandboxServer
beforeAll(async () => {
  browser = await launch()
  real = await serve()
  still = await serve({ clock: 'manual' })
})
afterAll(async () => {
  await browser.close()
  await Promise.all([real.listening.close(), still.listening.close()])
})

const goTo = async (page: Page, server: SandboxServer, body?: object): Promise<void> => {
  await page.goto(await server.checkoutUrl(body))
  await state(page, 'method')
}
const productOf = async (server: SandboxServer, slug: string): Promise<string> =>
  (await server.api('GET', '/api/v1/products')).find((item: { slug: string }) => item.slug === slug).id

/** For each state, the steps of a buyer who reaches it. */
const ways: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  loading: async (page) => {
    await page.route('**/checkout/status', () => {})
    await page.goto(await real.checkoutUrl())
    await page.reload({ waitUntil: 'commit' })
    await state(page, 'loading')
  },
  method: (page) => goTo(page, real, { amount: 1_234.5 }),
  number: async (page) => {
    await goTo(page, real)
    await page.click('button[value=mtn]')
    await page.fill('#phone', '0204123789')
    await page.waitForSelector('#suggest button')
  },
  'number with a problem': async (page) => {
    await goTo(page, real)
    await payByPhone(page, 'mtn', '12')
    await page.waitForSelector('#phone-problem')
  },
  card: async (page) => {
    await goTo(page, real)
    await page.click('button[value=card]')
    await page.click('button[value=pay]')
    await page.waitForSelector('#number-problem')
  },
  sending: async (page) => {
    await page.route('**/checkout/payments', () => {})
    await goTo(page, real)
    await payByPhone(page, 'mtn', '0244123789')
    await state(page, 'sending')
  },
  prompt: async (page) => {
    await goTo(page, still)
    await payByPhone(page, 'mtn', '0244123079')
    await state(page, 'prompt')
    await page.click('button[value=check]')
    await page.waitForSelector('.note')
  },
  otp: async (page) => {
    await goTo(page, real)
    await payByPhone(page, 'telecel', '0204123789')
    await state(page, 'otp')
    await page.fill('#code', '999999')
    await page.click('button[value=otp]')
    await page.waitForSelector('#code-problem')
  },
  redirect: async (page) => {
    await goTo(page, real)
    await payByCard(page, '4000 0025 0000 3155')
    await state(page, 'redirect')
  },
  bank: async (page) => {
    await ways['redirect']?.(page)
    await page.click('a.main')
    await page.waitForSelector('button[value=confirm]')
  },
  success: async (page) => {
    const product_id = await productOf(real, 'adinkra-font')
    await goTo(page, real, { product_id, return_url: 'https://shop.example/' })
    await payByPhone(page, 'mtn', '0244123789')
    await state(page, 'success')
  },
  pending: async (page) => {
    const url = await still.checkoutUrl()
    await page.goto(url)
    await payByPhone(page, 'airteltigo', '0264123129')
    await state(page, 'prompt')
    await still.mock.clock.advance('PT5M')
    await page.click('button[value=check]')
    await state(page, 'pending')
  },
  failed: async (page) => {
    await goTo(page, real)
    await payByPhone(page, 'mtn', '0244123049')
    await state(page, 'failed')
  },
  expired: async (page) => {
    await page.goto(`${real.url}/pay/nothing`)
    await state(page, 'expired')
  },
  offline: async (page) => {
    await goTo(page, still)
    await payByPhone(page, 'mtn', '0244123129')
    await state(page, 'prompt')
    await setOffline(page, true)
    await state(page, 'offline')
  },
  blocked: async (page) => {
    await page.goto(`${real.url}/checkout?o=https://shop.example`)
    await state(page, 'blocked')
  },
  storefront: (page) => page.goto(`${real.url}/@ama`),
  product: (page) => page.goto(`${real.url}/@ama/kente-tote`),
  'nothing there': (page) => page.goto(`${real.url}/@nobody`),
  home: (page) => page.goto(`${real.url}/`),
}

describe.each(Object.entries(ways))('the state %s', (_, navigate) => {
  test('is accessible: narrow and wide, light and dark, left-to-right and right-to-left', async () => {
    // The policy of the page allows no other script.
    const { page, errors } = await open(browser, { bypassCSP: true })
    await navigate(page)
    expect(await findProblems(page, [320, 360, 1280, 1440])).toEqual([])
    expect(errors).toEqual([])
    await page.context().close()
  })
})

test('respects forced colours and reduced motion', async () => {
  const { page } = await open(browser, { forcedColors: 'active' })
  await ways['sending']?.(page)
  expect(await page.evaluate(() => getComputedStyle(document.querySelector('.spin') as Element).animationName)).toBe(
    'none',
  )
  await page.context().close()
})

test("the checkout keeps the server's base path in its address and its requests", async () => {
  const base = 'http://127.0.0.1:9/shop/cedi'
  const server = await serve({ baseUrl: base })
  const { page, errors, requests } = await open(browser)
  await page.route('http://127.0.0.1:9/**', async (route) => {
    const { pathname, search } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: `${server.url}${pathname}${search}` }) })
  })
  await page.goto(await server.checkoutUrl())
  await payByCard(page, '4242424242424242')
  await state(page, 'success')
  expect(page.url()).toBe(`${base}/pay?from=ama&lang=en`)
  await page.reload()
  await state(page, 'success')
  expect(requests.filter(({ url }) => !url.startsWith(`${base}/`))).toEqual([])
  expect(requests.length).toBeGreaterThan(2)
  expect(errors).toEqual([])
  await server.listening.close()
})
