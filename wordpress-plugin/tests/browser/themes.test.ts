import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkoutOf, payWithMtn } from './checkout'
import { block, type Lab, openLab, phpText, publish, settled, watch } from './lab'

/** With PICTURES=folder, a screenshot of each theme is saved there for review. */
const pictures = process.env.PICTURES
const link = 'a[data-cedi-buy]'
const shortcode = '[cedi_commerce_button handle="ama" product="kente-tote" price="yes"]'

let lab: Lab
let context: BrowserContext
beforeAll(async () => {
  lab = await openLab({ version: '6.7-alpha', config: "define( 'CEDI_COMMERCE_API_KEY', 'sk_test_all' );" })
  await lab.php(
    "update_option( 'cedi_commerce_settings', array_merge( Cedi\\Commerce\\Support\\Settings::read(), array( 'handle' => 'ama' ) ) ); Cedi\\Commerce\\Button\\Products::all( true ); return true;",
  )
  context = await lab.guest({ viewport: { width: 1280, height: 800 } })
  if (pictures) mkdirSync(pictures, { recursive: true })
})
afterAll(() => lab?.close())

/** The left edges and the middle of elements. */
const boxes = (page: Page, selector: string): Promise<{ left: number; right: number; top: number; bottom: number }[]> =>
  page.locator(selector).evaluateAll((all) =>
    all.map((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect()
      return { left, right, top, bottom }
    }),
  )

/** Three default block themes, and two classic themes. */
const themes = ['twentytwentyfour', 'twentytwentythree', 'twentytwentytwo', 'classic-column', 'classic-float']

describe.each(themes)('in the theme %s', (theme) => {
  beforeEach(() => lab.php(`switch_theme( ${phpText(theme)} ); return true;`))

  it('a shortcode alone in a paragraph is in the same place as the block, in the text column', async () => {
    const { page, errors } = await watch(context)
    const content = `<p class="words">Woven in Bonwire.</p>\n\n${shortcode}\n\n<p>In between.</p>\n\n${block({ showPrice: true })}\n\n<p>Buy it ${shortcode} in a sentence.</p>`
    await page.goto(await publish(lab, content))
    await settled(page)
    const [words] = await boxes(page, '.words')
    const [alone, asBlock, inside] = await boxes(page, link)
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

  it('a card and a button fit a phone, and sell by keyboard under a strict policy', async () => {
    const phone = await lab.guest({ viewport: { width: 360, height: 740 } })
    const { page, errors } = await watch(phone)
    const without = await watch(phone)
    await without.page.goto(`${await publish(lab, '<p>Nothing to buy.</p>')}?csp=1`)
    await settled(without.page)
    await page.goto(`${await publish(lab, `${shortcode}\n\n${block({ variation: 'card' })}`)}?csp=1`)
    await settled(page)
    const wide = (each: Page): Promise<number> => each.evaluate(() => document.documentElement.scrollWidth)
    // The header of a theme may itself be too wide.
    expect(await wide(page)).toBeLessThanOrEqual(Math.max(360, await wide(without.page)))
    await page.waitForFunction(() => '__cediEmbed' in window)
    await page.locator(link).first().focus()
    await page.keyboard.press('Enter')
    await checkoutOf(page).getByText('MTN MoMo').first().waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-cedi-buy'))).toBe(true)
    const kinds = (all: string[]): string[] =>
      [...new Set(all.map((text) => text.replace(/'sha256[^']*'/g, '')))].sort()
    // WordPress and the theme add their own scripts to every page. The policy refuses them with and without a button.
    expect(kinds(errors)).toEqual(kinds(without.errors))
    await phone.close()
  })
})

describe('where other plugins draw the shortcode', () => {
  beforeEach(() => lab.php("switch_theme( 'twentytwentyfour' ); return true;"))

  it('a button works in a page builder, which calls do_shortcode and wraps the result in its own boxes', async () => {
    const { page, errors } = await watch(context)
    await page.goto(await publish(lab, `<p class="words">Woven in Bonwire.</p>\n\n[builder]${shortcode}[/builder]`))
    await settled(page)
    expect(await page.locator(`.builder ${link}`).innerText()).toBe('Buy now · GH₵120.00')
    await page.locator(link).click()
    await payWithMtn(page)
    await checkoutOf(page).getByText('Approve on').waitFor()
    expect(errors).toEqual([])
    await page.close()
  })
})
