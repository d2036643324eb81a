import type { Payment, PaymentInput, PaymentRef } from '@cedi/contract'
import * as operations from '@cedi/contract/generated/operations'
import type { Connection } from '../connection.js'
import { describeOperation } from '../request.js'
import type { CallOptions, RequestDescription, WriteOptions } from '../types.js'

/** Calls of payments. */
export interface Payments {
  /**
   * Describes the request that creates a payment. Sends nothing.
   *
   * @param input - Amount in GH₵ (not pesewas) or product, and payment method.
   * @param options - `simulate`, `idempotencyKey`, additional headers.
   * @returns `POST /api/v1/payments`; the key needs the scope `payments:write`.
   * @throws TypeError if the config or an option is invalid.
   * @source Endpoints; Authentication, rule 1
   */
  create(input: PaymentInput, options?: WriteOptions): RequestDescription<Payment, 'createPayment', 'POST'>
  /**
   * Describes the request that reads a payment. Sends nothing.
   *
   * @param ref - Reference of the payment, from the response of `create`.
   * @param options - Additional headers.
   * @returns `GET /api/v1/payments/{ref}`; the key needs the scope `payments:read`.
   * @throws TypeError if `ref` is empty, a dot segment, or more than one path segment.
   * @source Endpoints
   */
  read(ref: PaymentRef, options?: CallOptions): RequestDescription<Payment, 'readPayment', 'GET'>
}

/** Creates the payment resource of a client. */
export function createPaymentsResource(connection: Connection): Payments {
  return {
    create: (body, options) => describeOperation(connection, operations.createPayment, { body, options }),
    read: (ref, options) => describeOperation(connection, operations.readPayment, { params: { ref }, options }),
  }
}
