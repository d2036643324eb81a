import { expect } from 'vitest'
import { approve, payByPhone, visitAndBuy, waitForState } from '../../src/buyer.js'
import { inEveryEngine } from '../../src/journey.js'

const readValue = (css: string) => `document.querySelector('${css}').value`

inEveryEngine('The checkout', (journey) => {
  journey('accepts a phone number with invisible characters, and one in Arabic digits', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await tab.click('button[value=mtn]')
    await tab.fill('#phone', '\u202A+233 (0)24\u2011412\u2013 3129\u200B\u202C')
    await tab.click('button[value=pay]')
    await waitForState(tab, 'prompt')
    await tab.click('button[value=change]')
    await waitForState(tab, 'number')
    await tab.fill('#phone', '٠٢٤٤١٢٣٧٨٩')
    await tab.click('button[value=pay]')
    await approve(tab, world)
    return { payment: 'succeeded', network: 'mtn', before: ['cancelled'] }
  })

  journey('accepts a card with dashes and the expiry date of a form', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await tab.click('button[value=card]')
    await tab.fill('#number', '4242-4242.4242\u00A04242')
    await tab.fill('#expiry', '2029-08')
    await tab.fill('#cvc', '123')
    expect(await tab.evaluate(readValue('#number'))).toBe('4242 4242 4242 4242')
    await tab.click('button[value=pay]')
    await waitForState(tab, 'success')
    return { payment: 'succeeded', network: 'visa' }
  })

  journey('counts the time left on the clock of the service', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'airteltigo', '079')
    await waitForState(tab, 'prompt')
    await tab.evaluate(`(() => { const now = Date.now.bind(Date); Date.now = () => now() - 40 * 60_000 })()`)
    await expect
      .poll(() => tab.evaluate<string>(`document.querySelector('#clock').textContent`))
      .toMatch(/^0[0-4]:\d\d$/)
    await world.advanceTime('PT5M')
    await tab.waitForVisible('[data-state=failed]', 'It was not approved in time')
    return { payment: 'expired', network: 'airteltigo' }
  })
})

inEveryEngine('A link', (journey) => {
  journey('that a chat app has changed leads to the product, and sells', {}, async ({ tab, world }) => {
    await tab.goto(`${world.storefront.replace('@', '%40').replace('krobo-beads', 'Krobo%2DBeads')}).&e=AT0x&s=1`)
    expect(await tab.url()).toBe(world.storefront)
    await tab.click('form button.main')
    await payByPhone(tab, 'mtn', '789')
    await approve(tab, world)
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey('to an unknown product shows the shop and a way to its products', {}, async ({ tab, world }) => {
    await tab.goto(`${world.storefront}-gone`)
    await tab.waitForVisible('header', 'Efua Mensah Beads')
    await tab.click('a.button.main')
    await tab.waitForVisible('main', 'Krobo beads')
    return { payment: 'none' }
  })
})
