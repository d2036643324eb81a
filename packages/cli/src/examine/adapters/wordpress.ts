import { UsageError } from '../../command.js'
import { product } from '../service.js'
import type { Buyer, OrderState, Page, Shop } from '../shop.js'

type Fetch = Buyer['fetch']

/** Session of a buyer in WooCommerce. */
interface Session {
  /** Nonce of the Store API. */
  nonce: string
  quantity: number
  /** Settled when the cart contains the product. */
  cart: Promise<void>
}

/** Order in the REST API of WooCommerce. */
interface WooOrder {
  readonly status: string
  readonly payment_url: string
  readonly meta_data: readonly { readonly key: string; readonly value: unknown }[]
}

/** Number of the product that buyers order. The adapter creates it. */
const sku = 'cedi-examine'
/** Metadata of an order in which a shop may count its deliveries. */
const deliveriesKey = 'cedi_examine_deliveries'
/** Pauses before each check of an order. The background checks of the plugin start after a minute. */
const checkPausesMs = [0, 2_000, 4_000, 8_000, 15_000, 60_000]

const states: Readonly<Record<string, OrderState['state']>> = {
  processing: 'paid',
  completed: 'paid',
  failed: 'failed',
  cancelled: 'failed',
  'on-hold': 'review',
  refunded: 'review',
}

/**
 * Creates the adapter of a WooCommerce shop with the plugin. Buyers use the Store API. Orders are read and checked with the
 * application password of a shop manager, as on the screen of the order.
 *
 * @throws {@link UsageError} if the application password is missing.
 */
export function createWordPressShop(environment: Readonly<Record<string, string | undefined>>): Shop {
  const { WORDPRESS_USER: user, WORDPRESS_APP_PASSWORD: password } = environment
  if (!user || !password)
    throw new UsageError(
      '--shop wordpress needs the environment variables WORDPRESS_USER and WORDPRESS_APP_PASSWORD. Create an application password in the profile of a shop manager.',
    )
  const manager = new ShopManager(user, password)
  const openSession = createSessions(manager)
  /** Emails of buyers by order. Only they know the order key. */
  const owners = new Map<string, string>()
  return {
    name: 'wordpress',
    pages: ['/', '/nothing-here', '/wp-json/'],

    /** The id contains the order key, because several copies of a shop have the same numbers. */
    async order(buyer) {
      const session = openSession(buyer)
      await session.cart
      const address = { ...addressOf(buyer), email: buyer.email, phone: buyer.phone }
      const order = await callStore<{ order_id: number; order_key: string; payment_result: { redirect_url: string } }>(
        buyer.fetch,
        session,
        'POST',
        'checkout',
        { billing_address: address, payment_method: 'cedi_commerce' },
      )
      const orderId = `${order.order_id}-${order.order_key}`
      owners.set(orderId, buyer.email)
      return { orderId, pay: { checkoutUrl: order.payment_result.redirect_url } }
    },

    async state(orderId, { fetch }) {
      await manager.checkPayment(fetch, orderId)
      const { status, meta_data: metadata } = await manager.readOrder(fetch, orderId)
      const state = states[status] ?? 'unpaid'
      const counted = metadata.find(({ key }) => key === deliveriesKey)?.value
      return { state, delivered: counted === undefined ? Number(state === 'paid') : Number(counted) }
    },

    async return(orderId, query, buyer): Promise<Page> {
      const { payment_url: paymentUrl } = await manager.readOrder(buyer.fetch, orderId)
      const url = new URL(paymentUrl.replace('order-pay', 'order-received'))
      url.searchParams.delete('pay_for_order')
      if (owners.get(orderId) !== buyer.email) url.searchParams.delete('key')
      for (const [name, value] of query) url.searchParams.append(name, value)
      const response = await buyer.fetch(url.pathname + url.search)
      return { status: response.status, text: await response.text() }
    },
  }
}

/** Shop manager, who uses the REST API with an application password. */
class ShopManager {
  private readonly authorization: string
  /** Times of the checks by order. */
  private readonly checks = new Map<string, number[]>()

  constructor(user: string, password: string) {
    this.authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  }

  private async call<Data>(fetch: Fetch, method: string, path: string, body?: object): Promise<Data> {
    const headers = { Authorization: this.authorization, 'Content-Type': 'application/json' }
    return readJson(await fetch(`/wp-json/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }))
  }

  readOrder(fetch: Fetch, orderId: string): Promise<WooOrder> {
    return this.call(fetch, 'GET', `wc/v3/orders/${orderId.split('-')[0]}`)
  }

  /** Returns the id of the product that buyers order. Creates the product if it is missing. The id differs between copies of the shop. */
  async readProductId(fetch: Fetch): Promise<number> {
    const [found] = await this.call<{ id: number }[]>(fetch, 'GET', `wc/v3/products?sku=${sku}`)
    const details = { name: product.name, sku, regular_price: product.price.toFixed(2), virtual: true }
    return (found ?? (await this.call<{ id: number }>(fetch, 'POST', 'wc/v3/products', details))).id
  }

  /** Checks the payment of an order at increasing intervals, like a shop manager who opens it again. */
  async checkPayment(fetch: Fetch, orderId: string): Promise<void> {
    const times = this.checks.get(orderId) ?? []
    const pauseMs = checkPausesMs[times.length]
    if (pauseMs === undefined || Date.now() < (times.at(-1) ?? 0) + pauseMs) return
    this.checks.set(orderId, [...times, Date.now()])
    await this.call(fetch, 'POST', `cedi-commerce/v1/orders/${orderId.split('-')[0]}/check`, {})
  }
}

/** Creates the function that returns the session of a buyer, whose cart contains the product. */
function createSessions(manager: ShopManager): (buyer: Buyer) => Session {
  /** Sessions by email. */
  const sessions = new Map<string, Session>()
  return ({ email, quantity, fetch }) => {
    const known = sessions.get(email)
    if (known?.quantity === quantity) return known
    const session: Session = { nonce: '', quantity, cart: Promise.resolve() }
    session.cart = (async () => {
      const id = await manager.readProductId(fetch)
      await callStore(fetch, session, 'GET', 'cart')
      await callStore(fetch, session, 'DELETE', 'cart/items')
      await callStore(fetch, session, 'POST', 'cart/add-item', { id, quantity })
    })()
    sessions.set(email, session)
    session.cart.catch(() => sessions.delete(email))
    return session
  }
}

/** Calls the Store API, and stores the nonce of the response. */
async function callStore<Data>(
  fetch: Fetch,
  session: Session,
  method: string,
  path: string,
  body?: object,
): Promise<Data> {
  const headers = { 'Content-Type': 'application/json', ...(session.nonce && { Nonce: session.nonce }) }
  const response = await fetch(`/wp-json/wc/store/v1/${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  session.nonce = response.headers.get('nonce') ?? session.nonce
  return readJson(response)
}

async function readJson<Data>(response: Response): Promise<Data> {
  const text = await response.text()
  const { pathname } = new URL(response.url)
  if (!response.ok) throw new Error(`${pathname} responded ${response.status}: ${text.slice(0, 200)}`)
  try {
    return JSON.parse(text) as Data
  } catch {
    throw new Error(`${pathname} did not respond with JSON. Check that the permalinks of WordPress are not "Plain".`)
  }
}

const addressOf = ({ name }: Buyer): Readonly<Record<string, string>> => {
  const [first = '', ...last] = name.split(' ')
  return {
    ...{ first_name: first, last_name: last.join(' ') },
    ...{ address_1: '12 Oxford Street', city: 'Accra', state: 'AA', country: 'GH', postcode: '' },
  }
}
