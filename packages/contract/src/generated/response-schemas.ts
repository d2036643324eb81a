// Made from openapi.yaml. Do not edit: change openapi.yaml and run "npm run generate".
import { createSchema, type JsonSchema, type ResponseSchema } from '../response-schema.js'
import type { Payment, CheckoutIntent, Balance, Refund, Product, Order, LicenseCheck, Failure } from './schema.js'

const payment: JsonSchema = {"type":"object","required":["ref","status","amount","fee","net","currency","method","network","phone","card_last4","email","product_id","order_ref","next_action","failure","refunded_amount","metadata","created_at","paid_at","expires_at"],"properties":{"ref":{"type":"string"},"status":{"type":"string"},"amount":{"type":"number","minimum":0},"fee":{"type":"number","minimum":0},"net":{"type":"number","minimum":0},"currency":{"type":"string","enum":["GHS"]},"method":{"type":"string"},"network":{"type":"string"},"phone":{"type":["string","null"]},"card_last4":{"type":["string","null"]},"email":{"type":["string","null"]},"product_id":{"type":["string","null"]},"order_ref":{"type":["string","null"]},"next_action":{"type":["object","null"],"required":["type","url","message"],"properties":{"type":{"type":"string"},"url":{"type":["string","null"]},"message":{"type":"string"}}},"failure":{"type":["object","null"],"required":["code","message"],"properties":{"code":{"type":"string"},"message":{"type":"string"}}},"refunded_amount":{"type":"number","minimum":0},"metadata":{"type":"object","additionalProperties":{"type":"string"}},"created_at":{"type":"string","format":"date-time"},"paid_at":{"type":["string","null"],"format":"date-time"},"expires_at":{"type":["string","null"],"format":"date-time"}}}
/** Schema of `Payment`. Money that a buyer pays. */
export const paymentSchema: ResponseSchema<Payment> = /* @__PURE__ */ createSchema(payment)

const checkoutIntent: JsonSchema = {"type":"object","required":["id","client_token","status","amount","currency","payment_ref","checkout_url","channels","return_url","expires_at"],"properties":{"id":{"type":"string"},"client_token":{"type":"string"},"status":{"type":"string"},"amount":{"type":"number","minimum":0},"currency":{"type":"string","enum":["GHS"]},"payment_ref":{"type":["string","null"]},"checkout_url":{"type":"string"},"channels":{"type":"array","items":{"type":"string"}},"return_url":{"type":["string","null"]},"expires_at":{"type":"string","format":"date-time"}}}
/** Schema of `CheckoutIntent`. The wish to open the popup checkout. */
export const checkoutIntentSchema: ResponseSchema<CheckoutIntent> = /* @__PURE__ */ createSchema(checkoutIntent)

const balance: JsonSchema = {"type":"object","required":["currency","available","pending","reserved","as_of"],"properties":{"currency":{"type":"string","enum":["GHS"]},"available":{"type":"number","minimum":0},"pending":{"type":"number","minimum":0},"reserved":{"type":"number","minimum":0},"as_of":{"type":"string","format":"date-time"}}}
/** Schema of `Balance`. The merchant's money, in GH₵. */
export const balanceSchema: ResponseSchema<Balance> = /* @__PURE__ */ createSchema(balance)

const refund: JsonSchema = {"type":"object","required":["ref","payment_ref","amount","currency","status","reason","note","created_at","resolved_at"],"properties":{"ref":{"type":"string"},"payment_ref":{"type":"string"},"amount":{"type":"number","minimum":0},"currency":{"type":"string","enum":["GHS"]},"status":{"type":"string"},"reason":{"type":["string","null"]},"note":{"type":["string","null"]},"created_at":{"type":"string","format":"date-time"},"resolved_at":{"type":["string","null"],"format":"date-time"}}}
/** Schema of `Refund`. The wish to give money back. An operator pays it by hand and marks it; it is not a reversal at the provider. */
export const refundSchema: ResponseSchema<Refund> = /* @__PURE__ */ createSchema(refund)

const product: JsonSchema = {"type":"object","required":["id","name","slug","description","type","price","currency","active","stock","image_url","created_at"],"properties":{"id":{"type":"string"},"name":{"type":"string"},"slug":{"type":"string"},"description":{"type":["string","null"]},"type":{"type":"string"},"price":{"type":"number","minimum":0},"currency":{"type":"string","enum":["GHS"]},"active":{"type":"boolean"},"stock":{"type":["integer","null"],"minimum":0},"image_url":{"type":["string","null"]},"created_at":{"type":"string","format":"date-time"}}}
/** Schema of `Product`. What a merchant sells. */
export const productSchema: ResponseSchema<Product> = /* @__PURE__ */ createSchema(product)

const order: JsonSchema = {"type":"object","required":["ref","status","payment_ref","items","total","currency","buyer","refunded_amount","created_at"],"properties":{"ref":{"type":"string"},"status":{"type":"string"},"payment_ref":{"type":"string"},"items":{"type":"array","items":{"type":"object","required":["product_id","name","quantity","unit_price"],"properties":{"product_id":{"type":"string"},"name":{"type":"string"},"quantity":{"type":"integer","minimum":1},"unit_price":{"type":"number","minimum":0}}}},"total":{"type":"number","minimum":0},"currency":{"type":"string","enum":["GHS"]},"buyer":{"type":"object","required":["name","email","phone"],"properties":{"name":{"type":["string","null"]},"email":{"type":["string","null"]},"phone":{"type":["string","null"]}}},"refunded_amount":{"type":"number","minimum":0},"delivery":{"type":["object","null"],"required":["name","phone","place","note"],"properties":{"name":{"type":"string"},"phone":{"type":"string"},"place":{"type":"string"},"note":{"type":["string","null"]}}},"receipt_url":{"type":["string","null"]},"created_at":{"type":"string","format":"date-time"}}}
/** Schema of `Order`. What a buyer bought. */
export const orderSchema: ResponseSchema<Order> = /* @__PURE__ */ createSchema(order)

const licenseCheck: JsonSchema = {"type":"object","required":["valid","status","product_id","activation_limit","activations","expires_at"],"properties":{"valid":{"type":"boolean"},"status":{"type":["string","null"]},"product_id":{"type":["string","null"]},"activation_limit":{"type":["integer","null"],"minimum":1},"activations":{"type":["integer","null"],"minimum":0},"expires_at":{"type":["string","null"],"format":"date-time"}}}
/** Schema of `LicenseCheck`. Whether a license key is good. Everything but `valid` is null for a key that does not exist. */
export const licenseCheckSchema: ResponseSchema<LicenseCheck> = /* @__PURE__ */ createSchema(licenseCheck)

const failure: JsonSchema = {"type":"object","required":["success","data","error"],"properties":{"success":{"type":"boolean","enum":[false]},"data":{"type":"null"},"error":{"type":"object","required":["code","message","request_id"],"properties":{"code":{"type":"string"},"message":{"type":"string"},"field":{"type":"string"},"request_id":{"type":"string"}}}}}
/** Schema of `Failure`. The envelope of a failed request. */
export const failureSchema: ResponseSchema<Failure> = /* @__PURE__ */ createSchema(failure)

/** Schema of a list of `Product`. */
export const productListSchema: ResponseSchema<readonly Product[]> = /* @__PURE__ */ createSchema({ type: 'array', items: product })

/** Schema of a list of `Order`. */
export const orderListSchema: ResponseSchema<readonly Order[]> = /* @__PURE__ */ createSchema({ type: 'array', items: order })

/** Schema of the response data, by operation and by route. */
export const responseSchemas: Readonly<Record<string, ResponseSchema<unknown>>> = {
  'createPayment': paymentSchema,
  'POST /api/v1/payments': paymentSchema,
  'readPayment': paymentSchema,
  'GET /api/v1/payments/{ref}': paymentSchema,
  'createCheckoutIntent': checkoutIntentSchema,
  'POST /api/v1/checkout/intent': checkoutIntentSchema,
  'readBalance': balanceSchema,
  'GET /api/v1/balance': balanceSchema,
  'createRefund': refundSchema,
  'POST /api/v1/refunds': refundSchema,
  'listProducts': productListSchema,
  'GET /api/v1/products': productListSchema,
  'createProduct': productSchema,
  'POST /api/v1/products': productSchema,
  'readProduct': productSchema,
  'GET /api/v1/products/{id}': productSchema,
  'listOrders': orderListSchema,
  'GET /api/v1/orders': orderListSchema,
  'readOrder': orderSchema,
  'GET /api/v1/orders/{ref}': orderSchema,
  'verifyLicense': licenseCheckSchema,
  'GET /api/licenses/verify': licenseCheckSchema,
  'POST /api/licenses/verify': licenseCheckSchema,
}
