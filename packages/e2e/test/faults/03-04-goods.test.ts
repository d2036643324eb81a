import { send } from '@cedi/client/fetch'
import { expect } from 'vitest'
import { approve, payByPhone, reaches, shell, visitAndBuy } from '../../src/buyer.js'
import { font } from '../../src/goods.js'
import { inEveryEngine } from '../../src/journey.js'

const sold = { price: font.price, type: 'license' } as const

inEveryEngine('What was bought', (journey) => {
  journey('a key is not lost by Escape: closing asks until it was copied', { product: font.slug }, async (trip) => {
    const { tab, world } = trip
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '789')
    await approve(tab, world)
    await tab.see('code', 'CEDI-')
    await tab.press('Escape')
    tab.frame()
    await tab.see(shell.sentence, 'key')
    await tab.click(shell.first)
    tab.frame('cedi-checkout iframe')
    await tab.click('button[value=copy]')
    await tab.see('[data-state=success]', 'Copied')
    tab.frame()
    await tab.click(shell.close)
    await tab.miss(shell.dialog)
    return { payment: 'succeeded', network: 'mtn', sold }
  })

  journey('goods to deliver: the merchant learns whom and where to reach', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '789')
    await reaches(tab, 'reach')
    expect(await tab.evaluate(`document.querySelector('#contact').value`)).toBe('024 412 3789')
    await tab.fill('#name', 'Kofi Boateng')
    await tab.fill('#place', 'AK-039-5028')
    await tab.fill('#note', 'Blue gate')
    await tab.click('button[value=reach]')
    await approve(tab, world)
    const [order] = await send(world.client.orders.list())
    expect(order?.buyer).toMatchObject({ name: 'Kofi Boateng', phone: '+233244123789', place: 'AK-039-5028' })
    return { payment: 'succeeded', network: 'mtn' }
  })
})
