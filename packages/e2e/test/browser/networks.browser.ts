import {
  approve,
  correctCode,
  enterCode,
  finish,
  payByCard,
  payByPhone,
  testCards,
  visitAndBuy,
  waitForState,
} from '../../src/buyer.js'
import { inEveryEngine } from '../../src/journey.js'
import { font } from '../../src/products.js'

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
    await enterCode(tab, correctCode)
    await approve(tab, world)
    await finish(tab, 'close succeeded')
    return { payment: 'succeeded', network: 'telecel' }
  })

  for (const network of ['visa', 'mastercard'] as const)
    journey(`sells by ${network}`, {}, async ({ tab, world }) => {
      await visitAndBuy(tab, world)
      await payByCard(tab, testCards[network])
      await waitForState(tab, 'success')
      await finish(tab, 'close succeeded')
      return { payment: 'succeeded', network }
    })

  journey('sells a license and shows its key', { product: font.slug }, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '789')
    await approve(tab, world)
    await tab.waitForVisible('code', 'CEDI-')
    // Without a copy, closing asks for confirmation.
    await tab.click('button[value=copy]')
    await tab.waitForVisible('[data-state=success]', 'Copied')
    await finish(tab, 'close succeeded')
    return { payment: 'succeeded', network: 'mtn', sold: { price: font.price, type: 'license' } }
  })
})
