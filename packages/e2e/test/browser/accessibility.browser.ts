import type { Frame } from 'playwright-core'
import { expect } from 'vitest'
import {
  approve,
  correctCode,
  enterCode,
  overlay,
  payByCard,
  payByPhone,
  popup,
  testCards,
  visitAndBuy,
  waitForState,
} from '../../src/buyer.js'
import { getPage } from '../../src/engines/playwright.js'
import type { Tab } from '../../src/engines/tab.js'
import { inEngines } from '../../src/journey.js'

interface Node {
  readonly role: string
  readonly name: string
  readonly live: string
}

/** Reads Chromium's accessibility tree of the shop page or of the checkout frame. */
async function readTree(tab: Tab, view: 'shop' | 'checkout'): Promise<Node[]> {
  const page = getPage(tab)
  const frame = (await (await page.locator(popup).elementHandle())?.contentFrame()) as Frame
  const session = await page.context().newCDPSession(view === 'shop' ? page : frame)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, properties }) => ({
      role: String(role?.value),
      name: String(name?.value ?? ''),
      live: String(properties?.find((property) => property.name === 'live')?.value.value ?? ''),
    }))
}

const rolesWithName = new Set(['button', 'link', 'textbox', 'heading', 'dialog', 'Iframe', 'region'])

async function expectNames(tab: Tab, view: 'shop' | 'checkout'): Promise<readonly string[]> {
  const nodes = await readTree(tab, view)
  expect(nodes.filter(({ role, name }) => rolesWithName.has(role) && !name.trim())).toEqual([])
  return nodes.map(({ role, name }) => `${role}: ${name}`)
}

// Only Chromium has a protocol to read the accessibility tree.
inEngines(['chromium'], 'The accessibility tree', (journey) => {
  journey('has a name for everything in a mobile money payment', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    expect(await expectNames(tab, 'shop')).toEqual(
      expect.arrayContaining(['dialog: Checkout', 'button: Close', 'Iframe: Checkout']),
    )
    expect(await expectNames(tab, 'checkout')).toEqual(
      expect.arrayContaining(['heading: How do you want to pay?', 'button: Card']),
    )
    await tab.click('button[value=telecel]')
    await waitForState(tab, 'number')
    expect(await expectNames(tab, 'checkout')).toEqual(
      expect.arrayContaining(['textbox: Ghana mobile money number', 'button: Pay GH₵45.50']),
    )
    await tab.fill('#phone', '0204123789')
    await tab.click('button[value=pay]')
    await waitForState(tab, 'otp')
    expect(await expectNames(tab, 'checkout')).toContain('textbox: Code')
    await enterCode(tab, correctCode)
    await waitForState(tab, 'prompt')
    expect(await expectNames(tab, 'checkout')).toContain('button: I’ve approved it')
    await approve(tab, world)
    expect(await expectNames(tab, 'checkout')).toContain('heading: Paid')
    return { payment: 'succeeded', network: 'telecel' }
  })

  journey('has a name for everything in a card payment', {}, async ({ tab, world, sites }) => {
    await visitAndBuy(tab, world)
    await tab.click('button[value=card]')
    await waitForState(tab, 'card')
    expect(await expectNames(tab, 'checkout')).toEqual(
      expect.arrayContaining(['textbox: Card number', 'textbox: Expiry, MM/YY', 'textbox: Security code']),
    )
    await tab.click('button[value=other]')
    await payByCard(tab, testCards.challenge)
    if (sites === 'secure') {
      // Over https the popup, not its frame, shows the link to the bank.
      tab.frame()
      const bank = await tab.waitForVisible(overlay.link)
      expect(await expectNames(tab, 'shop')).toContain(`link: ${bank.trim()}`)
      await world.advanceTime('P2D')
      return { payment: 'expired', network: 'visa' }
    }
    await waitForState(tab, 'redirect')
    expect(await expectNames(tab, 'checkout')).toContain('link: Go to the bank')
    await tab.click('button[value=other]')
    await waitForState(tab, 'method')
    return { payment: 'cancelled', network: 'visa' }
  })

  journey('announces each change once, and not each second of the countdown', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    await payByPhone(tab, 'mtn', '129')
    await waitForState(tab, 'prompt')
    await tab.click('button[value=check]')
    await tab.waitForVisible('#live', 'Not approved yet.')
    const nodes = await readTree(tab, 'checkout')
    expect(nodes.filter(({ role, live }) => role === 'status' && live === 'polite')).toHaveLength(1)
    expect(nodes.some(({ role, name }) => role === 'StaticText' && name === 'Not approved yet.')).toBe(true)
    expect(nodes.filter(({ role, live }) => role === 'timer' && live !== '' && live !== 'off')).toEqual([])
    await tab.click('button[value=change]')
    await waitForState(tab, 'number')
    return { payment: 'cancelled', network: 'mtn' }
  })
})
