import type { Refund, RefundInput } from '@cedi/contract'
import * as operations from '@cedi/contract/generated/operations'
import type { Connection } from '../connection.js'
import { describeOperation } from '../request.js'
import type { RequestDescription, WriteOptions } from '../types.js'

/** Calls of refunds. A refund is a request that an operator pays manually. */
export interface Refunds {
  /**
   * Describes the request that requests a refund. Sends nothing.
   * A success means that the refund is requested, not that it is paid. It is not a reversal at the payment provider.
   *
   * @param input - Payment, and amount in GH₵. Without `amount`, the rest of the payment is refunded.
   * @param options - `simulate`, `idempotencyKey`, additional headers.
   * @returns `POST /api/v1/refunds`; the key needs the scope `refunds:write`.
   * @throws TypeError if the config or an option is invalid.
   * @source What the service does; Endpoints
   */
  create(input: RefundInput, options?: WriteOptions): RequestDescription<Refund, 'createRefund', 'POST'>
}

/** Creates the refund resource of a client. */
export function createRefundsResource(connection: Connection): Refunds {
  return {
    create: (body, options) => describeOperation(connection, operations.createRefund, { body, options }),
  }
}
