import type { PaymentInput, PaymentRef } from '@cedi/contract'
import { createPayment as createPaymentRow, readPayment as readPaymentRow } from '../generated/table.js'
import { create, read } from '../request.js'
import type { CallOptions, Config, Describe, WriteOptions } from '../types.js'

/** Payments: money that a buyer pays, in GH₵. */
export interface Payments {
  /**
   * Describes the request that creates a payment. Nothing is sent.
   *
   * @param input - What the buyer pays; `amount` is in GH₵, never in pesewas.
   * @param options - `simulate`, `idempotencyKey`, headers of your own.
   * @returns `POST /api/v1/payments`; the key needs the scope `payments:write`.
   * @throws {@link InputError} when the config or an option is of the wrong form.
   * @source Endpoints; Authentication, rule 1
   */
  create(input: PaymentInput, options?: WriteOptions): Describe<'createPayment'>
  /**
   * Describes the request that reads a payment back. Nothing is sent.
   *
   * @param ref - The reference that `create` was answered with.
   * @param options - Headers of your own.
   * @returns `GET /api/v1/payments/{ref}`; the key needs the scope `payments:read`.
   * @throws {@link InputError} when it is empty, a dot segment, or more than one path segment.
   * @source Endpoints
   */
  read(ref: PaymentRef, options?: CallOptions): Describe<'readPayment'>
}

/** {@link Payments.create} over a plain config, for bundles that call little. Nothing is sent. */
export const createPayment: (config: Config, input: PaymentInput, options?: WriteOptions) => Describe<'createPayment'> =
  /* @__PURE__ */ create(createPaymentRow)

/** {@link Payments.read} over a plain config, for bundles that call little. Nothing is sent. */
export const readPayment: (config: Config, ref: PaymentRef, options?: CallOptions) => Describe<'readPayment'> =
  /* @__PURE__ */ read(readPaymentRow)
