import { type Scope, scopes } from '@cedi/contract'
import { fail, type Rejection } from '@cedi/ledger'
import type { Context } from './context.js'
import type { KnownMerchants } from './known-merchants.js'

/** The merchant of the fixed test keys. */
export const demoMerchant = 'demo'

/** The test keys of the demo merchant: all scopes, none, the reading ones, and one for each scope. @decision 0012 */
const fixedKeys = new Map<string, readonly Scope[]>([
  ['sk_test_all', scopes],
  ['sk_test_none', []],
  ['sk_test_readonly', scopes.filter((scope) => scope.endsWith(':read'))],
])
for (const scope of scopes) fixedKeys.set(`sk_test_${scope.replace(':', '_')}`, [scope])

/**
 * The merchant of a test key: the fixed keys belong to the demo merchant. Any other `sk_test_NAME` belongs to its own
 * merchant, `test-NAME`, so that parallel tests never meet.
 *
 * @decision 0012
 */
export function grantOfTestKey(
  key: string,
): { readonly merchant: string; readonly scopes: readonly Scope[] } | undefined {
  const fixed = fixedKeys.get(key)
  if (fixed) return { merchant: demoMerchant, scopes: fixed }
  const own = /^sk_test_([A-Za-z0-9][\w-]{0,63})$/.exec(key)?.[1]
  return own ? { merchant: `test-${own}`, scopes } : undefined
}

/** Whether a name is a test key's merchant, even before the key is first used. */
export const isTestMerchant = (name: string): boolean =>
  name.startsWith('test-') && grantOfTestKey(`sk_test_${name.slice(5)}`)?.merchant === name

/** Maximum number of remembered merchants that sent requests without a write. Others are in the store. */
const maxRemembered = 10_000

/**
 * Remembers a seed's merchants, and the demo merchant, who always exists.
 *
 * @param start - The merchants at the start.
 */
export function knownMerchants(start: readonly { readonly id: string }[] = []): KnownMerchants {
  const first = start.map(({ id }) => id)
  let names = new Set([demoMerchant, ...first])
  return {
    add(merchant) {
      if (names.size < maxRemembered) names.add(merchant)
    },
    has: (merchant) => names.has(merchant),
    list: () => [...names],
    restore(merchants = first) {
      names = new Set([demoMerchant, ...merchants])
    },
  }
}

/**
 * The merchant that a test names, or one of its test keys, without asking the store.
 *
 * @throws TypeError when nobody is known by that name.
 * @decision 0012
 */
export function merchantMeant({ merchants }: Pick<Context, 'merchants'>, whose: string = demoMerchant): string {
  const merchant = grantOfTestKey(whose)?.merchant ?? whose
  if (merchants.has(merchant) || isTestMerchant(merchant)) return merchant
  const words = unknownWords(merchant, merchants.list())
  throw new TypeError(`${words} For one that only the store knows, use control('POST', 'outcomes?merchant=NAME', …).`)
}

/**
 * Rejects an unknown merchant: a misspelt name would have an empty ledger, which is always valid.
 *
 * @param isPrepared - Whether the call prepares something for a test key that may not have been used yet.
 * @decision 0012
 */
export async function checkMerchant(
  context: Context,
  merchant: string,
  isPrepared: boolean,
): Promise<Rejection | undefined> {
  if (context.merchants.has(merchant) || (isPrepared && isTestMerchant(merchant))) return undefined
  const { store } = context
  if (await store.get('merchants', merchant, merchant)) return undefined
  // A merchant that wrote something with a key has taken an id.
  if (await store.get('counters', merchant, 'ids')) return undefined
  const rows = await store.list('merchants', null, { limit: maxNamed + 1, order: 'oldest' })
  const named = new Set([...rows.map(({ id }) => id), ...context.merchants.list()])
  return fail('not_found', unknownWords(merchant, [...named]), 'merchant')
}

const maxNamed = 20

/** Creates the message for an unknown name, with the known names. */
function unknownWords(merchant: string, names: readonly string[]): string {
  const shown = names.slice(0, maxNamed).join(', ')
  const more = names.length > maxNamed ? ' and more' : ''
  const first = isTestMerchant(merchant)
    ? `The key sk_test_${merchant.slice(5)} of the merchant ${merchant} was not used yet.`
    : `There is no merchant ${merchant.slice(0, 80)}.`
  return `${first} Use one of ${shown}${more}. The key sk_test_NAME belongs to the merchant test-NAME.`
}
