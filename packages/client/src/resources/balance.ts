import * as operations from '@cedi/contract/generated/operations'
import { describeRequest, type Over, type Resource } from '../request.js'
import type { CallOptions, Describe } from '../types.js'

/** The available balance of the merchant. */
export interface Balances {
  /**
   * Describes the request that reads the balance, in GH₵. Nothing is sent.
   *
   * @param options - Headers of your own.
   * @returns `GET /api/v1/balance`; the key needs the scope `balance:read`.
   * @throws TypeError when the config or an option is of the wrong form.
   * @source Endpoints
   */
  read(options?: CallOptions): Describe<'readBalance'>
}

/** {@link Balances.read} over a config. Nothing is sent. */
export const readBalance: Over<Balances['read']> = (config, options) =>
  describeRequest(config, operations.readBalance, { options })

/** The calls of the balance, over a config. */
export const balance: Resource<Balances> = { read: readBalance }
