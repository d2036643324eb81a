import type { Product, ProductId, ProductInput } from '@cedi/contract'
import * as operations from '@cedi/contract/generated/operations'
import type { Connection } from '../connection.js'
import { describeOperation } from '../request.js'
import type { CallOptions, ListQuery, RequestDescription, WriteOptions } from '../types.js'

/** Calls of products. */
export interface Products {
  /**
   * Describes the request that lists products. Sends nothing.
   *
   * @param query - `limit` as a string, `cursor`.
   * @param options - Additional headers.
   * @returns `GET /api/v1/products`; the key needs the scope `products:read`. The response data is an array, which may be empty.
   * @throws TypeError if `limit` is not a string.
   * @source Endpoints, rule 2
   * @decision 0010
   */
  list(query?: ListQuery, options?: CallOptions): RequestDescription<readonly Product[], 'listProducts', 'GET'>
  /**
   * Describes the request that creates a product. Sends nothing.
   *
   * @param input - Product. `price` is in GH₵.
   * @param options - `simulate`, `idempotencyKey`, additional headers.
   * @returns `POST /api/v1/products`; the key needs the scope `products:write`.
   * @throws TypeError if the config or an option is invalid.
   * @source Endpoints, rule 1
   */
  create(input: ProductInput, options?: WriteOptions): RequestDescription<Product, 'createProduct', 'POST'>
  /**
   * Describes the request that reads a product. Sends nothing.
   *
   * @param id - Id of the product.
   * @param options - Additional headers.
   * @returns `GET /api/v1/products/{id}`; the key needs the scope `products:read`.
   * @throws TypeError if `id` is empty, a dot segment, or more than one path segment.
   * @source Endpoints
   */
  read(id: ProductId, options?: CallOptions): RequestDescription<Product, 'readProduct', 'GET'>
}

/** Creates the product resource of a client. */
export function createProductsResource(connection: Connection): Products {
  return {
    list: (query, options) => describeOperation(connection, operations.listProducts, { query, options }),
    create: (body, options) => describeOperation(connection, operations.createProduct, { body, options }),
    read: (id, options) => describeOperation(connection, operations.readProduct, { params: { id }, options }),
  }
}
