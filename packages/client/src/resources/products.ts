import type { ProductId, ProductInput } from '@cedi/contract'
import { connect, describe, describeRead, segment } from '../request.js'
import type { CallOptions, Config, Describe, ListQuery, WriteOptions } from '../types.js'

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

/** {@link Products.list} over a plain config, for bundles that call little. Nothing is sent. */
export const listProducts = (config: Config, query?: ListQuery, options?: CallOptions): Describe<'listProducts'> =>
  describeRead('/api/v1/products', 'listProducts', connect(config), 'products:read', query, options)

/** {@link Products.create} over a plain config, for bundles that call little. Nothing is sent. */
export const createProduct = (config: Config, input: ProductInput, options?: WriteOptions): Describe<'createProduct'> =>
  describe(
    '/api/v1/products',
    'products:write',
    'createProduct',
    connect(config),
    options,
    'POST',
    undefined,
    JSON.stringify(input),
  )

/** {@link Products.read} over a plain config, for bundles that call little. Nothing is sent. */
export const readProduct = (config: Config, id: ProductId, options?: CallOptions): Describe<'readProduct'> =>
  describeRead(`/api/v1/products/${segment('id', id)}`, 'readProduct', connect(config), 'products:read', {}, options)
