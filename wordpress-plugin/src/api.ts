import apiFetch from '@wordpress/api-fetch'

const namespace = '/cedi-commerce/v1'

/** Where the key comes from, and whether it can be read. The key itself never comes back. */
export interface KeyState {
  readonly source: 'constant' | 'option' | 'none'
  /** Its last four characters. */
  readonly hint: string
  readonly state: 'ok' | 'unreadable' | 'none'
}

/** The merchant's WooCommerce payment settings. */
export interface GatewaySettings {
  readonly enabled: boolean
  readonly title: string
  readonly description: string
  readonly flow: 'popup' | 'redirect'
  /** Whether product pages and the cart have a button that leads straight to the checkout. */
  readonly express: boolean
}

/** What the settings screen may write, without the key. */
export interface WritableSettings {
  readonly base_url: string
  readonly handle: string
  readonly mode: 'test' | 'live'
  readonly gateway: GatewaySettings
}

/** The answer of `GET /settings`. */
export interface Settings extends WritableSettings {
  readonly key: KeyState
  readonly currency: string
  readonly currency_ok: boolean
  readonly woocommerce: boolean
}

/** The body of `POST /settings`: only changes. `api_key: null` removes the key. */
export interface SettingsChange {
  base_url?: string
  handle?: string
  mode?: WritableSettings['mode']
  gateway?: Partial<GatewaySettings>
  api_key?: string | null
}

/** One scope of a key; `null` when nobody could find out. */
export interface ScopeState {
  readonly scope: string
  readonly granted: boolean | null
}

/** Amounts in GH₵. */
export interface Balance {
  readonly available: number | string
  readonly pending: number | string
  readonly reserved: number | string
  readonly currency: string
}

/** The answer of `POST /connection`. */
export interface Connection {
  readonly ok: boolean
  readonly api: 'reachable' | 'unreachable'
  readonly scopes: readonly ScopeState[]
  readonly balance: Balance | null
  readonly message: string
}

/** What the product picker shows of a product; `price` in GH₵. */
export interface Product {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly handle: string
  readonly price: number | string
  readonly currency: string
  readonly type: string
  readonly image_url: string | null
  readonly active: boolean
  readonly stock: number | null
}

/** One try to pay an order; `amount` in GH₵. */
interface Attempt {
  readonly ref: string
  readonly amount: number | string
  readonly status: string
  readonly created_at: string
}

/** A requested refund; `amount` in GH₵. */
interface RefundRequest {
  readonly ref: string
  readonly amount: number | string
  readonly state: string
  readonly created_at: string
}

/** The state of an order's payment: from the page, and the answer of `POST /orders/{id}/check`. */
export interface OrderPayment {
  readonly state: string
  readonly message: string
  readonly attempts: readonly Attempt[]
  readonly refunds?: readonly RefundRequest[]
}

/** An error of apiFetch. */
export interface ApiFetchError {
  readonly code: string
  readonly message: string
}

/** Reads whatever apiFetch threw. */
export function asApiFetchError(thrown: unknown): ApiFetchError {
  const { code, message } = Object(thrown) as Partial<ApiFetchError>
  return { code: String(code ?? 'unknown'), message: String(message ?? thrown) }
}

/** `GET /settings`. */
export const readSettings = (): Promise<Settings> => apiFetch<Settings>({ path: `${namespace}/settings` })

/** `POST /settings`. */
export const saveSettings = (data: SettingsChange): Promise<Settings> =>
  apiFetch<Settings>({ path: `${namespace}/settings`, method: 'POST', data })

/** `POST /connection`: checks what the key may do; typed values replace the stored ones. */
export const testConnection = (data: Pick<SettingsChange, 'base_url' | 'api_key'>): Promise<Connection> =>
  apiFetch<Connection>({ path: `${namespace}/connection`, method: 'POST', data })

/** The answer of `GET /products`. */
export interface ProductList {
  readonly products: readonly Product[]
  /** Whether the list is complete. */
  readonly is_complete: boolean
  /** For the shop only: whether there is one. */
  readonly has_shop?: boolean
  /** For the shop only: why buyers cannot pay there; empty when they can. */
  readonly unavailable_reason?: string
}

/** Where a product is: at the service, or in WooCommerce on this site. */
export type ProductSource = 'service' | 'shop'

/** `GET /products`: what can be sold, through the site. An exact slug, or the number of a shop product, comes first. */
export function listProducts(source: ProductSource, search: string, signal?: AbortSignal): Promise<ProductList> {
  // The service's list is cached. WooCommerce reads each product anew, and a search finds the others.
  const query = new URLSearchParams({
    search,
    ...(source === 'shop' ? { from: source, limit: '20' } : { limit: '100' }),
  })
  const path = `${namespace}/products?${query}`
  return apiFetch<ProductList>(signal ? { path, signal } : { path })
}

/** `POST /orders/{id}/check`: checks the payment at the service, and moves the order to where it belongs. */
export const checkPayment = (id: string): Promise<OrderPayment> =>
  apiFetch<OrderPayment>({ path: `${namespace}/orders/${encodeURIComponent(id)}/check`, method: 'POST' })
