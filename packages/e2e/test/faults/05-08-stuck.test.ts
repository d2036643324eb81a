import { expect } from 'vitest'
import { payByPhone, reaches, visitAndBuy } from '../../src/buyer.js'
import { inEveryEngine } from '../../src/journey.js'

/** Until a thing is seen, in seconds; machines that run tests are slow at times. */
async function secondsTo(act: () => Promise<unknown>): Promise<number> {
  const startMs = Date.now()
  await act()
  return (Date.now() - startMs) / 1000
}

inEveryEngine('Nobody is stuck', (journey) => {
  journey('when nothing answers: a sentence after 10 s, ways out after 20 s', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    world.network.hang('/checkout/')
    await payByPhone(tab, 'mtn', '789')
    await reaches(tab, 'sending')
    expect(await secondsTo(() => tab.see('[data-state=sending] .note'))).toBeLessThan(16)
    expect(await secondsTo(() => tab.see('[data-state] form button'))).toBeLessThan(16)
    world.network.restore()
    await tab.click('[data-state] form button')
    await reaches(tab, 'number')
    return { payment: 'none' }
  })

  journey('when a number was wrong: the caret stays and the error goes as it is mended', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await tab.click('button[value=mtn]')
    await tab.click('#phone')
    await tab.press('02441237', 'Enter')
    await tab.see('#phone-problem')
    await tab.press('89')
    expect(await tab.evaluate(`document.querySelector('#phone').value`)).toBe('024 412 3789')
    await tab.miss('#phone-problem')
    return { payment: 'none' }
  })

  journey('by the example of another network', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    for (const [network, prefix] of [
      ['mtn', /\b0(?:24|25|53|54|55|59)\b/],
      ['telecel', /\b0(?:20|50)\b/],
      ['airteltigo', /\b0(?:26|27|56|57)\b/],
    ] as const) {
      await tab.click(`button[value=${network}]`)
      expect(await tab.see('#phone-hint')).toMatch(prefix)
      await tab.click('button[value=other]')
    }
    return { payment: 'none' }
  })

  journey('by a press that shows no sign: the button is busy, the next one is kept', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '129')
    await reaches(tab, 'prompt')
    world.network.hang('/checkout/status')
    await tab.click('button[value=check]')
    await tab.see('button[value=check][aria-busy=true]')
    await tab.click('button[value=change]')
    world.network.restore()
    await reaches(tab, 'number')
    return { payment: 'cancelled', network: 'mtn' }
  })
})
