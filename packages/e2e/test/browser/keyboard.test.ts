import { expect } from 'vitest'
import { popup, reaches, rightCode, shell } from '../../src/buyer.js'
import type { Tab } from '../../src/engines/tab.js'
import { inEveryEngine } from '../../src/journey.js'
import type { World } from '../../src/world.js'

/** The focused element, also inside shadow roots. */
const focused = `(() => { let at = document.activeElement
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
  return at })()`

/** Presses Tab until an element has the focus, and fails if the keyboard cannot reach it. */
async function tabTo(tab: Tab, css: string): Promise<void> {
  for (let presses = 0; presses < 15; presses++) {
    if (await tab.evaluate(`${focused}?.matches(${JSON.stringify(css)}) === true`)) return
    await tab.press('Tab')
  }
  throw new Error(`Tab does not reach ${css}.`)
}

/** After each step the focus is on the new heading, or stays where the buyer works. */
const expectHeading = (tab: Tab) => expect.poll(() => tab.evaluate(`${focused}?.id`)).toBe('title')

/** Reaches the buy button and presses it. */
async function open(tab: Tab, world: World): Promise<void> {
  await tab.goto(world.shop.url)
  await tab.see('cedi-buy-button a')
  await tabTo(tab, 'a[part=button]')
  await tab.press('Enter')
  tab.frame(popup)
  await reaches(tab, 'method')
}

inEveryEngine('By keyboard alone a buyer', (journey) => {
  journey('pays by mobile money, and is back at the button', {}, async ({ tab, world }) => {
    await open(tab, world)
    await tabTo(tab, 'button[value=airteltigo]')
    await tab.press('Enter')
    await reaches(tab, 'number')
    await expectHeading(tab)
    await tabTo(tab, '#phone')
    await tab.press('0264123789')
    expect(await tab.evaluate('document.querySelector("#phone").value')).toBe('026 412 3789')
    await tab.press('Enter')
    await reaches(tab, 'prompt')
    await expectHeading(tab)
    await world.passes('PT3S')
    await reaches(tab, 'success')
    await expectHeading(tab)
    await tabTo(tab, 'button[value=done]')
    await tab.press('Space')
    tab.frame()
    await tab.see('#told li', 'close succeeded')
    await expect.poll(() => tab.evaluate(`${focused}?.part?.value`)).toBe('button')
    return { payment: 'succeeded', network: 'airteltigo' }
  })

  journey(
    'types a wrong number, gets the error at the field, and corrects it',
    { sells: 'popup' },
    async ({ tab, world }) => {
      await tab.goto(world.shop.url)
      await tabTo(tab, '#popup')
      await tab.press('Space')
      tab.frame(popup)
      await reaches(tab, 'method')
      await tabTo(tab, 'button[value=telecel]')
      await tab.press('Space')
      await reaches(tab, 'number')
      await tabTo(tab, '#phone')
      await tab.press('12', 'Enter')
      await tab.see('#phone-problem')
      expect(await tab.evaluate(`${focused}?.id`)).toBe('phone')
      expect(await tab.evaluate(`${focused}?.getAttribute('aria-describedby')`)).toContain('phone-problem')
      await tab.evaluate(`${focused}.select()`)
      await tab.press('0204123789', 'Enter')
      await reaches(tab, 'otp')
      await tabTo(tab, '#code')
      await tab.press(rightCode, 'Enter')
      await reaches(tab, 'prompt')
      await world.passes('PT3S')
      await reaches(tab, 'success')
      return { payment: 'succeeded', network: 'telecel' }
    },
  )

  journey('pays by card', {}, async ({ tab, world }) => {
    await open(tab, world)
    await tabTo(tab, 'button[value=card]')
    await tab.press('Enter')
    for (const [field, text] of [
      ['number', '4242424242424242'],
      ['expiry', '08/29'],
      ['cvc', '123'],
    ] as const) {
      await tabTo(tab, `#${field}`)
      await tab.press(text)
    }
    await tab.press('Enter')
    await reaches(tab, 'success')
    return { payment: 'succeeded', network: 'visa' }
  })

  journey('leaves with Escape, from within the frame', {}, async ({ tab, world }) => {
    await open(tab, world)
    await tabTo(tab, 'button[value=mtn]')
    await tab.press('Escape')
    tab.frame()
    await tab.see('#told li', 'close cancelled')
    await tab.miss(shell.dialog)
    return { payment: 'none' }
  })
})
