import type { FrameLocator, Page } from 'playwright-core'
import type { TestSite } from './test-site'

/** Opens the classic checkout or the Checkout block with a product in the cart. */
export async function openCheckout(
  site: TestSite,
  page: Page,
  path: 'checkout' | 'block',
  amount: string,
): Promise<void> {
  await page.goto(`${site.url}/checkout/?add=${amount}`)
  if (path === 'block') await page.goto(`${site.url}/checkout-block/`)
  await page
    .getByLabel(/Mobile money number/)
    .or(page.getByText(/^MTN MoMo, Telecel/))
    .first()
    .waitFor()
  // A real WooCommerce requests the totals once more, and redraws the methods.
  if (process.env.WC_DIR) await page.waitForLoadState('networkidle')
}

/** The checkout page of the service, in the popup. */
export const checkoutFrame = (page: Page): FrameLocator => page.frameLocator('dialog iframe')

/**
 * Pays in the popup, with a number that the mock service lets succeed after two seconds. By keyboard: the popup moves with
 * the height of the page in it, and a click that is aimed in that moment is missed.
 */
export const payWithMtn = (page: Page, phone?: string): Promise<void> => payWithMobileMoney(checkoutFrame(page), phone)

/** Pays in the same way when the checkout is the page itself. */
export async function payWithMobileMoney(checkout: Page | FrameLocator, phone = '0244123789'): Promise<void> {
  await checkout.getByRole('button', { name: /MTN/ }).press('Enter')
  await checkout.locator('#phone').fill(phone)
  // Goods that are delivered need an address.
  if ((await checkout.locator('#place').count()) > 0) {
    await checkout.locator('#name').fill('Kofi Boateng')
    await checkout.locator('#place').fill('Osu, Accra')
  }
  await checkout.getByRole('button', { name: /^Pay / }).press('Enter')
}

/** The address of a new buyer. A real WooCommerce asks for it, and the stand-in does not. */
const address = {
  '#billing_first_name': 'Kofi',
  '#billing_last_name': 'Mensah',
  '#billing_address_1': '12 Oxford Street',
  '#billing_city': 'Accra',
  '#billing_phone': '0244123789',
  '#billing_email': 'kofi@example.com',
}

/** Fills in the classic checkout and places the order. */
export async function placeOrderAsNewBuyer(page: Page): Promise<void> {
  for (const [field, value] of Object.entries(address))
    if ((await page.locator(field).count()) > 0) await page.locator(field).fill(value)
  // After the last change WooCommerce requests the totals, and redraws the methods and the button.
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Place order' }).click()
}
