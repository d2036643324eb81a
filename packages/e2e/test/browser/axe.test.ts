import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from 'vitest'
import { approve, cards, enterCode, payByCard, payByPhone, reaches, rightCode, visitAndBuy } from '../../src/buyer.js'
import type { Tab } from '../../src/engines/tab.js'
import { inEveryEngine } from '../../src/journey.js'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Runs axe on the current view, in the page or in the frame that is selected in the tab. */
async function expectNoFault(tab: Tab): Promise<void> {
  const faults = await tab.evaluate<string[]>(`(() => { if (!window.axe) { ${axe} }
    return window.axe.run(document).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' '))) })()`)
  expect(faults).toEqual([])
}

// The tests of the pages check all states in all colours, widths and directions, in Chromium.
inEveryEngine('axe finds no fault', (journey) => {
  journey('in a payment with a voucher, and in the popup around it', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await expectNoFault(tab)
    tab.frame()
    await expectNoFault(tab)
    tab.frame('cedi-checkout iframe')
    await payByPhone(tab, 'telecel', '1')
    await tab.see('#phone-problem')
    await expectNoFault(tab)
    await tab.fill('#phone', '0204123789')
    await tab.click('button[value=pay]')
    await reaches(tab, 'otp')
    await expectNoFault(tab)
    await enterCode(tab, rightCode)
    await reaches(tab, 'prompt')
    await expectNoFault(tab)
    await approve(tab, world)
    await expectNoFault(tab)
    return { payment: 'succeeded', network: 'telecel' }
  })

  journey('on the full page, with a declined card and the page of a bank', {}, async ({ tab, world }) => {
    await tab.goto(world.storefront)
    await expectNoFault(tab)
    await tab.goto((await world.intent()).page)
    await tab.click('button[value=card]')
    await expectNoFault(tab)
    await tab.click('button[value=other]')
    await payByCard(tab, cards.declined)
    await reaches(tab, 'failed')
    await expectNoFault(tab)
    await tab.click('button[value=other]')
    await payByCard(tab, cards.challenge)
    await tab.click('[data-state=redirect] a.main')
    await tab.see('button[value=confirm]')
    await expectNoFault(tab)
    await tab.click('button[value=confirm]')
    await tab.click('a.main')
    await reaches(tab, 'success')
    return { payment: 'succeeded', network: 'visa', before: ['failed'] }
  })
})
