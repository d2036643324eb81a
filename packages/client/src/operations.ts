export { readBalance } from './resources/balance.js'
export { createCheckoutIntent } from './resources/checkout-intents.js'
export { type DescribeLicense, type LicenseOptions, verifyLicense } from './resources/licenses.js'
export { listOrders, readOrder } from './resources/orders.js'
export { createPayment, readPayment } from './resources/payments.js'
export { createProduct, listProducts, readProduct } from './resources/products.js'
export { createRefund } from './resources/refunds.js'
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
