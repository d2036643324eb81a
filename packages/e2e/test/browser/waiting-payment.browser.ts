import { expect } from 'vitest'
import { approve, buy, finish, overlay, payByPhone, popup, visitAndBuy, waitForState } from '../../src/buyer.js'
import { inEngines, inEveryEngine, type Journey, type JourneyContext } from '../../src/journey.js'

/** Ways to leave while the payment is pending. */
const waysToLeave = {
  'reloads the shop': async ({ tab }: JourneyContext) => tab.reload(),
  'stops waiting': async ({ tab }: JourneyContext) => {
    await tab.click(overlay.close)
    await tab.waitForVisible(overlay.message, 'Stop waiting?')
    await tab.click(overlay.second)
    await tab.waitForHidden(overlay.dialog)
  },
  'goes on to another page and Back': async ({ tab, world }: JourneyContext) => {
    await tab.goto(world.storefront)
    await tab.back()
  },
}

/** Declares the journeys of buyers who leave in the given ways. */
const declareJourneys =
  (ways: Readonly<Record<string, (context: JourneyContext) => Promise<unknown>>>) => (journey: Journey) => {
    for (const [way, leave] of Object.entries(ways)) {
      const leaveAndBuy = async (context: JourneyContext) => {
        const { tab, world } = context
        await visitAndBuy(tab, world)
        await payByPhone(tab, 'mtn', '789')
        await waitForState(tab, 'prompt')
        tab.frame()
        await leave(context)
        await tab.click('cedi-buy-button a')
        await tab.waitForVisible(overlay.message, '024 ••• 3789')
      }
      journey(`who ${way} can return to the payment when buying again`, {}, async (context) => {
        const { tab, world } = context
        await leaveAndBuy(context)
        await tab.click(overlay.first)
        tab.frame(popup)
        await approve(tab, world)
        await finish(tab, 'close succeeded')
        return { payment: 'succeeded', network: 'mtn' }
      })
      journey(`who ${way} can pay again, which cancels the pending payment`, {}, async (context) => {
        const { tab, world } = context
        await leaveAndBuy(context)
        await tab.click(overlay.second)
        tab.frame(popup)
        await waitForState(tab, 'method')
        await payByPhone(tab, 'mtn', '987')
        await approve(tab, world)
        await finish(tab, 'close succeeded')
        return { payment: 'succeeded', network: 'mtn', before: ['cancelled'] }
      })
    }
  }

const { 'goes on to another page and Back': back, ...others } = waysToLeave

inEveryEngine('A buyer with a pending payment', (journey) => {
  declareJourneys(others)(journey)

  journey(
    'who reloads without browser storage has the same choice',
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

  journey('that fails opens a new checkout after a reload', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '049')
    await waitForState(tab, 'prompt')
    await world.advanceTime('PT3S')
    await waitForState(tab, 'failed')
    tab.frame()
    await tab.reload()
    await buy(tab)
    return { payment: 'failed', network: 'mtn' }
  })
})

// After Back has left a page, WebKit's driver answers no command, whether the driver or a script went back,
// with or without a page cache.
inEngines(
  ['chromium', 'firefox'],
  'A buyer whose payment waits (not in WebKit, whose driver hangs after Back)',
  declareJourneys({ 'goes on to another page and Back': back }),
)
