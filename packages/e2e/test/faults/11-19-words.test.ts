import { expect } from 'vitest'
import { cards, payByCard, payByPhone, popup, reaches, shell, visitAndBuy } from '../../src/buyer.js'
import { inEngines, inEveryEngine } from '../../src/journey.js'

inEveryEngine('The true sentence', (journey) => {
  for (const [what, wishes, words] of [
    ['more than there are', { data: 'data-quantity="9"' }, /Only 5/],
    ['a product that is not on sale', { product: 'nothing-like-it' }, /not on sale/],
  ] as const)
    journey(`for whoever wants ${what}, and a way back`, wishes, async ({ tab, world }) => {
      await tab.goto(world.shop.url)
      await tab.click('cedi-buy-button a')
      await expect.poll(() => tab.see(shell.sentence).catch(String)).toMatch(words)
      await tab.click(shell.first)
      await tab.miss(shell.dialog)
      return { payment: 'none' }
    })

  journey('for whoever opens the address of a checkout in another browser', {}, async ({ tab, world, another }) => {
    await tab.goto((await world.intent()).page)
    await reaches(tab, 'method')
    const elsewhere = await another()
    await elsewhere.goto(await tab.url())
    await elsewhere.see('h1')
    expect(await elsewhere.evaluate('document.body.innerText')).not.toContain('is over')
    await elsewhere.see('main a[href]')
    return { payment: 'none' }
  })

  journey('about a card that has ended, before it is sent: number stays, code goes', {}, async ({ tab, world }) => {
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
  })

  journey('about a declined card: its number is still there for another try', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByCard(tab, cards.declined)
    await reaches(tab, 'failed')
    await tab.click('button[value=retry]')
    await reaches(tab, 'card')
    const values = `['number', 'cvc'].map((id) => document.getElementById(id).value.replaceAll(' ', ''))`
    expect(await tab.evaluate(values)).toEqual([cards.declined, ''])
    return { payment: 'failed', network: 'visa' }
  })

  journey('in a page for whoever follows a wrong address', {}, async ({ tab, world }) => {
    await tab.goto(`${world.network.url}/nonsense`)
    await tab.see('main h1')
    return { payment: 'none' }
  })

  journey('where a button names what is not sold', { product: 'nothing-like-it' }, async ({ tab, world }) => {
    await tab.goto(world.shop.url)
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

  journey('is large enough to dial', {}, async ({ tab, world }) => {
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
