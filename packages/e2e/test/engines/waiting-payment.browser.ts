import { expect } from 'vitest'
import { approve, finish, overlay, payByPhone, popup, visitAndBuy, waitForState } from '../../src/buyer.js'
import { inEngines, inEveryEngine, type JourneyContext } from '../../src/journey.js'

/** Starts a payment, leaves the shop page, and clicks its button again. */
async function leaveAndBuyAgain(context: JourneyContext, leave: () => Promise<unknown>): Promise<void> {
  const { tab, world } = context
  await visitAndBuy(tab, world)
  await payByPhone(tab, 'mtn', '789')
  await waitForState(tab, 'prompt')
  tab.frame()
  await leave()
  await tab.click('cedi-buy-button a')
  await tab.waitForVisible(overlay.message, '024 ••• 3789')
}

inEveryEngine('Waiting payments', (journey) => {
  journey('a buyer who reloads the shop can return to the pending payment', {}, async (context) => {
    const { tab, world } = context
    await leaveAndBuyAgain(context, () => tab.reload())
    await tab.click(overlay.first)
    tab.frame(popup)
    await approve(tab, world)
    await finish(tab, 'close succeeded')
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey(
    'a buyer who reloads without browser storage can cancel the pending payment',
    { blocksStorage: true },
    async ({ tab, world }) => {
      await visitAndBuy(tab, world)
      tab.frame()
      await tab.evaluate(`history.replaceState({ page: 'of the shop' }, '')`)
      tab.frame(popup)
      await payByPhone(tab, 'mtn', '789')
      await waitForState(tab, 'prompt')
      tab.frame()
      await tab.reload()
      await tab.click('cedi-buy-button a')
      await tab.waitForVisible(overlay.message, '024 ••• 3789')
      expect(await tab.evaluate('history.state.page'), 'the history state of the shop page').toBe('of the shop')
      await tab.click(overlay.second)
      tab.frame(popup)
      await waitForState(tab, 'method')
      return { payment: 'cancelled', network: 'mtn' }
    },
  )
})

// After Back has left a page, WebKit's driver answers no command.
inEngines(['chromium', 'firefox'], 'Waiting payments after Back', (journey) => {
  journey(
    'a buyer who comes back to the shop can pay again, which cancels the pending payment',
    {},
    async (context) => {
      const { tab, world } = context
      await leaveAndBuyAgain(context, async () => {
        await tab.goto(world.storefront)
        await tab.back()
      })
      await tab.click(overlay.second)
      tab.frame(popup)
      await waitForState(tab, 'method')
      await payByPhone(tab, 'mtn', '987')
      await approve(tab, world)
      await finish(tab, 'close succeeded')
      return { payment: 'succeeded', network: 'mtn', before: ['cancelled'] }
    },
  )
})
