import {
  type Browser,
  chromium,
  type Frame,
  type FrameLocator,
  firefox,
  type Locator,
  type Page,
} from 'playwright-core'
import { type Engine, patienceMs, phone, type Tab } from './tab.js'

/** Chromium and Firefox, as playwright drives them. */
export async function connectPlaywright(
  name: 'chromium' | 'firefox',
  version: string,
  address: string,
): Promise<Engine> {
  const browser: Browser = await (name === 'firefox' ? firefox : chromium).connect(address)
  const context = await browser.newContext({ viewport: phone, locale: 'en-GH', ignoreHTTPSErrors: true })
  let idle: Page | undefined
  return {
    name,
    version,
    async tab() {
      const page = idle ?? (await context.newPage())
      idle = undefined
      return tabOf(page, async (isSpoilt) => {
        // One is enough: a second one would cover the first and take its clicks.
        if (isSpoilt || idle) return page.close()
        await page.goto('about:blank')
        idle = page
      })
    },
    close: async () => {
      await context.close()
      await browser.close()
    },
  }
}

/** What only one engine offers, such as Chromium's accessibility tree. */
export const pageOf = (tab: Tab): Page => {
  const page = pages.get(tab)
  if (!page) throw new Error('This engine is not driven by playwright.')
  return page
}

const pages = new WeakMap<Tab, Page>()

/** A page, as the journeys use it. */
export function tabOf(page: Page, close: Tab['close']): Tab {
  page.setDefaultTimeout(patienceMs)
  let path: readonly string[] = []
  const scope = (): Page | FrameLocator =>
    path.reduce<Page | FrameLocator>((outer, css) => outer.frameLocator(css), page)
  const first = (css: string) => scope().locator(css).first()
  const frame = async (): Promise<Page | Frame> => {
    const [last, ...outer] = path.toReversed()
    if (last === undefined) return page
    const around = outer.toReversed().reduce<Page | FrameLocator>((at, css) => at.frameLocator(css), page)
    const found = await (await around.locator(last).elementHandle())?.contentFrame()
    if (!found) throw new Error(`There is no frame ${last}.`)
    return found
  }
  const tab: Tab = {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack()),
    frame: (...css) => {
      path = css
    },
    click: (css, times = 1) =>
      times === 2 ? first(css).dblclick() : path.length > 0 ? clickInside(first(css)) : first(css).click(),
    fill: (css, text) => first(css).fill(text),
    async press(...keys) {
      for (const key of keys)
        if (/^(?:(?:Shift\+)?Tab|Enter|Escape|Space)$/.test(key)) await page.keyboard.press(key)
        else await page.keyboard.type(key)
    },
    async see(css, text) {
      const found = scope()
        .locator(css)
        .filter({ visible: true, ...(text !== undefined && { hasText: text }) })
        .first()
      await found.waitFor()
      return (await found.textContent()) ?? ''
    },
    miss: (css) => scope().locator(css).filter({ visible: true }).first().waitFor({ state: 'hidden' }),
    count: (css) => scope().locator(css).count(),
    evaluate: async (expression) => (await frame()).evaluate(expression) as never,
    url: async () => page.url(),
    async opened(act) {
      const [other] = await Promise.all([page.waitForEvent('popup', { timeout: patienceMs }), act()])
      await other.waitForLoadState()
      return tabOf(other, () => other.close())
    },
    screenshot: () => page.screenshot(),
    close,
  }
  pages.set(tab, page)
  return tab
}

/**
 * Clicks inside a frame. The popup resizes with the page in its frame, so a click at that moment misses without an
 * error. Then this clicks again, as a person would.
 */
async function clickInside(target: Locator): Promise<void> {
  for (let tries = 0; tries < 5; tries++) {
    const heard = await target.evaluateHandle(({ ownerDocument }) => {
      const heard = { isClicked: false }
      const hear = () => {
        heard.isClicked = true
      }
      ownerDocument.addEventListener('click', hear, { capture: true, once: true })
      return heard
    })
    await target.click()
    // If nobody answers, the click has led to another page.
    if (await heard.evaluate(({ isClicked }) => isClicked).catch(() => true)) return
  }
  throw new Error(`The frame heard none of five clicks on ${target}.`)
}
