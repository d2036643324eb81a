import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSandbox, type MockServer, type SandboxOptions } from '@cedi/sandbox'
import { startMariadb, wantsMariadb } from '../../scripts/lab/mariadb.mjs'
import { makeSite } from '../../scripts/lab/site.mjs'

/** The state of an order. */
export interface Look {
  readonly status: string
  readonly state: string
  readonly attempts: readonly { token: string; ref: string; key: string; state: string }[]
}

/** Result of a payment, and the state of its order afterwards. */
export interface Started extends Look {
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
  readonly site: Awaited<ReturnType<typeof makeSite>>
  /** Calls a route of the test plugin. */
  act<Answer>(name: string, body?: object): Promise<Answer>
  order(total: string): Promise<{ id: number; key: string }>
  /** Creates orders with the same total in one request. */
  orders(total: string, count: number): Promise<{ id: number; key: string }[]>
  /** Presses "pay". */
  pay(id: number): Promise<Started>
  /**
   * Clicks "pay" until the shop redirects the buyer of the paid order. While the service is slow, the shop
   * cannot know that the money is there: it then leads to the checkout that is open, and never opens another.
   */
  comeBack(id: number): Promise<Started>
  look(ids: readonly number[]): Promise<Look[]>
  /** Pays by card on the hosted checkout, and returns the payment. */
  payByCard(token: string): Promise<{ ref: string; status: string }>
  /** The cookies and the nonce of a logged-in user. */
  login(name: string, password: string): Promise<{ cookie: string; nonce: string }>
  /** All bytes of the database. */
  database(): string
  /** The lines that the site has recorded: e-mails, completed orders. */
  lines(name: string): string[]
  close(): Promise<void>
}

const mu = join(import.meta.dirname, 'mu-plugins/lab.php')

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
  // CEDI_DATABASE=mariadb takes MariaDB, where locks are of rows; otherwise the database is a file.
  const mariadb = wantsMariadb() ? await startMariadb() : undefined
  const key = options.key ?? 'sk_test_all'
  const site = await makeSite({
    active: options.active ?? true,
    woocommerce: options.woocommerce ?? true,
    network: options.network ?? false,
    workers: options.workers ?? 3,
    isCompiledOnce: options.isCompiledOnce ?? true,
    env: mariadb?.database() ?? {},
    muPlugins: [mu, ...(options.muPlugins ?? [])],
    config: `define( 'CEDI_COMMERCE_BASE_URL', '${service}' );\n${key && `define( 'CEDI_COMMERCE_API_KEY', '${key}' );`}\n${options.config ?? ''}`,
  })
  const { url, folder } = site
  const act = async <Answer,>(name: string, body: object = {}): Promise<Answer> => {
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
  const pay = (id: number): Promise<Started> => act('pay', { id })
  return {
    url,
    service,
    folder,
    mock,
    site,
    act,
    pay,
    async comeBack(id) {
      for (let presses = 1; ; presses++) {
        const answer = await pay(id)
        if (answer.attempts.length !== 1) throw new Error(`Order ${id} has ${answer.attempts.length} checkouts.`)
        if (answer.redirect.includes('/order-received/') || presses === 10) return answer
      }
    },
    async order(total) {
      const [order] = await act<{ id: number; key: string }[]>('orders', { total, count: 1 })
      if (!order) throw new Error('The shop made no order.')
      return order
    },
    orders: (total, count) => act('orders', { total, count }),
    look: (ids) => act('look', { ids }),
    async payByCard(token) {
      const { body } = await mock.handle({
        method: 'POST',
        url: `${service}/checkout/payments`,
        headers: {
          authorization: `Intent ${token}`,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify({
          method: 'card',
          card: { number: '4242424242424242', expiry_month: 12, expiry_year: 2039, cvc: '123' },
        }),
      })
      return JSON.parse(body).data
    },
    async login(log, pwd) {
      const ask = () =>
        fetch(`${url}/wp-login.php`, {
          method: 'POST',
          redirect: 'manual',
          headers: { cookie: 'wordpress_test_cookie=WP%20Cookie%20check' },
          body: new URLSearchParams({ log, pwd, testcookie: '1' }),
        })
      // Logging in twice has no effect, so a failed login is retried.
      const response = await ask()
        .catch(ask)
        .catch((error: Error) => {
          throw new Error(`Nobody could log in at ${url}: ${error.cause}\n${site.serverLog().slice(-2000)}`, {
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
export async function each<Item>(
  items: readonly Item[],
  atOnce: number,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items]
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await act(item)
    }),
  )
}
