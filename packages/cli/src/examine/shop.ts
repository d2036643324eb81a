/** A buyer of a shop. */
export interface Buyer {
  readonly name: string
  readonly email: string
  /** Mobile money number. Its payments stay pending until a scenario resolves them. */
  readonly phone: string
  readonly quantity: number
  /** Id of the product, `prd_…`. */
  readonly product: string
  /** Requests a path of the shop with the cookies of this buyer. Redirects are not followed. */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

/**
 * Payment of an order: the ref of a payment that the shop requested, the URL of a checkout, or the path of a page whose
 * button opens the checkout. `button` is a CSS selector.
 */
type Pay =
  | { readonly ref: string }
  | { readonly checkoutUrl: string }
  | { readonly page: string; readonly button?: string }

/** An order that a shop created. */
export interface Order {
  readonly orderId: string
  readonly pay: Pay
}

/** State of an order according to the shop. */
export interface OrderState {
  readonly state: 'paid' | 'unpaid' | 'failed' | 'review'
  /** Number of deliveries. */
  readonly delivered: number
}

/** A page that a buyer sees. */
export interface Page {
  readonly status: number
  readonly text: string
}

/**
 * Adapter of a shop, the default export of its file.
 *
 * @decision 0103
 */
export interface Shop {
  readonly name: string
  /** Orders one product, or returns the open order of this buyer: a reload, a double click, a second window. */
  order(buyer: Buyer): Promise<Order>
  /** Returns the state of an order according to the shop. `fetch` sends no cookies. */
  state(orderId: string, shop: Pick<Buyer, 'fetch'>): Promise<OrderState>
  /** Opens the page to which the checkout returns the buyer. */
  return?(orderId: string, query: URLSearchParams, buyer: Buyer): Promise<Page>
  /** Path that accepts notifications. */
  readonly webhook?: string
  /** Paths of public pages and scripts, which must not contain the key. */
  readonly pages?: readonly string[]
  /** Maximum quantity of an order; unlimited by default. */
  readonly maxQuantity?: number
}

/** Checks the result of an adapter's `order`. @throws Error that names the invalid member. */
export function checkOrder(value: unknown): Order {
  const { orderId, pay } = (value ?? {}) as { orderId?: unknown; pay?: Readonly<Record<string, unknown>> }
  if (typeof orderId !== 'string' || orderId === '') throw new Error('order() returned no orderId. Return a string.')
  const isUrl = typeof pay?.['checkoutUrl'] === 'string' && URL.canParse(pay['checkoutUrl'])
  if (typeof pay?.['ref'] !== 'string' && typeof pay?.['page'] !== 'string' && !isUrl)
    throw new Error('order() returned no pay. Return { ref }, { checkoutUrl } or { page }.')
  return value as Order
}

/** Checks the result of an adapter's `state`. @throws Error that names the invalid member. */
export function checkState(value: unknown): OrderState {
  const { state, delivered } = (value ?? {}) as Partial<OrderState>
  if (!['paid', 'unpaid', 'failed', 'review'].includes(state as string))
    throw new Error(`state() returned the state ${JSON.stringify(state)}. Return paid, unpaid, failed or review.`)
  if (!Number.isInteger(delivered)) throw new Error('state() returned no delivered. Return how often goods were sent.')
  return value as OrderState
}

/** Describes a state for a timeline: `paid and was delivered 2 times`. */
export const describeState = (state: OrderState | undefined): string =>
  state ? `${state.state} and was ${countDeliveries(state)}` : 'unknown, because the shop shows no state'

const countDeliveries = ({ delivered }: OrderState): string => {
  if (delivered < 2) return delivered ? 'delivered' : 'not delivered'
  return `delivered ${delivered} times`
}
