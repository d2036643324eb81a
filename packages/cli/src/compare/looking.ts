import { type Conversation, type Exchange, recordsOf } from './conversation.js'

/** What the checks share: the conversation, the keys, and what was read at the start. */
export interface Looking {
  readonly service: Conversation
  readonly key: string
  /** A key that lacks a scope for reading, if there is one. */
  readonly narrowKey: string | undefined
  readonly balance: Exchange
  readonly products: Exchange
  readonly orders: Exchange
  /** Payments of the orders that were listed, and those that the user named. */
  readonly payments: readonly Exchange[]
}

/** How many payments are read at most. */
const mostPayments = 20

/** Reads what most checks need. */
export async function look(
  service: Conversation,
  {
    key,
    narrowKey,
    refs,
  }: { readonly key: string; readonly narrowKey: string | undefined; readonly refs: readonly string[] },
): Promise<Looking> {
  const balance = await service.get('/api/v1/balance', { key })
  const products = await service.get('/api/v1/products', { key })
  const orders = await service.get('/api/v1/orders?limit=100', { key })
  const found = recordsOf(orders)
    .map((order) => order['payment_ref'])
    .filter((ref): ref is string => typeof ref === 'string')
  const payments: Exchange[] = []
  for (const ref of [...new Set([...refs, ...found])].slice(0, mostPayments))
    payments.push(await service.get(`/api/v1/payments/${encodeURIComponent(ref)}`, { key }))
  return { service, key, narrowKey, balance, products, orders, payments }
}
