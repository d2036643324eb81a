import { send } from '@cedi/client/fetch'
import { expect } from 'vitest'
import { approve, numbers, reaches, visitAndBuy } from '../../src/buyer.js'
import type { Tab } from '../../src/engines/tab.js'
import { drum, font } from '../../src/goods.js'
import { inEveryEngine } from '../../src/journey.js'

const brought = { price: drum.price, type: 'physical' } as const

/** Chooses a wallet and types its number, in a checkout that also asks for details. */
async function chooseWallet(tab: Tab, ending: string): Promise<void> {
  await tab.click('button[value=mtn]')
  await tab.see('#place')
  await tab.fill('#phone', numbers.mtn + ending)
}

inEveryEngine('Goods that are delivered', (journey) => {
  journey('have an order that tells the merchant whom and where to deliver', { product: drum.slug }, async (trip) => {
    const { tab, world } = trip
    await visitAndBuy(tab, world)
    await chooseWallet(tab, '789')
    await tab.click('button[value=pay]')
    await tab.see('#name-problem')
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
    return { payment: 'succeeded', network: 'mtn', sold: brought }
  })

  journey(
    "make the popup ask for delivery details too, when the merchant's server created the checkout intent",
    { product: drum.slug, sells: 'popup' },
    async (trip) => {
      const { tab, world } = trip
      await visitAndBuy(tab, world, '#popup')
      await chooseWallet(tab, '789')
      await tab.fill('#name', 'Kofi Boateng')
      await tab.fill('#place', 'Osu')
      await tab.click('button[value=pay]')
      await approve(tab, world)
      const [order] = await send(world.client.orders.list())
      expect(order?.delivery).toMatchObject({ name: 'Kofi Boateng', phone: '+233244123789', place: 'Osu' })
      return { payment: 'succeeded', network: 'mtn', sold: brought }
    },
  )

  journey('make the checkout ask once, and another try has the typed details', { product: drum.slug }, async (trip) => {
    const { tab, world } = trip
    await visitAndBuy(tab, world)
    await chooseWallet(tab, '049')
    await tab.fill('#name', 'Kofi Boateng')
    await tab.fill('#place', 'Osu')
    await tab.click('button[value=pay]')
    await reaches(tab, 'prompt')
    await world.passes('PT3S')
    await reaches(tab, 'failed')
    await tab.click('button[value=retry]')
    await tab.see('#place')
    expect(await tab.evaluate(`document.querySelector('#place').value`)).toBe('Osu')
    await tab.fill('#phone', `${numbers.mtn}789`)
    await tab.click('button[value=pay]')
    await approve(tab, world)
    const [order] = await send(world.client.orders.list())
    expect(order?.delivery).toMatchObject({ name: 'Kofi Boateng', place: 'Osu' })
    return { payment: 'succeeded', network: 'mtn', before: ['failed'], sold: brought }
  })
})

inEveryEngine('The receipt', (journey) => {
  journey('shows the key again, long after the popup was closed', { product: font.slug }, async (trip) => {
    const { tab, world, another } = trip
    await visitAndBuy(tab, world)
    await tab.click('button[value=mtn]')
    await tab.see('#email')
    await tab.fill('#phone', `${numbers.mtn}789`)
    await tab.click('button[value=pay]')
    await approve(tab, world)
    const key = await tab.see('code', 'CEDI-')
    const [order] = await send(world.client.orders.list())
    expect(await tab.evaluate(`document.querySelector('a[href*="/receipt/"]').href`)).toBe(order?.receipt_url)
    const later = await another()
    await later.goto(order?.receipt_url ?? '')
    await later.see('#keys', key.trim())
    const proof = await later.evaluate<string>(`document.querySelector('.proof a').href`)
    await later.goto(proof)
    await later.see('h1', 'genuine')
    expect(await later.count('#keys')).toBe(0)
    return { payment: 'succeeded', network: 'mtn', sold: { price: font.price, type: 'license' } }
  })
})
