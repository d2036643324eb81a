import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { blocksOf, canvasOf, openEditor, skipTheTour } from './editor'
import { block, findings, type Lab, openLab, watch } from './lab'

const button = '.wp-block-cedi-commerce-buy-button'

let lab: Lab
let context: BrowserContext
beforeAll(async () => {
  lab = await openLab()
  await skipTheTour(lab)
  context = await lab.admin()
})
afterAll(() => lab?.close())

const connect = (): Promise<unknown> =>
  lab.php(
    "Cedi\\Commerce\\Support\\Api_Key::save( 'sk_test_all' ); update_option( 'cedi_commerce_settings', array_merge( Cedi\\Commerce\\Support\\Settings::read(), array( 'handle' => 'ama' ) ) ); Cedi\\Commerce\\Button\\Products::clear(); return true;",
  )
const disconnect = (): Promise<unknown> =>
  lab.php('Cedi\\Commerce\\Support\\Api_Key::delete(); Cedi\\Commerce\\Button\\Products::clear(); return true;')

/** Writes `/buy` on an empty line and chooses the block, by keyboard alone. */
async function insertByKeyboard(page: Page): Promise<void> {
  const canvas = canvasOf(page)
  await canvas.locator('[data-type="core/paragraph"]').last().click()
  await page.keyboard.type('/buy button')
  await page.getByRole('option', { name: 'Buy button' }).waitFor()
  await page.keyboard.press('Enter')
}

describe('the buy button in the editor', () => {
  beforeEach(connect)

  it('can be inserted, given a product, previewed and published with only the keyboard, and is on the page', async () => {
    const { page, errors } = await watch(context)
    await openEditor(page, lab, '<!-- wp:paragraph --><p></p><!-- /wp:paragraph -->')
    await insertByKeyboard(page)
    const canvas = canvasOf(page)
    const picker = canvas.getByRole('combobox', { name: 'Product' })
    await picker.focus()
    await page.keyboard.type('shea')
    await canvas.getByRole('option', { name: /Shea butter.*GH₵45\.50/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await canvas.locator(`${button} a[data-product]`).waitFor()
    expect((await blocksOf(page)).find(({ name }) => name === 'cedi-commerce/buy-button')?.attributes).toMatchObject({
      handle: 'ama',
      product: expect.stringMatching(/^shea-butter/),
      productId: expect.stringMatching(/^prd_/),
    })
    // The label appears in the preview.
    await page.getByLabel('Label').fill('Take it home')
    await canvas.locator(`${button} a`, { hasText: 'Take it home' }).waitFor()

    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.locator('.editor-post-publish-panel').getByRole('button', { name: 'Publish', exact: true }).click()
    const address = await page
      .locator('.post-publish-panel__postpublish a, .components-snackbar a')
      .first()
      .getAttribute('href')
    expect(errors).toEqual([])
    const front = await watch(await lab.guest())
    await front.page.goto(String(address))
    const link = front.page.locator('a[data-cedi-buy]')
    expect(await link.getAttribute('href')).toMatch(`${lab.service}/@ama/shea-butter`)
    expect(await link.textContent()).toBe('Take it home')
    await front.page.waitForFunction(() => '__cediEmbed' in window)
    await page.close()
    await front.page.context().close()
  })

  it('shows its preview within a second after a product is chosen', async () => {
    let bestMs = Number.POSITIVE_INFINITY
    // On a busy machine the first try may be slow, so there is a second.
    for (let tries = 0; tries < 3 && bestMs > 1000; tries++) {
      const { page } = await watch(context)
      await openEditor(page, lab, '<!-- wp:cedi-commerce/buy-button /-->')
      const canvas = canvasOf(page)
      await canvas.getByRole('combobox', { name: 'Product' }).click()
      await canvas.getByRole('option', { name: /Kente tote/ }).waitFor()
      const startMs = performance.now()
      await canvas.getByRole('option', { name: /Kente tote/ }).click()
      await canvas.locator(`${button} a[data-product=kente-tote]`).waitFor()
      bestMs = Math.min(bestMs, performance.now() - startMs)
      await page.close()
    }
    console.log(`choice to preview: ${Math.round(bestMs)} ms`)
    expect(bestMs).toBeLessThanOrEqual(1000)
  })

  it('becomes a card with picture, name and price, and a button again', async () => {
    const { page } = await watch(context)
    await openEditor(page, lab, block({}))
    const canvas = canvasOf(page)
    await canvas
      .locator(button)
      .first()
      .click({ position: { x: 2, y: 2 } })
    // WordPress names the variations that are not chosen "Transform to …".
    const variations = page.getByRole('radiogroup', { name: 'Transform to variation' })
    await variations.getByRole('radio', { name: /Product card$/ }).click()
    await canvas.locator(button, { hasText: 'Kente tote' }).first().waitFor()
    await canvas.locator(button, { hasText: 'GH₵120.00' }).first().waitFor()
    expect((await blocksOf(page))[0]?.attributes).toMatchObject({ variation: 'card', showPrice: true })
    await variations.getByRole('radio', { name: /Buy button$/ }).click()
    await expect.poll(async () => (await blocksOf(page))[0]?.attributes['variation']).toBe('button')
    await page.close()
  })

  it('is in the inserter with its picture, as a button and as a card', async () => {
    const { page, errors } = await watch(context)
    await openEditor(page, lab, '<!-- wp:paragraph --><p>Hello</p><!-- /wp:paragraph -->')
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

describe('the buy button explains what is wrong', () => {
  beforeEach(connect)

  const notice = async (content: string): Promise<{ page: Page; text: string }> => {
    const { page } = await watch(context)
    await openEditor(page, lab, content)
    const place = canvasOf(page).locator('.cedi-commerce-trouble')
    await place.waitFor()
    return { page, text: (await place.innerText()).trim() }
  }

  it('without a key, with a link to the settings', async () => {
    await disconnect()
    const { page, text } = await notice('<!-- wp:cedi-commerce/buy-button /-->')
    expect(text).toContain('This site has no API key yet.')
    const link = canvasOf(page).getByRole('link', { name: /Connect this site/ })
    expect(await link.evaluate((element) => (element as HTMLAnchorElement).href)).toBe(
      `${lab.url}/wp-admin/options-general.php?page=cedi-commerce`,
    )
    await connect()
    await canvasOf(page).getByRole('button', { name: 'Look again' }).click()
    await canvasOf(page).getByRole('combobox', { name: 'Product' }).waitFor()
    await page.close()
  })

  it('when the service does not answer, and continues when it does', async () => {
    const fault = lab.mock.faults.add({ match: { path: '/api/v1/products' }, fault: { drop: 'before' } })
    const { page, text } = await notice('<!-- wp:cedi-commerce/buy-button /-->')
    expect(text).toContain('The payment service does not answer.')
    lab.mock.faults.remove(fault.id)
    await canvasOf(page).getByRole('button', { name: 'Look again' }).click()
    await canvasOf(page).getByRole('combobox', { name: 'Product' }).waitFor()
    await page.close()
  })

  it('when the product is gone', async () => {
    const { page, text } = await notice(block({ product: 'gone-for-good' }))
    expect(text).toContain('This product is no longer offered.')
    await page.close()
  })
})

describe('the sidebar of the buy button', () => {
  beforeEach(connect)

  it('has no accessibility fault that axe finds', async () => {
    const { page } = await watch(context)
    await openEditor(page, lab, block({}))
    await canvasOf(page)
      .locator(button)
      .first()
      .click({ position: { x: 2, y: 2 } })
    await page.getByLabel('Label').waitFor()
    expect(await findings(page, '.block-editor-block-inspector .components-panel__body')).toEqual([])
    await page.close()
  })
})
