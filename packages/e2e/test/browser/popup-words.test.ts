import { expect } from 'vitest'
import { approve, cards, payByCard, payByPhone, popup, reaches, shell, visitAndBuy } from '../../src/buyer.js'
import { inEngines, inEveryEngine } from '../../src/journey.js'

inEveryEngine('The right message is shown', (journey) => {
  for (const [what, wishes, words] of [
    ['more than there are', { data: 'data-quantity="9"' }, /Only 5/],
    ['a product that is not on sale', { product: 'nothing-like-it' }, /not on sale/],
  ] as const)
    journey(`to a buyer who wants ${what}, with a way back`, wishes, async ({ tab, world }) => {
      await tab.goto(world.shop.url)
      await tab.click('cedi-buy-button a')
      await expect.poll(() => tab.see(shell.sentence).catch(String)).toMatch(words)
      await tab.click(shell.first)
      await tab.miss(shell.dialog)
      return { payment: 'none' }
    })

  journey('where a button names an unknown product', { product: 'nothing-like-it' }, async ({ tab, world }) => {
    await tab.goto(world.shop.url)
    // The product is checked at the click and not before, so that correct pages need no extra request.
    await tab.click('cedi-buy-button a')
    await expect
      .poll(() => tab.evaluate<string[]>('window.warned ?? []'))
      .toContainEqual(expect.stringContaining('nothing-like-it'))
    return { payment: 'none' }
  })

  journey(
    'opens a tab where a written link asks for one',
    { sells: 'links', data: 'data-mode="tab"' },
    async (trip) => {
      const { tab, world, closesLater } = trip
      await tab.goto(world.shop.url)
      const other = closesLater(await tab.opened(() => tab.click('#product')))
      expect(await other.url()).toContain(world.storefront)
      return { payment: 'none' }
    },
  )
})

inEveryEngine('The popup', (journey) => {
  journey('shows English from left to right on a right-to-left page', { root: 'lang="ar" dir="rtl"' }, async (trip) => {
    const { tab, world } = trip
    await visitAndBuy(tab, world)
    const direction = (css: string) => tab.evaluate(`getComputedStyle(document.querySelector('${css}')).direction`)
    expect(await direction('#title')).toBe('ltr')
    await payByPhone(tab, 'mtn', '789')
    await reaches(tab, 'prompt')
    expect(await direction('ol li')).toBe('ltr')
    tab.frame()
    await tab.click(shell.close)
    await tab.see(shell.sentence, 'Stop waiting?')
    const inShell = (css: string) =>
      tab.evaluate(
        `getComputedStyle(document.querySelector('cedi-checkout').shadowRoot.querySelector('${css}')).direction`,
      )
    expect([await inShell('p'), await inShell('.choices button')]).toEqual(['ltr', 'ltr'])
    await tab.click(shell.first)
    tab.frame(popup)
    await approve(tab, world)
    return { payment: 'succeeded', network: 'mtn' }
  })
})

inEngines(['chromium'], 'The popup that sends a buyer to the bank', (journey) => {
  journey('says which bank page opens and why, with the shop and the amount', { sites: 'secure' }, async (trip) => {
    const { tab, world } = trip
    await visitAndBuy(tab, world)
    await payByCard(tab, cards.challenge)
    tab.frame()
    await tab.see(shell.link)
    const said = await tab.evaluate<string>(
      `document.querySelector('cedi-checkout').shadowRoot.querySelector('dialog').innerText`,
    )
    expect(said).toContain('Efua Mensah Beads')
    expect(said).toContain('GH₵45.50')
    expect(said).toMatch(/bank/)
    await tab.click(shell.second)
    tab.frame(popup)
    await reaches(tab, 'redirect')
    await tab.click('button[value=other]')
    await reaches(tab, 'method')
    return { payment: 'cancelled', network: 'visa' }
  })
})
