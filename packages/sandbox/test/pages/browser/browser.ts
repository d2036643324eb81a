import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { chromiumArgs, findChromium } from '../../../../../scripts/browsers.mjs'
import { createSandbox, type Listening, type MockServer, type SandboxOptions } from '../../../src/index.js'

/** Starts the browser of the tests. */
export const launch = async (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: chromiumArgs })

/** A sandbox over HTTP, and its API. */
export interface SandboxServer {
  readonly mock: MockServer
  readonly listening: Listening
  readonly url: string
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the requested record.
  api(method: string, path: string, body?: object): Promise<any>
  /** URL of the full page for a new intent. */
  checkoutUrl(body?: object): Promise<string>
}

export async function serve(options: SandboxOptions = {}): Promise<SandboxServer> {
  const mock = createSandbox({ clock: 'real', approvalDelayMs: 400, ...options })
  const listening = await mock.listen(0)
  const server: SandboxServer = {
    mock,
    listening,
    url: listening.url,
    async api(method, path, body) {
      const headers = { Authorization: 'Bearer sk_test_all', 'Content-Type': 'application/json' }
      const response = await fetch(listening.url + path, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      return (await response.json()).data
    },
    checkoutUrl: async (body = { amount: 120 }) =>
      (await server.api('POST', '/api/v1/checkout/intent', body)).checkout_url,
  }
  return server
}

/** A page that records its errors and its requests. */
export interface TrackedPage {
  readonly page: Page
  readonly errors: string[]
  readonly requests: { readonly method: string; readonly url: string }[]
}

export async function open(browser: Browser, options: BrowserContextOptions = {}): Promise<TrackedPage> {
  // Open checkouts animate and poll, and slow down other tests.
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
    ...options,
  })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const errors: string[] = []
  const requests: { method: string; url: string }[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    // Network errors in the console are not bugs of the page.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) errors.push(message.text())
  })
  page.on('request', (request) => requests.push({ method: request.method(), url: request.url() }))
  return { page, errors, requests }
}

export const state = (page: Page, name: string): Promise<unknown> => page.waitForSelector(`[data-state=${name}]`)

/** Switches the network off or on, and waits until the page has handled it. */
export async function setOffline(page: Page, offline: boolean): Promise<void> {
  await page.context().setOffline(offline)
  await page.waitForFunction((offline) => navigator.onLine !== offline, offline)
}

/** Fills in a wallet payment and clicks the button. */
export async function payByPhone(page: Page, network: string, phone: string): Promise<void> {
  await page.click(`button[value=${network}]`)
  await page.fill('#phone', phone)
  await page.click('button[value=pay]')
}

export async function payByCard(page: Page, number: string): Promise<void> {
  await page.click('button[value=card]')
  await page.fill('#number', number)
  await page.fill('#expiry', '08/29')
  await page.fill('#cvc', '123')
  await page.click('button[value=pay]')
}

/** A shop on another origin, with one page at every path. */
export async function shop(html: string): Promise<{ server: Server; origin: string }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
