import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkoutFrame, payWithMtn } from './checkout'
import {
  blockMarkup,
  findAxeViolations,
  openTrackedPage,
  publish,
  startTestSite,
  type TestSite,
  waitUntilSettled,
} from './test-site'

let site: TestSite
let context: BrowserContext
beforeAll(async () => {
  site = await startTestSite({ config: "define( 'CEDI_COMMERCE_API_KEY', 'sk_test_all' );" })
  context = await site.guest()
})
afterAll(() => site?.close())

const link = 'a[data-cedi-buy]'
describe('a page with a buy button', () => {
  it('a click opens the popup, and the payment completes an order', async () => {
    const { page, errors } = await openTrackedPage(context)
    await page.goto(await publish(site, blockMarkup({})))
    const successEvent = page.evaluate(
      () => new Promise<string>((resolve) => document.addEventListener('cedi:success', ({ type }) => resolve(type))),
    )
    await page.locator(link).click()
    await payWithMtn(page)
    expect(await successEvent).toBe('cedi:success')
    const { body } = await site.mock.handle({
      method: 'GET',
      url: '/api/v1/orders',
      headers: { authorization: 'Bearer sk_test_all' },
    })
    const [order] = JSON.parse(body as string).data
    expect(order).toMatchObject({ status: 'paid', total: 120, items: [{ name: 'Kente tote', quantity: 1 }] })
    expect(errors).toEqual([])
    await page.close()
  })

  it('the link opens the product page without JavaScript', async () => {
    const plain = await site.guest({ javaScriptEnabled: false })
    const page = await plain.newPage()
    await page.goto(await publish(site, blockMarkup({ label: 'Take it home' })))
    expect(await page.locator(link).textContent()).toBe('Take it home')
    await page.locator(link).click()
    await page.waitForURL(`${site.service}/@ama/kente-tote`)
    expect(await page.locator('h1').textContent()).toContain('Kente tote')
    await plain.close()
  })

  it('a strict Content-Security-Policy reports no additional errors', async () => {
    const { page, errors } = await openTrackedPage(context)
    const pageWithoutButton = await openTrackedPage(context)
    await pageWithoutButton.page.goto(`${await publish(site, '<p>Nothing to buy.</p>')}?csp=1`)
    await waitUntilSettled(pageWithoutButton.page)
    await page.goto(`${await publish(site, blockMarkup({}))}?csp=1`)
    await page.locator(link).click()
    await checkoutFrame(page).getByText('MTN MoMo').first().waitFor()
    // WordPress adds its own scripts to every page. The policy refuses them with and without a button.
    const uniqueErrors = (all: string[]): string[] =>
      [...new Set(all.map((text) => text.replace(/'sha256[^']*'/g, '')))].sort()
    expect(uniqueErrors(errors)).toEqual(uniqueErrors(pageWithoutButton.errors))
    await page.close()
    await pageWithoutButton.page.close()
  })

  it('the shortcode shows the price after the product data was loaded', async () => {
    const { page } = await openTrackedPage(context)
    const content = '[cedi_commerce_button handle="ama" product="kente-tote" price="yes"]'
    await site.php(
      "update_option( 'cedi_commerce_settings', array_merge( Cedi\\Commerce\\Support\\Settings::read(), array( 'handle' => 'ama' ) ) ); delete_option( Cedi\\Commerce\\Button\\Products::OPTION ); wp_clear_scheduled_hook( Cedi\\Commerce\\Button\\Products::REFRESH ); return true;",
    )
    const url = await publish(site, content)
    await page.goto(url)
    expect(await page.locator(link).innerText()).toBe('Buy now')
    // The list of products was never opened on this site, so the button schedules its loading.
    await site.php(
      'foreach ( (array) wp_get_ready_cron_jobs() as $hooks ) { isset( $hooks[ Cedi\\Commerce\\Button\\Products::REFRESH ] ) && Cedi\\Commerce\\Button\\Products::refresh(); } return true;',
    )
    await page.goto(url)
    expect(await page.locator(link).innerText()).toBe('Buy now · GH₵120.00')
    await page.close()
  })

  it('fifty buttons load one script and no style sheet', async () => {
    const requests = async (content: string): Promise<string[]> => {
      const page = await context.newPage()
      await page.goto(await publish(site, content))
      const files = await page.evaluate(() => [
        // WordPress loads emoji pictures by itself when the browser has none.
        ...[...document.scripts].map(({ src }) => src).filter((src) => src && !src.includes('/wp-emoji-release')),
        ...[...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(({ href }) => href),
      ])
      const inline = await page.evaluate(
        () =>
          document.querySelectorAll('style,script:not([src]),[style*="cedi"],[id^=cedi-commerce][id$=inline-css]')
            .length,
      )
      await page.close()
      return [...files.map((file) => file.replace(/\?.*/, '')), `inline: ${inline}`]
    }
    const filesWithoutButton = await requests('<p>Nothing to buy.</p>')
    const filesWithFiftyButtons = await requests(Array(50).fill(blockMarkup({})).join('\n'))
    expect(filesWithFiftyButtons.filter((file) => !filesWithoutButton.includes(file))).toEqual([
      `${site.service}/embed.js`,
    ])
    expect(filesWithoutButton.some((file) => file.includes('cedi'))).toBe(false)
  })

  it('the markup of a button has at most 400 bytes', async () => {
    const html = await (await fetch(await publish(site, blockMarkup({})))).text()
    const [markup = ''] = /<div class="wp-block-cedi-commerce-buy-button[\s\S]*?<\/div>/.exec(html) ?? []
    expect(markup).toContain('data-product="kente-tote"')
    expect(Buffer.byteLength(markup)).toBeLessThanOrEqual(400)
  })

  it('the page fits a viewport of 360 pixels, and the button has a touch target of at least 36 pixels', async () => {
    const phone = await site.guest({ viewport: { width: 360, height: 740 }, hasTouch: true })
    const page = await phone.newPage()
    await page.goto(await publish(site, blockMarkup({}) + blockMarkup({ variation: 'card', showPrice: true })))
    await waitUntilSettled(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    const { height = 0 } = (await page.locator(link).first().boundingBox()) ?? {}
    expect(height).toBeGreaterThanOrEqual(36)
    await phone.close()
  })

  it('the keyboard opens and closes the popup, and the focus returns to the button', async () => {
    const page = await context.newPage()
    await page.goto(await publish(site, blockMarkup({})))
    await page.waitForFunction(() => '__cediEmbed' in window)
    await page.locator(link).focus()
    await page.keyboard.press('Enter')
    await checkoutFrame(page).getByText('MTN MoMo').first().waitFor()
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-cedi-buy'))).toBe(false)
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-cedi-buy'))).toBe(true)
    await page.close()
  })

  it('axe reports no violation for a button and a card', async () => {
    const page = await context.newPage()
    await page.goto(await publish(site, blockMarkup({}) + blockMarkup({ variation: 'card', showPrice: true })))
    await waitUntilSettled(page)
    expect(await findAxeViolations(page, '.wp-block-post-content, .entry-content')).toEqual([])
    await page.close()
  })

  it('the button stays inside its block and is centred on request', async () => {
    const page = await context.newPage()
    await page.goto(await publish(site, blockMarkup({ layout: { type: 'flex', justifyContent: 'center' } })))
    await waitUntilSettled(page)
    const [inner, outer] = await page.locator(link).evaluate((element) => {
      const boxes = [element, element.parentElement as Element].map((each) => each.getBoundingClientRect())
      return boxes.map(({ top, bottom, left, right }) => ({ top, bottom, middle: (left + right) / 2 }))
    })
    expect(inner?.top).toBeGreaterThanOrEqual(outer?.top ?? Number.NaN)
    expect(inner?.bottom).toBeLessThanOrEqual(outer?.bottom ?? Number.NaN)
    expect(inner?.middle).toBeCloseTo(outer?.middle ?? Number.NaN, 0)
    await page.close()
  })

  it('the styles of the block apply to the link only', async () => {
    const page = await context.newPage()
    const style = { spacing: { padding: { top: '20px' } }, color: { text: '#123456', background: '#fedcba' } }
    await page.goto(await publish(site, blockMarkup({ style }) + blockMarkup({ className: 'is-style-link' })))
    const styles = await page.locator(link).evaluateAll((links) =>
      links.map((each) => {
        const { color, backgroundColor, paddingTop } = getComputedStyle(each)
        const wrapperStyle = getComputedStyle(each.parentElement as Element)
        return { color, backgroundColor, paddingTop, around: wrapperStyle.backgroundColor }
      }),
    )
    const transparent = 'rgba(0, 0, 0, 0)'
    expect(styles[0]).toEqual({
      color: 'rgb(18, 52, 86)',
      backgroundColor: 'rgb(254, 220, 186)',
      paddingTop: '20px',
      around: transparent,
    })
    expect(styles[1]).toMatchObject({ backgroundColor: transparent, paddingTop: '0px' })
    await page.close()
  })
})
