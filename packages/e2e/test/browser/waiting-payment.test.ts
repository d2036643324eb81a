import { expect } from 'vitest'
import { approve, buy, finish, payByPhone, popup, reaches, shell, visitAndBuy } from '../../src/buyer.js'
import { inEngines, inEveryEngine, type Journey, type Trip } from '../../src/journey.js'

/** Ways to leave while the payment waits on the phone, each followed by the same or another page of the shop. */
const leaving = {
  'reloads the shop': async ({ tab }: Trip) => tab.reload(),
  'stops waiting': async ({ tab }: Trip) => {
    await tab.click(shell.close)
    await tab.see(shell.sentence, 'Stop waiting?')
    await tab.click(shell.second)
    await tab.miss(shell.dialog)
  },
  'goes on to another page and Back': async ({ tab, world }: Trip) => {
    await tab.goto(world.storefront)
    await tab.back()
  },
}

/** The journeys of buyers who leave in these ways. */
const leavers = (ways: Readonly<Record<string, (trip: Trip) => Promise<unknown>>>) => (journey: Journey) => {
  for (const [what, leave] of Object.entries(ways)) {
    const leaveAndBuy = async (trip: Trip) => {
      const { tab, world } = trip
      await visitAndBuy(tab, world)
      await payByPhone(tab, 'mtn', '789')
      await reaches(tab, 'prompt')
      tab.frame()
      await leave(trip)
      await tab.click('cedi-buy-button a')
      await tab.see(shell.sentence, '024 ••• 3789')
    }
    journey(`and who ${what} is asked when buying again, and looks again`, {}, async (trip) => {
      const { tab, world } = trip
      await leaveAndBuy(trip)
      await tab.click(shell.first)
      tab.frame(popup)
      await approve(tab, world)
      await finish(tab, 'close succeeded')
      return { payment: 'succeeded', network: 'mtn' }
    })
    journey(`and who ${what} can pay again, which cancels the waiting payment`, {}, async (trip) => {
      const { tab, world } = trip
      await leaveAndBuy(trip)
      await tab.click(shell.second)
      tab.frame(popup)
      await reaches(tab, 'method')
      await payByPhone(tab, 'mtn', '987')
      await approve(tab, world)
      await finish(tab, 'close succeeded')
      return { payment: 'succeeded', network: 'mtn', before: ['cancelled'] }
    })
  }
}

const { 'goes on to another page and Back': back, ...others } = leaving

inEveryEngine('A buyer whose payment waits', (journey) => {
  leavers(others)(journey)

  journey('and who reloads where nothing may be stored is asked too', { storeless: true }, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    tab.frame()
    await tab.evaluate(`history.replaceState({ page: 'of the shop' }, '')`)
    tab.frame(popup)
    await payByPhone(tab, 'mtn', '789')
    await reaches(tab, 'prompt')
    tab.frame()
    await tab.reload()
    await tab.click('cedi-buy-button a')
    await tab.see(shell.sentence, '024 ••• 3789')
    expect(await tab.evaluate('history.state.page'), 'what the page keeps there itself').toBe('of the shop')
    await tab.click(shell.second)
    tab.frame(popup)
    await reaches(tab, 'method')
    return { payment: 'cancelled', network: 'mtn' }
  })

  journey('and then ends is not asked about it', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '049')
    await reaches(tab, 'prompt')
    await world.passes('PT3S')
    await reaches(tab, 'failed')
    tab.frame()
    await tab.reload()
    await buy(tab)
    return { payment: 'failed', network: 'mtn' }
  })
})

// After Back has left a page, WebKit's driver answers no command, whether Back came from the driver or from a script,
// with or without a page cache.
inEngines(
  ['chromium', 'firefox'],
  'A buyer whose payment waits (not in WebKit, whose driver hangs after Back)',
  leavers({ 'goes on to another page and Back': back }),
)
