import {
  approve,
  correctCode,
  enterCode,
  finish,
  goToBank,
  overlay,
  payByCard,
  payByPhone,
  popup,
  testCards,
  visitAndBuy,
  waitForState,
} from '../../src/buyer.js'
import { inEveryEngine } from '../../src/journey.js'

inEveryEngine('A payment', (journey) => {
  for (const [ending, code, text] of [
    ['039', 'payment_not_approved', 'It was declined, or the PIN'],
    ['049', 'insufficient_funds', 'balance is too low'],
    ['019', 'payer_limit_reached', 'has reached its limit'],
  ] as const)
    journey(`that ends with ${code} shows the reason and moves no money`, {}, async ({ tab, world }) => {
      await visitAndBuy(tab, world)
      await payByPhone(tab, 'mtn', ending)
      await waitForState(tab, 'prompt')
      await world.advanceTime('PT3S')
      await tab.waitForVisible('[data-state=failed]', text)
      tab.frame()
      await tab.waitForVisible('#events li', 'failed')
      await tab.click(overlay.close)
      await tab.waitForVisible('#events li', 'close failed')
      return { payment: 'failed', code }
    })

  for (const [name, ending, state, buttonValue, before] of [
    ['that failed is retried with another number and paid once', '049', 'failed', 'retry', 'failed'],
    [
      'is cancelled when the buyer changes the number and paid with the new one',
      '129',
      'prompt',
      'change',
      'cancelled',
    ],
  ] as const)
    journey(name, {}, async ({ tab, world }) => {
      await visitAndBuy(tab, world)
      await payByPhone(tab, 'mtn', ending)
      await waitForState(tab, 'prompt')
      if (state === 'failed') await world.advanceTime('PT3S')
      await waitForState(tab, state)
      await tab.click(`button[value=${buttonValue}]`)
      await waitForState(tab, 'number')
      await tab.fill('#phone', '0244123789')
      await tab.click('button[value=pay]')
      await approve(tab, world)
      await finish(tab, 'close succeeded')
      return { payment: 'succeeded', network: 'mtn', before: [before] }
    })

  journey('fails after the third wrong code', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'telecel', '789')
    for (const wrongCode of ['111111', '222222']) {
      await enterCode(tab, wrongCode)
      await tab.waitForVisible('#code-problem', 'This code is wrong')
    }
    await enterCode(tab, '333333')
    await waitForState(tab, 'failed')
    return { payment: 'failed', network: 'telecel', code: 'payment_not_approved' }
  })

  journey('is approved with a code from an SMS', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '129')
    await waitForState(tab, 'prompt')
    await tab.click('button[value=code]')
    await enterCode(tab, correctCode)
    await waitForState(tab, 'success')
    await finish(tab, 'close succeeded')
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey('without an approval expires after five minutes', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'airteltigo', '079')
    await waitForState(tab, 'prompt')
    await world.advanceTime('PT5M')
    await tab.waitForVisible('[data-state=failed]', 'It was not approved in time')
    return { payment: 'expired', network: 'airteltigo' }
  })

  journey('with a late approval does not pay the order, and the money must be returned', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '139')
    await waitForState(tab, 'prompt')
    await world.advanceTime('PT5M')
    await tab.waitForVisible('[data-state=failed]', 'check again before you pay again')
    await world.advanceTime('PT2M')
    await tab.click('button[value=check]')
    await waitForState(tab, 'failed')
    return { payment: 'expired', network: 'mtn', late: true }
  })

  journey('without a result can be closed, with a warning not to pay again', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '129')
    await waitForState(tab, 'prompt')
    await world.advanceTime('PT6M')
    await tab.click('button[value=check]')
    await tab.waitForVisible('[data-state=pending]', 'do not pay again')
    await tab.click('button[value=close]')
    tab.frame()
    await tab.waitForVisible('#events li', 'close pending')
    return { payment: 'pending', network: 'mtn' }
  })

  journey('that the network confirms twice is recorded once', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '149')
    await approve(tab, world)
    await world.advanceTime('PT10S')
    await finish(tab, 'close succeeded')
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey('by a declined card is paid by mobile money instead', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByCard(tab, testCards.declined)
    await tab.waitForVisible('[data-state=failed]', 'The bank declined the card')
    await tab.click('button[value=other]')
    await waitForState(tab, 'method')
    await payByPhone(tab, 'mtn', '789')
    await approve(tab, world)
    await finish(tab, 'close succeeded')
    return { payment: 'succeeded', network: 'mtn', before: ['failed'] }
  })
})

inEveryEngine('A card that needs confirmation by the bank', (journey) => {
  journey("is confirmed on the bank's page, and the buyer returns", {}, async (context) => {
    const { tab, world } = context
    await visitAndBuy(tab, world)
    await payByCard(tab, testCards.challenge)
    const bank = await goToBank(context)
    await bank.click('button[value=confirm]')
    await bank.waitForVisible('h1', 'Confirmed')
    await bank.click('a.main')
    await waitForState(bank, 'success')
    return { payment: 'succeeded', network: 'visa' }
  })

  journey("can be declined on the bank's page", {}, async (context) => {
    const { tab, world } = context
    await visitAndBuy(tab, world)
    await payByCard(tab, testCards.challenge)
    const bank = await goToBank(context)
    await bank.click('button[value=refuse]')
    await bank.waitForVisible('h1', 'Not paid')
    await bank.click('a.main')
    // The bank has declined, so the buyer sees that and can pay another way.
    await bank.waitForVisible('[data-state=failed]', 'It was declined')
    await bank.waitForVisible('button[value=other]')
    return { payment: 'failed', network: 'visa', code: 'payment_not_approved' }
  })

  journey(
    'shows the paid checkout when the buyer returns from the bank to the shop',
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
