import type { PaymentInput, PaymentRef } from '@cedi/contract'
import * as operations from '@cedi/contract/generated/operations'
import { describeRequest, type Over, type Resource } from '../request.js'
import type { CallOptions, Describe, WriteOptions } from '../types.js'

/** Payments: money that a buyer pays, in GH₵. */
export interface Payments {
  /**
   * Describes the request that creates a payment. Nothing is sent.
   *
   * @param input - What the buyer pays; `amount` is in GH₵, never in pesewas.
   * @param options - `simulate`, `idempotencyKey`, headers of your own.
   * @returns `POST /api/v1/payments`; the key needs the scope `payments:write`.
   * @throws TypeError when the config or an option is of the wrong form.
   * @source Endpoints; Authentication, rule 1
   */
  create(input: PaymentInput, options?: WriteOptions): Describe<'createPayment'>
  /**
   * Describes the request that reads a payment back. Nothing is sent.
   *
   * @param ref - The reference that `create` was answered with.
   * @param options - Headers of your own.
   * @returns `GET /api/v1/payments/{ref}`; the key needs the scope `payments:read`.
   * @throws TypeError when it is empty, a dot segment, or more than one path segment.
   * @source Endpoints
   */
  read(ref: PaymentRef, options?: CallOptions): Describe<'readPayment'>
}

/** {@link Payments.create} over a config. Nothing is sent. */
export const createPayment: Over<Payments['create']> = (config, body, options) =>
  describeRequest(config, operations.createPayment, { body, options })

/** {@link Payments.read} over a config. Nothing is sent. */
export const readPayment: Over<Payments['read']> = (config, ref, options) =>
  describeRequest(config, operations.readPayment, { params: { ref }, options })

/** The calls of payments, over a config. */
export const payments: Resource<Payments> = { create: createPayment, read: readPayment }
