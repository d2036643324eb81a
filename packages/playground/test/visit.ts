import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { chromiumArgs, findChromium } from '../../../scripts/browsers.mjs'

/** Starts the browser of the tests. */
export const launch = async (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: chromiumArgs })

/** A page, and its errors. */
export interface Visit {
  readonly page: Page
  readonly errors: string[]
  /** All hosts that this browser called. */
  readonly hosts: Set<string>
  close(): Promise<void>
}

/** Opens a page in a new browser context. */
export async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const errors: string[] = []
  const hosts = new Set<string>()
  context.on('request', (request) => hosts.add(new URL(request.url()).host))
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
  })
  await page.goto(url)
  return { page, errors, hosts, close: () => context.close() }
}

/** Waits until the service runs or the recorded walk is shown. */
export const begun = (page: Page): Promise<void> => page.locator('html[data-state]').waitFor()

/** The titles of the entries, the oldest first. */
export const entriesOf = async (page: Page): Promise<string[]> =>
  (await page.locator('#entries li b').allTextContents()).toReversed()

/** Presses the button of a scenario, and waits until its code has run. */
export async function play(page: Page, scenario: string): Promise<string> {
  await page.locator(`[data-scenario="${scenario}"]`).click()
  await ended(page)
  return (await page.locator('#printed').textContent()) ?? ''
}

/** Waits until the code has run. */
export async function ended(page: Page): Promise<void> {
  await page.locator('#run:not([disabled])').waitFor()
}

/** Stops the worker, as a browser does with an idle worker. */
export async function stopWorker(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await session.detach()
}
