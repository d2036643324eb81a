import type { OrderRef } from '@cedi/contract'
import * as operations from '@cedi/contract/generated/operations'
import { describeRequest, type Over, type Resource } from '../request.js'
import type { CallOptions, Describe, ListQuery } from '../types.js'

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

/** {@link Orders.list} over a config. Nothing is sent. */
export const listOrders: Over<Orders['list']> = (config, query, options) =>
  describeRequest(config, operations.listOrders, { query, options })

/** {@link Orders.read} over a config. Nothing is sent. */
export const readOrder: Over<Orders['read']> = (config, ref, options) =>
  describeRequest(config, operations.readOrder, { params: { ref }, options })

/** The calls of orders, over a config. */
export const orders: Resource<Orders> = { list: listOrders, read: readOrder }
