import type { ProductId, ProductInput } from '@cedi/contract'
import * as operations from '@cedi/contract/generated/operations'
import { describeRequest, type Over, type Resource } from '../request.js'
import type { CallOptions, Describe, ListQuery, WriteOptions } from '../types.js'

/** Products: what a merchant sells. */
export interface Products {
  /**
   * Describes the request that lists products. Nothing is sent.
   *
   * @param query - `limit` as text, `cursor`.
   * @param options - Headers of your own.
   * @returns `GET /api/v1/products`; the key needs the scope `products:read`. The answer is an array, which may be empty.
   * @throws TypeError when `limit` is a number instead of text.
   * @source Endpoints, rule 2
   * @decision 0010
   */
  list(query?: ListQuery, options?: CallOptions): Describe<'listProducts'>
  /**
   * Describes the request that creates a product. Nothing is sent.
   *
   * @param input - What is to be sold; `price` is in GH₵.
   * @param options - `simulate`, `idempotencyKey`, headers of your own.
   * @returns `POST /api/v1/products`; the key needs the scope `products:write`.
   * @throws TypeError when the config or an option is of the wrong form.
   * @source Endpoints, rule 1
   */
  create(input: ProductInput, options?: WriteOptions): Describe<'createProduct'>
  /**
   * Describes the request that reads a product. Nothing is sent.
   *
   * @param id - The identifier of the product.
   * @param options - Headers of your own.
   * @returns `GET /api/v1/products/{id}`; the key needs the scope `products:read`.
   * @throws TypeError when it is empty, a dot segment, or more than one path segment.
   * @source Endpoints
   */
  read(id: ProductId, options?: CallOptions): Describe<'readProduct'>
}

/** {@link Products.list} over a config. Nothing is sent. */
export const listProducts: Over<Products['list']> = (config, query, options) =>
  describeRequest(config, operations.listProducts, { query, options })

/** {@link Products.create} over a config. Nothing is sent. */
export const createProduct: Over<Products['create']> = (config, body, options) =>
  describeRequest(config, operations.createProduct, { body, options })

/** {@link Products.read} over a config. Nothing is sent. */
export const readProduct: Over<Products['read']> = (config, id, options) =>
  describeRequest(config, operations.readProduct, { params: { id }, options })

/** The calls of products, over a config. */
export const products: Resource<Products> = { list: listProducts, create: createProduct, read: readProduct }
