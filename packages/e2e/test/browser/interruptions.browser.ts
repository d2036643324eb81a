import { expect } from 'vitest'
import { approve, finish, overlay, payByPhone, popup, visitAndBuy, waitForState } from '../../src/buyer.js'
import { inEveryEngine } from '../../src/journey.js'

inEveryEngine('A buyer', (journey) => {
  journey(
    'who reloads the shop while a payment is pending sees this payment and cannot start another',
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

  journey('who reloads the full page while a payment is pending continues this payment', {}, async ({ tab, world }) => {
    await tab.goto((await world.intent()).page)
    await payByPhone(tab, 'mtn', '789')
    await waitForState(tab, 'prompt')
    expect(await tab.url(), 'the URL does not contain the token').toBe(
      `${world.network.url}/pay?from=efua%2Fkrobo-beads&lang=en`,
    )
    await tab.reload()
    await tab.waitForVisible('[data-state=prompt]', 'Approve on 024')
    await approve(tab, world)
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey('whose network fails before the request pays once after it recovers', {}, async ({ tab, world }) => {
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

  journey('whose network drops the response pays once after it recovers', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await tab.click('button[value=mtn]')
    await tab.fill('#phone', '0244123789')
    world.network.dropResponseTo('/checkout/payments')
    await tab.click('button[value=pay]')
    await waitForState(tab, 'sending')
    await expect.poll(() => world.network.countRequests('POST /checkout/payments')).toBe(1)
    world.network.restore()
    await approve(tab, world)
    await finish(tab, 'close succeeded')
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey('whose network fails during the approval sees the result after it recovers', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '789')
    await waitForState(tab, 'prompt')
    world.network.disconnect()
    await world.advanceTime('PT3S')
    world.network.restore()
    await waitForState(tab, 'success')
    await finish(tab, 'close succeeded')
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey(
    'sees that the service is down and can retry',
    { integration: 'popup', fastTimers: true },
    async ({ tab, world }) => {
      await tab.goto(world.shop.url)
      world.network.hang('/checkout')
      await tab.click('#popup')
      await tab.waitForVisible(overlay.message, 'Slow connection')
      await tab.waitForVisible(overlay.message, 'The checkout could not start')
      await tab.waitForVisible(overlay.link, 'Open the full page')
      world.network.restore()
      await tab.click(overlay.first)
      tab.frame(popup)
      await waitForState(tab, 'method')
      await payByPhone(tab, 'mtn', '789')
      await approve(tab, world)
      await finish(tab, 'close succeeded')
      return { payment: 'succeeded', network: 'mtn' }
    },
  )

  journey('who clicks twice, on the button and on "Pay", pays once', {}, async ({ tab, world }) => {
    await tab.goto(world.shop.url)
    await tab.click('cedi-buy-button a', 2)
    tab.frame(popup)
    await waitForState(tab, 'method')
    await tab.click('button[value=mtn]')
    await tab.fill('#phone', '0244123789')
    await tab.click('button[value=pay]', 2)
    await approve(tab, world)
    tab.frame()
    expect(await tab.count(overlay.dialog)).toBe(1)
    tab.frame(popup)
    await finish(tab, 'close succeeded')
    expect(world.network.countRequests('POST /checkout/embed')).toBe(1)
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey(
    'who goes Back closes the checkout and stays in the shop',
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

  journey(
    'who goes Back during the approval can stay',
    { integration: 'popup', closesOnBack: true },
    async ({ tab, world }) => {
      await visitAndBuy(tab, world, '#popup')
      await payByPhone(tab, 'mtn', '789')
      await waitForState(tab, 'prompt')
      tab.frame()
      await tab.back()
      await tab.waitForVisible(overlay.message, 'Stop waiting?')
      await tab.click(overlay.first)
      tab.frame(popup)
      await approve(tab, world)
      await finish(tab, 'close succeeded')
      expect(await tab.url()).toBe(world.shop.url)
      return { payment: 'succeeded', network: 'mtn' }
    },
  )

  journey('who closes during the approval confirms it, and the payment still succeeds', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '789')
    await waitForState(tab, 'prompt')
    tab.frame()
    await tab.click(overlay.close)
    await tab.waitForVisible(overlay.message, 'Stop waiting?')
    await tab.click(overlay.second)
    await tab.waitForVisible('#events li', 'close pending')
    await tab.waitForHidden(overlay.dialog)
    await world.advanceTime('PT3S')
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey(
    'whose payment failed sees the reason and the payment methods when the checkout opens again',
    { integration: 'popup' },
    async ({ tab, world }) => {
      await visitAndBuy(tab, world, '#popup')
      await payByPhone(tab, 'mtn', '049')
      await waitForState(tab, 'prompt')
      await world.advanceTime('PT3S')
      await waitForState(tab, 'failed')
      tab.frame()
      await tab.click(overlay.close)
      await tab.waitForVisible('#events li', 'close failed')
      const token = await world.shop.basket()
      await tab.goto(`${world.network.url}/pay/${token}`)
      await tab.waitForVisible('[data-state=method] .problem', 'balance is too low')
      await tab.goto(world.shop.url)
      await tab.click('#popup')
      tab.frame(popup)
      await tab.waitForVisible('[data-state=method] .problem', 'balance is too low')
      await payByPhone(tab, 'mtn', '789')
      await approve(tab, world)
      await finish(tab, 'close succeeded')
      return { payment: 'succeeded', network: 'mtn', before: ['failed'] }
    },
  )

  journey('who closes before paying has no payment', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await tab.click('button[value=mtn]')
    await waitForState(tab, 'number')
    tab.frame()
    await tab.click(overlay.close)
    await tab.waitForVisible('#events li', 'close cancelled')
    return { payment: 'none' }
  })

  journey('who pays in two tabs pays once', {}, async ({ tab, world, openTab }) => {
    const { page } = await world.intent()
    const second = await openTab()
    for (const eachTab of [tab, second]) {
      await eachTab.goto(page)
      await eachTab.click('button[value=mtn]')
      await eachTab.fill('#phone', '0244123789')
    }
    await tab.click('button[value=pay]')
    await waitForState(tab, 'prompt')
    await second.click('button[value=pay]')
    await second.waitForVisible('[data-state=prompt]', 'being paid in another window')
    await world.advanceTime('PT3S')
    await waitForState(tab, 'success')
    await waitForState(second, 'success')
    return { payment: 'succeeded', network: 'mtn' }
  })
})
