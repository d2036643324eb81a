import { expect } from 'vitest'
import { approve, payByPhone, popup, reaches, shell, visitAndBuy } from '../../src/buyer.js'
import { pageOf } from '../../src/engines/playwright.js'
import { inEngines, inEveryEngine } from '../../src/journey.js'

inEveryEngine('The popup', (journey) => {
  journey(
    'keeps English words from left to right on a page that runs the other way',
    { root: 'lang="ar" dir="rtl"' },
    async (trip) => {
      const { tab, world } = trip
      await visitAndBuy(tab, world)
      const direction = (css: string) => tab.evaluate(`getComputedStyle(document.querySelector('${css}')).direction`)
      expect(await direction('#title')).toBe('ltr')
      await payByPhone(tab, 'mtn', '789')
      await reaches(tab, 'prompt')
      expect(await direction('ol li')).toBe('ltr')
      tab.frame()
      await tab.click(shell.close)
      await tab.see(shell.sentence, 'Stop waiting?')
      const inShell = (css: string) =>
        tab.evaluate(
          `getComputedStyle(document.querySelector('cedi-checkout').shadowRoot.querySelector('${css}')).direction`,
        )
      expect([await inShell('p'), await inShell('.choices button')]).toEqual(['ltr', 'ltr'])
      await tab.click(shell.first)
      tab.frame(popup)
      await approve(tab, world)
      return { payment: 'succeeded', network: 'mtn' }
    },
  )
})

inEngines(['chromium'], 'On a slow phone', (journey) => {
  journey(
    'with text at 200 % no amount breaks; on a small screen the number is in view',
    {},
    async ({ tab, world }) => {
      const page = pageOf(tab)
      const size = page.viewportSize()
      await page.setViewportSize({ width: 320, height: 568 })
      try {
        await visitAndBuy(tab, world)
        await tab.click('button[value=mtn]')
        await reaches(tab, 'number')
        await page.setViewportSize({ width: 320, height: 568 - 260 })
        await tab.click('#phone')
        tab.frame()
        const frame = (await page.locator(popup).boundingBox()) ?? expect.fail('no frame')
        const input = (await page.frameLocator(popup).locator('#phone').boundingBox()) ?? expect.fail('no field')
        expect(input.y).toBeGreaterThanOrEqual(frame.y)
        expect(input.y + input.height).toBeLessThanOrEqual(Math.min(568 - 260, frame.y + frame.height))
        await page.setViewportSize({ width: 320, height: 568 })
        tab.frame(popup)
        await tab.evaluate(`document.documentElement.style.fontSize = '200%'`)
        const lines = await tab.evaluate<number>(`(() => {
  const range = document.createRange()
  range.selectNodeContents(document.querySelector('.amount'))
  return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 12))).size })()`)
        expect(lines).toBe(1)
      } finally {
        if (size) await page.setViewportSize(size)
      }
      return { payment: 'none' }
    },
  )
})
