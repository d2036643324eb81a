import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkoutOf, payWithMtn } from './checkout'
import { block, findings, type Lab, openLab, publish, settled, watch } from './lab'

let lab: Lab
let context: BrowserContext
beforeAll(async () => {
  lab = await openLab({ config: "define( 'CEDI_COMMERCE_API_KEY', 'sk_test_all' );" })
  context = await lab.guest()
})
afterAll(() => lab?.close())

const link = 'a[data-cedi-buy]'
describe('a page with a buy button', () => {
  it('sells in the popup, and the money arrives', async () => {
    const { page, errors } = await watch(context)
    await page.goto(await publish(lab, block({})))
    const told = page.evaluate(
      () => new Promise<string>((tell) => document.addEventListener('cedi:success', ({ type }) => tell(type))),
    )
    await page.locator(link).click()
    await payWithMtn(page)
    expect(await told).toBe('cedi:success')
    const { body } = await lab.mock.handle({
      method: 'GET',
      url: '/api/v1/orders',
      headers: { authorization: 'Bearer sk_test_all' },
    })
    const [order] = JSON.parse(body as string).data
    expect(order).toMatchObject({ status: 'paid', total: 120, items: [{ name: 'Kente tote', quantity: 1 }] })
    expect(errors).toEqual([])
    await page.close()
  })

  it('has a link that works with scripts off', async () => {
    const plain = await lab.guest({ javaScriptEnabled: false })
    const page = await plain.newPage()
    await page.goto(await publish(lab, block({ label: 'Take it home' })))
    expect(await page.locator(link).textContent()).toBe('Take it home')
    await page.locator(link).click()
    await page.waitForURL(`${lab.service}/@ama/kente-tote`)
    expect(await page.locator('h1').textContent()).toContain('Kente tote')
    await plain.close()
  })

  it('works under a strict Content-Security-Policy', async () => {
    const { page, errors } = await watch(context)
    const without = await watch(context)
    await without.page.goto(`${await publish(lab, '<p>Nothing to buy.</p>')}?csp=1`)
    await settled(without.page)
    await page.goto(`${await publish(lab, block({}))}?csp=1`)
    await page.locator(link).click()
    await checkoutOf(page).getByText('MTN MoMo').first().waitFor()
    // WordPress adds its own scripts to every page. The policy refuses them with and without a button.
    const kinds = (all: string[]): string[] =>
      [...new Set(all.map((text) => text.replace(/'sha256[^']*'/g, '')))].sort()
    expect(kinds(errors)).toEqual(kinds(without.errors))
    await page.close()
    await without.page.close()
  })

  it('shows the price, if the merchant wants it, as soon as the site knows it', async () => {
    const { page } = await watch(context)
    const content = '[cedi_commerce_button handle="ama" product="kente-tote" price="yes"]'
    await lab.php(
      "update_option( 'cedi_commerce_settings', array_merge( Cedi\\Commerce\\Support\\Settings::read(), array( 'handle' => 'ama' ) ) ); delete_option( Cedi\\Commerce\\Button\\Products::OPTION ); wp_clear_scheduled_hook( Cedi\\Commerce\\Button\\Products::REFRESH ); return true;",
    )
    const address = await publish(lab, content)
    await page.goto(address)
    expect(await page.locator(link).innerText()).toBe('Buy now')
    // The list of products was never opened on this site, so the button schedules its loading.
    await lab.php(
      'foreach ( (array) wp_get_ready_cron_jobs() as $hooks ) { isset( $hooks[ Cedi\\Commerce\\Button\\Products::REFRESH ] ) && Cedi\\Commerce\\Button\\Products::refresh(); } return true;',
    )
    await page.goto(address)
    expect(await page.locator(link).innerText()).toBe('Buy now · GH₵120.00')
    await page.close()
  })

  it('loads one script and no style, however many buttons there are', async () => {
    const requests = async (content: string): Promise<string[]> => {
      const page = await context.newPage()
      await page.goto(await publish(lab, content))
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
    const none = await requests('<p>Nothing to buy.</p>')
    const fifty = await requests(Array(50).fill(block({})).join('\n'))
    expect(fifty.filter((file) => !none.includes(file))).toEqual([`${lab.service}/embed.js`])
    expect(none.some((file) => file.includes('cedi'))).toBe(false)
  })

  it('needs no more than 400 bytes for a button', async () => {
    const html = await (await fetch(await publish(lab, block({})))).text()
    const [markup = ''] = /<div class="wp-block-cedi-commerce-buy-button[\s\S]*?<\/div>/.exec(html) ?? []
    expect(markup).toContain('data-product="kente-tote"')
    expect(Buffer.byteLength(markup)).toBeLessThanOrEqual(400)
  })

  it('fits a phone of 360 pixels, and its button is big enough for a thumb', async () => {
    const phone = await lab.guest({ viewport: { width: 360, height: 740 }, hasTouch: true })
    const page = await phone.newPage()
    await page.goto(await publish(lab, block({}) + block({ variation: 'card', showPrice: true })))
    await settled(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    const { height = 0 } = (await page.locator(link).first().boundingBox()) ?? {}
    expect(height).toBeGreaterThanOrEqual(36)
    await phone.close()
  })

  it('works with only the keyboard, and gives the focus back', async () => {
    const page = await context.newPage()
    await page.goto(await publish(lab, block({})))
    await page.waitForFunction(() => '__cediEmbed' in window)
    await page.locator(link).focus()
    await page.keyboard.press('Enter')
    await checkoutOf(page).getByText('MTN MoMo').first().waitFor()
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-cedi-buy'))).toBe(false)
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-cedi-buy'))).toBe(true)
    await page.close()
  })

  it('has no accessibility fault that axe finds', async () => {
    const page = await context.newPage()
    await page.goto(await publish(lab, block({}) + block({ variation: 'card', showPrice: true })))
    await settled(page)
    expect(await findings(page, '.wp-block-post-content, .entry-content')).toEqual([])
    await page.close()
  })

  it('is inside its block, and in the middle when the merchant chooses that', async () => {
    const page = await context.newPage()
    await page.goto(await publish(lab, block({ layout: { type: 'flex', justifyContent: 'center' } })))
    await settled(page)
    const [inner, outer] = await page.locator(link).evaluate((element) => {
      const boxes = [element, element.parentElement as Element].map((each) => each.getBoundingClientRect())
      return boxes.map(({ top, bottom, left, right }) => ({ top, bottom, middle: (left + right) / 2 }))
    })
    expect(inner?.top).toBeGreaterThanOrEqual(outer?.top ?? Number.NaN)
    expect(inner?.bottom).toBeLessThanOrEqual(outer?.bottom ?? Number.NaN)
    expect(inner?.middle).toBeCloseTo(outer?.middle ?? Number.NaN, 0)
    await page.close()
  })

  it('has the styles that the merchant chose, on the link only', async () => {
    const page = await context.newPage()
    const style = { spacing: { padding: { top: '20px' } }, color: { text: '#123456', background: '#fedcba' } }
    await page.goto(await publish(lab, block({ style }) + block({ className: 'is-style-link' })))
    const looks = await page.locator(link).evaluateAll((links) =>
      links.map((each) => {
        const { color, backgroundColor, paddingTop } = getComputedStyle(each)
        const around = getComputedStyle(each.parentElement as Element)
        return { color, backgroundColor, paddingTop, around: around.backgroundColor }
      }),
    )
    const clear = 'rgba(0, 0, 0, 0)'
    expect(looks[0]).toEqual({
      color: 'rgb(18, 52, 86)',
      backgroundColor: 'rgb(254, 220, 186)',
      paddingTop: '20px',
      around: clear,
    })
    expect(looks[1]).toMatchObject({ backgroundColor: clear, paddingTop: '0px' })
    await page.close()
  })
})
