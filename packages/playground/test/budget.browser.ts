import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../scripts/static.mjs'
import { begun, entriesOf, launch, visit } from './visit.js'

/** Fast 3G, as browsers call it. */
const fast3g = { roundTripMs: 150, bytesPerSecond: 1_600_000 / 8 }

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

test('on fast 3G the page is painted within a second, and an order is paid within ten', async () => {
  const site = await serve({ slow: fast3g })
  const beganMs = performance.now()
  const { page, errors } = await visit(browser, site.url)
  const paint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  )
  await page.getByRole('link', { name: 'Pay with MTN' }).click()
  await expect.poll(() => entriesOf(page), { interval: 50 }).toEqual(['Payment received', 'Payment available'])
  const paidMs = performance.now() - beganMs
  console.log(`first paint ${Math.round(paint)} ms, paid order with its entries ${Math.round(paidMs)} ms`)
  expect(paint).toBeLessThanOrEqual(1000)
  expect(paidMs).toBeLessThanOrEqual(10_000)
  expect(errors).toEqual([])
  await site.close()
})

test.each([320, 390, 1280])(
  'at %i pixels, nothing that can be pressed moves while the service starts',
  async (width) => {
    const site = await serve({ slow: fast3g })
    const { page, close } = await visit(browser, site.url, { viewport: { width, height: 740 } })
    const places = () =>
      page.evaluate(() =>
        Object.fromEntries(
          [...document.querySelectorAll<HTMLElement>('[data-scenario], #editor, #run, #start-over')].map((each) => [
            each.id || each.dataset['scenario'],
            Math.round(each.getBoundingClientRect().top + scrollY),
          ]),
        ),
      )
    const before = await places()
    expect(await page.locator('html[data-state]').count()).toBe(0)
    await begun(page)
    expect(await places()).toEqual(before)
    await close()
    await site.close()
  },
)
