import { productCreated } from '@cedi/ledger'
import { done, refused } from '../http/answer.js'
import { readAddress } from '../service/address.js'
import { readAmount } from '../service/amount.js'
import { stop } from '../service/stop.js'
import { type ReadAct, type WriteAct, write } from './operation.js'
import { listPage } from './page.js'
import { shown } from './payments.js'
import { productRecord } from './wire.js'

/** `GET /api/v1/products`. @source Endpoints */
export const listProducts: ReadAct = { read: (call) => listPage(call, 'products', productRecord) }

/** `GET /api/v1/products/{id}`. @source Endpoints */
export const readProduct: ReadAct = {
  async read({ context, merchant, parameter }) {
    const row = await context.store.get('products', merchant, parameter)
    return row ? done(productRecord(row)) : refused('not_found', `There is no product ${shown(parameter)}.`, 'id')
  },
}

/** A license is good for three installations unless it is sold otherwise. @decision 0017 */
const activationLimit = 3

/** `POST /api/v1/products`. @source Endpoints, rule 1 */
export const createProduct: WriteAct<'ProductInput'> = write({
  input: 'ProductInput',
  async plan({ context, merchant, nowMs }, input, ids) {
    const price = readAmount(input.price, 'price')
    if (!price.ok) return price
    const image = input.image_url ? readAddress(input.image_url, 'image_url') : undefined
    if (image && !image.ok) return image
    const id = ids.next('prd')
    const { store } = context
    const isTaken = async (slug: string) =>
      (await store.list('products', merchant, { limit: 1, where: { slug } })).length > 0
    let slug = input.slug ?? slugOf(input.name)
    if (input.slug && (await isTaken(slug)))
      return stop('invalid_request', `slug ${slug} is taken by another product. Choose another one.`, 'slug')
    // A name that is used again gets the end of the id, which no other product has.
    if (slug === '' || (!input.slug && (await isTaken(slug))))
      slug = `${slug.slice(0, 50)}${slug ? '-' : ''}${id.slice(-10)}`
    const type = input.type ?? 'digital'
    const created = productCreated({
      merchant,
      id,
      name: input.name.trim(),
      slug,
      description: input.description ?? null,
      type,
      pricePesewas: price.pesewas,
      active: input.active ?? true,
      stock: input.stock ?? null,
      imageUrl: image?.address ?? null,
      activationLimit: type === 'license' ? activationLimit : null,
      nowMs,
    })
    return created.ok ? { ...created, records: { data: productRecord(created.records.product) } } : created
  },
})

/** A name as a part of an address: `Kente tote` becomes `kente-tote`. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ɛ/g, 'e')
    .replace(/ɔ/g, 'o')
    .replace(/ŋ/g, 'ng')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-+|-+$/g, '')
