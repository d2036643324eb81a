import type { CheckoutIntent, CheckoutIntentInput } from '@cedi/contract'
import * as operations from '@cedi/contract/generated/operations'
import type { Connection } from '../connection.js'
import { describeOperation } from '../request.js'
import type { RequestDescription, WriteOptions } from '../types.js'

/** Calls of checkout intents. An intent opens the popup checkout. */
export interface CheckoutIntents {
  /**
   * Describes the request that creates a checkout intent. Sends nothing.
   *
   * @param input - Amount in GH₵ or product, and checkout settings. The response contains the token for `service.js`.
   * @param options - `simulate`, `idempotencyKey`, additional headers.
   * @returns `POST /api/v1/checkout/intent`; the key needs the scope `payments:write`.
   * @throws TypeError if the config or an option is invalid.
   * @source Endpoints
   */
  create(
    input: CheckoutIntentInput,
    options?: WriteOptions,
  ): RequestDescription<CheckoutIntent, 'createCheckoutIntent', 'POST'>
}

/** Creates the checkout intent resource of a client. */
export function createCheckoutIntentsResource(connection: Connection): CheckoutIntents {
  return {
    create: (body, options) => describeOperation(connection, operations.createCheckoutIntent, { body, options }),
  }
}
