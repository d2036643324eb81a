// Made from openapi.yaml. Do not edit: run "npm run generate".
import type { Row } from '../request.js'

/** Operation, method, path, scope. */
export const createPayment: Row = ['createPayment', 'POST', '/api/v1/payments', 'payments:write']

/** Operation, method, path, scope. */
export const readPayment: Row = ['readPayment', 'GET', '/api/v1/payments/{ref}', 'payments:read']

/** Operation, method, path, scope. */
export const createCheckoutIntent: Row = ['createCheckoutIntent', 'POST', '/api/v1/checkout/intent', 'payments:write']

/** Operation, method, path, scope. */
export const readBalance: Row = ['readBalance', 'GET', '/api/v1/balance', 'balance:read']

/** Operation, method, path, scope. */
export const createRefund: Row = ['createRefund', 'POST', '/api/v1/refunds', 'refunds:write']

/** Operation, method, path, scope. */
export const listProducts: Row = ['listProducts', 'GET', '/api/v1/products', 'products:read']

/** Operation, method, path, scope. */
export const createProduct: Row = ['createProduct', 'POST', '/api/v1/products', 'products:write']

/** Operation, method, path, scope. */
export const readProduct: Row = ['readProduct', 'GET', '/api/v1/products/{id}', 'products:read']

/** Operation, method, path, scope. */
export const listOrders: Row = ['listOrders', 'GET', '/api/v1/orders', 'orders:read']

/** Operation, method, path, scope. */
export const readOrder: Row = ['readOrder', 'GET', '/api/v1/orders/{ref}', 'orders:read']

/** Each operation: resource, verb, noun, and where they differ from the resource the path and the holder of the scope. */
export const table = 'payments,create,Payment payments,read,Payment,payments/{ref} checkoutIntents,create,CheckoutIntent,checkout/intent,payments balance,read,Balance refunds,create,Refund products,list,Products products,create,Product products,read,Product,products/{id} orders,list,Orders orders,read,Order,orders/{ref}'
