import { expect } from 'vitest'
import { overlay, popup, waitForState } from '../../src/buyer.js'
import type { Tab } from '../../src/engines/tab.js'
import { inEveryEngine } from '../../src/journey.js'
import type { World } from '../../src/world.js'

/** Expression for the focused element, also inside shadow roots. */
const focusedElement = `(() => { let at = document.activeElement
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
  return at })()`

/** Presses Tab until an element has the focus. @throws Error if 15 presses do not reach it. */
async function tabTo(tab: Tab, css: string): Promise<void> {
  for (let pressCount = 0; pressCount < 15; pressCount++) {
    if (await tab.evaluate(`${focusedElement}?.matches(${JSON.stringify(css)}) === true`)) return
    await tab.press('Tab')
  }
  throw new Error(`Tab does not reach ${css}.`)
}

/** Asserts that the heading of a new step has the focus. */
const expectHeading = (tab: Tab) => expect.poll(() => tab.evaluate(`${focusedElement}?.id`)).toBe('title')

/** Focuses the buy button and presses it. */
async function open(tab: Tab, world: World): Promise<void> {
  await tab.goto(world.shop.url)
  await tab.waitForVisible('cedi-buy-button a')
  await tabTo(tab, 'a[part=button]')
  await tab.press('Enter')
  tab.frame(popup)
  await waitForState(tab, 'method')
}

inEveryEngine('Keyboard', (journey) => {
  journey('a buyer without a mouse pays by mobile money and returns to the buy button', {}, async ({ tab, world }) => {
    await open(tab, world)
    await tabTo(tab, 'button[value=airteltigo]')
    await tab.press('Enter')
    await waitForState(tab, 'number')
    await expectHeading(tab)
    await tabTo(tab, '#phone')
    await tab.press('0264123789')
    expect(await tab.evaluate('document.querySelector("#phone").value')).toBe('026 412 3789')
    await tab.press('Enter')
    await waitForState(tab, 'prompt')
    await expectHeading(tab)
    await world.advanceTime('PT3S')
    await waitForState(tab, 'success')
    await expectHeading(tab)
    await tabTo(tab, 'button[value=done]')
    await tab.press('Space')
    tab.frame()
    await tab.waitForVisible('#events li', 'close succeeded')
    await expect.poll(() => tab.evaluate(`${focusedElement}?.part?.value`)).toBe('button')
    return { payment: 'succeeded', network: 'airteltigo' }
  })

  journey('Escape inside the frame closes the popup', {}, async ({ tab, world }) => {
    await open(tab, world)
    await tabTo(tab, 'button[value=mtn]')
    await tab.press('Escape')
    tab.frame()
    await tab.waitForVisible('#events li', 'close cancelled')
    await tab.waitForHidden(overlay.dialog)
    return { payment: 'none' }
  })
})
