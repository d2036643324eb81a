import { type Client, isApiError, type Order, type Payment } from '@cedi/client'
import { type FetchLike, send } from '@cedi/client/fetch'
import { findControlToken } from '@cedi/mock-server/node'
import type { CliContext } from '../command.js'
import { isLoopback } from '../connection.js'
import { escapeControls } from '../show.js'
import { withTimeout } from '../timeout.js'
import type { RecordState } from './changes.js'

/** Reads a merchant's payments and orders. */
export interface Watcher {
  /** Returns the current state of all records, newest first. */
  readStates(): Promise<readonly RecordState[]>
}

interface WatchOptions {
  readonly client: Client
  readonly baseUrl: string
  /** Payments without an order. */
  readonly refs: readonly string[]
  readonly context: Pick<CliContext, 'environment' | 'transport' | 'signal'>
}

const toPaymentState = (record: Payment): RecordState => ({
  kind: 'payment',
  ref: record.ref,
  status: record.status,
  refunded: record.refunded_amount,
  record,
})
const toOrderState = (record: Order): RecordState => ({
  kind: 'order',
  ref: record.ref,
  status: record.status,
  refunded: record.refunded_amount,
  record,
})

/** Maximum number of payment reads per poll, to stay below the service's rate limit. */
const maxReads = 10

/** Maximum number of payments to list with the control API. */
const maxListedPayments = 4_000

/** Timeout of the control API in ms. */
const controlTimeoutMs = 10_000

/** Error for a response that violates the contract. */
class InvalidResponse extends Error {}

/**
 * Creates a watcher. It lists the orders and reads their payments. If the service has a control API, it lists all payments
 * there, including payments without an order.
 */
export function createWatcher({ client, baseUrl, refs, context }: WatchOptions): Watcher {
  const options = { fetch: context.transport as FetchLike, signal: context.signal }
  /** Payments in a final state. They change only by refunds, which their order shows. */
  const finalRefs = new Set<string>()
  /** Time of creation and refunded amount of each order. */
  const orderVersions = new Map<string, string>()
  /** Payments from before the start that were not read yet. */
  let refsAtStart: Set<string> | undefined
  const paymentsAtStart: Payment[] = []
  let pollCount = 0

  async function readPayment(ref: string): Promise<Payment> {
    const [payment] = readRecords<Payment>([await send(client.payments.read(ref), options)], 'payments') as [Payment]
    if (payment.status !== 'pending') finalRefs.add(ref)
    return payment
  }

  async function readPayments(orders: readonly Order[]): Promise<Payment[]> {
    const knownRefs = new Set(
      [...refs, ...orders.map((order) => order.payment_ref)].filter((ref) => typeof ref === 'string'),
    )
    refsAtStart ??= new Set(knownRefs)
    // Without this read, the first read of an old payment would be reported as a change.
    for (const ref of refsAtStart) {
      paymentsAtStart.push(await readPayment(ref))
      refsAtStart.delete(ref)
    }
    for (const { ref, payment_ref, created_at, refunded_amount } of orders) {
      const version = `${created_at} ${refunded_amount}`
      if ((orderVersions.get(ref) ?? version) !== version) finalRefs.delete(payment_ref)
      orderVersions.set(ref, version)
    }
    if (paymentsAtStart.length > 0) return paymentsAtStart.splice(0)
    const openRefs = [...knownRefs].filter((ref) => !finalRefs.has(ref))
    const from = openRefs.length > maxReads ? (pollCount++ * maxReads) % openRefs.length : 0
    const read: Payment[] = []
    for (const ref of [...openRefs, ...openRefs].slice(from, from + Math.min(openRefs.length, maxReads)))
      read.push(await readPayment(ref))
    return read
  }
  return {
    async readStates() {
      let requestId: string | undefined
      const transport: FetchLike = async (url, init) => {
        const response = await context.transport(url, init)
        requestId = response.headers.get('x-request-id') ?? undefined
        return response
      }
      const orderPage = await send(client.orders.list({ limit: '100' }), { ...options, fetch: transport })
      const orders = readRecords<Order>(orderPage, 'orders')
      const payments = (await readFromControlApi(baseUrl, requestId, context)) ?? (await readPayments(orders))
      return [...orders.map(toOrderState), ...payments.map(toPaymentState)]
    },
  }
}

/** Validates the records of a response. @throws InvalidResponse if a record has no ref or status. */
function readRecords<T extends Order | Payment>(data: unknown, resource: string): T[] {
  const isRecord = (one: unknown): boolean => {
    const { ref, status } = (one ?? {}) as Record<string, unknown>
    return typeof ref === 'string' && typeof status === 'string'
  }
  if (Array.isArray(data) && data.every(isRecord)) return data as T[]
  throw new InvalidResponse(`The service's ${resource} do not match the contract. Run cedi compare.`)
}

/** Lists payments with the control API, which accepts only loopback. Returns undefined if there is none. */
async function readFromControlApi(
  baseUrl: string,
  requestId: string | undefined,
  { environment, transport, signal }: WatchOptions['context'],
): Promise<Payment[] | undefined> {
  if (requestId === undefined || !isLoopback(baseUrl)) return undefined
  const token = findControlToken(baseUrl, environment)
  if (token === undefined) return undefined
  const headers = { 'X-Mock-Token': token }
  const read = async (path: string): Promise<unknown> => {
    const { status, text } = await withTimeout(signal, controlTimeoutMs, async (controlSignal) => {
      const response = await transport(`${baseUrl}/__mock/${path}`, { headers, signal: controlSignal })
      return { status: response.status, text: await response.text() }
    })
    const { data } = status === 200 ? (JSON.parse(text) as { data?: unknown }) : {}
    return data
  }
  try {
    // The request log contains the merchant of the key.
    const log = (await read('requests?limit=100')) as
      | readonly { readonly request_id: string; readonly merchant: string | null }[]
      | undefined
    const merchant = log?.find((item) => item.request_id === requestId)?.merchant
    if (!merchant) return undefined
    const path = `payments?limit=${maxListedPayments}&merchant=${encodeURIComponent(merchant)}`
    return readRecords<Payment>(await read(path), 'payments')
  } catch {
    return undefined
  }
}

/** Formats an error of a poll on one line. */
export const toErrorLine = (error: unknown): string => {
  if (isApiError(error) || error instanceof InvalidResponse) return escapeControls(error.message)
  throw error
}
