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
import { inEngines, inEveryEngine } from '../../src/journey.js'

inEveryEngine('A message', (journey) => {
  journey(
    'appears with a close button for a buyer who wants more items than available',
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
    'for developers names an unknown product, whose button is removed',
    { product: 'nothing-like-it' },
    async ({ tab, world }) => {
      await tab.goto(world.shop.url)
      await tab.waitForHidden('cedi-buy-button a')
      await expect
        .poll(() => tab.evaluate<string[]>('window.logged ?? []'))
        .toContainEqual(expect.stringContaining('nothing-like-it'))
      return { payment: 'none' }
    },
  )

  journey(
    'is not shown when a link opens a new tab by its data-mode',
    { integration: 'links', dataAttributes: 'data-mode="tab"' },
    async (context) => {
      const { tab, world, closeAtEnd } = context
      await tab.goto(world.shop.url)
      const newTab = closeAtEnd(await tab.waitForNewTab(() => tab.click('#product')))
      expect(await newTab.url()).toContain(world.storefront)
      return { payment: 'none' }
    },
  )
})

inEveryEngine('The popup', (journey) => {
  journey(
    'shows English from left to right on a right-to-left page',
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
})

inEveryEngine('The popup of a shop that knows the buyer', (journey) => {
  journey(
    'shows the number of the known network first, and no main button while the payment is pending',
    { integration: 'popup', prefill: { phone: '0244123789', network: 'mtn' } },
    async ({ tab, world }) => {
      await tab.goto(world.shop.url)
      await tab.click('#popup')
      tab.frame(popup)
      await waitForState(tab, 'number')
      expect(await tab.evaluate<string>(`document.querySelector('#phone').value`)).toBe('024 412 3789')
      await tab.click('button[value=pay]')
      await waitForState(tab, 'prompt')
      expect(await tab.evaluate(`document.querySelectorAll('[data-state=prompt] button.main').length`)).toBe(0)
      await approve(tab, world)
      return { payment: 'succeeded', network: 'mtn' }
    },
  )
})

inEngines(['chromium'], 'The popup before the bank page', (journey) => {
  journey('names the shop, the amount and the reason for the bank page', { sites: 'secure' }, async (context) => {
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
  })
})
