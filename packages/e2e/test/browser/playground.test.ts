import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Served, serve } from '../../../playground/scripts/static.mjs'
import { popup, reaches } from '../../src/buyer.js'
import { connectEngine } from '../../src/engines/connect.js'
import type { Engine } from '../../src/engines/tab.js'

// A short walk in each engine. packages/playground tests everything in Chromium.
describe.each(inject('engines'))('The playground, in $name', (address) => {
  let engine: Engine
  let site: Served
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
    const beganMs = performance.now()
    await tab.goto(site.url)
    await tab.click('[data-scenario=pay]')
    await tab.see('#printed', 'is paid')
    await tab.see('#entries', 'Payment available')
    const tookMs = Math.round(performance.now() - beganMs)
    console.log(`${address.name}: a paid order with its entries after ${tookMs} ms`)
    expect(tookMs).toBeLessThan(10_000)
    await tab.click('[data-scenario=decline]')
    await tab.see('#payments', 'Failed: insufficient_funds')
    await tab.click('cedi-buy-button a')
    tab.frame(popup)
    await reaches(tab, 'method')
    await tab.click('button[value=mtn]')
    await tab.fill('#phone', '0244123789')
    await tab.fill('#name', 'Kofi Boateng')
    await tab.fill('#place', 'Osu, Accra')
    await tab.click('button[value=pay]')
    await reaches(tab, 'success')
    tab.frame()
    await tab.see('#entries', 'Entry 4')
    await tab.goto(`${site.url}?again`)
    await tab.see('#said', 'Ready.')
    await tab.see('#entries', 'Payment available')
    await tab.click('#start-over')
    await tab.see('#said', 'Everything is as it was at the start.')
    await tab.miss('#entries li')
    await site.close()
    await tab.goto(`${site.url}#refund`)
    await tab.see('#entries', 'Refund paid')
    await tab.close()
  })
})
