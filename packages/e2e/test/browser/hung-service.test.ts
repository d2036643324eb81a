import { expect } from 'vitest'
import { payByPhone, reaches, visitAndBuy } from '../../src/buyer.js'
import { inEveryEngine } from '../../src/journey.js'

/** Seconds until something is visible. The limits below leave room for slow machines. */
async function secondsTo(act: () => Promise<unknown>): Promise<number> {
  const startMs = Date.now()
  await act()
  return (Date.now() - startMs) / 1000
}

inEveryEngine('A service that hangs does not trap the buyer', (journey) => {
  journey('who gets a message after 10 s and ways out after 20 s', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    world.network.hang('/checkout/')
    await payByPhone(tab, 'mtn', '789')
    await reaches(tab, 'sending')
    expect(await secondsTo(() => tab.see('[data-state=sending] .note'))).toBeLessThan(16)
    expect(await secondsTo(() => tab.see('[data-state] section form button'))).toBeLessThan(16)
    world.network.restore()
    await tab.click('[data-state] section form button')
    await reaches(tab, 'number')
    return { payment: 'none' }
  })
})
