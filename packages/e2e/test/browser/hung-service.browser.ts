import { expect } from 'vitest'
import { payByPhone, visitAndBuy, waitForState } from '../../src/buyer.js'
import { inEveryEngine } from '../../src/journey.js'

/** Returns the duration of an action in seconds. The limits below allow for slow machines. */
async function measureSeconds(action: () => Promise<unknown>): Promise<number> {
  const startMs = Date.now()
  await action()
  return (Date.now() - startMs) / 1000
}

inEveryEngine('A buyer whose service does not respond', (journey) => {
  journey('sees a message after 10 s and buttons after 20 s', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    world.network.hang('/checkout/')
    await payByPhone(tab, 'mtn', '789')
    await waitForState(tab, 'sending')
    expect(await measureSeconds(() => tab.waitForVisible('[data-state=sending] .note'))).toBeLessThan(16)
    expect(await measureSeconds(() => tab.waitForVisible('[data-state] section form button'))).toBeLessThan(16)
    world.network.restore()
    await tab.click('[data-state] section form button')
    await waitForState(tab, 'number')
    return { payment: 'none' }
  })
})
