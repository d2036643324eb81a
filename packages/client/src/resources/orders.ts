import type { OrderRef } from '@cedi/contract'
import { connect, describeRead, segment } from '../request.js'
import type { CallOptions, Config, Describe, ListQuery } from '../types.js'

/** Orders: what buyers bought. */
export interface Orders {
  /**
   * Describes the request that lists orders. Nothing is sent.
   *
   * @param query - `limit` as text, `cursor`.
   * @param options - Headers of your own.
   * @returns `GET /api/v1/orders`; the key needs the scope `orders:read`. The answer is an array, which may be empty.
   * @throws TypeError when `limit` is a number instead of text.
   * @source Endpoints, rule 2
   * @decision 0010
   */
  list(query?: ListQuery, options?: CallOptions): Describe<'listOrders'>
  /**
   * Describes the request that reads an order. Nothing is sent.
   *
   * @param ref - The reference of the order.
   * @param options - Headers of your own.
   * @returns `GET /api/v1/orders/{ref}`; the key needs the scope `orders:read`.
   * @throws TypeError when it is empty, a dot segment, or more than one path segment.
   * @source Endpoints
   */
  read(ref: OrderRef, options?: CallOptions): Describe<'readOrder'>
}

/** {@link Orders.list} over a plain config, for bundles that call little. Nothing is sent. */
export const listOrders = (config: Config, query?: ListQuery, options?: CallOptions): Describe<'listOrders'> =>
  describeRead('/api/v1/orders', 'listOrders', connect(config), 'orders:read', query, options)

/** {@link Orders.read} over a plain config, for bundles that call little. Nothing is sent. */
export const readOrder = (config: Config, ref: OrderRef, options?: CallOptions): Describe<'readOrder'> =>
  describeRead(`/api/v1/orders/${segment('ref', ref)}`, 'readOrder', connect(config), 'orders:read', {}, options)
