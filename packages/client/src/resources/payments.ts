import type { PaymentInput, PaymentRef } from '@cedi/contract'
import { connect, describe, describeRead, segment } from '../request.js'
import type { CallOptions, Config, Describe, WriteOptions } from '../types.js'

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

/** {@link Payments.create} over a plain config, for bundles that call little. Nothing is sent. */
export const createPayment = (config: Config, input: PaymentInput, options?: WriteOptions): Describe<'createPayment'> =>
  describe(
    '/api/v1/payments',
    'payments:write',
    'createPayment',
    connect(config),
    options,
    'POST',
    undefined,
    JSON.stringify(input),
  )

/** {@link Payments.read} over a plain config, for bundles that call little. Nothing is sent. */
export const readPayment = (config: Config, ref: PaymentRef, options?: CallOptions): Describe<'readPayment'> =>
  describeRead(`/api/v1/payments/${segment('ref', ref)}`, 'readPayment', connect(config), 'payments:read', {}, options)
