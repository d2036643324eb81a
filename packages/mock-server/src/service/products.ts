import { fail, type Plan, type ProductRow, productCreated, type Result } from '@cedi/ledger'
import { readAmount } from './amount.js'
import type { Call, Ids } from './context.js'
import type { InputOf } from './execute.js'
import { parseUrl } from './url.js'

/** Default activation limit of a license. @decision 0017 */
const activationLimit = 3

/** Plans a product, with a unique slug. @source Endpoints, rule 1 */
export async function planProduct(
  { context, merchant, nowMs }: Pick<Call, 'context' | 'merchant' | 'nowMs'>,
  input: InputOf<'ProductInput'>,
  ids: Ids,
): Promise<Result<Plan<{ product: ProductRow }>>> {
  const price = readAmount(input.price, 'price')
  if (!price.ok) return price
  const image = input.image_url ? parseUrl(input.image_url, 'image_url') : undefined
  if (image && !image.ok) return image
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
    merchant,
    id,
    name: input.name.trim(),
    slug,
    description: input.description ?? null,
    type,
    pricePesewas: price.value,
    active: input.active ?? true,
    stock: input.stock ?? null,
    imageUrl: image?.value ?? null,
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
    .replace(/^-+|-+$/g, '')
