import { mkdirSync, writeFileSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { inject, test } from 'vitest'
import { createTab } from '../../src/engines/playwright.js'
import type { EngineAddress } from '../../src/engines/tab.js'
import { createWorld } from '../../src/world.js'
import { type Demo, startDemo } from './demo.js'
import { pageScreens } from './page-screens.js'
import { popupScreens } from './popup-screens.js'
import type { Screen } from './screen.js'

const folder = process.env['SCREENSHOTS'] || '/tmp/screenshots'
const screens: Readonly<Record<string, Screen>> = { ...popupScreens, ...pageScreens }
/** Number of parallel pictures. */
const workerCount = 2

interface Variant {
  readonly rootAttributes?: string
  readonly widths?: readonly number[]
  apply?(page: Page): Promise<unknown>
  readonly hasLargeText?: true
}
const variants: Readonly<Record<string, Variant>> = {
  'en-light': { widths: [320, 390, 1280] },
  'en-dark': { widths: [390, 1280], apply: (page) => page.emulateMedia({ colorScheme: 'dark' }) },
  'fr-light': { rootAttributes: 'lang="fr"', widths: [320, 390] },
  '200-percent': { hasLargeText: true, widths: [320, 390] },
  forced: { apply: (page) => page.emulateMedia({ forcedColors: 'active' }) },
  rtl: { rootAttributes: 'lang="ar" dir="rtl"' },
}

/** `SCREEN=prompt,portal` and `VARIANT=en-light` limit the run to names with these prefixes. */
const isSelected = (selection: string | undefined, name: string): boolean =>
  !selection || selection.split(',').some((start) => name.startsWith(start))

interface Picture {
  readonly name: string
  readonly screen: Screen
  readonly variant: Variant
  readonly width: number
}
const pictures: readonly Picture[] = Object.entries(variants).flatMap(([variantName, variant]) =>
  Object.entries(screens)
    .filter(([name]) => isSelected(process.env['SCREEN'], name) && isSelected(process.env['VARIANT'], variantName))
    .flatMap(([name, screen]) =>
      (variant.widths ?? [390]).map((width) => ({ name: `${name}-${variantName}-${width}`, screen, variant, width })),
    ),
)

/** Script that returns texts that are clipped on the left or right. */
const findClippedText = `(() => {
  const clips = (element) => element === document.documentElement || /hidden|clip/.test(getComputedStyle(element).overflowX)
  const findClippingBox = (element) => clips(element) ? element : findClippingBox(element.parentElement)
  const isHidden = (element) => element && (getComputedStyle(element).clipPath !== 'none' || isHidden(element.parentElement))
  const getTextNodes = (element) => [...element.childNodes].filter(({ nodeType, data }) => nodeType === 3 && data.trim())
  return [...document.querySelectorAll('body *')].flatMap(getTextNodes).filter((text) => {
    // For screen readers only.
    if (isHidden(text.parentElement)) return false
    const box = findClippingBox(text.parentElement)
    // An ellipsis marks the text as shortened.
    if (getComputedStyle(box).textOverflow === 'ellipsis') return false
    const { left, right } = box.getBoundingClientRect()
    const range = document.createRange()
    range.selectNodeContents(text)
    return [...range.getClientRects()].some((line) => line.width && (line.right > right + 1 || line.left < left - 1))
  }).map(({ data }) => data.trim()) })()`

async function takePicture(browser: Browser, demo: Demo, { name, screen, variant, width }: Picture): Promise<void> {
  const { rootAttributes = 'lang="en"' } = variant
  const world = await createWorld({ rootAttributes, ...screen.options })
  const context = await browser.newContext({
    viewport: { width, height: width === 320 ? 568 : 800 },
    ignoreHTTPSErrors: true,
    locale: /fr/.test(rootAttributes) ? 'fr-FR' : 'en-GH',
  })
  const page = await context.newPage()
  try {
    await variant.apply?.(page)
    // Enlarges only the text, like the text size setting of a phone.
    if (variant.hasLargeText)
      await page.addInitScript(
        `document.addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%' })`,
      )
    const tab = createTab(page, () => page.close())
    page.setDefaultTimeout(10_000)
    await tab.goto(world.shop.url)
    await screen.navigate({ tab, page, world, demo })
    await new Promise((resolve) => setTimeout(resolve, 300))
    // Pages are captured in full, popups only in the viewport.
    const isPage = (await page.locator('cedi-checkout').count()) === 0
    const clippedTexts = isPage ? await page.evaluate<string[]>(findClippedText) : []
    writeFileSync(`${folder}/${name}.png`, await page.screenshot({ fullPage: isPage }))
    if (clippedTexts.length > 0) throw new Error(`clipped: ${clippedTexts.join(' | ')}`)
  } finally {
    await context.close()
    await world.close()
  }
}

// The pictures are reviewed by people.
test('every screen can be captured, and no page clips a text', async ({ expect }) => {
  mkdirSync(folder, { recursive: true })
  const { addresses } = inject('engines').find(({ name }) => name === 'chromium') as EngineAddress
  const browser = await chromium.connect(addresses[0] ?? '')
  const demo = await startDemo()
  const queue = [...pictures]
  const failures: string[] = []
  const runWorker = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { name } = next
      await takePicture(browser, demo, next).catch((error) => failures.push(`${name}: ${String(error).split('\n')[0]}`))
    }
  }
  await Promise.all(Array.from({ length: workerCount }, runWorker))
  await demo.close()
  await browser.close()
  console.log(`${pictures.length - failures.length} pictures in ${folder}`)
  expect(failures).toEqual([])
})
