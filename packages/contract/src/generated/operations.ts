// Made from openapi.yaml. Do not edit: change openapi.yaml and run "npm run generate".
import type { PaymentRef, OrderRef, ProductId } from '../record.js'
import type { Balance, CheckoutIntent, CheckoutIntentInput, LicenseCheck, LicenseCheckInput, Order, Payment, PaymentInput, Product, ProductInput, Refund, RefundInput } from './schema.js'

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
export const listProducts: { readonly id: 'listProducts'; readonly method: 'GET'; readonly path: '/api/v1/products'; readonly scope: 'products:read'; readonly query: readonly ['limit', 'cursor'] } = {
  id: 'listProducts',
  method: 'GET',
  path: '/api/v1/products',
  scope: 'products:read',
  query: ['limit', 'cursor'],
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
export const listOrders: { readonly id: 'listOrders'; readonly method: 'GET'; readonly path: '/api/v1/orders'; readonly scope: 'orders:read'; readonly query: readonly ['limit', 'cursor'] } = {
  id: 'listOrders',
  method: 'GET',
  path: '/api/v1/orders',
  scope: 'orders:read',
  query: ['limit', 'cursor'],
}

/** Read an order: `GET /api/v1/orders/{ref}`, scope `orders:read`. */
export const readOrder: { readonly id: 'readOrder'; readonly method: 'GET'; readonly path: '/api/v1/orders/{ref}'; readonly scope: 'orders:read' } = {
  id: 'readOrder',
  method: 'GET',
  path: '/api/v1/orders/{ref}',
  scope: 'orders:read',
}

/** Check a license key without writing it into an address: `POST /api/licenses/verify`, no key. */
export const verifyLicense: { readonly id: 'verifyLicense'; readonly method: 'POST'; readonly path: '/api/licenses/verify'; readonly scope: null } = {
  id: 'verifyLicense',
  method: 'POST',
  path: '/api/licenses/verify',
  scope: null,
}

/** A permission of an API key. */
export type Scope = 'payments:write' | 'payments:read' | 'balance:read' | 'refunds:write' | 'products:read' | 'products:write' | 'orders:read'

/** All scopes. */
export const scopes: readonly Scope[] = ['payments:write', 'payments:read', 'balance:read', 'refunds:write', 'products:read', 'products:write', 'orders:read']

/** Input and output types of the operations. */
export interface Operations {
  /** Create a payment. */
  createPayment: { route: 'POST /api/v1/payments'; method: 'POST'; scope: 'payments:write'; params: undefined; query: undefined; input: PaymentInput; data: Payment }
  /** Read a payment. */
  readPayment: { route: 'GET /api/v1/payments/{ref}'; method: 'GET'; scope: 'payments:read'; params: { readonly ref: PaymentRef }; query: undefined; input: undefined; data: Payment }
  /** Create a popup checkout intent. */
  createCheckoutIntent: { route: 'POST /api/v1/checkout/intent'; method: 'POST'; scope: 'payments:write'; params: undefined; query: undefined; input: CheckoutIntentInput; data: CheckoutIntent }
  /** Read the available balance. */
  readBalance: { route: 'GET /api/v1/balance'; method: 'GET'; scope: 'balance:read'; params: undefined; query: undefined; input: undefined; data: Balance }
  /** Request a refund. */
  createRefund: { route: 'POST /api/v1/refunds'; method: 'POST'; scope: 'refunds:write'; params: undefined; query: undefined; input: RefundInput; data: Refund }
  /** List products. */
  listProducts: { route: 'GET /api/v1/products'; method: 'GET'; scope: 'products:read'; params: undefined; query: { readonly limit?: string | undefined; readonly cursor?: string | undefined }; input: undefined; data: readonly Product[] }
  /** Create a product. */
  createProduct: { route: 'POST /api/v1/products'; method: 'POST'; scope: 'products:write'; params: undefined; query: undefined; input: ProductInput; data: Product }
  /** Read a product. */
  readProduct: { route: 'GET /api/v1/products/{id}'; method: 'GET'; scope: 'products:read'; params: { readonly id: ProductId }; query: undefined; input: undefined; data: Product }
  /** List orders. */
  listOrders: { route: 'GET /api/v1/orders'; method: 'GET'; scope: 'orders:read'; params: undefined; query: { readonly limit?: string | undefined; readonly cursor?: string | undefined }; input: undefined; data: readonly Order[] }
  /** Read an order. */
  readOrder: { route: 'GET /api/v1/orders/{ref}'; method: 'GET'; scope: 'orders:read'; params: { readonly ref: OrderRef }; query: undefined; input: undefined; data: Order }
}

/** Input and output types of the public routes. */
export interface PublicOperations {
  /** Check a license key without writing it into an address. */
  verifyLicense: { route: 'POST /api/licenses/verify'; method: 'POST'; scope: null; params: undefined; query: undefined; input: LicenseCheckInput; data: LicenseCheck }
}

/** Operations that require an API key, in the order of openapi.yaml. */
export const endpointTable: readonly [typeof createPayment, typeof readPayment, typeof createCheckoutIntent, typeof readBalance, typeof createRefund, typeof listProducts, typeof createProduct, typeof readProduct, typeof listOrders, typeof readOrder] = [
  createPayment,
  readPayment,
  createCheckoutIntent,
  readBalance,
  createRefund,
  listProducts,
  createProduct,
  readProduct,
  listOrders,
  readOrder,
]
