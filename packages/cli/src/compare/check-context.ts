import { type Exchange, readField, readRecords, type ServiceClient, UnreachableError } from './service-client.js'

/** Data shared by the checks: the client, the keys, and the initial responses. */
export interface CheckContext {
  readonly service: ServiceClient
  readonly baseUrl: string
  readonly key: string
  /** Key that lacks a read scope. */
  readonly narrowKey: string | undefined
  readonly balance: Exchange
  /** Products without `limit`. */
  readonly products: Exchange
  /** Products with the largest accepted `limit`. */
  readonly allProducts: Exchange
  readonly orders: Exchange
  /** Products without `limit`, read again after the single product. */
  readonly laterProducts: Exchange
  /** Orders, read again after the payments and the single orders. */
  readonly laterOrders: Exchange
  /** The first listed records, read by their identifiers. */
  readonly singles: { readonly product: Exchange | undefined; readonly order: Exchange | undefined }
  /** The first listed order of each status, read by its identifier. */
  readonly singleOrders: readonly Exchange[]
  /** Payments of the listed orders and payments from `--ref`. */
  readonly payments: readonly Exchange[]
  /** Largest `limit` that the service accepts, at most 100. */
  readonly maxLimit: number
}

/** Maximum number of orders to read by their identifiers. */
const maxSingleOrders = 4
/** Maximum number of payments to read. */
const maxPayments = 20
/** The contract's maximum of `limit`, then values that other services use. */
const limits = [100, 50, 25, 20, 10]

/**
 * Reads the records that most checks need.
 *
 * @throws UnreachableError if no request has a usable response.
 */
export async function readCheckContext(
  service: ServiceClient,
  {
    baseUrl,
    key,
    narrowKey,
    refs,
  }: {
    readonly baseUrl: string
    readonly key: string
    readonly narrowKey: string | undefined
    readonly refs: readonly string[]
  },
): Promise<CheckContext> {
  const balance = await service.get('/api/v1/balance', { key })
  const products = await service.get('/api/v1/products', { key })
  const { maxLimit, list: allProducts } = await readWithMaxLimit(service, key)
  const orders = await service.get(`/api/v1/orders?limit=${maxLimit}`, { key })
  const isUnreachable = [balance, products, orders].every(({ problem }) => problem !== undefined)
  // The report of a service that redirects contains the URL to use.
  if (isUnreachable && service.redirected.length === 0)
    throw new UnreachableError(`${baseUrl}: ${balance.problem} Check that it runs, and the URL.`)
  const found = readRecords(orders)
    .map((order) => readField(order, 'payment_ref'))
    .filter((ref): ref is string => typeof ref === 'string' && ref !== '')
  const payments: Exchange[] = []
  for (const ref of [...new Set([...refs, ...found])].slice(0, maxPayments))
    payments.push(await service.get(`/api/v1/payments/${encodeURIComponent(ref)}`, { key }))
  // The type of an identifier is reported with the fields of its record.
  const readSingle = async (path: string, id: unknown): Promise<readonly Exchange[]> =>
    typeof id === 'string' || typeof id === 'number'
      ? [await service.get(`${path}/${encodeURIComponent(id)}`, { key })]
      : []
  const [product] = await readSingle('/api/v1/products', readRecords(products)[0]?.['id'])
  const laterProducts = product === undefined ? products : await service.get(products.path, { key })
  const singleOrders: Exchange[] = []
  for (const { ref } of firstOfEachStatus(readRecords(orders)).slice(0, maxSingleOrders))
    singleOrders.push(...(await readSingle('/api/v1/orders', ref)))
  const laterOrders = await service.get(orders.path, { key })
  return {
    ...{ service, baseUrl, key, narrowKey, balance, payments, maxLimit },
    ...{ products, allProducts, laterProducts, orders, laterOrders },
    singles: { product, order: singleOrders[0] },
    singleOrders,
  }
}

/** Returns the first record of each status. */
const firstOfEachStatus = <T extends Readonly<Record<string, unknown>>>(records: readonly T[]): readonly T[] =>
  records.filter(({ status }, index) => records.findIndex((other) => other['status'] === status) === index)

/** Lists the products with the largest `limit` that the service does not reject. */
async function readWithMaxLimit(
  service: ServiceClient,
  key: string,
): Promise<{ readonly maxLimit: number; readonly list: Exchange }> {
  let first: Exchange | undefined
  for (const maxLimit of limits) {
    const list = await service.get(`/api/v1/products?limit=${maxLimit}`, { key })
    if (list.status !== 400 && list.status !== 422) return { maxLimit, list }
    first ??= list
  }
  return { maxLimit: 100, list: first as Exchange }
}
