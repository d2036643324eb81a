import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { approve, buy, finish, overlay, payByPhone, visitAndBuy, waitForState } from '../../src/buyer.js'
import { inEngines, inEveryEngine } from '../../src/journey.js'
import { beads } from '../../src/products.js'

inEveryEngine('Shop pages', (journey) => {
  journey(
    'a shop with a strict Content-Security-Policy and Trusted Types sells',
    { hasStrictPolicy: true },
    async ({ tab, world }) => {
      await visitAndBuy(tab, world)
      await payByPhone(tab, 'mtn', '789')
      await approve(tab, world)
      await finish(tab, 'close succeeded')
      return { payment: 'succeeded', network: 'mtn' }
    },
  )

  journey('a shop that is isolated from all other origins sells', { isIsolated: true }, async ({ tab, world }) => {
    await tab.goto(world.shop.url)
    expect(await tab.evaluate('crossOriginIsolated')).toBe(true)
    await buy(tab)
    await payByPhone(tab, 'mtn', '789')
    await approve(tab, world)
    await finish(tab, 'close succeeded')
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey(
    'a shop in a frame of another site opens the checkout in a new tab',
    { isInFrame: true },
    async ({ tab, world }) => {
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
    },
  )

  journey(
    'a script that does not match its integrity hash is not run, and the plain link still sells',
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
})

// WebKitWebDriver opens no files in the sandbox of its pages.
inEngines(['chromium', 'firefox'], 'Files', (journey) => {
  journey(
    'a page opened as a file opens the checkout in a tab',
    { sites: 'loopback' },
    async ({ tab, world, closeAtEnd }) => {
      const file = join(tmpdir(), `cedi-page-${process.pid}.html`)
      const tag = `<script async src="${world.network.url}/embed.js" data-handle="efua" data-product="${beads.slug}"></script>`
      writeFileSync(file, `<!doctype html><html lang="en"><title>Beads</title>${tag}`)
      await tab.goto(pathToFileURL(file).href)
      await tab.click('cedi-buy-button a')
      const checkout = closeAtEnd(await tab.waitForNewTab(() => tab.click(overlay.link)))
      await waitForState(checkout, 'method')
      await payByPhone(checkout, 'mtn', '789')
      await approve(checkout, world)
      return { payment: 'succeeded', network: 'mtn' }
    },
  )
})
