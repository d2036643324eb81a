import { type Scope, scopes } from '@cedi/contract'
import { fail, type Rejection } from '../ledger/index.js'
import type { Context } from './context.js'
import type { KnownMerchants } from './known-merchants.js'

/** The merchant of the fixed test keys. */
export const demoMerchant = 'demo'

/** The demo merchant's test keys: one with all scopes, one with none, one with the read scopes, and one per scope. @decision 0012 */
const fixedKeys = new Map<string, readonly Scope[]>([
  ['sk_test_all', scopes],
  ['sk_test_none', []],
  ['sk_test_readonly', scopes.filter((scope) => scope.endsWith(':read'))],
])
for (const scope of scopes) fixedKeys.set(`sk_test_${scope.replace(':', '_')}`, [scope])

/**
 * Returns the merchant of a test key. The fixed keys belong to the demo merchant. Any other `sk_test_NAME` has a separate
 * merchant, `test-NAME`, so that parallel tests share no data.
 *
 * @decision 0012
 */
export function getTestKeyGrant(
  key: string,
): { readonly merchant: string; readonly scopes: readonly Scope[] } | undefined {
  const fixed = fixedKeys.get(key)
  if (fixed) return { merchant: demoMerchant, scopes: fixed }
  const testName = /^sk_test_([A-Za-z0-9][\w-]{0,63})$/.exec(key)?.[1]
  return testName ? { merchant: `test-${testName}`, scopes } : undefined
}

/** Returns whether a name is the merchant of a test key, even before the key is first used. */
export const isTestMerchant = (name: string): boolean =>
  name.startsWith('test-') && getTestKeyGrant(`sk_test_${name.slice(5)}`)?.merchant === name

/** Maximum number of merchants to remember in memory. Merchants that have written something are also in the store. */
const maxKnownMerchants = 10_000

/**
 * Creates the list of known merchants: those of the seed, and the demo merchant, which always exists.
 *
 * @param start - The merchants of the seed.
 */
export function createKnownMerchants(start: readonly { readonly id: string }[] = []): KnownMerchants {
  const first = start.map(({ id }) => id)
  let names = new Set([demoMerchant, ...first])
  return {
    add(merchant) {
      if (names.size < maxKnownMerchants) names.add(merchant)
    },
    has: (merchant) => names.has(merchant),
    list: () => [...names],
    restore(merchants = first) {
      names = new Set([demoMerchant, ...merchants])
    },
  }
}

/**
 * Returns the merchant for a name or a test key, without reading the store.
 *
 * @throws TypeError if the merchant is unknown.
 * @decision 0012
 */
export function findKnownMerchant(
  { merchants }: Pick<Context, 'merchants'>,
  merchantOrKey: string = demoMerchant,
): string {
  const merchant = getTestKeyGrant(merchantOrKey)?.merchant ?? merchantOrKey
  if (merchants.has(merchant) || isTestMerchant(merchant)) return merchant
  const message = unknownMerchantMessage(merchant, merchants.list())
  throw new TypeError(`${message} For one that only the store knows, use control('POST', 'outcomes?merchant=NAME', …).`)
}

/**
 * Rejects an unknown merchant: a misspelt name would have an empty ledger, which is always valid.
 *
 * @param allowsUnusedKey - Whether the test key of the merchant may be unused so far.
 * @decision 0012
 */
export async function checkMerchant(
  context: Context,
  merchant: string,
  allowsUnusedKey: boolean,
): Promise<Rejection | undefined> {
  if (context.merchants.has(merchant) || (allowsUnusedKey && isTestMerchant(merchant))) return undefined
  const { store } = context
  if (await store.get('merchants', merchant, merchant)) return undefined
  // A merchant that wrote something has an id counter.
  if (await store.get('counters', merchant, 'ids')) return undefined
  const rows = await store.list('merchants', null, { limit: maxListedMerchants + 1, order: 'oldest' })
  const knownNames = new Set([...rows.map(({ id }) => id), ...context.merchants.list()])
  return fail('not_found', unknownMerchantMessage(merchant, [...knownNames]), 'merchant')
}

const maxListedMerchants = 20

/** Creates the message for an unknown name, with the known names. */
function unknownMerchantMessage(merchant: string, names: readonly string[]): string {
  const listedNames = names.slice(0, maxListedMerchants).join(', ')
  const ellipsis = names.length > maxListedMerchants ? ' and more' : ''
  const first = isTestMerchant(merchant)
    ? `The key sk_test_${merchant.slice(5)} of the merchant ${merchant} was not used yet.`
    : `There is no merchant ${merchant.slice(0, 80)}.`
  return `${first} Use one of ${listedNames}${ellipsis}. The key sk_test_NAME belongs to the merchant test-NAME.`
}
