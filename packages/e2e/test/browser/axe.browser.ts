import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from 'vitest'
import {
  approve,
  correctCode,
  enterCode,
  payByCard,
  payByPhone,
  testCards,
  visitAndBuy,
  waitForState,
} from '../../src/buyer.js'
import type { Tab } from '../../src/engines/tab.js'
import { inEveryEngine } from '../../src/journey.js'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Asserts that axe finds no violation in the selected page or frame of the tab. */
async function expectNoViolation(tab: Tab): Promise<void> {
  const violations = await tab.evaluate<string[]>(`(() => { if (!window.axe) { ${axe} }
    return window.axe.run(document).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' '))) })()`)
  expect(violations).toEqual([])
}

// The page tests of the sandbox check all states, colours, widths and directions in Chromium.
inEveryEngine('axe finds no violation', (journey) => {
  journey('in a payment with a voucher, and in the popup around it', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await expectNoViolation(tab)
    tab.frame()
    await expectNoViolation(tab)
    tab.frame('cedi-checkout iframe')
    await payByPhone(tab, 'telecel', '1')
    await tab.waitForVisible('#phone-problem')
    await expectNoViolation(tab)
    await tab.fill('#phone', '0204123789')
    await tab.click('button[value=pay]')
    await waitForState(tab, 'otp')
    await expectNoViolation(tab)
    await enterCode(tab, correctCode)
    await waitForState(tab, 'prompt')
    await expectNoViolation(tab)
    await approve(tab, world)
    await expectNoViolation(tab)
    return { payment: 'succeeded', network: 'telecel' }
  })

  journey('on the full page, with a declined card and the page of a bank', {}, async ({ tab, world }) => {
    await tab.goto(world.storefront)
    await expectNoViolation(tab)
    await tab.goto((await world.intent()).page)
    await tab.click('button[value=card]')
    await expectNoViolation(tab)
    await tab.click('button[value=other]')
    await payByCard(tab, testCards.declined)
    await waitForState(tab, 'failed')
    await expectNoViolation(tab)
    await tab.click('button[value=other]')
    await payByCard(tab, testCards.challenge)
    await tab.click('[data-state=redirect] a.main')
    await tab.waitForVisible('button[value=confirm]')
    await expectNoViolation(tab)
    await tab.click('button[value=confirm]')
    await tab.click('a.main')
    await waitForState(tab, 'success')
    return { payment: 'succeeded', network: 'visa', before: ['failed'] }
  })
})
