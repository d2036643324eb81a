import { cards, payByCard, payByPhone, reaches } from '../../src/buyer.js'
import { font } from '../../src/goods.js'
import type { Look, Sitting } from './look.js'

/** Buys on the page of the product, where the checkout is a page of its own. */
const buyHere = async ({ tab, world }: Sitting): Promise<void> => {
  await tab.goto(world.storefront)
  await tab.click('main form button')
  await reaches(tab, 'method')
}

const paidHere = async (sitting: Sitting): Promise<void> => {
  const { tab, world } = sitting
  await buyHere(sitting)
  await payByPhone(tab, 'mtn', '789')
  await reaches(tab, 'prompt')
  await world.passes('PT3S')
  await reaches(tab, 'success')
}

/** A page of the demo service. */
const demoPage = (path: string): Look => ({ go: ({ page, demo }) => page.goto(demo.url + path) })

/** A page that needs a sign-in. */
const behind = (door: 'portal' | 'operator', path = '', act?: (sitting: Sitting) => Promise<unknown>): Look => ({
  async go(sitting) {
    const { page, demo } = sitting
    await page.goto(await demo.invite(door))
    await page.locator('button.main').click()
    await page.waitForURL(`**/${door}`)
    if (path) await page.goto(`${demo.url}/${door}/${path}`)
    await act?.(sitting)
  },
})

/** The pages of the service outside of a popup, by the name of their picture. */
export const pages: Readonly<Record<string, Look>> = {
  'shop-page': { go: async () => {} },
  storefront: demoPage('/@ama'),
  product: demoPage('/@ama/kente-tote'),
  nothing: demoPage('/nonsense'),
  'nothing-in-shop': demoPage('/@ama/gone'),
  'full-page': { go: buyHere },
  'full-bank': {
    async go(sitting) {
      const { tab } = sitting
      await buyHere(sitting)
      await payByCard(tab, cards.challenge)
      await reaches(tab, 'redirect')
      await tab.click('[data-state=redirect] a.main')
      await tab.see('button[value=confirm]')
    },
  },
  'full-paid': { go: paidHere },
  'full-leaving': {
    wishes: { product: font.slug },
    async go(sitting) {
      await paidHere(sitting)
      await sitting.tab.click('[data-state=success] a[href*="/@efua"]')
      await sitting.tab.see('button[value=stay]')
    },
  },
  receipt: {
    wishes: { product: font.slug },
    async go(sitting) {
      await paidHere(sitting)
      const { page } = sitting
      const href = await page.locator('a[href*="receipt/"]').getAttribute('href')
      await page.goto(new URL(String(href), page.url()).href)
    },
  },
  'door-portal': { go: async ({ page, demo }) => page.goto(await demo.invite('portal')) },
  portal: behind('portal'),
  'portal-payments': behind('portal', 'payments'),
  'portal-found': behind('portal', 'payments?q=3789'),
  'portal-nothing-found': behind('portal', 'payments?q=0000'),
  'portal-payment': behind('portal', 'payments', async ({ page }) => page.locator('a.what').last().click()),
  'portal-orders': behind('portal', 'orders'),
  'portal-products': behind('portal', 'products'),
  'portal-refunds': behind('portal', 'refunds'),
  'portal-payouts': behind('portal', 'payouts'),
  'portal-developers': behind('portal', 'developers'),
  operator: behind('operator'),
  'operator-refunds': behind('operator', 'refunds'),
  'operator-refund': behind('operator', 'refunds', async ({ page }) => page.locator('a.what').first().click()),
  'operator-merchants': behind('operator', 'merchants'),
}
