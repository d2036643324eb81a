import {
  approve,
  cards,
  enterCode,
  finish,
  goToBank,
  payByCard,
  payByPhone,
  popup,
  reaches,
  rightCode,
  shell,
  visitAndBuy,
} from '../../src/buyer.js'
import { inEveryEngine, inTurns } from '../../src/journey.js'

inTurns('A payment', (journey) => {
  for (const [ending, code, words] of [
    ['039', 'payment_not_approved', 'It was declined, or the PIN'],
    ['049', 'insufficient_funds', 'balance is too low'],
    ['019', 'payer_limit_reached', 'has reached its limit'],
  ] as const)
    journey(`that ends with ${code} says why, and takes no money`, {}, async ({ tab, world }) => {
      await visitAndBuy(tab, world)
      await payByPhone(tab, 'mtn', ending)
      await reaches(tab, 'prompt')
      await world.passes('PT3S')
      await tab.see('[data-state=failed]', words)
      tab.frame()
      await tab.see('#told li', 'failed')
      await tab.click(shell.close)
      await tab.see('#told li', 'close failed')
      return { payment: 'failed', code }
    })

  for (const [name, ending, state, press, before] of [
    ['that failed is tried again with another number, and paid once', '049', 'failed', 'retry', 'failed'],
    ['is called off by a change of the number, and paid with the other', '129', 'prompt', 'change', 'cancelled'],
  ] as const)
    journey(name, {}, async ({ tab, world }) => {
      await visitAndBuy(tab, world)
      await payByPhone(tab, 'mtn', ending)
      await reaches(tab, 'prompt')
      if (state === 'failed') await world.passes('PT3S')
      await reaches(tab, state)
      await tab.click(`button[value=${press}]`)
      await reaches(tab, 'number')
      await tab.fill('#phone', '0244123789')
      await tab.click('button[value=pay]')
      await approve(tab, world)
      await finish(tab, 'close succeeded')
      return { payment: 'succeeded', network: 'mtn', before: [before] }
    })

  journey('ends with the third wrong code', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'telecel', '789')
    for (const wrong of ['111111', '222222']) {
      await enterCode(tab, wrong)
      await tab.see('#code-problem', 'This code is wrong')
    }
    await enterCode(tab, '333333')
    await reaches(tab, 'failed')
    return { payment: 'failed', network: 'telecel', code: 'payment_not_approved' }
  })

  journey('is approved by a code that came by SMS', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '129')
    await reaches(tab, 'prompt')
    await tab.click('button[value=code]')
    await enterCode(tab, rightCode)
    await reaches(tab, 'success')
    await finish(tab, 'close succeeded')
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey('that nobody approves expires after five minutes', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'airteltigo', '079')
    await reaches(tab, 'prompt')
    await world.passes('PT5M')
    await tab.see('[data-state=failed]', 'It was not approved in time')
    return { payment: 'expired', network: 'airteltigo' }
  })

  journey(
    'that is approved too late does not pay the order, and the money waits to be returned',
    {},
    async ({ tab, world }) => {
      await visitAndBuy(tab, world)
      await payByPhone(tab, 'mtn', '139')
      await reaches(tab, 'prompt')
      await world.passes('PT5M')
      await tab.see('[data-state=failed]', 'check again before you pay again')
      await world.passes('PT2M')
      await tab.click('button[value=check]')
      await reaches(tab, 'failed')
      return { payment: 'expired', network: 'mtn', late: true }
    },
  )

  journey('that is never answered can be left, and the buyer is told not to pay again', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '129')
    await reaches(tab, 'prompt')
    await world.passes('PT6M')
    await tab.click('button[value=check]')
    await tab.see('[data-state=pending]', 'do not pay again')
    await tab.click('button[value=close]')
    tab.frame()
    await tab.see('#told li', 'close pending')
    return { payment: 'pending', network: 'mtn' }
  })

  journey('that the network confirms twice is recorded once', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '149')
    await approve(tab, world)
    await world.passes('PT10S')
    await finish(tab, 'close succeeded')
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey('by a declined card is paid by mobile money instead', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByCard(tab, cards.declined)
    await tab.see('[data-state=failed]', 'The bank declined the card')
    await tab.click('button[value=other]')
    await reaches(tab, 'method')
    await payByPhone(tab, 'mtn', '789')
    await approve(tab, world)
    await finish(tab, 'close succeeded')
    return { payment: 'succeeded', network: 'mtn', before: ['failed'] }
  })
})

inEveryEngine('A card whose bank asks', (journey) => {
  journey('is confirmed on the page of the bank, and the buyer comes back', {}, async (trip) => {
    const { tab, world } = trip
    await visitAndBuy(tab, world)
    await payByCard(tab, cards.challenge)
    const bank = await goToBank(trip)
    await bank.click('button[value=confirm]')
    await bank.see('h1', 'Confirmed')
    await bank.click('a.main')
    await reaches(bank, 'success')
    return { payment: 'succeeded', network: 'visa' }
  })

  journey('can be refused by its holder on that page', {}, async (trip) => {
    const { tab, world } = trip
    await visitAndBuy(tab, world)
    await payByCard(tab, cards.challenge)
    const bank = await goToBank(trip)
    await bank.click('button[value=refuse]')
    await bank.see('h1', 'Not paid')
    await bank.click('a.main')
    // The bank has declined, so the buyer sees that and can pay another way.
    await bank.see('[data-state=failed]', 'It was declined')
    await bank.see('button[value=other]')
    return { payment: 'failed', network: 'visa', code: 'payment_not_approved' }
  })

  journey('recognises its buyer who returns from the bank to the shop', { sells: 'popup' }, async (trip) => {
    const { tab, world } = trip
    await visitAndBuy(tab, world, '#popup')
    await payByCard(tab, cards.challenge)
    const bank = await goToBank(trip)
    await bank.click('button[value=confirm]')
    await bank.see('h1', 'Confirmed')
    await tab.goto(world.shop.url)
    await tab.click('#popup')
    tab.frame(popup)
    await reaches(tab, 'success')
    await finish(tab, 'close succeeded')
    return { payment: 'succeeded', network: 'visa' }
  })
})
