export type {
  Amount,
  AmountInput,
  Balance,
  Buyer,
  ByCard,
  ByMobileMoney,
  CardInput,
  Channel,
  CheckoutIntent,
  CheckoutIntentId,
  CheckoutIntentInput,
  FailureCode,
  Id,
  LicenseCheck,
  Metadata,
  NextAction,
  Operations,
  Order,
  OrderItem,
  OrderRef,
  Payment,
  PaymentFailure,
  PaymentInput,
  PaymentInputFields,
  PaymentRef,
  PhoneInput,
  PriceByAmount,
  PriceOfProduct,
  Product,
  ProductId,
  ProductInput,
  Refund,
  RefundInput,
  RefundRef,
  Scope,
} from '@cedi/contract'
export { type Client, createClient, type PublicClient } from './client.js'
export {
  ApiError,
  type ErrorCode,
  type ErrorDetails,
  type FailedRequest,
  isApiError,
  type RequiredScope,
} from './errors.js'
export type { HeadersInput, HttpHeaders } from './headers.js'
export type { Balances } from './resources/balance.js'
export type { CheckoutIntents } from './resources/checkout-intents.js'
export type { LicenseOptions, LicenseRequest, Licenses } from './resources/licenses.js'
export type { Orders } from './resources/orders.js'
export type { Payments } from './resources/payments.js'
export type { Products } from './resources/products.js'
export type { Refunds } from './resources/refunds.js'
export { decode, parse, type ResponseLike, type Result } from './response.js'
export type {
  Route,
  RouteCalls,
  RouteData,
  RouteInput,
  RouteOperation,
  RouteOptions,
  RouteParameter,
} from './route.js'
export type {
  CallOptions,
  Config,
  ListQuery,
  OperationId,
  OperationMethod,
  OperationRequest,
  OperationScope,
  PublicConfig,
  RequestDescription,
  ResponseData,
  WriteOptions,
} from './types.js'
export type { ParseOptions } from './validation-mode.js'
