import { expect } from 'vitest'
import { finish, goToBank, payByCard, popup, testCards, visitAndBuy, waitForState } from '../../src/buyer.js'
import { inEngines, inEveryEngine, type JourneyContext } from '../../src/journey.js'
import { font } from '../../src/products.js'

const soldProduct = { price: font.price, type: 'license' } as const

/** Pays with a card, confirms on the bank's page and returns in the same tab. */
async function confirmAtBank(context: JourneyContext) {
  const { tab, world } = context
  await visitAndBuy(tab, world)
  await payByCard(tab, testCards.challenge)
  const bank = await goToBank(context)
  await bank.click('button[value=confirm]')
  await bank.waitForVisible('h1', 'Confirmed')
  await bank.click('a.main')
  await waitForState(bank, 'success')
  return bank
}

inEveryEngine("The bank's page", (journey) => {
  for (const inApp of [false, true])
    journey(
      `the last page ${inApp ? 'in an app ' : ''}shows the license key and links to the shop`,
      { product: font.slug, inApp },
      async (context) => {
        const last = await confirmAtBank(context)
        await last.waitForVisible('[data-state=success]', font.name)
        await last.waitForVisible('code', 'CEDI-')
        // Leaving without a copy of the key opens a question.
        await last.click('button[value=copy]')
        await last.waitForVisible('[data-state=success]', 'Copied')
        const link = `a[href^="${context.world.shop.origin}"]`
        expect(await last.waitForVisible(link)).toBe(`Back to ${new URL(context.world.shop.origin).host}`)
        await last.click(link)
        await last.waitForVisible('h1', 'Efua Mensah Beads')
        return { payment: 'succeeded', network: 'visa', sold: soldProduct }
      },
    )
})

inEngines(['chromium'], "The bank's page and the shop", (journey) => {
  journey(
    'the open shop page receives the outcome, and the buyer can go to the thank-you page of the shop',
    { hasThanksPage: true, sites: 'secure' },
    async (context) => {
      const { tab, world } = context
      const last = await confirmAtBank(context)
      tab.frame()
      await tab.waitForVisible('#events li', 'success succeeded')
      await last.click(`a[href="${world.shop.origin}/thanks"]`)
      await last.waitForVisible('h1', 'Thank you')
      return { payment: 'succeeded', network: 'visa' }
    },
  )

  journey(
    'a buyer who returns from the bank to the shop sees the paid checkout',
    { integration: 'popup' },
    async (context) => {
      const { tab, world } = context
      await visitAndBuy(tab, world, '#popup')
      await payByCard(tab, testCards.challenge)
      const bank = await goToBank(context)
      await bank.click('button[value=confirm]')
      await bank.waitForVisible('h1', 'Confirmed')
      await tab.goto(world.shop.url)
      await tab.click('#popup')
      tab.frame(popup)
      await waitForState(tab, 'success')
      await finish(tab, 'close succeeded')
      return { payment: 'succeeded', network: 'visa' }
    },
  )
})
