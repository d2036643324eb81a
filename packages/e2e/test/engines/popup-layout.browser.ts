import { expect } from 'vitest'
import { approve, popup, visitAndBuy, waitForState } from '../../src/buyer.js'
import { inEveryEngine } from '../../src/journey.js'

inEveryEngine('Popup layout', (journey) => {
  journey('the popup scrolls each step to its top and centres the button in the bar', {}, async ({ tab, world }) => {
    await visitAndBuy(tab, world)
    tab.frame()
    const offMiddle = `(() => {
  const inside = (css) => document.querySelector('cedi-checkout').shadowRoot.querySelector(css).getBoundingClientRect()
  const [bar, button] = [inside('.bar'), inside('.bar button')]
  return Math.abs(button.top - bar.top - (bar.bottom - button.bottom)) })()`
    expect(await tab.evaluate<number>(offMiddle)).toBeLessThan(1)
    tab.frame(popup)
    // Large text makes every step higher than the popup.
    await tab.evaluate(`document.documentElement.style.fontSize = '200%'`)
    await tab.click('button[value=mtn]')
    await tab.fill('#phone', '0244123789')
    await tab.click('button[value=pay]')
    await waitForState(tab, 'prompt')
    const readPositionScript = '[scrollY, document.activeElement.id]'
    await expect.poll(() => tab.evaluate<unknown[]>(readPositionScript)).toEqual([0, 'title'])
    await approve(tab, world)
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey('the popup has the same height on a phone at every step', {}, async ({ tab, world }) => {
    await tab.goto(world.shop.url)
    const heights: number[] = []
    const recordHeight = async () => {
      tab.frame()
      heights.push(
        await tab.evaluate<number>(
          `(async () => {
  const dialog = document.querySelector('cedi-checkout').shadowRoot.querySelector('dialog')
  await Promise.allSettled(dialog.getAnimations().map(({ finished }) => finished))
  return Math.round(dialog.getBoundingClientRect().height) })()`,
        ),
      )
      tab.frame(popup)
    }
    await tab.click('cedi-buy-button a')
    await tab.waitForVisible('cedi-checkout dialog[open]')
    await recordHeight()
    await waitForState(tab, 'method')
    await recordHeight()
    await tab.click('button[value=mtn]')
    await waitForState(tab, 'number')
    await recordHeight()
    await tab.fill('#phone', '0244123789')
    await tab.click('button[value=pay]')
    await waitForState(tab, 'prompt')
    await recordHeight()
    await approve(tab, world)
    await recordHeight()
    expect(new Set(heights).size, heights.join(' → ')).toBe(1)
    return { payment: 'succeeded', network: 'mtn' }
  })
})
