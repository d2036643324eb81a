import { type Exchange, readRecords, type ServiceClient } from './service-client.js'

/** Data shared by the checks: the client, the keys, and the initial responses. */
export interface CheckContext {
  readonly service: ServiceClient
  readonly key: string
  /** Key that lacks a read scope. */
  readonly narrowKey: string | undefined
  readonly balance: Exchange
  readonly products: Exchange
  readonly orders: Exchange
  /** Payments of the listed orders and payments from `--ref`. */
  readonly payments: readonly Exchange[]
}

/** Maximum number of payments to read. */
const maxPayments = 20

/** Reads the records that most checks need. */
export async function readCheckContext(
  service: ServiceClient,
  {
    key,
    narrowKey,
    refs,
  }: { readonly key: string; readonly narrowKey: string | undefined; readonly refs: readonly string[] },
): Promise<CheckContext> {
  const balance = await service.get('/api/v1/balance', { key })
  const products = await service.get('/api/v1/products', { key })
  const orders = await service.get('/api/v1/orders?limit=100', { key })
  const found = readRecords(orders)
    .map((order) => order['payment_ref'])
    .filter((ref): ref is string => typeof ref === 'string')
  const payments: Exchange[] = []
  for (const ref of [...new Set([...refs, ...found])].slice(0, maxPayments))
    payments.push(await service.get(`/api/v1/payments/${encodeURIComponent(ref)}`, { key }))
  return { service, key, narrowKey, balance, products, orders, payments }
}
