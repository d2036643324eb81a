import type { Order, OrderRef } from '@cedi/contract'
import * as operations from '@cedi/contract/generated/operations'
import type { Connection } from '../connection.js'
import { describeOperation } from '../request.js'
import type { CallOptions, ListQuery, RequestDescription } from '../types.js'

/** Calls of orders. */
export interface Orders {
  /**
   * Describes the request that lists orders. Sends nothing.
   *
   * @param query - `limit` as a string, `cursor`.
   * @param options - Additional headers.
   * @returns `GET /api/v1/orders`; the key needs the scope `orders:read`. The response data is an array, which may be empty.
   * @throws TypeError if `limit` is not a string.
   * @source Endpoints, rule 2
   * @decision 0010
   */
  list(query?: ListQuery, options?: CallOptions): RequestDescription<readonly Order[], 'listOrders', 'GET'>
  /**
   * Describes the request that reads an order. Sends nothing.
   *
   * @param ref - Reference of the order.
   * @param options - Additional headers.
   * @returns `GET /api/v1/orders/{ref}`; the key needs the scope `orders:read`.
   * @throws TypeError if `ref` is empty, a dot segment, or more than one path segment.
   * @source Endpoints
   */
  read(ref: OrderRef, options?: CallOptions): RequestDescription<Order, 'readOrder', 'GET'>
}

/** Creates the order resource of a client. */
export function createOrdersResource(connection: Connection): Orders {
  return {
    list: (query, options) => describeOperation(connection, operations.listOrders, { query, options }),
    read: (ref, options) => describeOperation(connection, operations.readOrder, { params: { ref }, options }),
  }
}
