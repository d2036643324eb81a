import { expect } from 'vitest'
import {
  approve,
  overlay,
  payByCard,
  payByPhone,
  popup,
  testCards,
  visitAndBuy,
  waitForState,
} from '../../src/buyer.js'
import { inEngines } from '../../src/journey.js'

inEngines(['chromium'], 'Popup messages', (journey) => {
  journey(
    'a quantity above the stock shows a message with a close button',
    { dataAttributes: 'data-quantity="9"' },
    async ({ tab, world }) => {
      await tab.goto(world.shop.url)
      await tab.click('cedi-buy-button a')
      await expect.poll(() => tab.waitForVisible(overlay.message).catch(String)).toMatch(/Only 5/)
      await tab.click(overlay.first)
      await tab.waitForHidden(overlay.dialog)
      return { payment: 'none' }
    },
  )

  journey(
    'the popup shows English from left to right on a right-to-left page',
    { rootAttributes: 'lang="ar" dir="rtl"' },
    async (context) => {
      const { tab, world } = context
      await visitAndBuy(tab, world)
      const readDirection = (css: string) =>
        tab.evaluate(`getComputedStyle(document.querySelector('${css}')).direction`)
      expect(await readDirection('#title')).toBe('ltr')
      await payByPhone(tab, 'mtn', '789')
      await waitForState(tab, 'prompt')
      expect(await readDirection('ol li')).toBe('ltr')
      tab.frame()
      await tab.click(overlay.close)
      await tab.waitForVisible(overlay.message, 'Stop waiting?')
      const readDirectionInOverlay = (css: string) =>
        tab.evaluate(
          `getComputedStyle(document.querySelector('cedi-checkout').shadowRoot.querySelector('${css}')).direction`,
        )
      expect([await readDirectionInOverlay('p'), await readDirectionInOverlay('.choices button')]).toEqual([
        'ltr',
        'ltr',
      ])
      await tab.click(overlay.first)
      tab.frame(popup)
      await approve(tab, world)
      return { payment: 'succeeded', network: 'mtn' }
    },
  )

  journey(
    'the popup names the shop, the amount and the reason for the bank page',
    { sites: 'secure' },
    async (context) => {
      const { tab, world } = context
      await visitAndBuy(tab, world)
      await payByCard(tab, testCards.challenge)
      tab.frame()
      await tab.waitForVisible(overlay.link)
      const dialogText = await tab.evaluate<string>(
        `document.querySelector('cedi-checkout').shadowRoot.querySelector('dialog').innerText`,
      )
      expect(dialogText).toContain('Efua Mensah Beads')
      expect(dialogText).toContain('GH₵45.50')
      expect(dialogText).toMatch(/bank/)
      await tab.click(overlay.second)
      tab.frame(popup)
      await waitForState(tab, 'redirect')
      await tab.click('button[value=other]')
      await waitForState(tab, 'method')
      return { payment: 'cancelled', network: 'visa' }
    },
  )
})
