import { mkdirSync, writeFileSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { inject, test } from 'vitest'
import { tabOf } from '../../src/engines/playwright.js'
import type { EngineAddress } from '../../src/engines/tab.js'
import { createWorld } from '../../src/world.js'
import { type Demo, startDemo } from './demo.js'
import { inPopup } from './in-popup.js'
import type { Look } from './look.js'
import { pages } from './pages.js'

const folder = process.env['LOOKS'] || '/tmp/looks'
const looks: Readonly<Record<string, Look>> = { ...inPopup, ...pages }
/** How many pictures are made at the same time. */
const lanes = 2

interface Dress {
  readonly root?: string
  readonly wide?: readonly number[]
  dress?(page: Page): Promise<unknown>
  readonly large?: true
}
const dresses: Readonly<Record<string, Dress>> = {
  'en-light': { wide: [320, 390, 1280] },
  'en-dark': { wide: [390, 1280], dress: (page) => page.emulateMedia({ colorScheme: 'dark' }) },
  'fr-light': { root: 'lang="fr"', wide: [320, 390] },
  '200-percent': { large: true, wide: [320, 390] },
  forced: { dress: (page) => page.emulateMedia({ forcedColors: 'active' }) },
  rtl: { root: 'lang="ar" dir="rtl"' },
}

/** `LOOK=prompt,portal` and `DRESS=en-light` limit the run to pictures whose names begin with these texts. */
const isWanted = (given: string | undefined, name: string): boolean =>
  !given || given.split(',').some((start) => name.startsWith(start))

interface Picture {
  readonly name: string
  readonly look: Look
  readonly dress: Dress
  readonly width: number
}
const pictures: readonly Picture[] = Object.entries(dresses).flatMap(([dressed, dress]) =>
  Object.entries(looks)
    .filter(([name]) => isWanted(process.env['LOOK'], name) && isWanted(process.env['DRESS'], dressed))
    .flatMap(([name, look]) =>
      (dress.wide ?? [390]).map((width) => ({ name: `${name}-${dressed}-${width}`, look, dress, width })),
    ),
)

/** Texts that stick out of the box that hides what sticks out, to the left or to the right. */
const cutTexts = `(() => {
  const hides = (element) => element === document.documentElement || /hidden|clip/.test(getComputedStyle(element).overflowX)
  const hiderOf = (element) => hides(element) ? element : hiderOf(element.parentElement)
  const isUnseen = (element) => element && (getComputedStyle(element).clipPath !== 'none' || isUnseen(element.parentElement))
  const textsOf = (element) => [...element.childNodes].filter(({ nodeType, data }) => nodeType === 3 && data.trim())
  return [...document.querySelectorAll('body *')].flatMap(textsOf).filter((text) => {
    // For screen readers only.
    if (isUnseen(text.parentElement)) return false
    const hider = hiderOf(text.parentElement)
    // What ends in three dots says that it is cut.
    if (getComputedStyle(hider).textOverflow === 'ellipsis') return false
    const { left, right } = hider.getBoundingClientRect()
    const range = document.createRange()
    range.selectNodeContents(text)
    return [...range.getClientRects()].some((box) => box.width && (box.right > right + 1 || box.left < left - 1))
  }).map(({ data }) => data.trim()) })()`

async function draw(browser: Browser, demo: Demo, { name, look, dress, width }: Picture): Promise<void> {
  const { root = 'lang="en"' } = dress
  const world = await createWorld({ root, ...look.wishes })
  const context = await browser.newContext({
    viewport: { width, height: width === 320 ? 568 : 800 },
    ignoreHTTPSErrors: true,
    locale: /fr/.test(root) ? 'fr-FR' : 'en-GH',
  })
  const page = await context.newPage()
  try {
    await dress.dress?.(page)
    // Only the text grows, as with the text size setting of a phone.
    if (dress.large)
      await page.addInitScript(
        `document.addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%' })`,
      )
    const tab = tabOf(page, () => page.close())
    page.setDefaultTimeout(10_000)
    await tab.goto(world.shop.url)
    await look.go({ tab, page, world, demo })
    await new Promise((resolve) => setTimeout(resolve, 300))
    // A page is pictured whole, and a popup as it is visible.
    const isPage = (await page.locator('cedi-checkout').count()) === 0
    const cut = isPage ? await page.evaluate<string[]>(cutTexts) : []
    writeFileSync(`${folder}/${name}.png`, await page.screenshot({ fullPage: isPage }))
    if (cut.length > 0) throw new Error(`cut off: ${cut.join(' | ')}`)
  } finally {
    await context.close()
    await world.close()
  }
}

// People judge the pictures. The test asserts that each one could be made, and that no page cuts a text off.
test('a picture of every screen can be made, and no page cuts a text off', async ({ expect }) => {
  mkdirSync(folder, { recursive: true })
  const { addresses } = inject('engines').find(({ name }) => name === 'chromium') as EngineAddress
  const browser = await chromium.connect(addresses[0] ?? '')
  const demo = await startDemo()
  const queue = [...pictures]
  const missing: string[] = []
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { name } = next
      await draw(browser, demo, next).catch((error) => missing.push(`${name}: ${String(error).split('\n')[0]}`))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  await demo.close()
  await browser.close()
  console.log(`${pictures.length - missing.length} pictures in ${folder}`)
  expect(missing).toEqual([])
})
