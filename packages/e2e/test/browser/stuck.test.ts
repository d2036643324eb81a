import { expect } from 'vitest'
import { cards, payByCard, payByPhone, popup, reaches, visitAndBuy } from '../../src/buyer.js'
import { inEveryEngine } from '../../src/journey.js'

inEveryEngine('On the checkout page nobody is stuck', (journey) => {
  journey('by a wrong number: the caret stays, and the error goes when it is corrected', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await tab.click('button[value=mtn]')
    await tab.click('#phone')
    await tab.press('02441237', 'Enter')
    await tab.see('#phone-problem')
    await tab.press('89')
    expect(await tab.evaluate(`document.querySelector('#phone').value`)).toBe('024 412 3789')
    await tab.miss('#phone-problem')
    return { payment: 'none' }
  })

  journey('by the example of another network', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    for (const [network, prefix] of [
      ['mtn', /\b0(?:24|25|53|54|55|59)\b/],
      ['telecel', /\b0(?:20|50)\b/],
      ['airteltigo', /\b0(?:26|27|56|57)\b/],
    ] as const) {
      await tab.click(`button[value=${network}]`)
      expect(await tab.see('#phone-hint')).toMatch(prefix)
      await tab.click('button[value=other]')
    }
    return { payment: 'none' }
  })

  journey(
    'by a press without an answer: the button shows that it is busy, and the next press is kept',
    {},
    async ({ tab, world }) => {
      await visitAndBuy(tab, world)
      await payByPhone(tab, 'mtn', '129')
      await reaches(tab, 'prompt')
      world.network.hang('/checkout/status')
      await tab.click('button[value=check]')
      await tab.see('button[value=check][aria-busy=true]')
      await tab.click('button[value=change]')
      world.network.restore()
      await reaches(tab, 'number')
      return { payment: 'cancelled', network: 'mtn' }
    },
  )

  journey('by another tab whose answer does not come', {}, async ({ tab, world, another }) => {
    await tab.goto(world.shop.url)
    world.network.hang('/checkout/status')
    await tab.click('cedi-buy-button a')
    tab.frame(popup)
    await reaches(tab, 'loading')
    // Requests that were sent get no answer.
    world.network.restore()
    const second = await another()
    await second.goto(world.shop.url)
    await second.click('cedi-buy-button a')
    // A browser may delay a request while an equal one has no answer yet.
    await expect.poll(() => world.network.passed('/checkout/status'), { timeout: 8_000 }).toBe(1)
    second.frame(popup)
    await reaches(second, 'method')
    return { payment: 'none' }
  })

  journey('by the address of a checkout that is opened in another browser', {}, async ({ tab, world, another }) => {
    await tab.goto((await world.intent()).page)
    await reaches(tab, 'method')
    const elsewhere = await another()
    await elsewhere.goto(await tab.url())
    await elsewhere.see('h1')
    expect(await elsewhere.evaluate('document.body.innerText')).not.toContain('is over')
    await elsewhere.see('main a[href]')
    return { payment: 'none' }
  })

  journey(
    'by an expired card: it is not sent, its number stays and its security code is cleared',
    {},
    async ({ tab, world }) => {
      await visitAndBuy(tab, world)
      await tab.click('button[value=card]')
      await tab.fill('#number', cards.visa)
      await tab.fill('#expiry', '08/20')
      await tab.fill('#cvc', '123')
      await tab.click('button[value=pay]')
      await tab.see('#expiry-problem')
      const values = `['number', 'cvc'].map((id) => document.getElementById(id).value.replaceAll(' ', ''))`
      expect(await tab.evaluate(values)).toEqual([cards.visa, ''])
      expect(world.network.passed('/checkout/payments')).toBe(0)
      return { payment: 'none' }
    },
  )

  journey('by a declined card: its number is still there for another try', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByCard(tab, cards.declined)
    await reaches(tab, 'failed')
    await tab.click('button[value=retry]')
    await reaches(tab, 'card')
    const values = `['number', 'cvc'].map((id) => document.getElementById(id).value.replaceAll(' ', ''))`
    expect(await tab.evaluate(values)).toEqual([cards.declined, ''])
    return { payment: 'failed', network: 'visa' }
  })

  journey('by a wrong address: a page says so', {}, async ({ tab, world }) => {
    await tab.goto(`${world.network.url}/nonsense`)
    await tab.see('main h1')
    return { payment: 'none' }
  })

  journey('by a dial link that is too small to tap', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '129')
    await reaches(tab, 'prompt')
    expect(
      await tab.evaluate(`document.querySelector('a[href^=tel]').getBoundingClientRect().height`),
    ).toBeGreaterThanOrEqual(24)
    await tab.click('button[value=change]')
    await reaches(tab, 'number')
    return { payment: 'cancelled', network: 'mtn' }
  })
})
