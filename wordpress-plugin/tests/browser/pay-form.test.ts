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
    await page.getByText(/Thank you\. We have received GH₵75\.00\. Your reference: pay_/).waitFor()
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('a buyer who closes the popup can pay a suggested amount afterwards', async () => {
    const page = await (await site.guest()).newPage()
    await page.goto(await publish(site, '[cedi_commerce_pay amounts="20, 50" label="Give"]'))
    await page.getByRole('button', { name: 'Give' }).click()
    await checkoutFrame(page).getByRole('button', { name: /MTN/ }).waitFor()
    await page.keyboard.press('Escape')
    await page
      .getByText('The payment was not finished. If you approved it, wait for the SMS before you pay again.')
      .waitFor()
    await page.getByLabel('GH₵50.00').check()
    await page.getByRole('button', { name: 'Give' }).click()
    await payWithMtn(page)
    await page.getByText(/Thank you\. We have received GH₵50\.00\./).waitFor()
    await page.context().close()
  })

  it('a failed status request does not deny the payment, and is repeated', async () => {
    const page = await (await site.guest()).newPage()
    let isBlocked = true
    await page.route('**/admin-ajax.php**', (route) =>
      isBlocked ? route.fulfill({ status: 403, body: '<h1>Forbidden</h1>' }) : route.continue(),
    )
    await page.goto(await publish(site, '[cedi_commerce_pay amounts="20, 50" label="Give"]'))
    await page.getByRole('button', { name: 'Give' }).click()
    const failure = page.waitForResponse('**/admin-ajax.php**')
    await payWithMtn(page)
    await failure
    await page.getByText('We are checking your payment.').waitFor()
    isBlocked = false
    await page.getByText(/Thank you\. We have received GH₵20\.00\./).waitFor()
    await page.context().close()
  })

  it('while the result is unknown, a click opens the paid checkout again and starts no other payment', async () => {
    const page = await (await site.guest()).newPage()
    await page.clock.install()
    // Not available without https.
    await page.addInitScript(() => Object.defineProperty(crypto, 'randomUUID', { value: undefined }))
    let isBlocked = true
    await page.route('**/admin-ajax.php**', (route) => (isBlocked ? route.abort() : route.continue()))
    await page.goto(await publish(site, '[cedi_commerce_pay amounts="20, 50" purpose="Unknown" label="Give"]'))
    await page.getByRole('button', { name: 'Give' }).click()
    const failure = page.waitForEvent('requestfailed', (request) => request.url().includes('admin-ajax'))
    await payWithMtn(page)
    await failure
    await checkoutFrame(page).getByRole('button', { name: 'Done' }).click()
    await page.clock.fastForward('11:00')
    await page.getByText('The payment has not arrived yet.').waitFor()
    await page.getByLabel('GH₵50.00').check()
    // The popup is closed before it has loaded the payment.
    await page.route(`${site.service}/**`, (route) => route.abort())
    await page.getByRole('button', { name: 'Give' }).click()
    await page.locator('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('We are checking your payment.').waitFor()
    await page.clock.fastForward('11:00')
    await page.getByText('The payment has not arrived yet.').waitFor()
    await page.unroute(`${site.service}/**`)
    await page.getByRole('button', { name: 'Give' }).click()
    isBlocked = false
    await checkoutFrame(page).getByText('You paid').waitFor()
    await page.getByText(/Thank you\. We have received GH₵20\.00\./).waitFor()
    const payments = (await site.mock.control('GET', 'payments')) as { metadata: { purpose?: string } }[]
    expect(payments.filter(({ metadata }) => metadata.purpose === 'Unknown')).toHaveLength(1)
    await page.context().close()
  })

  it('the page shows a payment that is approved minutes after the popup was closed', async () => {
    const page = await (await site.guest()).newPage()
    await page.clock.install()
    await page.goto(await publish(site, '[cedi_commerce_pay amounts="20, 50" purpose="Late" label="Give"]'))
    await page.getByRole('button', { name: 'Give' }).click()
    await payWithMtn(page, '0244123129')
    await checkoutFrame(page)
      .getByText(/approve/i)
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Close', exact: true }).last().click()
    await page.getByText('We are checking your payment.').waitFor()
    for (let seconds = 0; seconds < 120; seconds += 3) {
      await page.clock.fastForward(3_000)
      // The response to a poll arrives before this one.
      await page.evaluate(() => fetch(location.href))
    }
    const payments = (await site.mock.control('GET', 'payments')) as {
      ref: string
      metadata: { purpose?: string }
    }[]
    const payment = payments.find(({ metadata }) => metadata.purpose === 'Late')
    await site.mock.control('POST', `payments/${payment?.ref}/approve`)
    await page.clock.fastForward('01:00')
    await page.getByText(/Thank you\. We have received GH₵20\.00\./).waitFor()
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
