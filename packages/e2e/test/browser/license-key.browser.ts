import { expect } from 'vitest'
import { approve, overlay, payByPhone, visitAndBuy, waitForState } from '../../src/buyer.js'
import { inEngines, type JourneyContext } from '../../src/journey.js'
import { font } from '../../src/products.js'

const soldProduct = { price: font.price, type: 'license' } as const
const expectedEffect = { payment: 'succeeded', network: 'mtn', sold: soldProduct } as const

/** Pays in the full-page checkout, opened from the storefront. */
async function payOnFullPage({ tab, world }: JourneyContext): Promise<void> {
  await tab.goto(world.storefront)
  await tab.click('main form button')
  await waitForState(tab, 'method')
  await payByPhone(tab, 'mtn', '789')
  await approve(tab, world)
  await tab.waitForVisible('code', 'CEDI-')
}

const backLink = '[data-state=success] a[href*="/@efua"]'
const leaveQuestion = 'Copy the license key before you leave'

inEngines(['chromium'], 'License keys', (journey) => {
  journey(
    'Escape in the popup asks for confirmation until the license key is copied',
    { product: font.slug },
    async (context) => {
      const { tab, world } = context
      await visitAndBuy(tab, world)
      await payByPhone(tab, 'mtn', '789')
      await approve(tab, world)
      await tab.waitForVisible('code', 'CEDI-')
      await tab.press('Escape')
      tab.frame()
      await tab.waitForVisible(overlay.message, 'key')
      await tab.click(overlay.first)
      tab.frame('cedi-checkout iframe')
      await tab.click('button[value=copy]')
      await tab.waitForVisible('[data-state=success]', 'Copied')
      tab.frame()
      await tab.click(overlay.close)
      await tab.waitForHidden(overlay.dialog)
      return expectedEffect
    },
  )

  journey(
    'Back on the full page asks for confirmation until the license key is copied',
    { product: font.slug },
    async (context) => {
      const { tab, world } = context
      await payOnFullPage(context)
      await tab.back()
      await tab.waitForVisible('h1', leaveQuestion)
      await tab.click('button[value=copy]')
      await tab.waitForVisible('[data-state=success]', 'Copied')
      await tab.waitForVisible('h1', 'Paid')
      await tab.click(backLink)
      await tab.waitForVisible('h1', font.name)
      expect(await tab.url()).toBe(world.storefront)
      return expectedEffect
    },
  )
})
