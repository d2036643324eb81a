import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { canvasFrame, disableWelcomeGuide, openEditor, readBlocks } from './editor'
import { blockMarkup, findAxeViolations, openTrackedPage, startTestSite, type TestSite } from './test-site'

const button = '.wp-block-cedi-commerce-buy-button'

let site: TestSite
let context: BrowserContext
beforeAll(async () => {
  site = await startTestSite()
  await disableWelcomeGuide(site)
  context = await site.admin()
})
afterAll(() => site?.close())

const connect = (): Promise<unknown> =>
  site.php(
    "Cedi\\Commerce\\Support\\Api_Key::save( 'sk_test_all' ); update_option( 'cedi_commerce_settings', array_merge( Cedi\\Commerce\\Support\\Settings::read(), array( 'handle' => 'ama' ) ) ); Cedi\\Commerce\\Button\\Products::clear(); return true;",
  )
const disconnect = (): Promise<unknown> =>
  site.php('Cedi\\Commerce\\Support\\Api_Key::delete(); Cedi\\Commerce\\Button\\Products::clear(); return true;')

/** Writes `/buy` on an empty line and chooses the blockMarkup, by keyboard alone. */
async function insertByKeyboard(page: Page): Promise<void> {
  const canvas = canvasFrame(page)
  await canvas.locator('[data-type="core/paragraph"]').last().click()
  await page.keyboard.type('/buy button')
  await page.getByRole('option', { name: 'Buy button' }).waitFor()
  await page.keyboard.press('Enter')
}

describe('the buy button in the editor', () => {
  beforeEach(connect)

  it('a block can be inserted and configured by keyboard and appears on the published page', async () => {
    const { page, errors } = await openTrackedPage(context)
    await openEditor(page, site, '<!-- wp:paragraph --><p></p><!-- /wp:paragraph -->')
    await insertByKeyboard(page)
    const canvas = canvasFrame(page)
    const picker = canvas.getByRole('combobox', { name: 'Product' })
    await picker.focus()
    await page.keyboard.type('shea')
    await canvas.getByRole('option', { name: /Shea butter.*GH₵45\.50/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await canvas.locator(`${button} a[data-product]`).waitFor()
    expect((await readBlocks(page)).find(({ name }) => name === 'cedi-commerce/buy-button')?.attributes).toMatchObject({
      handle: 'ama',
      product: expect.stringMatching(/^shea-butter/),
      productId: expect.stringMatching(/^prd_/),
    })
    // The label appears in the preview.
    await page.getByLabel('Label').fill('Take it home')
    await canvas.locator(`${button} a`, { hasText: 'Take it home' }).waitFor()

    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.locator('.editor-post-publish-panel').getByRole('button', { name: 'Publish', exact: true }).click()
    const url = await page
      .locator('.post-publish-panel__postpublish a, .components-snackbar a')
      .first()
      .getAttribute('href')
    expect(errors).toEqual([])
    const publishedPage = await openTrackedPage(await site.guest())
    await publishedPage.page.goto(String(url))
    const link = publishedPage.page.locator('a[data-cedi-buy]')
    expect(await link.getAttribute('href')).toMatch(`${site.service}/@ama/shea-butter`)
    expect(await link.textContent()).toBe('Take it home')
    await publishedPage.page.waitForFunction(() => '__cediEmbed' in window)
    await page.close()
    await publishedPage.page.context().close()
  })

  it('the preview of a selected product takes one request', async () => {
    const { page } = await openTrackedPage(context)
    await openEditor(page, site, '<!-- wp:cedi-commerce/buy-button /-->')
    const canvas = canvasFrame(page)
    await canvas.getByRole('combobox', { name: 'Product' }).click()
    await canvas.getByRole('option', { name: /Kente tote/ }).waitFor()
    const routes: string[] = []
    page.on('request', (request) => {
      const [route] = /(?:block-renderer|cedi-commerce)\/[^?&]+/.exec(decodeURIComponent(request.url())) ?? []
      if (route) routes.push(route)
    })
    await canvas.getByRole('option', { name: /Kente tote/ }).click()
    await canvas.locator(`${button} a[data-product=kente-tote]`).waitFor()
    expect(routes).toEqual(['block-renderer/cedi-commerce/buy-button'])
    await page.close()
  })

  it('the block changes to a card with name and price, and back to a button', async () => {
    const { page } = await openTrackedPage(context)
    await openEditor(page, site, blockMarkup({}))
    const canvas = canvasFrame(page)
    await canvas
      .locator(button)
      .first()
      .click({ position: { x: 2, y: 2 } })
    // WordPress names the variations that are not chosen "Transform to …".
    const variationGroup = page.getByRole('radiogroup', { name: 'Transform to variation' })
    await variationGroup.getByRole('radio', { name: /Product card$/ }).click()
    await canvas.locator(button, { hasText: 'Kente tote' }).first().waitFor()
    await canvas.locator(button, { hasText: 'GH₵120.00' }).first().waitFor()
    expect((await readBlocks(page))[0]?.attributes).toMatchObject({ variation: 'card', showPrice: true })
    await variationGroup.getByRole('radio', { name: /Buy button$/ }).click()
    await expect.poll(async () => (await readBlocks(page))[0]?.attributes['variation']).toBe('button')
    await page.close()
  })

  it('the inserter lists the button and the card with a preview', async () => {
    const { page, errors } = await openTrackedPage(context)
    await openEditor(page, site, '<!-- wp:paragraph --><p>Hello</p><!-- /wp:paragraph -->')
    await page
      .getByRole('button', { name: 'Toggle block inserter' })
      .or(page.getByRole('button', { name: 'Block Inserter' }))
      .first()
      .click()
    await page.getByRole('searchbox').fill('mobile money')
    await page.getByRole('option', { name: 'Product card' }).waitFor()
    await page.getByRole('option', { name: 'Buy button', exact: true }).hover()
    await page
      .locator('.block-editor-inserter__preview-content, .block-editor-inserter__preview-container')
      .first()
      .waitFor()
    expect(errors).toEqual([])
    await page.close()
  })
})

describe('the buy button in the editor reports a problem', () => {
  beforeEach(connect)

  const notice = async (content: string): Promise<{ page: Page; text: string }> => {
    const { page } = await openTrackedPage(context)
    await openEditor(page, site, content)
    const noticeElement = canvasFrame(page).locator('.cedi-commerce-problem')
    await noticeElement.waitFor()
    return { page, text: (await noticeElement.innerText()).trim() }
  }

  it('a missing key shows a notice with a link to the settings', async () => {
    await disconnect()
    const { page, text } = await notice('<!-- wp:cedi-commerce/buy-button /-->')
    expect(text).toContain('This site has no API key yet.')
    const link = canvasFrame(page).getByRole('link', { name: /Connect this site/ })
    expect(await link.evaluate((element) => (element as HTMLAnchorElement).href)).toBe(
      `${site.url}/wp-admin/options-general.php?page=cedi-commerce`,
    )
    await connect()
    await canvasFrame(page).getByRole('button', { name: 'Look again' }).click()
    await canvasFrame(page).getByRole('combobox', { name: 'Product' }).waitFor()
    await page.close()
  })

  it('an unreachable service shows a notice, and a retry shows the picker', async () => {
    const faultRule = site.mock.faults.add({ match: { path: '/api/v1/products' }, fault: { drop: 'before' } })
    const { page, text } = await notice('<!-- wp:cedi-commerce/buy-button /-->')
    expect(text).toContain('The payment service does not answer.')
    site.mock.faults.remove(faultRule.id)
    await canvasFrame(page).getByRole('button', { name: 'Look again' }).click()
    await canvasFrame(page).getByRole('combobox', { name: 'Product' }).waitFor()
    await page.close()
  })

  it('a deleted product shows a notice', async () => {
    const { page, text } = await notice(blockMarkup({ product: 'gone-for-good' }))
    expect(text).toContain('This product is no longer offered.')
    await page.close()
  })
})

describe('the sidebar of the buy button', () => {
  beforeEach(connect)

  it('axe reports no violation', async () => {
    const { page } = await openTrackedPage(context)
    await openEditor(page, site, blockMarkup({}))
    await canvasFrame(page)
      .locator(button)
      .first()
      .click({ position: { x: 2, y: 2 } })
    await page.getByLabel('Label').waitFor()
    expect(await findAxeViolations(page, '.block-editor-block-inspector .components-panel__body')).toEqual([])
    await page.close()
  })
})
