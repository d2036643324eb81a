import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firefox } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findFirefox } from '../../../scripts/browsers.mjs'
import { checkoutFrame, payWithMobileMoney } from './checkout'
import { blockMarkup, publish, readNewestOrder, startTestSite, type TestSite } from './test-site'

let site: TestSite
// When root runs it, Firefox refuses a home folder of another user.
const home = mkdtempSync(join(tmpdir(), 'cedi-firefox-'))
let browser: Awaited<ReturnType<typeof firefox.launch>>
beforeAll(async () => {
  site = await startTestSite({ woocommerce: true, config: "define( 'CEDI_COMMERCE_API_KEY', 'sk_test_all' );" })
  browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: findFirefox(),
    // Keys go to the process of the page, so frames of other sites must run in the same process.
    firefoxUserPrefs: { 'remote.events.async.mouse.enabled': true, 'fission.webContentIsolationStrategy': 0 },
    env: { ...process.env, HOME: home } as Record<string, string>,
  })
})
afterAll(async () => {
  await browser?.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  await site?.close()
})

const flow = (name: 'popup' | 'redirect'): Promise<unknown> =>
  site.php(
    `update_option( 'woocommerce_cedi_commerce_settings', array( 'enabled' => 'yes', 'flow' => '${name}' ) ); return true;`,
  )

it('Firefox opens and closes the popup by keyboard, and the focus returns to the button', async () => {
  const page = await browser.newPage()
  await page.goto(await publish(site, blockMarkup({})))
  await page.waitForFunction(() => '__cediEmbed' in window)
  await page.locator('a[data-cedi-buy]').focus()
  await page.keyboard.press('Enter')
  await checkoutFrame(page).getByText('MTN MoMo').first().waitFor()
  await page.keyboard.press('Escape')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-cedi-buy'))).toBe(true)
  await page.close()
})

it.each(['checkout', 'checkout-block'])(
  'Firefox redirects an order of the %s to the hosted checkout, and back to the shop after the payment',
  async (where) => {
    await flow('redirect')
    const page = await browser.newPage()
    await page.goto(`${site.url}/checkout/?add=49`)
    await page.goto(`${site.url}/${where}/`)
    await page.getByRole('button', { name: 'Place order' }).press('Enter')
    await page.waitForURL((url) => url.origin === site.service && url.pathname.startsWith('/pay'))
    await page.getByText('49.00').first().waitFor()
    await payWithMobileMoney(page)
    await page.getByRole('link', { name: /^Back to / }).press('Enter', { timeout: 60_000 })
    await page.waitForURL((url) => url.origin === site.url && /order-received/.test(url.href), { timeout: 60_000 })
    await page
      .getByText(/^Order received|order has been received/)
      .first()
      .waitFor()
    await page.getByText('The payment has arrived').first().waitFor()
    expect(await readNewestOrder(site)).toMatchObject({ paid: true, total: '49.00' })
    expect(page.url(), 'Whoever sees the address of the order learns nothing of the payment.').not.toMatch(
      /token|intent/,
    )
    await page.close()
  },
)
