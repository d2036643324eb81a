import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../scripts/static-server.mjs'
import { launchBrowser, openPage, waitForStart } from './visit.js'

/** Network limits of "fast 3G" in browsers. */
const fast3g = { roundTripMs: 150, bytesPerSecond: 1_600_000 / 8 }

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test.each([320, 390, 1280])('at %i pixels, no control moves while the service starts', async (width) => {
  const site = await serve({ networkLimits: fast3g })
  const { page, close } = await openPage(browser, site.url, { viewport: { width, height: 740 } })
  const readPositions = () =>
    page.evaluate(() =>
      Object.fromEntries(
        [...document.querySelectorAll<HTMLElement>('[data-scenario], #editor, #run, #start-over')].map((each) => [
          each.id || each.dataset['scenario'],
          Math.round(each.getBoundingClientRect().top + scrollY),
        ]),
      ),
    )
  const before = await readPositions()
  expect(await page.locator('html[data-state]').count()).toBe(0)
  await waitForStart(page)
  expect(await readPositions()).toEqual(before)
  await close()
  await site.close()
})
