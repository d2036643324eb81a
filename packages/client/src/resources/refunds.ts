import type { RefundInput } from '@cedi/contract'
import * as operations from '@cedi/contract/generated/operations'
import { describeRequest, type Over, type Resource } from '../request.js'
import type { Describe, WriteOptions } from '../types.js'

/** Refunds: requests to pay money back. An operator pays them by hand. */
export interface Refunds {
  /**
   * Describes the request that asks for a refund. Nothing is sent.
   * The answer means "asked for", not "paid": it is not a reversal at the payment provider.
   *
   * @param input - The payment, and how much of it in GH₵; all that is left when `amount` is left out.
   * @param options - `simulate`, `idempotencyKey`, headers of your own.
   * @returns `POST /api/v1/refunds`; the key needs the scope `refunds:write`.
   * @throws TypeError when the config or an option is of the wrong form.
   * @source What the service does; Endpoints
   */
  create(input: RefundInput, options?: WriteOptions): Describe<'createRefund'>
}

/** {@link Refunds.create} over a config. Nothing is sent. */
export const createRefund: Over<Refunds['create']> = (config, body, options) =>
  describeRequest(config, operations.createRefund, { body, options })

/** The calls of refunds, over a config. */
export const refunds: Resource<Refunds> = { create: createRefund }
