import { expect } from 'vitest'
import { cards, goToBank, payByCard, reaches, visitAndBuy } from '../../src/buyer.js'
import { font } from '../../src/goods.js'
import { inEngines, inEveryEngine, type Trip } from '../../src/journey.js'

const sold = { price: font.price, type: 'license' } as const

/** Pays by a card whose bank asks, confirms there, and comes back in the same view. */
async function confirmAtBank(trip: Trip) {
  const { tab, world } = trip
  await visitAndBuy(tab, world)
  await payByCard(tab, cards.challenge)
  const bank = await goToBank(trip)
  await bank.click('button[value=confirm]')
  await bank.see('h1', 'Confirmed')
  await bank.click('a.main')
  await reaches(bank, 'success')
  return bank
}

inEveryEngine("After the bank's page", (journey) => {
  for (const inApp of [false, true])
    journey(
      `${inApp ? 'inside an app, ' : ''}the last page shows the key that was bought and leads back to the shop`,
      { product: font.slug, inApp },
      async (trip) => {
        const last = await confirmAtBank(trip)
        await last.see('[data-state=success]', font.name)
        await last.see('code', 'CEDI-')
        // A buyer who has not copied the key is asked before leaving.
        await last.click('button[value=copy]')
        await last.see('[data-state=success]', 'Copied')
        const link = `a[href^="${trip.world.shop.origin}"]`
        expect(await last.see(link)).toBe('Back to Efua Mensah Beads')
        await last.click(link)
        await last.see('h1', 'Efua Mensah Beads')
        return { payment: 'succeeded', network: 'visa', sold }
      },
    )
})

inEngines(['chromium'], "After the bank's page", (journey) => {
  journey(
    'the shop that is still open gets the outcome, and the buyer goes where the shop says',
    { thanks: true, sites: 'secure' },
    async (trip) => {
      const { tab, world } = trip
      const last = await confirmAtBank(trip)
      tab.frame()
      await tab.see('#told li', 'success succeeded')
      await last.click(`a[href="${world.shop.origin}/thanks"]`)
      await last.see('h1', 'Thank you')
      return { payment: 'succeeded', network: 'visa' }
    },
  )
})
