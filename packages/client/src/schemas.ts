import type { Failure } from '@cedi/contract'
import { failureSchema } from '@cedi/contract/generated/response-schemas'
import type { ResponseSchema, SchemaIssue } from '@cedi/contract/response-schema'

export {
  balanceSchema,
  checkoutIntentSchema,
  failureSchema,
  licenseCheckSchema,
  orderListSchema,
  orderSchema,
  paymentSchema,
  productListSchema,
  productSchema,
  refundSchema,
} from '@cedi/contract/generated/response-schemas'
export type { ResponseSchema, SchemaIssue, SchemaResult } from '@cedi/contract/response-schema'

/** Envelope of a success. */
export interface SuccessEnvelope<T> {
  /** The call succeeded. */
  readonly success: true
  /** Response data. */
  readonly data: T
}

/**
 * Creates the schema of an envelope: a success with the data of a schema, or a failure.
 *
 * @param schema - Schema of the response data, such as `paymentSchema`.
 * @returns Schema of the parsed response body.
 * @source Envelope (all responses)
 * @example
 * ```ts
 * import { envelopeSchema, paymentSchema } from '@cedi/client/schemas'
 *
 * const result = envelopeSchema(paymentSchema)['~standard'].validate({ success: true, data: null })
 * console.log(result.issues?.[0]?.message) // expected an object, got null
 * ```
 */
export function envelopeSchema<T>(schema: ResponseSchema<T>): ResponseSchema<SuccessEnvelope<T> | Failure> {
  return {
    '~standard': {
      version: 1,
      vendor: 'cedi',
      validate(value) {
        const envelope = value as SuccessEnvelope<T> | null | undefined
        if (envelope?.success !== true) return failureSchema['~standard'].validate(value)
        const { issues } = schema['~standard'].validate(envelope.data)
        return issues ? { issues: issues.map(addDataToPath) } : { value: envelope }
      },
    },
  }
}

const addDataToPath = ({ message, path }: SchemaIssue): SchemaIssue => ({ message, path: ['data', ...path] })
