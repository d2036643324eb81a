import { connect, describeRead } from '../request.js'
import type { CallOptions, Config, Describe } from '../types.js'

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

/** {@link Balances.read} over a plain config, for bundles that call little. Nothing is sent. */
export const readBalance = (config: Config, options?: CallOptions): Describe<'readBalance'> =>
  describeRead('/api/v1/balance', 'readBalance', connect(config), 'balance:read', {}, options)
