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
