import type { Balance } from '@cedi/contract'
import * as operations from '@cedi/contract/generated/operations'
import type { Connection } from '../connection.js'
import { describeOperation } from '../request.js'
import type { CallOptions, RequestDescription } from '../types.js'

/** Calls of the balance. */
export interface Balances {
  /**
   * Describes the request that reads the balance in GH₵. Sends nothing.
   *
   * @param options - Additional headers.
   * @returns `GET /api/v1/balance`; the key needs the scope `balance:read`.
   * @throws TypeError if the config or an option is invalid.
   * @source Endpoints
   */
  read(options?: CallOptions): RequestDescription<Balance, 'readBalance', 'GET'>
}

/** Creates the balance resource of a client. */
export function createBalanceResource(connection: Connection): Balances {
  return {
    read: (options) => describeOperation(connection, operations.readBalance, { options }),
  }
}
