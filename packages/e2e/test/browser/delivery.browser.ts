import { send } from '@cedi/client/fetch'
import { expect } from 'vitest'
import { approve, phonePrefixes, visitAndBuy, waitForState } from '../../src/buyer.js'
import type { Tab } from '../../src/engines/tab.js'
import { inEngines } from '../../src/journey.js'
import { drum, font } from '../../src/products.js'

const deliveredDrum = { price: drum.price, type: 'physical' } as const

/** Chooses MTN and types a number in a checkout with delivery fields. */
async function chooseWallet(tab: Tab, ending: string): Promise<void> {
  await tab.click('button[value=mtn]')
  await tab.waitForVisible('#place')
  await tab.fill('#phone', phonePrefixes.mtn + ending)
}

inEngines(['chromium'], 'Delivery', (journey) => {
  journey('the delivery details of the buyer are in the order', { product: drum.slug }, async (context) => {
    const { tab, world } = context
    await visitAndBuy(tab, world)
    await chooseWallet(tab, '789')
    await tab.click('button[value=pay]')
    await tab.waitForVisible('#name-problem')
    await tab.fill('#name', 'Kofi Boateng')
    await tab.fill('#place', 'AK-039-5028')
    await tab.fill('#remark', 'Blue gate')
    await tab.click('button[value=pay]')
    await approve(tab, world)
    const [order] = await send(world.client.orders.list())
    expect(order?.delivery).toEqual({
      name: 'Kofi Boateng',
      phone: '+233244123789',
      place: 'AK-039-5028',
      note: 'Blue gate',
    })
    return { payment: 'succeeded', network: 'mtn', sold: deliveredDrum }
  })

  journey('a retry keeps the delivery details', { product: drum.slug }, async (context) => {
    const { tab, world } = context
    await visitAndBuy(tab, world)
    await chooseWallet(tab, '049')
    await tab.fill('#name', 'Kofi Boateng')
    await tab.fill('#place', 'Osu')
    await tab.click('button[value=pay]')
    await waitForState(tab, 'prompt')
    await world.advanceTime('PT3S')
    await waitForState(tab, 'failed')
    await tab.click('button[value=retry]')
    await tab.waitForVisible('#place')
    expect(await tab.evaluate(`document.querySelector('#place').value`)).toBe('Osu')
    await tab.fill('#phone', `${phonePrefixes.mtn}789`)
    await tab.click('button[value=pay]')
    await approve(tab, world)
    const [order] = await send(world.client.orders.list())
    expect(order?.delivery).toMatchObject({ name: 'Kofi Boateng', place: 'Osu' })
    return { payment: 'succeeded', network: 'mtn', before: ['failed'], sold: deliveredDrum }
  })

  journey('the receipt shows the license key after the popup was closed', { product: font.slug }, async (context) => {
    const { tab, world, openTab } = context
    await visitAndBuy(tab, world)
    await tab.click('button[value=mtn]')
    await tab.waitForVisible('#email')
    await tab.fill('#phone', `${phonePrefixes.mtn}789`)
    await tab.click('button[value=pay]')
    await approve(tab, world)
    const key = await tab.waitForVisible('code', 'CEDI-')
    const [order] = await send(world.client.orders.list())
    expect(await tab.evaluate(`document.querySelector('a[href*="/receipt/"]').href`)).toBe(order?.receipt_url)
    const secondTab = await openTab()
    await secondTab.goto(order?.receipt_url ?? '')
    await secondTab.waitForVisible('#keys', key.trim())
    const proof = await secondTab.evaluate<string>(`document.querySelector('.proof a').href`)
    await secondTab.goto(proof)
    await secondTab.waitForVisible('h1', 'genuine')
    expect(await secondTab.count('#keys')).toBe(0)
    return { payment: 'succeeded', network: 'mtn', sold: { price: font.price, type: 'license' } }
  })
})
