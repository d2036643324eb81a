import { expect } from 'vitest'
import { approve, buy, finish, payByPhone, waitForState } from '../../src/buyer.js'
import { inEngines } from '../../src/journey.js'

inEngines(['chromium'], 'Shop pages', (journey) => {
  journey(
    'a shop sells with JavaScript off, on the shop page and on the hosted pages',
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
    'a shop that loads the scripts with integrity hashes sells',
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
})
