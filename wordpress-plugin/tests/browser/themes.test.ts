import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkoutFrame, payWithMtn } from './checkout'
import {
  blockMarkup,
  openTrackedPage,
  publish,
  startTestSite,
  type TestSite,
  toPhpString,
  waitUntilSettled,
} from './test-site'

/** With PICTURES=folder, a screenshot of each theme is saved there for review. */
const pictures = process.env.PICTURES
const link = 'a[data-cedi-buy]'
const shortcode = '[cedi_commerce_button handle="ama" product="kente-tote" price="yes"]'

let site: TestSite
let context: BrowserContext
beforeAll(async () => {
  site = await startTestSite({ version: '6.7-alpha', config: "define( 'CEDI_COMMERCE_API_KEY', 'sk_test_all' );" })
  await site.php(
    "update_option( 'cedi_commerce_settings', array_merge( Cedi\\Commerce\\Support\\Settings::read(), array( 'handle' => 'ama' ) ) ); Cedi\\Commerce\\Button\\Products::all( true ); return true;",
  )
  context = await site.guest({ viewport: { width: 1280, height: 800 } })
  if (pictures) mkdirSync(pictures, { recursive: true })
})
afterAll(() => site?.close())

/** The left edges and the middle of elements. */
const boundingBoxes = (
  page: Page,
  selector: string,
): Promise<{ left: number; right: number; top: number; bottom: number }[]> =>
  page.locator(selector).evaluateAll((all) =>
    all.map((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect()
      return { left, right, top, bottom }
    }),
  )

/** Three default block themes, and two classic themes. */
const themes = ['twentytwentyfour', 'twentytwentythree', 'twentytwentytwo', 'classic-column', 'classic-float']

describe.each(themes)('in the theme %s', (theme) => {
  beforeEach(() => site.php(`switch_theme( ${toPhpString(theme)} ); return true;`))

  it('a shortcode alone in a paragraph is aligned with the block in the text column', async () => {
    const { page, errors } = await openTrackedPage(context)
    const content = `<p class="words">Woven in Bonwire.</p>\n\n${shortcode}\n\n<p>In between.</p>\n\n${blockMarkup({ showPrice: true })}\n\n<p>Buy it ${shortcode} in a sentence.</p>`
    await page.goto(await publish(site, content))
    await waitUntilSettled(page)
    const [words] = await boundingBoxes(page, '.words')
    const [alone, asBlock, inside] = await boundingBoxes(page, link)
    if (!words || !alone || !asBlock || !inside) throw new Error('Something is not on the page.')
    expect(alone.left).toBeCloseTo(words.left, 0)
    expect(alone.left).toBeCloseTo(asBlock.left, 0)
    // A shortcode in a sentence stays in the sentence.
    expect(inside.left).toBeGreaterThan(alone.left + 20)
    expect(await page.locator(`p ${link}`).count()).toBe(1)
    expect(await page.locator(link).allInnerTexts()).toEqual(Array(3).fill('Buy now · GH₵120.00'))
    if (pictures) await page.screenshot({ path: join(pictures, `${theme}.png`) })
    expect(errors).toEqual([])
    await page.close()
  })

  it('card and button fit a phone and work by keyboard under a strict policy', async () => {
    const phone = await site.guest({ viewport: { width: 360, height: 740 } })
    const { page, errors } = await openTrackedPage(phone)
    const pageWithoutButton = await openTrackedPage(phone)
    await pageWithoutButton.page.goto(`${await publish(site, '<p>Nothing to buy.</p>')}?csp=1`)
    await waitUntilSettled(pageWithoutButton.page)
    await page.goto(`${await publish(site, `${shortcode}\n\n${blockMarkup({ variation: 'card' })}`)}?csp=1`)
    await waitUntilSettled(page)
    const wide = (each: Page): Promise<number> => each.evaluate(() => document.documentElement.scrollWidth)
    // The header of a theme may itself be too wide.
    expect(await wide(page)).toBeLessThanOrEqual(Math.max(360, await wide(pageWithoutButton.page)))
    await page.waitForFunction(() => '__cediEmbed' in window)
    await page.locator(link).first().focus()
    await page.keyboard.press('Enter')
    await checkoutFrame(page).getByText('MTN MoMo').first().waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-cedi-buy'))).toBe(true)
    const layoutKinds = (all: string[]): string[] =>
      [...new Set(all.map((text) => text.replace(/'sha256[^']*'/g, '')))].sort()
    // WordPress and the theme add their own scripts to every page. The policy refuses them with and without a button.
    expect(layoutKinds(errors)).toEqual(layoutKinds(pageWithoutButton.errors))
    await phone.close()
  })
})

describe('a shortcode rendered by another plugin', () => {
  beforeEach(() => site.php("switch_theme( 'twentytwentyfour' ); return true;"))

  it('the button works in a page builder that calls do_shortcode and wraps the result', async () => {
    const { page, errors } = await openTrackedPage(context)
    await page.goto(await publish(site, `<p class="words">Woven in Bonwire.</p>\n\n[builder]${shortcode}[/builder]`))
    await waitUntilSettled(page)
    expect(await page.locator(`.builder ${link}`).innerText()).toBe('Buy now · GH₵120.00')
    await page.locator(link).click()
    await payWithMtn(page)
    await checkoutFrame(page).getByText('Approve on').waitFor()
    expect(errors).toEqual([])
    await page.close()
  })
})
