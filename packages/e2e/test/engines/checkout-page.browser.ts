import { expect } from 'vitest'
import { popup, visitAndBuy, waitForState } from '../../src/buyer.js'
import { inEveryEngine } from '../../src/journey.js'

inEveryEngine('Checkout page', (journey) => {
  journey('an invalid number keeps its caret, and loses its error after the correction', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await tab.click('button[value=mtn]')
    await tab.click('#phone')
    await tab.press('02441237', 'Enter')
    await tab.waitForVisible('#phone-problem')
    await tab.press('89')
    expect(await tab.evaluate(`document.querySelector('#phone').value`)).toBe('024 412 3789')
    await tab.waitForHidden('#phone-problem')
    return { payment: 'none' }
  })

  journey('a second tab opens while the request of the first hangs', {}, async ({ tab, world, openTab }) => {
    await tab.goto(world.shop.url)
    world.network.hang('/checkout/status')
    await tab.click('cedi-buy-button a')
    tab.frame(popup)
    await waitForState(tab, 'loading')
    // Hanging requests still get no response.
    world.network.restore()
    const second = await openTab()
    await second.goto(world.shop.url)
    await second.click('cedi-buy-button a')
    // A browser may delay a request while an identical one is pending.
    await expect.poll(() => world.network.countRequests('GET /checkout/status')).toBe(1)
    second.frame(popup)
    await waitForState(second, 'method')
    return { payment: 'none' }
  })
})
