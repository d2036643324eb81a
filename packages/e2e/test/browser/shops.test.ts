import { expect } from 'vitest'
import { approve, buy, finish, payByPhone, popup, reaches, shell, visitAndBuy } from '../../src/buyer.js'
import { inEveryEngine } from '../../src/journey.js'

inEveryEngine('A shop', (journey) => {
  journey('with a strict Content-Security-Policy and Trusted Types sells', { strict: true }, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '789')
    await approve(tab, world)
    await finish(tab, 'close succeeded')
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey('with Cross-Origin-Opener-Policy: same-origin sells', { isolated: 'partly' }, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '789')
    await approve(tab, world)
    await finish(tab, 'close succeeded')
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey('that is isolated from all other origins sells', { isolated: 'fully' }, async ({ tab, world }) => {
    await tab.goto(world.shop.url)
    expect(await tab.evaluate('crossOriginIsolated')).toBe(true)
    await buy(tab)
    await payByPhone(tab, 'mtn', '789')
    await approve(tab, world)
    await finish(tab, 'close succeeded')
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey('in a frame of another site sells in a new tab', { framed: true }, async ({ tab, world }) => {
    await tab.goto(world.shop.url)
    tab.frame('#shop')
    await tab.click('cedi-buy-button a')
    await tab.see(shell.sentence, 'goes on in a new tab')
    const checkout = await tab.opened(() => tab.click(shell.link))
    await reaches(checkout, 'method')
    await payByPhone(checkout, 'mtn', '789')
    await approve(checkout, world)
    await checkout.close()
    await tab.click(shell.close)
    await tab.see('#told li', 'close pending')
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey(
    'sells with JavaScript off, on the shop page and on the hosted pages',
    { sells: 'links', scriptless: true },
    async ({ tab, world }) => {
      await tab.goto(world.shop.url)
      await tab.click('#product')
      await tab.click('form button.main')
      await payByPhone(tab, 'mtn', '789')
      await reaches(tab, 'prompt')
      await world.passes('PT3S')
      await tab.click('button[value=check]')
      await reaches(tab, 'success')
      return { payment: 'succeeded', network: 'mtn' }
    },
  )

  journey('that loads both scripts twice shows one button and opens one popup', { twice: true }, async (trip) => {
    const { tab, world } = trip
    await visitAndBuy(tab, world)
    tab.frame()
    expect([await tab.count('cedi-buy-button'), await tab.count(shell.dialog)]).toEqual([1, 1])
    tab.frame(popup)
    await payByPhone(tab, 'mtn', '789')
    await approve(tab, world)
    await finish(tab, 'close succeeded')
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey(
    'that is an app and adds its buttons later sells with each of them',
    { later: true },
    async ({ tab, world }) => {
      await tab.goto(world.shop.url)
      expect(await tab.count('cedi-buy-button')).toBe(0)
      await tab.click('#visit')
      await buy(tab, 'cedi-buy-button[data-label$=too] a')
      tab.frame()
      await tab.click(shell.close)
      await tab.see('#told li', 'close cancelled')
      await buy(tab, 'cedi-buy-button[data-label$=beads] a')
      await payByPhone(tab, 'mtn', '789')
      await approve(tab, world)
      await finish(tab, 'close succeeded')
      expect(await tab.count('cedi-buy-button')).toBe(2)
      return { payment: 'succeeded', network: 'mtn' }
    },
  )

  for (const [id, what] of [
    ['product', 'a product'],
    ['basket', 'a basket'],
  ] as const)
    journey(`whose plain link sells ${what} opens the popup from it`, { sells: 'links' }, async ({ tab, world }) => {
      await tab.goto(world.shop.url)
      await expect.poll(() => tab.evaluate('!!window.Cedi')).toBe(true)
      await buy(tab, `#${id}`)
      await payByPhone(tab, 'mtn', '789')
      await approve(tab, world)
      await tab.click('button[value=done]')
      tab.frame()
      await tab.miss(shell.dialog)
      return { payment: 'succeeded', network: 'mtn' }
    })

  journey(
    'that loads the scripts with integrity hashes sells',
    { sells: 'popup', pinned: true },
    async ({ tab, world }) => {
      await tab.goto(world.shop.url)
      expect(await tab.evaluate('document.scripts[1].integrity.length')).toBeGreaterThan(70)
      await buy(tab, '#popup')
      await payByPhone(tab, 'mtn', '789')
      await approve(tab, world)
      await finish(tab, 'close succeeded')
      return { payment: 'succeeded', network: 'mtn' }
    },
  )

  journey(
    'that loads the scripts with integrity hashes runs no changed script, and still sells by its plain link',
    { sells: 'links', pinned: true },
    async ({ tab, world }) => {
      for (const path of ['/service/v', '/embed/v', '/buy/v']) world.network.changeAnswersOf(path)
      await tab.goto(world.shop.url)
      await tab.see('#problems li', '/embed/v')
      expect(await tab.evaluate('typeof Cedi + typeof __cediEmbed')).toBe('undefinedundefined')
      await tab.click('#basket')
      await payByPhone(tab, 'mtn', '789')
      await approve(tab, world)
      return { payment: 'succeeded', network: 'mtn' }
    },
  )

  journey('without its own site sells on the storefront', {}, async ({ tab, world }) => {
    await tab.goto(world.storefront)
    await tab.click('form button.main')
    await payByPhone(tab, 'mtn', '789')
    await approve(tab, world)
    return { payment: 'succeeded', network: 'mtn' }
  })
})
