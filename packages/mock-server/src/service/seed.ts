import type { ProductInput } from '@cedi/contract'
import { inputValidators } from '@cedi/contract/generated/validators'
import { checkedSeed } from '../generated/validators.js'
import {
  joinPlans,
  makePlan,
  merchantCreated,
  type Plan,
  type Reader,
  type Result,
  type Store,
  succeed,
  transact,
} from '../ledger/index.js'
import { readAmount } from './amount.js'
import { type Context, readIds } from './context.js'
import { requirements, toRejection } from './input-error.js'
import { demoMerchant } from './merchants.js'
import { planProduct } from './products.js'
import { findProblem } from './schema-check.js'
import { findInvalidText } from './texts.js'

/** Initial merchants and their products. */
export interface Seed {
  /** The merchants. */
  readonly merchants: readonly {
    /** Unique id. */
    readonly id: string
    /** Display name. */
    readonly name: string
    /** A name as in `/@handle`, without the `@`. */
    readonly handle?: string
    /** Products of the merchant. */
    readonly products?: readonly ProductInput[]
  }[]
}

/** A creator with a small shop. */
export const demoSeed: Seed = {
  merchants: [
    {
      id: demoMerchant,
      name: 'Ama Serwaa Studio',
      handle: 'ama',
      products: [
        {
          name: 'Kente tote',
          description: 'A bag of strip-woven kente from Bonwire.',
          type: 'physical',
          price: 120,
          stock: 25,
        },
        { name: 'Shea butter, 250 g', description: 'Unrefined, from Tamale.', type: 'physical', price: 45.5 },
        {
          name: 'Highlife guitar lessons',
          description: 'Twelve lessons as video and tabs.',
          type: 'digital',
          price: 200,
        },
        {
          name: 'Adinkra font',
          description: 'Sixty-two symbols as a font, for three machines.',
          type: 'license',
          price: 85,
        },
        { name: 'Portrait session', description: 'One hour in the studio in Osu, Accra.', type: 'service', price: 350 },
      ],
    },
  ],
}

/** Parses a seed. @throws TypeError that describes the error. */
export function parseSeed(value: unknown): Seed {
  const problem = findProblem(checkedSeed, value, 'A seed')
  if (problem) throw new TypeError(problem)
  const { merchants } = value as Seed
  const textError = findInvalidText(merchants, 'merchants')
  if (textError) throw new TypeError(textError.message)
  const ids = new Set<string>()
  const handles = new Set<string>()
  for (const [at, { id, handle, products = [] }] of merchants.entries()) {
    const where = `merchants[${at}]`
    if (ids.has(id)) throw new TypeError(`${where}.id is there twice. Choose another.`)
    ids.add(id)
    if (handle !== undefined) {
      if (handles.has(handle)) throw new TypeError(`${where}.handle is there twice. Choose another.`)
      handles.add(handle)
    }
    for (const [number, product] of products.entries()) {
      const validate = inputValidators.ProductInput
      const [error] = validate(product) ? [] : (validate.errors ?? [])
      const at = `${where}.products[${number}]`
      if (error) {
        const { field, message } = toRejection(error, 'ProductInput').error
        throw new TypeError(field ? `${at}: ${message}` : `${at} must be an object.`)
      }
      if (!readAmount(product.price, 'price').ok) throw new TypeError(`${at}: price must be ${requirements['price']}.`)
    }
  }
  return value as Seed
}

/**
 * Writes a seed: the missing merchants with their products, each merchant in one commit. All merchants are planned
 * before the first commit, so that an invalid seed writes nothing.
 */
export async function writeSeed(
  context: Context,
  { merchants }: Seed,
): Promise<{ merchants: number; products: number }> {
  const nowMs = context.clock.nowMs()
  const writtenCount = { merchants: 0, products: 0 }
  // A single merchant is written atomically anyway.
  for (const simulate of merchants.length > 1 ? [true, false] : [false])
    for (const seed of merchants) {
      const result = await transact(context.store, (reader) => planMerchant(context, seed, nowMs, reader), { simulate })
      if (!result.ok) throw new TypeError(`The merchant ${seed.id} of the seed was rejected: ${result.error.message}`)
      if (!simulate) context.merchants.add(seed.id)
      if (simulate || result.value.isReplay || !result.value.records.isNew) continue
      writtenCount.merchants++
      writtenCount.products += seed.products?.length ?? 0
    }
  return writtenCount
}

async function planMerchant(
  context: Context,
  { id, name, handle, products = [] }: Seed['merchants'][number],
  nowMs: number,
  reader: Reader,
): Promise<Result<Plan<{ isNew: boolean }>>> {
  if (await reader.get('merchants', id, id)) return succeed(makePlan(id, {}, { isNew: false }))
  if (handle && (await reader.list('merchants', null, { limit: 1, where: { handle } }))[0])
    throw new TypeError(`The handle ${handle} of the seed is taken. Choose another.`)
  const created = merchantCreated({ id, name, handle: handle ?? null, nowMs })
  if (!created.ok) return created
  const ids = await readIds(context, id)
  const plans: Plan[] = []
  const slugs = new Set<string>()
  const store = withPlannedSlugs(context.store, slugs)
  for (const input of products) {
    const result = await planProduct({ context: { ...context, store }, merchant: id, nowMs }, input, ids)
    if (!result.ok) throw new TypeError(`The product ${input.name} of the seed was rejected: ${result.error.message}`)
    plans.push(result.value)
    for (const { table, row } of result.value.inserts) if (table === 'products') slugs.add(row.slug)
  }
  const plan = joinPlans(created.value, ...plans, makePlan(id, ids.steps()))
  return succeed({ ...plan, records: { isNew: true } })
}

/** Wraps a store so that the slugs of result products exist already. */
const withPlannedSlugs = (store: Store, slugs: ReadonlySet<string>): Store => ({
  get: (...query) => store.get(...query),
  commit: (plan) => store.commit(plan),
  async list(table, merchant, query) {
    const { slug } = (query.where ?? {}) as { slug?: string }
    if (slug !== undefined && slugs.has(slug)) return [{ slug } as never]
    return store.list(table, merchant, query)
  },
})
