import { createClient } from '@cedi/client'
import { nextPage } from '@cedi/client/response'
import { type CheckClient, type Exchange, isSuccess, readRecords, UnreachableError } from '../check-client.js'
import type { WriteEvidence } from './writes.js'

/** All responses that the statements are checked with. */
export interface Evidence {
  /** Responses without a key, and with an unknown one. */
  readonly withoutKey: Exchange
  readonly withUnknownKey: Exchange
  /** Responses to the narrow key; empty without one. */
  readonly withNarrowKey: readonly Exchange[]
  readonly balance: Exchange
  readonly products: Exchange
  readonly orders: Exchange
  /** The first listed records, and the payments of the orders, read by their identifiers. */
  readonly product: Exchange | undefined
  readonly singleOrders: readonly Exchange[]
  readonly payments: readonly Exchange[]
  /** Products with `limit=1`, and the page after it. */
  readonly firstPage: Exchange
  readonly secondPage: Exchange | undefined
  readonly invalidLimits: readonly Exchange[]
  readonly customers: Exchange
  readonly license: Exchange
  readonly description: Exchange
  /** Responses to the writes, with `--write`. */
  readonly writes: WriteEvidence | undefined
}

/** Input of the reads. */
export interface EvidenceOptions {
  readonly baseUrl: string
  readonly key: string
  /** Key that lacks a read scope. */
  readonly narrowKey?: string | undefined
  /** Payments to check besides those of the orders. */
  readonly refs?: readonly string[]
}

/** Maximum numbers of orders and payments to read by their identifiers. */
const maxSingleOrders = 3
const maxPayments = 20

/**
 * Reads everything that the statements need. Sends GET requests only.
 *
 * @throws UnreachableError if the first three requests have no response.
 */
export async function readEvidence(
  service: CheckClient,
  { baseUrl, key, narrowKey, refs = [] }: EvidenceOptions,
): Promise<Omit<Evidence, 'writes'>> {
  const get = (path: string): Promise<Exchange> => service.get(path, { key })
  const balance = await get('/api/v1/balance')
  const products = await get('/api/v1/products?limit=100')
  const orders = await get('/api/v1/orders?limit=100')
  // The report of a service that redirects contains the URL to use.
  const isUnreachable = [balance, products, orders].every(({ problem, isRedirect }) => problem && !isRedirect)
  if (isUnreachable) throw new UnreachableError(`${baseUrl}: ${balance.problem} Check that it runs, and the URL.`)
  const readById = (path: string, ids: readonly unknown[], maxCount: number): Promise<Exchange[]> =>
    readInOrder(
      [...new Set(ids.filter((id): id is string => typeof id === 'string' && id !== ''))].slice(0, maxCount),
      (id) => get(`${path}/${encodeURIComponent(id)}`),
    )
  const [product] = await readById(
    '/api/v1/products',
    readRecords(products).map(({ id }) => id),
    1,
  )
  const firstPage = await get('/api/v1/products?limit=1')
  const paymentRefs = readRecords(orders).map(({ payment_ref }) => payment_ref)
  return {
    ...{ balance, products, orders, product, firstPage },
    singleOrders: await readById(
      '/api/v1/orders',
      readRecords(orders).map(({ ref }) => ref),
      maxSingleOrders,
    ),
    payments: await readById('/api/v1/payments', [...refs, ...paymentRefs], maxPayments),
    secondPage: await readNextPage(firstPage, get),
    invalidLimits: await readInOrder(['abc', '0', '101'], (limit) => get(`/api/v1/products?limit=${limit}`)),
    customers: await get('/api/v1/customers'),
    license: await service.get('/api/licenses/verify?key=CEDI-COMPARE-0000'),
    description: await readDescription(service, key),
    withoutKey: await service.get('/api/v1/balance'),
    withUnknownKey: await service.get('/api/v1/balance', { key: 'no-such-key' }),
    withNarrowKey: await readWithNarrowKey(service, narrowKey),
  }
}

/** Sends requests one after the other, to stay below rate limits. */
async function readInOrder<T>(items: readonly T[], read: (item: T) => Promise<Exchange>): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  for (const item of items) exchanges.push(await read(item))
  return exchanges
}

/** Follows `Link` with `rel="next"`. The client keeps the URL of the list, so the key is not sent elsewhere. */
async function readNextPage(page: Exchange, get: (path: string) => Promise<Exchange>): Promise<Exchange | undefined> {
  const request = createClient({ baseUrl: 'https://localhost', apiKey: 'sk_test_1' }).products.list({ limit: '1' })
  const next = isSuccess(page) ? nextPage(request, page) : undefined
  return next && get(`/api/v1/products${new URL(next.url).search}`)
}

/** Reads the description without a key, and with one if the service requires it: the documentation does not state it. */
async function readDescription(service: CheckClient, key: string): Promise<Exchange> {
  const response = await service.get('/api/v1/openapi.json')
  return response.status === 401 ? service.get('/api/v1/openapi.json', { key }) : response
}

/** Reads each resource with the narrow key, which must lack one of the scopes. */
const readWithNarrowKey = async (service: CheckClient, key: string | undefined): Promise<readonly Exchange[]> =>
  key === undefined
    ? []
    : readInOrder(
        ['/api/v1/balance', '/api/v1/products?limit=1', '/api/v1/orders?limit=1', '/api/v1/payments/pay_compare'],
        (path) => service.get(path, { key }),
      )
