import apiFetch from '@wordpress/api-fetch'

const namespace = '/cedi-commerce/v1'

/** Source and state of the API key. The key itself is never returned. */
export interface KeyState {
  readonly source: 'constant' | 'option' | 'none'
  /** Last four characters of the key. */
  readonly hint: string
  readonly state: 'ok' | 'unreadable' | 'none'
}

/** Settings of the payment method in WooCommerce. */
export interface GatewaySettings {
  readonly enabled: boolean
  readonly title: string
  readonly description: string
  readonly flow: 'popup' | 'redirect'
  /** Whether product pages and the cart have an express checkout button. */
  readonly express: boolean
  /** Whether paid orders with only virtual products are completed. */
  readonly complete_virtual: boolean
  /** Whether mobile money and cards are one payment method or two. The fields above are then those of mobile money. */
  readonly methods: 'together' | 'separate'
  readonly card_enabled: boolean
  readonly card_title: string
  readonly card_description: string
}

/** Writable settings except the key. */
export interface WritableSettings {
  readonly base_url: string
  readonly handle: string
  readonly mode: 'test' | 'live'
  readonly gateway: GatewaySettings
}

/** Response of `GET /settings`. */
export interface Settings extends WritableSettings {
  readonly key: KeyState
  /** Whether the base URL is set in wp-config.php. */
  readonly base_url_source: 'constant' | 'option'
  readonly currency: string
  readonly currency_ok: boolean
  readonly woocommerce: boolean
}

/** Body of `POST /settings`: only changes. `api_key: null` removes the key. */
export interface SettingsChange {
  base_url?: string
  handle?: string
  mode?: WritableSettings['mode']
  gateway?: Partial<GatewaySettings>
  api_key?: string | null
}

/** A scope of the key; `null` if it is unknown. */
export interface ScopeState {
  readonly scope: string
  readonly granted: boolean | null
}

/** Balance in GH₵. */
export interface Balance {
  readonly available: number | string
  readonly pending: number | string
  readonly reserved: number | string
  readonly currency: string
}

/** Response of `POST /connection`. */
export interface Connection {
  readonly ok: boolean
  readonly api: 'reachable' | 'unreachable'
  readonly scopes: readonly ScopeState[]
  readonly balance: Balance | null
  readonly message: string
}

/** Product in the picker; `price` in GH₵. */
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

/** Attempt to pay an order; `amount` in GH₵. */
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

/** Payment status of an order, from the page or the response of `POST /orders/{id}/check`. */
export interface OrderPayment {
  readonly state: string
  readonly message: string
  readonly attempts: readonly Attempt[]
  readonly refunds?: readonly RefundRequest[]
}

/** Error of apiFetch. */
export interface ApiFetchError {
  readonly code: string
  readonly message: string
  /** Setting with the error, such as `base_url`. */
  readonly field?: string
}

/** Converts a value thrown by apiFetch. */
export function toApiFetchError(thrown: unknown): ApiFetchError {
  const { code, message, data } = Object(thrown) as Partial<ApiFetchError> & { data?: { field?: string } }
  const field = data?.field
  return { code: String(code ?? 'unknown'), message: String(message ?? thrown), ...(field && { field }) }
}

/** `GET /settings`. */
export const readSettings = (): Promise<Settings> => apiFetch<Settings>({ path: `${namespace}/settings` })

/** `POST /settings`. */
export const saveSettings = (data: SettingsChange): Promise<Settings> =>
  apiFetch<Settings>({ path: `${namespace}/settings`, method: 'POST', data })

/** `POST /connection`: tests the connection with the typed or stored values. */
export const testConnection = (data: Pick<SettingsChange, 'base_url' | 'api_key'>): Promise<Connection> =>
  apiFetch<Connection>({ path: `${namespace}/connection`, method: 'POST', data })

/** Response of `GET /products`. */
export interface ProductList {
  readonly products: readonly Product[]
  /** Whether the list is complete. */
  readonly is_complete: boolean
  /** Whether WooCommerce is active; only for the source `shop`. */
  readonly has_shop?: boolean
  /** Reason why buyers cannot pay in the shop, or an empty string; only for the source `shop`. */
  readonly unavailable_reason?: string
}

/** Source of a product: the service, or WooCommerce on this site. */
export type ProductSource = 'service' | 'shop'

/** `GET /products`: lists products. An exact slug, or the ID of a shop product, is the first. */
export function listProducts(source: ProductSource, search: string, signal?: AbortSignal): Promise<ProductList> {
  // The list of the service is cached. WooCommerce is queried each time, so its list is shorter.
  const query = new URLSearchParams({
    search,
    ...(source === 'shop' ? { from: source, limit: '20' } : { limit: '100' }),
  })
  const path = `${namespace}/products?${query}`
  return apiFetch<ProductList>(signal ? { path, signal } : { path })
}

/** `POST /orders/{id}/check`: checks the payment and updates the order. */
export const checkPayment = (id: string): Promise<OrderPayment> =>
  apiFetch<OrderPayment>({ path: `${namespace}/orders/${encodeURIComponent(id)}/check`, method: 'POST' })
