export { type Common, type Connection, connect } from './connection.js'
export type { Headers } from './header.js'
export type { Over, Resource, Target } from './request.js'
export * from './resources/balance.js'
export * from './resources/checkout-intents.js'
export * from './resources/licenses.js'
export * from './resources/orders.js'
export * from './resources/payments.js'
export * from './resources/products.js'
export * from './resources/refunds.js'
export {
  type DataOf,
  type ParameterOf,
  type RequestInput,
  type RequestOptions,
  type Route,
  type RowOf,
  request,
} from './resources/route.js'
export type {
  CallOptions,
  Config,
  Describe,
  ExtraHeaders,
  ListQuery,
  OperationId,
  PublicConfig,
  RequestDescription,
  WriteOptions,
} from './types.js'
