import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { approve, finish, overlay, payByPhone, popup, visitAndBuy, waitForState } from '../../src/buyer.js'
import { inEngines, inEveryEngine } from '../../src/journey.js'
import { beads } from '../../src/products.js'

/** Script of a page that stops clicks and keeps the focus, as focus traps of dialogs do. */
const focusTrap = `<input id="trap"><script>
for (const type of ['click', 'mousedown', 'pointerdown', 'touchstart', 'focusin'])
  document.addEventListener(type, (event) => {
    if (event.target.closest('#place')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (type === 'focusin') document.getElementById('trap').focus()
  }, true)
</script>`

inEveryEngine('A page', (journey) => {
  journey(
    'that stops clicks and traps the focus cannot disable the popup',
    { surroundingHtml: focusTrap },
    async ({ tab, world }) => {
      await visitAndBuy(tab, world)
      await payByPhone(tab, 'mtn', '789')
      await waitForState(tab, 'prompt')
      tab.frame()
      await tab.click(overlay.close)
      await tab.waitForVisible(overlay.message, 'Stop waiting?')
      await tab.click(overlay.first)
      tab.frame(popup)
      await approve(tab, world)
      await finish(tab, 'close succeeded')
      return { payment: 'succeeded', network: 'mtn' }
    },
  )

  journey('that replaces its whole document keeps the pending payment', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '789')
    await waitForState(tab, 'prompt')
    tab.frame()
    await tab.evaluate(`(() => {
      const html = document.documentElement.cloneNode(false)
      html.append(document.head, document.body)
      document.replaceChild(html, document.documentElement)
    })()`)
    tab.frame(popup)
    await approve(tab, world)
    tab.frame()
    // A notice about layout, which Chromium reports as an error event when the popup is added again.
    await tab.evaluate(`[...document.querySelectorAll('#problems li')]
      .filter((line) => line.textContent.startsWith('ResizeObserver loop'))
      .forEach((line) => line.remove())`)
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey(
    'in a sandboxed frame without new tabs shows the address of the checkout',
    { isInFrame: true, frameSandbox: 'allow-scripts' },
    async ({ tab, world }) => {
      await tab.goto(world.shop.url)
      tab.frame('#shop')
      await tab.click('cedi-buy-button a')
      await tab.waitForVisible('cedi-checkout dialog', 'copy this address')
      return { payment: 'none' }
    },
  )

  journey(
    'with wrong attributes gets one warning with their allowed values, and sells',
    { dataAttributes: 'data-theme="night" data-lable="Buy"' },
    async ({ tab, world }) => {
      await visitAndBuy(tab, world)
      tab.frame()
      const logged = await tab.evaluate<string[]>('window.logged')
      expect(logged.filter((line) => line.includes('[embed.js]'))).toEqual([
        expect.stringMatching(/data-lable is unknown \(did you mean data-label\?\); data-theme="night" must be auto/),
      ])
      return { payment: 'none' }
    },
  )

  journey(
    'has a button whose text contrasts with its accent',
    { dataAttributes: 'data-accent="#ffcc00"' },
    async (context) => {
      const { tab, world } = context
      await tab.goto(world.shop.url)
      await tab.waitForVisible('cedi-buy-button a')
      expect(
        await tab.evaluate(`getComputedStyle(document.querySelector('cedi-buy-button').shadowRoot.firstChild).color`),
      ).toBe('rgb(0, 0, 0)')
      return { payment: 'none' }
    },
  )

  journey(
    'whose server returns an API key instead of a checkout token gets the reason, and the buyer a message',
    { integration: 'popup' },
    async ({ tab, world }) => {
      await tab.goto(world.shop.url)
      await tab.waitForVisible('#popup')
      await tab.evaluate(
        `void Cedi.checkout({ intent: 'sk_live_${'x'.repeat(20)}', onError: ({ message }) => (window.reason = message) })`,
      )
      await tab.waitForVisible('cedi-checkout dialog', 'The checkout could not start.')
      const reason = await tab.evaluate<string>('window.reason')
      expect(reason).toContain('Got an API key, which must stay on your server.')
      expect(reason).not.toContain('sk_live')
      return { payment: 'none' }
    },
  )
})

// WebKitWebDriver opens no files in the sandbox of its pages.
inEngines(['chromium', 'firefox'], 'A page opened as a file', (journey) => {
  journey('opens the checkout in a tab', { sites: 'loopback' }, async ({ tab, world, closeAtEnd }) => {
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
  })
})
