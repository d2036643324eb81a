import { fail, succeed } from '@cedi/ledger'
import { respondWith } from '../http/response.js'
import type { ReadHandler } from '../http/server-context.js'
import { createWriteHandler, type WriteHandler } from '../service/execute.js'
import { planProduct } from '../service/products.js'
import { shownReference } from '../service/texts.js'
import { listPage } from './page.js'
import { productRecord, productText } from './serializers.js'

/** `GET /api/v1/products`. @source Endpoints */
export const listProducts: ReadHandler = { read: (call) => listPage(call, 'products', productText) }

/** `GET /api/v1/products/{id}`. @source Endpoints */
export const readProduct: ReadHandler = {
  async read({ context, merchant, parameter }) {
    const row = await context.store.get('products', merchant, parameter)
    return row
      ? respondWith(productRecord(row))
      : fail('not_found', `There is no product ${shownReference(parameter)}. Check the id.`, 'id')
  },
}

/** `POST /api/v1/products`. @source Endpoints, rule 1 */
export const createProduct: WriteHandler<'ProductInput'> = createWriteHandler({
  input: 'ProductInput',
  async plan(call, input, ids) {
    const planned = await planProduct(call, input, ids)
    return planned.ok ? succeed({ ...planned.value, records: productRecord(planned.value.records.product) }) : planned
  },
})
