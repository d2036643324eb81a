import {
  type Account,
  type AccountRow,
  type Context,
  merchantName,
  type Place,
  type ProviderAccount,
  toPlace,
} from '@cedi/mock-server/internal'
import type { ListSource } from '../kit/list.js'

/** Refunds and payouts that an operator must resolve, of all merchants, oldest first. */
export const pendingItems = {
  refunds: {
    table: 'refunds',
    merchant: null,
    query: { order: 'oldest', by: 'created_ms', where: { status: 'pending' } },
    path: 'refunds',
  } as ListSource<'refunds'>,
  payouts: {
    table: 'payouts',
    merchant: null,
    query: { order: 'oldest', by: 'created_ms', where: { status: 'pending' } },
    path: 'payouts',
  } as ListSource<'payouts'>,
}

/** Resolved refunds and payouts, newest first. */
export const resolvedItems = {
  refunds: {
    table: 'refunds',
    merchant: null,
    query: { by: 'resolved_ms' },
    path: 'refunds',
    params: { list: 'decided' },
  } as ListSource<'refunds'>,
  payouts: {
    table: 'payouts',
    merchant: null,
    query: { by: 'resolved_ms' },
    path: 'payouts',
    params: { list: 'decided' },
  } as ListSource<'payouts'>,
}

/** Payments with unreturned money that was received after their end, oldest first. */
export const lateMoney: ListSource<'payments'> = {
  table: 'payments',
  merchant: null,
  query: { order: 'oldest', by: 'created_ms', where: { late_money: 'held' } },
  path: 'suspense',
}

/** Recorded settlements, newest first. */
export const recordedSettlements: ListSource<'entries'> = {
  table: 'entries',
  merchant: null,
  query: { by: 'at_ms', where: { kind: 'provider_settled' } },
  path: 'settlements',
  params: { list: 'recorded' },
}

/** Number of rows of one read. */
const batchSize = 500

/** Reads all rows, in batches, for a sum. */
export async function readAll<R extends { readonly id: string; readonly merchant: string }>(
  read: (query: { readonly limit: number; readonly order: 'oldest'; readonly past?: Place }) => Promise<R[]>,
): Promise<R[]> {
  const all: R[] = []
  for (let past: Place | undefined; ; ) {
    const rows = await read({ limit: batchSize, order: 'oldest', ...(past ? { past } : {}) })
    all.push(...rows)
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return all
    past = toPlace(last, undefined)
  }
}

/** Reads the positive balances of all merchants in an account. */
export async function readBalances({ store }: Context, account: Account): Promise<AccountRow[]> {
  const rows = await readAll((query) => store.list('accounts', null, { ...query, where: { id: account } }))
  return rows.filter(({ balance_pesewas }) => balance_pesewas > 0n)
}

/** Adds up balances. */
export const sumBalances = (rows: readonly { readonly balance_pesewas: bigint }[]): bigint =>
  rows.reduce((total, { balance_pesewas }) => total + balance_pesewas, 0n)

/** Accounts for money that the networks collected and have not settled. */
export const providerAccounts: readonly ProviderAccount[] = ['psp:mtn', 'psp:telecel', 'psp:airteltigo', 'psp:card']

/** Returns a function that reads the name of a merchant, and caches it. */
export function createNameLookup(context: Context): (merchant: string) => Promise<string> {
  const names = new Map<string, string>()
  return async (merchant) => {
    const name = names.get(merchant) ?? (await merchantName(context, merchant))
    names.set(merchant, name)
    return name
  }
}
