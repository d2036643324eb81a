import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createSandbox, type MockServer } from '@cedi/sandbox'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { chromiumArgs, findChromium } from '../../../scripts/browsers.mjs'
import { startMariadb, usesMariadb } from '../../scripts/lab/mariadb.mjs'
import { createSite } from '../../scripts/lab/site.mjs'

const axe = createRequire(import.meta.url).resolve('axe-core')

/** A WordPress with the plugin, its service, and a browser. */
export interface TestSite {
  readonly url: string
  readonly service: string
  readonly mock: MockServer
  /** A browser context of an anonymous visitor. */
  guest(options?: BrowserContextOptions): Promise<BrowserContext>
  /** A browser in which the administrator is logged in. */
  admin(options?: BrowserContextOptions): Promise<BrowserContext>
  /** Runs PHP in the site, and returns its result from JSON. */
  php(code: string): Promise<unknown>
  close(): Promise<void>
}

/** The errors of a page, and what its policy refused. */
export interface TrackedPage {
  readonly page: Page
  readonly errors: string[]
}

/**
 * Starts everything; about five seconds.
 *
 * @param options - `config` is PHP for wp-config.php; it names the service unless `isConnected` is false.
 */
export async function startTestSite(
  options: { version?: string; woocommerce?: boolean; config?: string; isConnected?: boolean } = {},
): Promise<TestSite> {
  const { config = '', woocommerce = false, isConnected = true, ...rest } = options
  const mock = createSandbox({ clock: 'real' })
  const { url: service, close: closeMock } = await mock.listen(0)
  const mariadb = usesMariadb() ? await startMariadb() : undefined
  const site = await createSite({
    ...rest,
    env: mariadb?.createDatabase() ?? {},
    woocommerce,
    muPlugins: ['strict-csp.php', 'checkout-block.php', 'checkout-block.js'].map((file) =>
      join(import.meta.dirname, 'mu-plugins', file),
    ),
    config: isConnected ? `define( 'CEDI_COMMERCE_BASE_URL', '${service}' );\n${config}` : config,
  })
  let browser: Browser | undefined
  const guest = async (contextOptions?: BrowserContextOptions): Promise<BrowserContext> => {
    browser ??= await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...contextOptions })
    // The limits are long, because a busy machine is slow.
    context.setDefaultTimeout(60_000)
    // WordPress requests avatars and fonts from other hosts. No request may leave this machine.
    await context.route(
      ({ hostname }) => hostname !== '127.0.0.1',
      (route) => route.abort(),
    )
    return context
  }
  let cookies: Awaited<ReturnType<BrowserContext['cookies']>> | undefined
  return {
    url: site.url,
    service,
    mock,
    guest,
    async admin(contextOptions) {
      const context = await guest(contextOptions)
      if (cookies) {
        await context.addCookies(cookies)
        return context
      }
      // On request, because Chromium may not report a page that is closed during its first paint.
      const form = { log: 'admin', pwd: 'password' }
      const response = await context.request.post(`${site.url}/wp-login.php`, { form, maxRedirects: 0 })
      if (response.status() !== 302) throw new Error(`WordPress let nobody in: ${response.status()}`)
      cookies = await context.cookies()
      return context
    },
    async php(code) {
      return JSON.parse(await site.php(join(import.meta.dirname, 'run.php'), site.core, code))
    },
    async close() {
      await browser?.close()
      await site.remove()
      await mariadb?.stop()
      await closeMock()
    },
  }
}

const thirdPartyUrl = /\/wp\/v2\/block-directory|\/wp-json\/(?:jetpack|wc-admin|wc-analytics)\//

/** Opens a page and records its errors. */
export async function openTrackedPage(context: BrowserContext): Promise<TrackedPage> {
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (line) => {
    if (line.type() !== 'error') return
    const { url } = line.location()
    // Requests refused by the routes above are not errors of the page, nor are requests of WordPress and WooCommerce to their own hosts.
    if (/ERR_FAILED/.test(line.text()) || thirdPartyUrl.test(url)) return
    errors.push(line.text().replace(/^Failed to load resource.*/, (text) => `${text} ${url}`))
  })
  return { page, errors }
}

/** The accessibility faults that axe finds inside an element, as text. */
export async function findAxeViolations(page: Page, selector: string): Promise<string[]> {
  await page.addScriptTag({ path: axe })
  return page.evaluate(async (target) => {
    const { axe } = window as unknown as { axe: { run(at: string): Promise<{ violations: Violation[] }> } }
    interface Violation {
      id: string
      nodes: { html: string; failureSummary: string }[]
    }
    const { violations } = await axe.run(target)
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`),
    )
  }, selector)
}

/** Publishes a post, and returns its address. */
export async function publish(testSite: TestSite, content: string, title = 'A bag of kente'): Promise<string> {
  const post = JSON.stringify({ post_title: title, post_content: content, post_status: 'publish' })
  const code = `return get_permalink( wp_insert_post( wp_slash( json_decode( ${toPhpString(post)}, true ) ) ) );`
  return String(await testSite.php(code))
}

/** The state of the newest order. */
export const readNewestOrder = (
  testSite: TestSite,
): Promise<{ id: number; status: string; paid: boolean; total: string }> =>
  testSite.php(
    "$all = wc_get_orders( array( 'limit' => 1, 'orderby' => 'date', 'order' => 'DESC', 'type' => 'shop_order' ) ); $all || exit( 'null' ); return array( 'id' => $all[0]->get_id(), 'status' => $all[0]->get_status(), 'paid' => $all[0]->is_paid(), 'total' => $all[0]->get_total() );",
  ) as Promise<{ id: number; status: string; paid: boolean; total: string }>

/** A text as a PHP literal. */
export const toPhpString = (text: string): string => `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`

/** The markup of the block in a post. */
export const blockMarkup = (attributes: Record<string, unknown>): string =>
  `<!-- wp:cedi-commerce/buy-button ${JSON.stringify({ handle: 'ama', product: 'kente-tote', ...attributes })} /-->`

/** Waits until a block theme has drawn the page from its template, after which nothing moves. */
export const waitUntilSettled = async (page: Page): Promise<void> => {
  await page.waitForLoadState('load')
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0)
}
