// Made from openapi.yaml. Do not edit: change openapi.yaml and run "npm run generate".
import type { Balance, CheckoutIntent, CheckoutIntentInput, Order, Payment, PaymentInput, Product, ProductInput, Refund, RefundInput } from './schema.js'

/** Create a payment: `POST /api/v1/payments`, scope `payments:write`. */
export const createPayment: { readonly id: 'createPayment'; readonly method: 'POST'; readonly path: '/api/v1/payments'; readonly scope: 'payments:write' } = {
  id: 'createPayment',
  method: 'POST',
  path: '/api/v1/payments',
  scope: 'payments:write',
}

/** Read a payment: `GET /api/v1/payments/{ref}`, scope `payments:read`. */
export const readPayment: { readonly id: 'readPayment'; readonly method: 'GET'; readonly path: '/api/v1/payments/{ref}'; readonly scope: 'payments:read' } = {
  id: 'readPayment',
  method: 'GET',
  path: '/api/v1/payments/{ref}',
  scope: 'payments:read',
}

/** Create a popup checkout intent: `POST /api/v1/checkout/intent`, scope `payments:write`. */
export const createCheckoutIntent: { readonly id: 'createCheckoutIntent'; readonly method: 'POST'; readonly path: '/api/v1/checkout/intent'; readonly scope: 'payments:write' } = {
  id: 'createCheckoutIntent',
  method: 'POST',
  path: '/api/v1/checkout/intent',
  scope: 'payments:write',
}

/** Read the available balance: `GET /api/v1/balance`, scope `balance:read`. */
export const readBalance: { readonly id: 'readBalance'; readonly method: 'GET'; readonly path: '/api/v1/balance'; readonly scope: 'balance:read' } = {
  id: 'readBalance',
  method: 'GET',
  path: '/api/v1/balance',
  scope: 'balance:read',
}

/** Request a refund: `POST /api/v1/refunds`, scope `refunds:write`. */
export const createRefund: { readonly id: 'createRefund'; readonly method: 'POST'; readonly path: '/api/v1/refunds'; readonly scope: 'refunds:write' } = {
  id: 'createRefund',
  method: 'POST',
  path: '/api/v1/refunds',
  scope: 'refunds:write',
}

/** List products: `GET /api/v1/products`, scope `products:read`. */
export const listProducts: { readonly id: 'listProducts'; readonly method: 'GET'; readonly path: '/api/v1/products'; readonly scope: 'products:read' } = {
  id: 'listProducts',
  method: 'GET',
  path: '/api/v1/products',
  scope: 'products:read',
}

/** Create a product: `POST /api/v1/products`, scope `products:write`. */
export const createProduct: { readonly id: 'createProduct'; readonly method: 'POST'; readonly path: '/api/v1/products'; readonly scope: 'products:write' } = {
  id: 'createProduct',
  method: 'POST',
  path: '/api/v1/products',
  scope: 'products:write',
}

/** Read a product: `GET /api/v1/products/{id}`, scope `products:read`. */
export const readProduct: { readonly id: 'readProduct'; readonly method: 'GET'; readonly path: '/api/v1/products/{id}'; readonly scope: 'products:read' } = {
  id: 'readProduct',
  method: 'GET',
  path: '/api/v1/products/{id}',
  scope: 'products:read',
}

/** List orders: `GET /api/v1/orders`, scope `orders:read`. */
export const listOrders: { readonly id: 'listOrders'; readonly method: 'GET'; readonly path: '/api/v1/orders'; readonly scope: 'orders:read' } = {
  id: 'listOrders',
  method: 'GET',
  path: '/api/v1/orders',
  scope: 'orders:read',
}

/** Read an order: `GET /api/v1/orders/{ref}`, scope `orders:read`. */
export const readOrder: { readonly id: 'readOrder'; readonly method: 'GET'; readonly path: '/api/v1/orders/{ref}'; readonly scope: 'orders:read' } = {
  id: 'readOrder',
  method: 'GET',
  path: '/api/v1/orders/{ref}',
  scope: 'orders:read',
}

/** One grant of a key. */
export type Scope = 'payments:write' | 'payments:read' | 'balance:read' | 'refunds:write' | 'products:read' | 'products:write' | 'orders:read'

/** Every scope there is. */
export const scopes: readonly Scope[] = ['payments:write', 'payments:read', 'balance:read', 'refunds:write', 'products:read', 'products:write', 'orders:read']

/** What goes into an operation and what comes out of it. */
export interface Operations {
  createPayment: { route: 'POST /api/v1/payments'; scope: 'payments:write'; input: PaymentInput; data: Payment }
  readPayment: { route: 'GET /api/v1/payments/{ref}'; scope: 'payments:read'; input: undefined; data: Payment }
  createCheckoutIntent: { route: 'POST /api/v1/checkout/intent'; scope: 'payments:write'; input: CheckoutIntentInput; data: CheckoutIntent }
  readBalance: { route: 'GET /api/v1/balance'; scope: 'balance:read'; input: undefined; data: Balance }
  createRefund: { route: 'POST /api/v1/refunds'; scope: 'refunds:write'; input: RefundInput; data: Refund }
  listProducts: { route: 'GET /api/v1/products'; scope: 'products:read'; input: undefined; data: readonly Product[] }
  createProduct: { route: 'POST /api/v1/products'; scope: 'products:write'; input: ProductInput; data: Product }
  readProduct: { route: 'GET /api/v1/products/{id}'; scope: 'products:read'; input: undefined; data: Product }
  listOrders: { route: 'GET /api/v1/orders'; scope: 'orders:read'; input: undefined; data: readonly Order[] }
  readOrder: { route: 'GET /api/v1/orders/{ref}'; scope: 'orders:read'; input: undefined; data: Order }
}
