import { type Account, type AccountRow, type Place, type ProviderAccount, placeOf } from '@cedi/ledger'
import type { Context } from '@cedi/mock-server/service'
import { merchantName } from '@cedi/mock-server/service'
import type { Listing } from '../kit/list.js'

/** What waits for an operator, across all merchants, the oldest first. */
export const waiting = {
  refunds: {
    table: 'refunds',
    merchant: null,
    query: { order: 'oldest', by: 'created_ms', where: { status: 'pending' } },
    path: 'refunds',
  } as Listing<'refunds'>,
  payouts: {
    table: 'payouts',
    merchant: null,
    query: { order: 'oldest', by: 'created_ms', where: { status: 'pending' } },
    path: 'payouts',
  } as Listing<'payouts'>,
}

/** What has been decided, the last one first. */
export const decided = {
  refunds: {
    table: 'refunds',
    merchant: null,
    query: { by: 'resolved_ms' },
    path: 'refunds',
    kept: { list: 'decided' },
  } as Listing<'refunds'>,
  payouts: {
    table: 'payouts',
    merchant: null,
    query: { by: 'resolved_ms' },
    path: 'payouts',
    kept: { list: 'decided' },
  } as Listing<'payouts'>,
}

/** Payments whose money came after they had ended and still waits, the oldest first. */
export const lateMoney: Listing<'payments'> = {
  table: 'payments',
  merchant: null,
  query: { order: 'oldest', by: 'created_ms', where: { late_money: 'held' } },
  path: 'suspense',
}

/** Settlements that were recorded, the last one first. */
export const settled: Listing<'entries'> = {
  table: 'entries',
  merchant: null,
  query: { by: 'at_ms', where: { kind: 'provider_settled' } },
  path: 'settlements',
  kept: { list: 'recorded' },
}

/** How many rows are read at a time to read all of them. */
const atOnce = 500

/** Reads all rows of a listing that no page shows, because a sum must not miss anybody. */
export async function all<R extends { readonly id: string; readonly merchant: string }>(
  read: (query: { readonly limit: number; readonly order: 'oldest'; readonly past?: Place }) => Promise<R[]>,
): Promise<R[]> {
  const found: R[] = []
  for (let past: Place | undefined; ; ) {
    const rows = await read({ limit: atOnce, order: 'oldest', ...(past ? { past } : {}) })
    found.push(...rows)
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) return found
    past = placeOf(last, undefined)
  }
}

/** The merchants with a balance in an account. */
export async function holding({ store }: Context, account: Account): Promise<AccountRow[]> {
  const rows = await all((query) => store.list('accounts', null, { ...query, where: { id: account } }))
  return rows.filter(({ balance_pesewas }) => balance_pesewas > 0n)
}

export const sum = (rows: readonly { readonly balance_pesewas: bigint }[]): bigint =>
  rows.reduce((total, { balance_pesewas }) => total + balance_pesewas, 0n)

/** The accounts that hold what networks collected. */
export const providers: readonly ProviderAccount[] = ['psp:mtn', 'psp:telecel', 'psp:airteltigo', 'psp:card']

/** The names of merchants, each looked up once. */
export function namesOf(context: Context): (merchant: string) => Promise<string> {
  const names = new Map<string, string>()
  return async (merchant) => {
    const name = names.get(merchant) ?? (await merchantName(context, merchant))
    names.set(merchant, name)
    return name
  }
}
