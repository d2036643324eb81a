import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkoutFrame, payWithMtn } from './checkout'
import { findAxeViolations, openTrackedPage, publish, startTestSite, type TestSite } from './test-site'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite({
    woocommerce: Boolean(process.env.WC_DIR),
    config: "define( 'CEDI_COMMERCE_API_KEY', 'sk_test_all' );",
  })
})
afterAll(() => site?.close())

describe('a form to pay any amount', () => {
  it('the buyer pays an own amount in the popup and sees the receipt', async () => {
    const { page, errors } = await openTrackedPage(await site.guest({ viewport: { width: 390, height: 844 } }))
    await page.goto(await publish(site, '[cedi_commerce_pay amounts="20, 50" purpose="Roof" label="Give"]'))
    expect(await findAxeViolations(page, '.cedi-commerce-pay')).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.getByLabel('Another amount').check()
    await page.getByLabel('Amount in GH₵').fill('75')
    await page.getByRole('button', { name: 'Give' }).click()
    await payWithMtn(page)
    await page.getByText(/Thank you\. GH₵75\.00 has arrived\. Your reference: pay_/).waitFor()
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('a buyer who closes the popup can pay a suggested amount afterwards', async () => {
    const page = await (await site.guest()).newPage()
    await page.goto(await publish(site, '[cedi_commerce_pay amounts="20, 50" label="Give"]'))
    await page.getByRole('button', { name: 'Give' }).click()
    await checkoutFrame(page).getByRole('button', { name: /MTN/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('The payment was not finished. No money was taken.').waitFor()
    await page.getByLabel('GH₵50.00').check()
    await page.getByRole('button', { name: 'Give' }).click()
    await payWithMtn(page)
    await page.getByText(/Thank you\. GH₵50\.00 has arrived/).waitFor()
    await page.context().close()
  })

  it('the form opens the hosted checkout without JavaScript', async () => {
    const page = await (await site.guest({ javaScriptEnabled: false })).newPage()
    await page.goto(await publish(site, '[cedi_commerce_pay amounts="20, 50" label="Give"]'))
    await page.getByRole('button', { name: 'Give' }).click()
    await page.waitForURL((url) => url.origin === site.service)
    await page.context().close()
  })
})
