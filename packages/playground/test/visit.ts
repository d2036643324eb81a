import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { chromiumArgs, findChromium } from '../../../scripts/browsers.mjs'

/** Launches Chromium. */
export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: chromiumArgs })

/** Page with its errors and requested hosts. */
export interface PageVisit {
  readonly page: Page
  readonly errors: string[]
  /** Hosts of all requests. */
  readonly hosts: Set<string>
  close(): Promise<void>
}

/** Opens a page in a new browser context. */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<PageVisit> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
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

/** Waits until the service runs or the recording is shown. */
export const waitForStart = (page: Page): Promise<void> => page.locator('html[data-state]').waitFor()

/** Reads the titles of the entries, the oldest first. */
export const readEntryTitles = async (page: Page): Promise<string[]> =>
  (await page.locator('#entries li b').allTextContents()).toReversed()

/** Clicks a scenario and waits until its code has run. Returns the output. */
export async function runScenario(page: Page, scenario: string): Promise<string> {
  await page.locator(`[data-scenario="${scenario}"]`).click()
  await waitForRunEnd(page)
  return (await page.locator('#printed').textContent()) ?? ''
}

/** Waits until the code has run. */
export async function waitForRunEnd(page: Page): Promise<void> {
  await page.locator('#run:not([disabled])').waitFor()
}

/** Stops the service worker, like a browser that stops an idle worker. */
export async function stopWorker(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await session.detach()
}
