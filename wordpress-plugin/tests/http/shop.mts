import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSandbox, type MockServer, type SandboxOptions } from '@cedi/sandbox'
import { startMariadb, usesMariadb } from '../../scripts/lab/mariadb.mjs'
import { createSite } from '../../scripts/lab/site.mjs'

/** The state of an order. */
export interface OrderState {
  readonly status: string
  readonly state: string
  readonly attempts: readonly { token: string; ref: string; key: string; state: string }[]
}

/** Result of a payment, and the state of its order afterwards. */
export interface PaymentStart extends OrderState {
  readonly result: 'success' | 'failure'
  readonly redirect: string
  readonly notice: string
  readonly cedi_token?: string
}

/** A shop, its buyers and its service. */
export interface Shop {
  readonly url: string
  readonly service: string
  readonly folder: string
  readonly mock: MockServer
  readonly site: Awaited<ReturnType<typeof createSite>>
  /** Calls a route of the test plugin. */
  callLab<Answer>(name: string, body?: object): Promise<Answer>
  order(total: string): Promise<{ id: number; key: string }>
  /** Creates orders with the same total in one request. */
  orders(total: string, count: number): Promise<{ id: number; key: string }[]>
  /** Clicks "pay". */
  pay(id: number): Promise<PaymentStart>
  /**
   * Clicks "pay" until the shop redirects the buyer of the paid order. While the service is slow, the shop
   * cannot detect the payment: it redirects to the open checkout and never opens another.
   */
  payUntilReceived(id: number): Promise<PaymentStart>
  readOrders(ids: readonly number[]): Promise<OrderState[]>
  /** Pays by card on the hosted checkout, and returns the payment. */
  payByCard(token: string): Promise<{ ref: string; status: string }>
  /** Logs in, and returns the cookies and the nonce. */
  login(name: string, password: string): Promise<{ cookie: string; nonce: string }>
  /** Returns the content of the database. */
  database(): string
  /** The lines that the site has recorded: e-mails, completed orders. */
  lines(name: string): string[]
  close(): Promise<void>
}

const labPlugin = join(import.meta.dirname, 'mu-plugins/lab.php')

/** Starts a shop; about four seconds. */
export async function openShop(
  options: {
    config?: string
    key?: string
    mock?: SandboxOptions
    active?: boolean
    woocommerce?: boolean
    network?: boolean
    workers?: number
    /** PHP files that always run, besides the one for all shops. */
    muPlugins?: string[]
    isCompiledOnce?: boolean
  } = {},
): Promise<Shop> {
  const mock = createSandbox({ clock: 'real', ...options.mock })
  const { url: service, close: closeMock } = await mock.listen(0)
  // CEDI_DATABASE=mariadb selects MariaDB, which locks rows; the default is SQLite.
  const mariadb = usesMariadb() ? await startMariadb() : undefined
  const key = options.key ?? 'sk_test_all'
  const site = await createSite({
    active: options.active ?? true,
    woocommerce: options.woocommerce ?? true,
    network: options.network ?? false,
    workers: options.workers ?? 3,
    isCompiledOnce: options.isCompiledOnce ?? true,
    env: mariadb?.createDatabase() ?? {},
    muPlugins: [labPlugin, ...(options.muPlugins ?? [])],
    config: `define( 'CEDI_COMMERCE_BASE_URL', '${service}' );\n${key && `define( 'CEDI_COMMERCE_API_KEY', '${key}' );`}\n${options.config ?? ''}`,
  })
  const { url, folder } = site
  const callLab = async <Answer,>(name: string, body: object = {}): Promise<Answer> => {
    const response = await fetch(`${url}/wp-json/lab/v1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok)
      throw new Error(
        `${name}: ${response.status} ${text.slice(0, 2000)}\n${site.debugLog().slice(-2000)}\n${site.serverLog().slice(-2000)}`,
      )
    return JSON.parse(text)
  }
  const pay = (id: number): Promise<PaymentStart> => callLab('pay', { id })
  return {
    url,
    service,
    folder,
    mock,
    site,
    callLab,
    pay,
    async payUntilReceived(id) {
      for (let clicks = 1; ; clicks++) {
        const result = await pay(id)
        if (result.attempts.length !== 1) throw new Error(`Order ${id} has ${result.attempts.length} checkouts.`)
        if (result.redirect.includes('/order-received/') || clicks === 10) return result
      }
    },
    async order(total) {
      const [order] = await callLab<{ id: number; key: string }[]>('orders', { total, count: 1 })
      if (!order) throw new Error('The shop created no order.')
      return order
    },
    orders: (total, count) => callLab('orders', { total, count }),
    readOrders: (ids) => callLab('look', { ids }),
    async payByCard(token) {
      const { body } = await mock.handle({
        method: 'POST',
        url: `${service}/checkout/payments`,
        headers: {
          authorization: `Intent ${token}`,
          'content-type': 'application/json',
          'x-checkout-attempt': crypto.randomUUID(),
        },
        body: JSON.stringify({
          method: 'card',
          card: { number: '4242424242424242', expiry_month: 12, expiry_year: 2039, cvc: '123' },
        }),
      })
      return JSON.parse(body).data
    },
    async login(log, pwd) {
      const sendLogin = () =>
        fetch(`${url}/wp-login.php`, {
          method: 'POST',
          redirect: 'manual',
          headers: { cookie: 'wordpress_test_cookie=WP%20Cookie%20check' },
          body: new URLSearchParams({ log, pwd, testcookie: '1' }),
        })
      // Logging in twice has no effect, so a failed login is retried.
      const response = await sendLogin()
        .catch(sendLogin)
        .catch((error: Error) => {
          throw new Error(`The login failed at ${url}: ${error.cause}\n${site.serverLog().slice(-2000)}`, {
            cause: error,
          })
        })
      const cookie = response.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ')
      const nonce = await (
        await fetch(`${url}/wp-admin/admin-ajax.php?action=rest-nonce`, { headers: { cookie } })
      ).text()
      return { cookie, nonce }
    },
    lines(name) {
      const file = join(folder, `${name}.txt`)
      return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').filter(Boolean) : []
    },
    database: () => mariadb?.dump() ?? readFileSync(join(folder, 'database/site.sqlite'), 'latin1'),
    async close() {
      await site.remove()
      await mariadb?.stop()
      await closeMock()
    },
  }
}

/** Calls a function for each value with limited concurrency. */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  concurrency: number,
  callLab: (item: Item) => Promise<void>,
): Promise<void> {
  const remaining = [...items]
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let item = remaining.shift(); item !== undefined; item = remaining.shift()) await callLab(item)
    }),
  )
}
