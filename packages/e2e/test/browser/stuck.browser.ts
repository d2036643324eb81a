import { expect } from 'vitest'
import { payByCard, payByPhone, popup, testCards, visitAndBuy, waitForState } from '../../src/buyer.js'
import { inEveryEngine } from '../../src/journey.js'

inEveryEngine('The checkout page', (journey) => {
  journey(
    'keeps the caret in an invalid number and removes the error after the correction',
    {},
    async ({ tab, world }) => {
      await visitAndBuy(tab, world)
      await tab.click('button[value=mtn]')
      await tab.click('#phone')
      await tab.press('02441237', 'Enter')
      await tab.waitForVisible('#phone-problem')
      await tab.press('89')
      expect(await tab.evaluate(`document.querySelector('#phone').value`)).toBe('024 412 3789')
      await tab.waitForHidden('#phone-problem')
      return { payment: 'none' }
    },
  )

  journey('shows example numbers of the chosen network', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    for (const [network, prefix] of [
      ['mtn', /\b0(?:24|25|53|54|55|59)\b/],
      ['telecel', /\b0(?:20|50)\b/],
      ['airteltigo', /\b0(?:26|27|56|57)\b/],
    ] as const) {
      await tab.click(`button[value=${network}]`)
      expect(await tab.waitForVisible('#phone-hint')).toMatch(prefix)
      await tab.click('button[value=other]')
    }
    return { payment: 'none' }
  })

  journey('shows a busy button while a request hangs, and executes the next click', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '129')
    await waitForState(tab, 'prompt')
    world.network.hang('/checkout/status')
    await tab.click('button[value=check]')
    await tab.waitForVisible('button[value=check][aria-busy=true]')
    await tab.click('button[value=change]')
    world.network.restore()
    await waitForState(tab, 'number')
    return { payment: 'cancelled', network: 'mtn' }
  })

  journey('opens in a second tab while the request of the first hangs', {}, async ({ tab, world, openTab }) => {
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

  journey('has a link to continue when its URL is opened in another browser', {}, async ({ tab, world, openTab }) => {
    await tab.goto((await world.intent()).page)
    await waitForState(tab, 'method')
    const secondTab = await openTab()
    await secondTab.goto(await tab.url())
    await secondTab.waitForVisible('h1')
    expect(await secondTab.evaluate('document.body.innerText')).not.toContain('is over')
    await secondTab.waitForVisible('main a[href]')
    return { payment: 'none' }
  })

  journey(
    'does not submit an expired card, keeps its number and clears its security code',
    {},
    async ({ tab, world }) => {
      await visitAndBuy(tab, world)
      await tab.click('button[value=card]')
      await tab.fill('#number', testCards.visa)
      await tab.fill('#expiry', '08/20')
      await tab.fill('#cvc', '123')
      await tab.click('button[value=pay]')
      await tab.waitForVisible('#expiry-problem')
      const values = `['number', 'cvc'].map((id) => document.getElementById(id).value.replaceAll(' ', ''))`
      expect(await tab.evaluate(values)).toEqual([testCards.visa, ''])
      expect(world.network.countRequests('POST /checkout/payments')).toBe(0)
      return { payment: 'none' }
    },
  )

  journey('keeps the number of a declined card for a retry', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByCard(tab, testCards.declined)
    await waitForState(tab, 'failed')
    await tab.click('button[value=retry]')
    await waitForState(tab, 'card')
    const values = `['number', 'cvc'].map((id) => document.getElementById(id).value.replaceAll(' ', ''))`
    expect(await tab.evaluate(values)).toEqual([testCards.declined, ''])
    return { payment: 'failed', network: 'visa' }
  })

  journey('shows a not-found page for an unknown path', {}, async ({ tab, world }) => {
    await tab.goto(`${world.network.url}/nonsense`)
    await tab.waitForVisible('main h1')
    return { payment: 'none' }
  })

  journey('has a dial link that is high enough to tap', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '129')
    await waitForState(tab, 'prompt')
    expect(
      await tab.evaluate(`document.querySelector('a[href^=tel]').getBoundingClientRect().height`),
    ).toBeGreaterThanOrEqual(24)
    await tab.click('button[value=change]')
    await waitForState(tab, 'number')
    return { payment: 'cancelled', network: 'mtn' }
  })
})
