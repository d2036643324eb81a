import { approve, payByPhone, shell, visitAndBuy } from '../../src/buyer.js'
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
})
