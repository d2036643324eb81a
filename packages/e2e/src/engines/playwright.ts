import {
  type Browser,
  chromium,
  type Frame,
  type FrameLocator,
  firefox,
  type Locator,
  type Page,
} from 'playwright-core'
import { actionTimeoutMs, type Engine, phone, type Tab } from './tab.js'

/** Connects to Chromium or Firefox. */
export async function connectPlaywright(
  name: 'chromium' | 'firefox',
  version: string,
  address: string,
): Promise<Engine> {
  const browser: Browser = await (name === 'firefox' ? firefox : chromium).connect(address)
  const context = await browser.newContext({
    viewport: phone,
    locale: 'en-GH',
    ignoreHTTPSErrors: true,
    // Animations slow down the journeys beside.
    reducedMotion: 'reduce',
  })
  let idlePage: Page | undefined
  return {
    name,
    version,
    async tab() {
      const page = idlePage ?? (await context.newPage())
      idlePage = undefined
      return createTab(page, async (hasFailed) => {
        // Only one page is reused: a second one would cover it and receive its clicks.
        if (hasFailed || idlePage) return page.close()
        await page.goto('about:blank')
        idlePage = page
      })
    },
    close: async () => {
      await context.close()
      await browser.close()
    },
  }
}

/** Returns the playwright page of a tab. @throws Error for WebKit, which has no playwright page. */
export const getPage = (tab: Tab): Page => {
  const page = pages.get(tab)
  if (!page) throw new Error('This engine is not driven by playwright.')
  return page
}

const pages = new WeakMap<Tab, Page>()

/** Creates a tab from a page. */
export function createTab(page: Page, close: Tab['close']): Tab {
  page.setDefaultTimeout(actionTimeoutMs)
  let path: readonly string[] = []
  const scope = (): Page | FrameLocator =>
    path.reduce<Page | FrameLocator>((outer, css) => outer.frameLocator(css), page)
  const first = (css: string) => scope().locator(css).first()
  const frame = async (): Promise<Page | Frame> => {
    const [last, ...outer] = path.toReversed()
    if (last === undefined) return page
    const parent = outer.toReversed().reduce<Page | FrameLocator>((at, css) => at.frameLocator(css), page)
    const found = await (await parent.locator(last).elementHandle())?.contentFrame()
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
      times === 2
        ? first(css).dblclick()
        : path.length > 0 && !css.startsWith('cedi-checkout')
          ? clickInside(first(css))
          : first(css).click(),
    fill: (css, text) => first(css).fill(text),
    async press(...keys) {
      for (const key of keys)
        if (/^(?:(?:Shift\+)?Tab|Enter|Escape|Space)$/.test(key)) await page.keyboard.press(key)
        else await page.keyboard.type(key)
    },
    async waitForVisible(css, text) {
      const found = scope()
        .locator(css)
        .filter({ visible: true, ...(text !== undefined && { hasText: text }) })
        .first()
      await found.waitFor()
      return (await found.textContent()) ?? ''
    },
    waitForHidden: (css) => scope().locator(css).filter({ visible: true }).first().waitFor({ state: 'hidden' }),
    count: (css) => scope().locator(css).count(),
    evaluate: async (expression) => (await frame()).evaluate(expression) as never,
    url: async () => page.url(),
    async waitForNewTab(action) {
      const [other] = await Promise.all([page.waitForEvent('popup', { timeout: actionTimeoutMs }), action()])
      await other.waitForLoadState()
      return createTab(other, () => other.close())
    },
    screenshot: () => page.screenshot(),
    close,
  }
  pages.set(tab, page)
  return tab
}

/**
 * Clicks inside a frame. The popup resizes with the page in its frame, so a click at that moment misses without an
 * error. Retries until the frame receives the click. Clicks on the popup's own buttons do not reach the document.
 */
async function clickInside(target: Locator): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const clickState = await target.evaluateHandle(({ ownerDocument }) => {
      const clickState = { isClicked: false }
      const onClick = () => {
        clickState.isClicked = true
      }
      ownerDocument.addEventListener('click', onClick, { capture: true, once: true })
      return clickState
    })
    await target.click()
    // A failed evaluation means that the click has navigated to another page.
    if (await clickState.evaluate(({ isClicked }) => isClicked).catch(() => true)) return
  }
  throw new Error(`The frame received none of five clicks on ${target}.`)
}
