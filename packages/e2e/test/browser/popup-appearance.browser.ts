import { expect } from 'vitest'
import { approve, overlay, payByPhone, popup, visitAndBuy, waitForState } from '../../src/buyer.js'
import { getPage } from '../../src/engines/playwright.js'
import { inEngines } from '../../src/journey.js'

/** Counts the colours of a picture. */
const countColours = (page: ReturnType<typeof getPage>, png: string): Promise<number> =>
  page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const canvasContext = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
    canvasContext.drawImage(bitmap, 0, 0)
    return new Set(new Uint32Array(canvasContext.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer)).size
  }, png)

inEngines(['chromium'], 'Popup appearance', (journey) => {
  journey('forced colours keep the label of every popup button readable', {}, async ({ tab, world }) => {
    const page = getPage(tab)
    await page.emulateMedia({ forcedColors: 'active' })
    try {
      await visitAndBuy(tab, world)
      await payByPhone(tab, 'mtn', '789')
      await waitForState(tab, 'prompt')
      tab.frame()
      await tab.click(overlay.close)
      for (const css of [overlay.first, overlay.second]) {
        await tab.waitForVisible(css)
        const { x, y, width, height } =
          (await page.locator(css).first().boundingBox()) ?? expect.fail(`${css} is not visible`)
        // Clips the label without the border. Antialiased text has more than two colours.
        const clip = { x: x + width / 4, y: y + height / 4, width: width / 2, height: height / 2 }
        const png = (await page.screenshot({ clip })).toString('base64')
        expect(await countColours(page, png), css).toBeGreaterThan(8)
      }
      await tab.click(overlay.first)
      tab.frame(popup)
      await approve(tab, world)
    } finally {
      await page.emulateMedia({ forcedColors: null })
    }
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey(
    'the popup has the same button colours as the page in its frame, in light and dark mode',
    {},
    async ({ tab, world }) => {
      const page = getPage(tab)
      const readColours = (css: string) =>
        page
          .locator(css)
          .first()
          .evaluate((button) => [getComputedStyle(button).backgroundColor, getComputedStyle(button).color])
      const readColoursInFrame = (css: string) =>
        page
          .frameLocator(popup)
          .locator(css)
          .evaluate((button) => [getComputedStyle(button).backgroundColor, getComputedStyle(button).color])
      await visitAndBuy(tab, world)
      await tab.click('button[value=mtn]')
      await waitForState(tab, 'number')
      try {
        const expected: Record<string, string[]> = {}
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          expected[colorScheme] = await readColoursInFrame('button[value=pay]')
        }
        await tab.fill('#phone', '0244123789')
        await tab.click('button[value=pay]')
        await waitForState(tab, 'prompt')
        tab.frame()
        await tab.click(overlay.close)
        await tab.waitForVisible(overlay.first)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          expect(await readColours(overlay.first), colorScheme).toEqual(expected[colorScheme])
        }
      } finally {
        await page.emulateMedia({ colorScheme: null })
      }
      await tab.click(overlay.first)
      tab.frame(popup)
      await approve(tab, world)
      return { payment: 'succeeded', network: 'mtn' }
    },
  )

  journey(
    'a small screen shows the focused number field, and an amount at 200 % does not wrap',
    {},
    async ({ tab, world }) => {
      const page = getPage(tab)
      const size = page.viewportSize()
      await page.setViewportSize({ width: 320, height: 568 })
      try {
        await visitAndBuy(tab, world)
        await tab.click('button[value=mtn]')
        await waitForState(tab, 'number')
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
        // The currency sign is smaller than the number, so on one line their boxes overlap in height without being equal.
        const isOnOneLine = await tab.evaluate<boolean>(`(() => {
  const range = document.createRange()
  range.selectNodeContents(document.querySelector('.amount'))
  const boxes = [...range.getClientRects()]
  return boxes.every(({ top, bottom }) => boxes.every((other) => top < other.bottom && other.top < bottom)) })()`)
        expect(isOnOneLine).toBe(true)
      } finally {
        if (size) await page.setViewportSize(size)
      }
      return { payment: 'none' }
    },
  )
})
