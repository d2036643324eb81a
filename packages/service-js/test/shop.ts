import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { launch } from './browser.js'
import { html, type Origin, serve, serveService } from './server.js'

/** Builds a script of a package as its build does: its main script, or the named one. */
export async function bundleOf(folder: string, script?: string): Promise<string> {
  const file = fileURLToPath(new URL(`../../${folder}/scripts/build.mjs`, import.meta.url))
  const { bundle } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
    bundle(script?: string): Promise<{ text: string }>
  }
  return (await bundle(script)).text
}

/** A shop page, and its errors. */
export interface Visit {
  readonly page: Page
  readonly errors: string[]
  readonly warnings: string[]
  readonly url: string
  /** The checkout page in the popup, after its first message. */
  checkout(): Promise<Frame>
  /** The calls of the callbacks, such as `success:succeeded`. */
  readEvents(): Promise<string[]>
}

/** Options of `shop.visit`. */
export interface VisitOptions {
  readonly head?: string
  readonly body?: string
  /** Attributes of the html element. */
  readonly root?: string
  readonly headers?: Record<string, string>
  readonly browser?: BrowserContextOptions
  readonly query?: string
  /** Runs before anything is loaded. */
  before?(page: Page): Promise<unknown>
}

/** A browser, a shop, a service, and another origin. */
export interface Shop {
  readonly service: Origin
  readonly otherOrigin: Origin
  readonly url: string
  visit(options?: VisitOptions): Promise<Visit>
  close(): Promise<void>
}

/** Opens the checkout with `token` when the button is pressed, and records the callbacks. */
export const openScript = `
  window.events = []
  const note = (name) => (outcome) => events.push(name + ':' + outcome.status + (outcome.ref ? ':' + outcome.ref : ''))
  window.openIt = (more) => {
    window.session = Cedi.checkout({ intent: 'some.token', onSuccess: note('success'), onPending: note('pending'),
      onFailure: note('failure'), onClose: note('close'), ...more })
    session.result.then(note('result'))
    return session
  }
  document.querySelector('#buy')?.addEventListener('click', () => openIt(window.wish))
`

/** Starts everything. The scripts are built from the source, once. */
export async function openShop(packages: readonly string[] = ['service-js']): Promise<Shop> {
  const scripts: Record<string, string> = {}
  for (const name of packages) scripts[`/${name.replace('-js', '.js')}`] = await bundleOf(name)
  if (packages.includes('embed-js')) scripts['/buy.js'] = await bundleOf('embed-js', 'buy.js')
  const service = await serveService(scripts)
  const otherOrigin = await serveService(scripts)
  const pages = new Map<string, { headers?: Record<string, string>; body: string }>()
  pages.set('/open.js', { headers: { 'content-type': 'text/javascript' }, body: openScript })
  const shop = await serve((path) => pages.get(path))
  const browser: Browser = await launch()
  let count = 0
  return {
    service,
    otherOrigin,
    url: shop.url,
    async visit(options = {}) {
      const path = `/page-${count++}`
      const base = `<script src="${service.url}/service.js"></script>`
      pages.set(path, {
        headers: options.headers ?? {},
        body: html(
          options.head ?? base,
          options.body ??
            '<main><h1>Shop</h1><button id="buy">Buy</button><a href="#more">More</a></main><script src="/open.js"></script>',
          options.root,
        ),
      })
      // Open popups animate and poll, and slow down other tests.
      const context = await browser.newContext({
        viewport: { width: 360, height: 720 },
        reducedMotion: 'reduce',
        ...options.browser,
      })
      onTestFinished(() => context.close())
      const page = await context.newPage()
      page.setDefaultTimeout(60_000)
      const errors: string[] = []
      const warnings: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
        if (message.type() === 'warning') warnings.push(message.text())
      })
      await options.before?.(page)
      await page.goto(`${shop.url}${path}${options.query ?? ''}`)
      return {
        page,
        errors,
        warnings,
        url: `${shop.url}${path}`,
        async checkout() {
          // Polled from outside, because the clock in the frame may be paused.
          for (let attempts = 0; attempts < 300; attempts++) {
            const element = await page.locator('cedi-checkout iframe').elementHandle()
            const frame = await element?.contentFrame()
            const hasMessages = await frame?.evaluate('window.heard?.length > 0').catch(() => false)
            if (frame && hasMessages) return frame
            await new Promise((done) => setTimeout(done, 50))
          }
          throw new Error('the checkout page does not talk')
        },
        readEvents: () => page.evaluate('window.events'),
      }
    },
    async close() {
      await browser.close()
      await Promise.all([service.close(), otherOrigin.close(), shop.close()])
    },
  }
}
