import { payByCard, payByPhone, testCards, waitForState } from '../../src/buyer.js'
import { font } from '../../src/products.js'
import type { Screen, ScreenContext } from './screen.js'

/** Opens the full-page checkout from the storefront. */
const openStorefrontCheckout = async ({ tab, world }: ScreenContext): Promise<void> => {
  await tab.goto(world.storefront)
  await tab.click('main form button')
  await waitForState(tab, 'method')
}

const payOnStorefront = async (context: ScreenContext): Promise<void> => {
  const { tab, world } = context
  await openStorefrontCheckout(context)
  await payByPhone(tab, 'mtn', '789')
  await waitForState(tab, 'prompt')
  await world.advanceTime('PT3S')
  await waitForState(tab, 'success')
}

/** Creates the screen of a sandbox page. */
const createDemoPage = (path: string): Screen => ({ navigate: ({ page, demo }) => page.goto(demo.url + path) })

/** Creates the screen of a page that needs a sign-in. */
const createSignedInPage = (
  area: 'portal' | 'operator',
  path = '',
  action?: (context: ScreenContext) => Promise<unknown>,
): Screen => ({
  async navigate(context) {
    const { page, demo } = context
    await page.goto(await demo.invite(area))
    await page.locator('button.main').click()
    await page.waitForURL(`**/${area}`)
    if (path) await page.goto(`${demo.url}/${area}/${path}`)
    await action?.(context)
  },
})

/** Pages of the service outside the popup, by the names of their pictures. */
export const pageScreens: Readonly<Record<string, Screen>> = {
  'shop-page': { navigate: async () => {} },
  storefront: createDemoPage('/@ama'),
  product: createDemoPage('/@ama/kente-tote'),
  nothing: createDemoPage('/nonsense'),
  'nothing-in-shop': createDemoPage('/@ama/gone'),
  'full-page': { navigate: openStorefrontCheckout },
  'full-bank': {
    async navigate(context) {
      const { tab } = context
      await openStorefrontCheckout(context)
      await payByCard(tab, testCards.challenge)
      await waitForState(tab, 'redirect')
      await tab.click('[data-state=redirect] a.main')
      await tab.waitForVisible('button[value=confirm]')
    },
  },
  'full-paid': { navigate: payOnStorefront },
  'full-leaving': {
    options: { product: font.slug },
    async navigate(context) {
      await payOnStorefront(context)
      await context.tab.click('[data-state=success] a[href*="/@efua"]')
      await context.tab.waitForVisible('button[value=stay]')
    },
  },
  receipt: {
    options: { product: font.slug },
    async navigate(context) {
      await payOnStorefront(context)
      const { page } = context
      const href = await page.locator('a[href*="receipt/"]').getAttribute('href')
      await page.goto(new URL(String(href), page.url()).href)
    },
  },
  'door-portal': { navigate: async ({ page, demo }) => page.goto(await demo.invite('portal')) },
  portal: createSignedInPage('portal'),
  'portal-payments': createSignedInPage('portal', 'payments'),
  'portal-found': createSignedInPage('portal', 'payments?q=3789'),
  'portal-nothing-found': createSignedInPage('portal', 'payments?q=0000'),
  'portal-payment': createSignedInPage('portal', 'payments', async ({ page }) => page.locator('a.what').last().click()),
  'portal-orders': createSignedInPage('portal', 'orders'),
  'portal-products': createSignedInPage('portal', 'products'),
  'portal-product': createSignedInPage('portal', 'products', async ({ page }) => page.locator('a.what').last().click()),
  'portal-button': createSignedInPage('portal', 'products', async ({ page }) => {
    await page.locator('a.what').last().click()
    await page.click('a[href$="/button"]')
    await page.check('[name=data-layout][value=card]')
    await page.fill('#data-accent', '#7a1fa2')
    await page.locator('cedi-buy-button a').waitFor()
    await page.waitForTimeout(500)
  }),
  'portal-new-product': createSignedInPage('portal', 'products/new'),
  'portal-wrong-product': createSignedInPage('portal', 'products/new', async ({ page }) => {
    await page.fill('#name', 'Kente tote')
    await page.fill('#price', 'a lot')
    await page.click('button[type=submit]:not(header button)')
  }),
  'portal-refund': createSignedInPage('portal', 'payments', async ({ page }) => {
    await page.locator('li:has(.chip.good) a.what').first().click()
    await page.click('a[href$="/refund"]')
  }),
  'portal-refunds': createSignedInPage('portal', 'refunds'),
  'portal-payouts': createSignedInPage('portal', 'payouts'),
  'portal-developers': createSignedInPage('portal', 'developers'),
  operator: createSignedInPage('operator'),
  'operator-refunds': createSignedInPage('operator', 'refunds'),
  'operator-refund': createSignedInPage('operator', 'refunds', async ({ page }) =>
    page.locator('a.what').first().click(),
  ),
  'operator-merchants': createSignedInPage('operator', 'merchants'),
}
