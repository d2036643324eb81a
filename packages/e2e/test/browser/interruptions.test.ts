import { expect } from 'vitest'
import { approve, finish, payByPhone, popup, reaches, shell, visitAndBuy } from '../../src/buyer.js'
import { inEveryEngine } from '../../src/journey.js'

inEveryEngine('A buyer', (journey) => {
  journey(
    'who reloads the shop in the middle finds the same payment again, and no way to pay twice',
    { sells: 'popup' },
    async ({ tab, world }) => {
      await visitAndBuy(tab, world, '#popup')
      await payByPhone(tab, 'mtn', '789')
      await reaches(tab, 'prompt')
      tab.frame()
      await tab.reload()
      await tab.click('#popup')
      tab.frame(popup)
      // This works even where frames of other sites cannot store data, because the shop's page remembers.
      await tab.see('[data-state=prompt] h1', 'Approve on 024')
      expect(await tab.count('button[value=pay],button[value=mtn]')).toBe(0)
      await approve(tab, world)
      await finish(tab, 'close succeeded')
      return { payment: 'succeeded', network: 'mtn' }
    },
  )

  journey('who reloads the full page in the middle continues the same payment', {}, async ({ tab, world }) => {
    await tab.goto((await world.intent()).page)
    await payByPhone(tab, 'mtn', '789')
    await reaches(tab, 'prompt')
    expect(await tab.url(), 'the token stays in no address').toBe(
      `${world.network.url}/pay?from=efua%2Fkrobo-beads&lang=en`,
    )
    await tab.reload()
    await tab.see('[data-state=prompt]', 'Approve on 024')
    await approve(tab, world)
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey('whose network is lost before the request is sent pays once when it is back', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await tab.click('button[value=mtn]')
    await tab.fill('#phone', '0244123789')
    world.network.cut()
    await tab.click('button[value=pay]')
    await reaches(tab, 'sending')
    world.network.restore()
    await approve(tab, world)
    await finish(tab, 'close succeeded')
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey('whose network is lost after the request was sent pays once when it is back', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await tab.click('button[value=mtn]')
    await tab.fill('#phone', '0244123789')
    world.network.loseAnswerTo('/checkout/payments')
    await tab.click('button[value=pay]')
    await reaches(tab, 'sending')
    await expect.poll(() => world.network.passed('/checkout/payments')).toBe(1)
    world.network.restore()
    await approve(tab, world)
    await finish(tab, 'close succeeded')
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey('whose network is lost while the phone asks sees the end when it is back', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '789')
    await reaches(tab, 'prompt')
    world.network.cut()
    await world.passes('PT3S')
    world.network.restore()
    await reaches(tab, 'success')
    await finish(tab, 'close succeeded')
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey(
    'sees when the service is down, and can pay by trying again later',
    { sells: 'popup', hurried: true },
    async ({ tab, world }) => {
      await tab.goto(world.shop.url)
      world.network.hang('/checkout')
      await tab.click('#popup')
      await tab.see(shell.sentence, 'Slow connection')
      await tab.see(shell.sentence, 'Could not open')
      await tab.see(shell.link, 'Full page')
      world.network.restore()
      await tab.click(shell.first)
      tab.frame(popup)
      await reaches(tab, 'method')
      await payByPhone(tab, 'mtn', '789')
      await approve(tab, world)
      await finish(tab, 'close succeeded')
      return { payment: 'succeeded', network: 'mtn' }
    },
  )

  journey('who clicks twice, on the button and on "Pay", pays once', {}, async ({ tab, world }) => {
    await tab.goto(world.shop.url)
    await tab.click('cedi-buy-button a', 2)
    tab.frame(popup)
    await reaches(tab, 'method')
    await tab.click('button[value=mtn]')
    await tab.fill('#phone', '0244123789')
    await tab.click('button[value=pay]', 2)
    await approve(tab, world)
    tab.frame()
    expect(await tab.count(shell.dialog)).toBe(1)
    tab.frame(popup)
    await finish(tab, 'close succeeded')
    expect(world.network.passed('/checkout/embed')).toBe(1)
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey(
    'who goes Back leaves the checkout, not the shop',
    { sells: 'popup', history: true },
    async ({ tab, world }) => {
      await visitAndBuy(tab, world, '#popup')
      tab.frame()
      await tab.back()
      await tab.see('#told li', 'close cancelled')
      await tab.miss(shell.dialog)
      expect(await tab.url()).toBe(world.shop.url)
      return { payment: 'none' }
    },
  )

  journey(
    'who goes Back while the phone asks is asked first, and stays',
    { sells: 'popup', history: true },
    async ({ tab, world }) => {
      await visitAndBuy(tab, world, '#popup')
      await payByPhone(tab, 'mtn', '789')
      await reaches(tab, 'prompt')
      tab.frame()
      await tab.back()
      await tab.see(shell.sentence, 'Stop waiting?')
      await tab.click(shell.first)
      tab.frame(popup)
      await approve(tab, world)
      await finish(tab, 'close succeeded')
      expect(await tab.url()).toBe(world.shop.url)
      return { payment: 'succeeded', network: 'mtn' }
    },
  )

  journey('who closes in the middle is asked first, and the money still counts', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '789')
    await reaches(tab, 'prompt')
    tab.frame()
    await tab.click(shell.close)
    await tab.see(shell.sentence, 'Stop waiting?')
    await tab.click(shell.second)
    await tab.see('#told li', 'close pending')
    await tab.miss(shell.dialog)
    await world.passes('PT3S')
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey(
    'whose payment failed finds the ways to pay when the checkout is opened again, and reads why',
    { sells: 'popup' },
    async ({ tab, world }) => {
      await visitAndBuy(tab, world, '#popup')
      await payByPhone(tab, 'mtn', '049')
      await reaches(tab, 'prompt')
      await world.passes('PT3S')
      await reaches(tab, 'failed')
      tab.frame()
      await tab.click(shell.close)
      await tab.see('#told li', 'close failed')
      const token = await world.shop.basket()
      await tab.goto(`${world.network.url}/pay/${token}`)
      await tab.see('[data-state=method] .problem', 'balance is too low')
      await tab.goto(world.shop.url)
      await tab.click('#popup')
      tab.frame(popup)
      await tab.see('[data-state=method] .problem', 'balance is too low')
      await payByPhone(tab, 'mtn', '789')
      await approve(tab, world)
      await finish(tab, 'close succeeded')
      return { payment: 'succeeded', network: 'mtn', before: ['failed'] }
    },
  )

  journey('who closes before paying has bought nothing', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await tab.click('button[value=mtn]')
    await reaches(tab, 'number')
    tab.frame()
    await tab.click(shell.close)
    await tab.see('#told li', 'close cancelled')
    return { payment: 'none' }
  })

  journey('who pays in two tabs pays once', {}, async ({ tab, world, another }) => {
    const { page } = await world.intent()
    const second = await another()
    for (const one of [tab, second]) {
      await one.goto(page)
      await one.click('button[value=mtn]')
      await one.fill('#phone', '0244123789')
    }
    await tab.click('button[value=pay]')
    await reaches(tab, 'prompt')
    await second.click('button[value=pay]')
    await second.see('[data-state=prompt]', 'being paid in another window')
    await world.passes('PT3S')
    await reaches(tab, 'success')
    await reaches(second, 'success')
    return { payment: 'succeeded', network: 'mtn' }
  })
})
