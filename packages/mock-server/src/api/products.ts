import { done, refused } from '../http/answer.js'
import { type WriteAct, write } from '../service/act.js'
import { planProduct } from '../service/products.js'
import { shownReference } from '../service/texts.js'
import type { ReadAct } from './operation.js'
import { listPage } from './page.js'
import { productRecord, productText } from './wire.js'

/** `GET /api/v1/products`. @source Endpoints */
export const listProducts: ReadAct = { read: (call) => listPage(call, 'products', productText) }

/** `GET /api/v1/products/{id}`. @source Endpoints */
export const readProduct: ReadAct = {
  async read({ context, merchant, parameter }) {
    const row = await context.store.get('products', merchant, parameter)
    return row
      ? done(productRecord(row))
      : refused('not_found', `There is no product ${shownReference(parameter)}. Check the id.`, 'id')
  },
}

/** `POST /api/v1/products`. @source Endpoints, rule 1 */
export const createProduct: WriteAct<'ProductInput'> = write({
  input: 'ProductInput',
  async plan(call, input, ids) {
    const planned = await planProduct(call, input, ids)
    return planned.ok ? { ...planned, records: { data: productRecord(planned.records.product) } } : planned
  },
})
