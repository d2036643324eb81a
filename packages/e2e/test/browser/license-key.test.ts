import { expect } from 'vitest'
import { approve, payByPhone, reaches, shell, visitAndBuy } from '../../src/buyer.js'
import { font } from '../../src/goods.js'
import { inEveryEngine, type Trip } from '../../src/journey.js'

const sold = { price: font.price, type: 'license' } as const
const paid = { payment: 'succeeded', network: 'mtn', sold } as const

/** Buys on the page of the product, and pays on the full page. */
async function payOnFullPage({ tab, world }: Trip): Promise<void> {
  await tab.goto(world.storefront)
  await tab.click('main form button')
  await reaches(tab, 'method')
  await payByPhone(tab, 'mtn', '789')
  await approve(tab, world)
  await tab.see('code', 'CEDI-')
}

const back = '[data-state=success] a[href*="/@efua"]'
const question = 'Copy the license key before you leave'

inEveryEngine('For a license product', (journey) => {
  journey(
    'the key is not lost by Escape, because closing asks until it is copied',
    { product: font.slug },
    async (trip) => {
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
      return paid
    },
  )

  journey('the key is not lost by the link back on the full page either', { product: font.slug }, async (trip) => {
    const { tab, world } = trip
    await payOnFullPage(trip)
    await tab.click(back)
    await tab.see('h1', question)
    expect(await tab.evaluate('document.activeElement.id')).toBe('title')
    // That page shows the key too, so the buyer need not go back for it.
    await tab.see('code', 'CEDI-')
    await tab.click('button[value=stay]')
    await tab.see('h1', 'Paid')
    await tab.click(back)
    await tab.see('h1', question)
    await tab.click(back)
    await tab.see('h1', font.name)
    expect(await tab.url()).toBe(world.storefront)
    return paid
  })

  journey('the full page asks on Back too, and not after the key was copied', { product: font.slug }, async (trip) => {
    const { tab, world } = trip
    await payOnFullPage(trip)
    await tab.back()
    await tab.see('h1', question)
    await tab.click('button[value=copy]')
    await tab.see('[data-state=success]', 'Copied')
    await tab.see('h1', 'Paid')
    await tab.click(back)
    await tab.see('h1', font.name)
    expect(await tab.url()).toBe(world.storefront)
    return paid
  })
})
