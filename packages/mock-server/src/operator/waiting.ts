import type { AccountRow, PaymentRow, ProviderAccount, Row } from '@cedi/ledger'
import type { Context } from '../context.js'
import { merchantName } from '../hosted/session.js'

/** So many of a kind are looked at: a desk with more has other worries than this page. */
const most = 500

/** What waits in a table, of all merchants, the oldest first. */
export async function waiting<T extends 'refunds' | 'payouts'>({ store }: Context, table: T): Promise<Row<T>[]> {
  const where = { status: 'pending' } as const
  const rows = await store.list<'refunds' | 'payouts'>(table, null, { limit: most, order: 'oldest', where })
  return rows.sort((one, other) => one.created_ms - other.created_ms) as Row<T>[]
}

/** What was decided in a table lately, the last one first. */
export async function decided<T extends 'refunds' | 'payouts'>({ store }: Context, table: T): Promise<Row<T>[]> {
  const rows = await store.list<'refunds' | 'payouts'>(table, null, { limit: most })
  return rows
    .filter(({ resolved_ms }) => resolved_ms !== null)
    .sort((one, other) => (other.resolved_ms ?? 0) - (one.resolved_ms ?? 0))
    .slice(0, 10) as Row<T>[]
}

/** The accounts that hold something, of all merchants. */
export async function holding({ store }: Context, isIt: (account: AccountRow) => boolean): Promise<AccountRow[]> {
  const rows = await store.list('accounts', null, { limit: most * 11 })
  return rows.filter((row) => row.balance_pesewas > 0n && isIt(row))
}

export const sum = (rows: readonly { readonly balance_pesewas: bigint }[]): bigint =>
  rows.reduce((total, { balance_pesewas }) => total + balance_pesewas, 0n)

/** The accounts in which networks hold what they collected. */
export const providers: readonly ProviderAccount[] = ['psp:mtn', 'psp:telecel', 'psp:airteltigo', 'psp:card']

/** Payments whose money came after they had ended, and waits. */
export async function lateMoney(context: Context): Promise<PaymentRow[]> {
  const held = await holding(context, ({ id }) => id === 'suspense')
  const found: PaymentRow[] = []
  for (const { merchant } of held) {
    const query = { limit: most, where: { kind: 'late_money_received' } } as const
    for (const { source } of await context.store.list('entries', merchant, query)) {
      const payment = await context.store.get('payments', merchant, source)
      if (payment?.late_money === 'held') found.push(payment)
    }
  }
  return found
}

/** The names of merchants, each looked up once. */
export function namesOf(context: Context): (merchant: string) => Promise<string> {
  const names = new Map<string, string>()
  return async (merchant) => {
    const name = names.get(merchant) ?? (await merchantName(context, merchant))
    names.set(merchant, name)
    return name
  }
}
