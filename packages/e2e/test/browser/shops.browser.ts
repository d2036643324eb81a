import { expect } from 'vitest'
import { approve, buy, finish, overlay, payByPhone, popup, visitAndBuy, waitForState } from '../../src/buyer.js'
import { inEveryEngine } from '../../src/journey.js'

inEveryEngine('A shop', (journey) => {
  journey(
    'with a strict Content-Security-Policy and Trusted Types sells',
    { hasStrictPolicy: true },
    async ({ tab, world }) => {
      await visitAndBuy(tab, world)
      await payByPhone(tab, 'mtn', '789')
      await approve(tab, world)
      await finish(tab, 'close succeeded')
      return { payment: 'succeeded', network: 'mtn' }
    },
  )

  journey('with Cross-Origin-Opener-Policy: same-origin sells', { isolation: 'partly' }, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '789')
    await approve(tab, world)
    await finish(tab, 'close succeeded')
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey('that is isolated from all other origins sells', { isolation: 'fully' }, async ({ tab, world }) => {
    await tab.goto(world.shop.url)
    expect(await tab.evaluate('crossOriginIsolated')).toBe(true)
    await buy(tab)
    await payByPhone(tab, 'mtn', '789')
    await approve(tab, world)
    await finish(tab, 'close succeeded')
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey('in a frame of another site opens the checkout in a new tab', { isInFrame: true }, async ({ tab, world }) => {
    await tab.goto(world.shop.url)
    tab.frame('#shop')
    await tab.click('cedi-buy-button a')
    await tab.waitForVisible(overlay.message, 'goes on in a new tab')
    const checkout = await tab.waitForNewTab(() => tab.click(overlay.link))
    await waitForState(checkout, 'method')
    await payByPhone(checkout, 'mtn', '789')
    await approve(checkout, world)
    await checkout.close()
    await tab.click(overlay.close)
    await tab.waitForVisible('#events li', 'close pending')
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey(
    'sells with JavaScript off, on the shop page and on the hosted pages',
    { integration: 'links', blocksScripts: true },
    async ({ tab, world }) => {
      await tab.goto(world.shop.url)
      await tab.click('#product')
      await tab.click('form button.main')
      await payByPhone(tab, 'mtn', '789')
      await waitForState(tab, 'prompt')
      await world.advanceTime('PT3S')
      await tab.click('button[value=check]')
      await waitForState(tab, 'success')
      return { payment: 'succeeded', network: 'mtn' }
    },
  )

  journey(
    'that loads both scripts twice has one button and one popup',
    { loadsScriptsTwice: true },
    async (context) => {
      const { tab, world } = context
      await visitAndBuy(tab, world)
      tab.frame()
      expect([await tab.count('cedi-buy-button'), await tab.count(overlay.dialog)]).toEqual([1, 1])
      tab.frame(popup)
      await payByPhone(tab, 'mtn', '789')
      await approve(tab, world)
      await finish(tab, 'close succeeded')
      return { payment: 'succeeded', network: 'mtn' }
    },
  )

  journey(
    'that adds buttons after loading sells with each of them',
    { addsButtonsLater: true },
    async ({ tab, world }) => {
      await tab.goto(world.shop.url)
      expect(await tab.count('cedi-buy-button')).toBe(0)
      await tab.click('#visit')
      await buy(tab, 'cedi-buy-button[data-label$=too] a')
      tab.frame()
      await tab.click(overlay.close)
      await tab.waitForVisible('#events li', 'close cancelled')
      await buy(tab, 'cedi-buy-button[data-label$=beads] a')
      await payByPhone(tab, 'mtn', '789')
      await approve(tab, world)
      await finish(tab, 'close succeeded')
      expect(await tab.count('cedi-buy-button')).toBe(2)
      return { payment: 'succeeded', network: 'mtn' }
    },
  )

  for (const [id, subject] of [
    ['product', 'a product'],
    ['basket', 'a basket'],
  ] as const)
    journey(
      `whose plain link sells ${subject} opens the popup from it`,
      { integration: 'links' },
      async ({ tab, world }) => {
        await tab.goto(world.shop.url)
        await expect.poll(() => tab.evaluate('!!window.Cedi')).toBe(true)
        await buy(tab, `#${id}`)
        await payByPhone(tab, 'mtn', '789')
        await approve(tab, world)
        await tab.click('button[value=done]')
        tab.frame()
        await tab.waitForHidden(overlay.dialog)
        return { payment: 'succeeded', network: 'mtn' }
      },
    )

  journey(
    'that loads the scripts with integrity hashes sells',
    { integration: 'popup', usesIntegrity: true },
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
    { integration: 'links', usesIntegrity: true },
    async ({ tab, world }) => {
      for (const path of ['/service/v', '/embed/v', '/buy/v']) world.network.modifyResponsesFor(path)
      await tab.goto(world.shop.url)
      await tab.waitForVisible('#problems li', '/embed/v')
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
