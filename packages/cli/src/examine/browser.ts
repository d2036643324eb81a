import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MockServer } from '@cedi/mock-server'
import type { BuyerPage } from '@cedi/sandbox/playwright'

/** A page of Playwright, as far as it is used here. */
interface BrowserPage extends BuyerPage {
  goto(url: string): Promise<unknown>
  evaluate(script: string): Promise<unknown>
}

interface Browser {
  newContext(): Promise<{
    addCookies(cookies: readonly { name: string; value: string; url: string }[]): Promise<void>
    newPage(): Promise<BrowserPage>
  }>
  close(): Promise<void>
}

/** Elements that open the checkout, unless the adapter names another one. */
const defaultButton = 'cedi-buy-button a, [data-cedi-intent], [data-cedi-buy], form button'

/** A page with a button that opens the checkout. */
export interface ButtonPage {
  readonly url: string
  readonly button?: string | undefined
  /** Cookies of the buyer. */
  readonly cookies: ReadonlyMap<string, string>
}

/**
 * Clicks the button of a page and requests a mobile money payment in the popup or on the hosted page.
 *
 * @returns The ref of the pending payment.
 */
export const payOnPage = (page: ButtonPage, sandbox: Pick<MockServer, 'control'>, merchant: string): Promise<string> =>
  visit(page, async (visitedPage) => {
    const { createBuyer } = await import('@cedi/sandbox/playwright')
    await visitedPage
      .locator(page.button ?? defaultButton)
      .first()
      .click()
    return (await createBuyer(visitedPage, sandbox, merchant).pay({ outcome: 'wait' })).ref
  })

/** Sends a page the messages and the event of a succeeded payment, as another window or a script can. */
export const forgeSuccess = (page: ButtonPage, ref: string): Promise<void> =>
  visit(page, async (visitedPage) => {
    const outcome = { status: 'succeeded', ref, via: 'event' }
    const messages = [
      { jsonrpc: '2.0', method: 'cedi.success', params: { ref } },
      { jsonrpc: '2.0', method: 'cedi.state', params: { state: 'success', ref } },
      { type: 'cedi:success', status: 'succeeded', ref },
    ]
    await visitedPage.evaluate(`{
      for (const message of ${JSON.stringify(messages)}) postMessage(message, '*')
      const detail = ${JSON.stringify({ type: 'success', ref, outcome })}
      document.dispatchEvent(new CustomEvent('cedi:success', { detail, bubbles: true }))
    }`)
    // Time for the requests of the page.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
  })

async function visit<Result>(page: ButtonPage, act: (page: BrowserPage) => Promise<Result>): Promise<Result> {
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext()
    await context.addCookies([...page.cookies].map(([name, value]) => ({ name, value, url: page.url })))
    const visitedPage = await context.newPage()
    await visitedPage.goto(page.url)
    return await act(visitedPage)
  } finally {
    await browser.close()
  }
}

/** Starts Chromium with the Playwright of the current project. */
async function launchBrowser(): Promise<Browser> {
  const require = createRequire(join(process.cwd(), 'package.json'))
  let path: string
  try {
    path = require.resolve('playwright-core')
  } catch {
    throw new Error('A page with a button needs a browser. Run npm install --save-dev playwright-core.')
  }
  const { chromium, default: library } = await import(pathToFileURL(path).href)
  const executablePath = process.env['CHROMIUM_PATH']
  return (chromium ?? library.chromium).launch({
    ...(executablePath && { executablePath }),
    // Chromium as root, such as in a container, has no sandbox.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
}
