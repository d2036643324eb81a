import { afterAll, beforeAll, describe, inject, test } from 'vitest'
import { type StaticServer, serve } from '../../../playground/scripts/static-server.mjs'
import { popup, waitForState } from '../../src/buyer.js'
import { connectEngine } from '../../src/engines/connect.js'
import type { Engine } from '../../src/engines/tab.js'

// Smoke test in each engine. packages/playground tests all features in Chromium.
describe.each(inject('engines'))('The playground, in $name', (address) => {
  let engine: Engine
  let site: StaticServer
  beforeAll(async () => {
    site = await serve()
    engine = await connectEngine(address)
  })
  afterAll(async () => {
    await engine.close?.()
    await site.close()
  })

  test('a visitor pays, is declined, pays in the popup, returns, starts over, and continues offline', async () => {
    const tab = await engine.tab()
    await tab.goto(site.url)
    await tab.click('[data-scenario=pay]')
    await tab.waitForVisible('#printed', 'is paid')
    await tab.waitForVisible('#entries', 'Payment available')
    await tab.click('[data-scenario=decline]')
    await tab.waitForVisible('#payments', 'Failed: insufficient_funds')
    await tab.click('cedi-buy-button a')
    tab.frame(popup)
    await waitForState(tab, 'method')
    await tab.click('button[value=mtn]')
    await tab.fill('#phone', '0244123789')
    await tab.fill('#name', 'Kofi Boateng')
    await tab.fill('#place', 'Osu, Accra')
    await tab.click('button[value=pay]')
    await waitForState(tab, 'success')
    tab.frame()
    await tab.waitForVisible('#entries', 'Entry 4')
    await tab.goto(`${site.url}?again`)
    await tab.waitForVisible('#said', 'Ready.')
    await tab.waitForVisible('#entries', 'Payment available')
    await tab.click('#start-over')
    await tab.waitForVisible('#said', 'Everything is as it was at the start.')
    await tab.waitForHidden('#entries li')
    await site.close()
    await tab.goto(`${site.url}#refund`)
    await tab.waitForVisible('#entries', 'Refund paid')
    await tab.close()
  })
})
