import type { CheckoutIntentInput } from '@cedi/contract'
import * as operations from '@cedi/contract/generated/operations'
import { describeRequest, type Over, type Resource } from '../request.js'
import type { Describe, WriteOptions } from '../types.js'

/** Checkout intents: the wish to open the popup checkout. They are only ever created. */
export interface CheckoutIntents {
  /**
   * Describes the request that creates a checkout intent. Nothing is sent.
   *
   * @param input - What the popup collects; `amount` is in GH₵. Its answer holds the token for `service.js`.
   * @param options - `simulate`, `idempotencyKey`, headers of your own.
   * @returns `POST /api/v1/checkout/intent`; the key needs the scope `payments:write`.
   * @throws TypeError when the config or an option is of the wrong form.
   * @source Endpoints
   */
  create(input: CheckoutIntentInput, options?: WriteOptions): Describe<'createCheckoutIntent'>
}

/** {@link CheckoutIntents.create} over a config. Nothing is sent. */
export const createCheckoutIntent: Over<CheckoutIntents['create']> = (config, body, options) =>
  describeRequest(config, operations.createCheckoutIntent, { body, options })

/** The calls of checkout intents, over a config. */
export const checkoutIntents: Resource<CheckoutIntents> = { create: createCheckoutIntent }
