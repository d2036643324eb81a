import type { FrameLocator, Page } from 'playwright-core'

/** The checkout page of the service, in the popup. */
export const checkoutOf = (page: Page): FrameLocator => page.frameLocator('dialog iframe')

/**
 * Pays in the popup, with a number that the mock service lets succeed after two seconds. By keyboard: the popup moves with
 * the height of the page in it, and a click that is aimed in that moment is missed.
 */
export const payWithMtn = (page: Page, phone?: string): Promise<void> => payIn(checkoutOf(page), phone)

/** The same where the checkout is the page. */
export async function payIn(checkout: Page | FrameLocator, phone = '0244123789'): Promise<void> {
  await checkout.getByRole('button', { name: /MTN/ }).press('Enter')
  await checkout.locator('#phone').fill(phone)
  // Goods that are brought: where to.
  if ((await checkout.locator('#place').count()) > 0) {
    await checkout.locator('#name').fill('Kofi Boateng')
    await checkout.locator('#place').fill('Osu, Accra')
  }
  await checkout.getByRole('button', { name: /^Pay / }).press('Enter')
}
