import {
  type Commit,
  fail,
  type IdempotencyOptions,
  type Plan,
  type ProductRow,
  productChanged,
  productCreated,
  type Result,
  succeed,
} from '../ledger/index.js'
import { readAmount } from './amount.js'
import { type Call, type Context, type Ids, withReader } from './context.js'
import { execute, type InputOf } from './execute.js'
import { parseUrl } from './url.js'

/** Default activation limit of a license. @decision 0017 */
const activationLimit = 3

/** A product that a merchant creates or changes. */
export interface ProductRequest {
  readonly merchant: string
  readonly input: InputOf<'ProductInput'>
  readonly nowMs: number
}

/** Creates a product. */
export const createProduct = (
  context: Context,
  { merchant, input, nowMs }: ProductRequest,
  idempotency?: Omit<IdempotencyOptions<{ product: ProductRow }>, 'merchant'>,
): Promise<Result<Commit<{ product: ProductRow }>>> =>
  execute<{ product: ProductRow }>(context, {
    merchant,
    idempotency,
    plan: (reader, ids) => planProduct({ context: withReader(context, reader), merchant, nowMs }, input, ids),
  })

/**
 * Changes a product. Its slug and type stay.
 *
 * @param product.changes - New values. Values that are missing stay.
 * @param product.knownStock - Stock that the merchant has seen. A changed stock is set only if it is still this one.
 * @returns Errors: those of a new product, and `invalid_state` with the field `stock` after a sale.
 * @decision 0100
 */
export const changeProduct = (
  context: Context,
  {
    merchant,
    id,
    changes,
    knownStock,
  }: {
    readonly merchant: string
    readonly id: string
    readonly changes: Partial<InputOf<'ProductInput'>>
    readonly knownStock: number | null
  },
): Promise<Result<Commit<{ product: ProductRow }>>> =>
  execute<{ product: ProductRow }>(context, {
    merchant,
    async plan(reader) {
      const { name, price, description, image_url: imageUrl, active, stock } = changes
      const newPrice = price === undefined ? undefined : readAmount(price, 'price')
      if (newPrice && !newPrice.ok) return newPrice
      const image = readImageUrl(imageUrl)
      if (!image.ok) return image
      const product = await reader.get('products', merchant, id)
      if (product && stock !== undefined && product.stock !== knownStock)
        return fail('invalid_state', 'The stock has changed since it was read. Read the product again.', 'stock')
      return productChanged(
        {
          name: name?.trim(),
          description,
          pricePesewas: newPrice?.value,
          active,
          stock,
          imageUrl: imageUrl === undefined ? undefined : image.value,
        },
        { product },
      )
    },
  })

/** Reads the values that a product always has. */
function readProduct(
  input: InputOf<'ProductInput'>,
): Result<Pick<Parameters<typeof productCreated>[0], 'name' | 'description' | 'pricePesewas' | 'imageUrl'>> {
  const price = readAmount(input.price, 'price')
  if (!price.ok) return price
  const image = readImageUrl(input.image_url)
  if (!image.ok) return image
  return succeed({
    name: input.name.trim(),
    description: input.description ?? null,
    pricePesewas: price.value,
    imageUrl: image.value,
  })
}

const readImageUrl = (url: string | null | undefined): Result<string | null> =>
  url ? parseUrl(url, 'image_url') : succeed(null)

/** Plans a product, with a unique slug. @source Endpoints, rule 1 */
export async function planProduct(
  { context, merchant, nowMs }: Pick<Call, 'context' | 'merchant' | 'nowMs'>,
  input: InputOf<'ProductInput'>,
  ids: Ids,
): Promise<Result<Plan<{ product: ProductRow }>>> {
  const values = readProduct(input)
  if (!values.ok) return values
  const id = ids.next('prd')
  const { store } = context
  const slugExists = async (slug: string) =>
    (await store.list('products', merchant, { limit: 1, where: { slug } })).length > 0
  let slug = input.slug ?? toSlug(input.name)
  if (input.slug && (await slugExists(slug)))
    return fail('invalid_request', `The slug ${slug} is taken by another product. Choose another.`, 'slug')
  // The end of the id makes an existing slug unique.
  if (slug === '' || (!input.slug && (await slugExists(slug))))
    slug = `${slug.slice(0, 50)}${slug ? '-' : ''}${id.slice(-10)}`
  const type = input.type ?? 'digital'
  return productCreated({
    ...values.value,
    merchant,
    id,
    slug,
    type,
    active: input.active ?? true,
    stock: input.stock ?? null,
    activationLimit: type === 'license' ? activationLimit : null,
    nowMs,
  })
}

/** Converts a name to a slug: `Kente tote` becomes `kente-tote`. */
const toSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ɛ/g, 'e')
    .replace(/ɔ/g, 'o')
    .replace(/ŋ/g, 'ng')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-|-$/g, '')
