import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from 'vitest'
import { approve, overlay, payByPhone, popup, visitAndBuy, waitForState } from '../../src/buyer.js'
import { getPage } from '../../src/engines/playwright.js'
import { inEngines, inEveryEngine } from '../../src/journey.js'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

inEngines(['chromium'], 'A buyer with forced colours', (journey) => {
  journey('can read the label of every button of the popup', {}, async ({ tab, world }) => {
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
})

inEngines(['chromium'], 'The popup', (journey) => {
  journey(
    'has the same button colours as the page in its frame, in light and dark mode',
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
})

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

inEveryEngine('The popup', (journey) => {
  const surroundingHtml = '<header><p>Efua</p></header><footer><p>Accra</p></footer>'
  journey('adds no landmark violation to a shop with landmarks', { surroundingHtml }, async ({ tab, world }) => {
    const findViolations = () =>
      tab.evaluate<string[]>(
        `(() => { if (!window.axe) { ${axe} }
  return axe.run(document, { iframes: false }).then(({ violations }) => violations.map(({ id }) => id)) })()`,
      )
    await tab.goto(world.shop.url)
    await tab.waitForVisible('cedi-buy-button a')
    const before = await findViolations()
    await visitAndBuy(tab, world)
    tab.frame()
    expect(await findViolations()).toEqual(before)
    return { payment: 'none' }
  })

  journey('scrolls each step to its top and centres the button in the bar', {}, async ({ tab, world }) => {
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

  journey('has the same height on a phone at every step', {}, async ({ tab, world }) => {
    await tab.goto(world.shop.url)
    const heights: number[] = []
    const recordHeight = async () => {
      tab.frame()
      heights.push(
        await tab.evaluate<number>(
          `new Promise((done) => setTimeout(() => done(Math.round(document.querySelector('cedi-checkout').shadowRoot.querySelector('dialog').getBoundingClientRect().height)), 300))`,
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

inEngines(['chromium'], 'On a slow phone', (journey) => {
  journey('neither the shop nor the checkout has layout shifts', {}, async ({ tab, world }) => {
    const page = getPage(tab)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const observeShiftScript = `window.shift = 0
new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shift += value }).observe({ type: 'layout-shift', buffered: true })`
    await tab.goto(world.shop.url)
    await tab.evaluate(observeShiftScript)
    await tab.click('cedi-buy-button a')
    tab.frame(popup)
    await waitForState(tab, 'method')
    await tab.evaluate(observeShiftScript)
    await payByPhone(tab, 'mtn', '789')
    await approve(tab, world)
    const shiftInFrame = await tab.evaluate<number>('shift')
    tab.frame()
    const shiftInShop = await tab.evaluate<number>('shift')
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await devtools.detach()
    expect({ shiftInFrame, shiftInShop }).toEqual({ shiftInFrame: 0, shiftInShop: 0 })
    return { payment: 'succeeded', network: 'mtn' }
  })

  journey(
    'with text at 200 % no amount wraps, and a small screen shows the focused number field',
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
