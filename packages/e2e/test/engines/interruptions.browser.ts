import { expect } from 'vitest'
import { approve, finish, overlay, payByPhone, popup, visitAndBuy, waitForState } from '../../src/buyer.js'
import { inEveryEngine } from '../../src/journey.js'

inEveryEngine('Interruptions', (journey) => {
  journey(
    'a reloaded shop shows the pending payment and cannot start another',
    { integration: 'popup' },
    async ({ tab, world }) => {
      await visitAndBuy(tab, world, '#popup')
      await payByPhone(tab, 'mtn', '789')
      await waitForState(tab, 'prompt')
      tab.frame()
      await tab.reload()
      await tab.click('#popup')
      tab.frame(popup)
      // The shop page stores the payment, so this works if frames of other sites cannot store data.
      await tab.waitForVisible('[data-state=prompt] h1', 'Approve on 024')
      expect(await tab.count('button[value=pay],button[value=mtn]')).toBe(0)
      await approve(tab, world)
      await finish(tab, 'close succeeded')
      return { payment: 'succeeded', network: 'mtn' }
    },
  )

  journey('a payment request without a network is sent once after it recovers', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await tab.click('button[value=mtn]')
    await tab.fill('#phone', '0244123789')
    world.network.disconnect()
    await tab.click('button[value=pay]')
    await waitForState(tab, 'sending')
    world.network.restore()
    await approve(tab, world)
    await finish(tab, 'close succeeded')
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey(
    'Back closes the checkout and stays in the shop',
    { integration: 'popup', closesOnBack: true },
    async ({ tab, world }) => {
      await visitAndBuy(tab, world, '#popup')
      tab.frame()
      await tab.back()
      await tab.waitForVisible('#events li', 'close cancelled')
      await tab.waitForHidden(overlay.dialog)
      expect(await tab.url()).toBe(world.shop.url)
      return { payment: 'none' }
    },
  )

  journey('a page that replaces its whole document keeps the pending payment', {}, async ({ tab, world }) => {
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
})
