import {
  approve,
  cards,
  enterCode,
  finish,
  payByCard,
  payByPhone,
  reaches,
  rightCode,
  visitAndBuy,
} from '../../src/buyer.js'
import { font } from '../../src/goods.js'
import { inEveryEngine } from '../../src/journey.js'

inEveryEngine('A buy button', (journey) => {
  for (const network of ['mtn', 'airteltigo'] as const)
    journey(`sells by ${network}: the buyer approves on the phone`, {}, async ({ tab, world }) => {
      await visitAndBuy(tab, world)
      await payByPhone(tab, network, '789')
      await approve(tab, world)
      await finish(tab, 'close succeeded')
      return { payment: 'succeeded', network }
    })

  journey('sells by telecel: the buyer types a voucher, then approves on the phone', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'telecel', '789')
    await enterCode(tab, rightCode)
    await approve(tab, world)
    await finish(tab, 'close succeeded')
    return { payment: 'succeeded', network: 'telecel' }
  })

  for (const network of ['visa', 'mastercard'] as const)
    journey(`sells by ${network}`, {}, async ({ tab, world }) => {
      await visitAndBuy(tab, world)
      await payByCard(tab, cards[network])
      await reaches(tab, 'success')
      await finish(tab, 'close succeeded')
      return { payment: 'succeeded', network }
    })

  journey('sells a license, and shows its key to this buyer', { product: font.slug }, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '789')
    await approve(tab, world)
    await tab.see('code', 'CEDI-')
    // A key that was not copied would cause a question.
    await tab.click('button[value=copy]')
    await tab.see('[data-state=success]', 'Copied')
    await finish(tab, 'close succeeded')
    return { payment: 'succeeded', network: 'mtn', sold: { price: font.price, type: 'license' } }
  })
})
