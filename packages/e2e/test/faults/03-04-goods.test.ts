import { send } from '@cedi/client/fetch'
import { expect } from 'vitest'
import { approve, payByPhone, reaches, visitAndBuy } from '../../src/buyer.js'
import { inEveryEngine } from '../../src/journey.js'

inEveryEngine('What was bought', (journey) => {
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
