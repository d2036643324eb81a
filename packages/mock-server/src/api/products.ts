import { respondWith } from '../http/response.js'
import type { ReadHandler } from '../http/server-context.js'
import { fail, succeed } from '../ledger/index.js'
import { createWriteHandler, type WriteHandler } from '../service/execute.js'
import { planProduct } from '../service/products.js'
import { truncateReference } from '../service/texts.js'
import { listPage } from './page.js'
import { productJson, productRecord } from './serializers.js'

/** `GET /api/v1/products`. @source Endpoints */
export const listProducts: ReadHandler = { read: (call) => listPage(call, 'products', productJson) }

/** `GET /api/v1/products/{id}`. @source Endpoints */
export const readProduct: ReadHandler = {
  async read({ context, merchant, parameter }) {
    const row = await context.store.get('products', merchant, parameter)
    return row
      ? respondWith(productRecord(row))
      : fail('not_found', `There is no product ${truncateReference(parameter)}. Check the id.`, 'id')
  },
}

/** `POST /api/v1/products`. @source Endpoints, rule 1 */
export const createProduct: WriteHandler<'ProductInput'> = createWriteHandler({
  input: 'ProductInput',
  async plan(call, input, ids) {
    const result = await planProduct(call, input, ids)
    return result.ok ? succeed({ ...result.value, records: productRecord(result.value.records.product) }) : result
  },
})
