import { type Client, isApiError, type Order, type Payment } from '@cedi/client'
import { type FetchLike, send } from '@cedi/client/fetch'
import type { Surroundings } from '../command.js'
import { isHere } from '../connection.js'
import { visible } from '../show.js'
import type { Seen } from './changes.js'

/** Reads a merchant's payments and orders. */
export interface Watch {
  /** Everything that can be seen now, newest first. */
  look(): Promise<readonly Seen[]>
}

interface WatchOptions {
  readonly client: Client
  readonly baseUrl: string
  /** Payments that belong to no order, by name. */
  readonly refs: readonly string[]
  readonly around: Pick<Surroundings, 'transport' | 'signal'>
}

const ofPayment = (record: Payment): Seen => ({
  kind: 'payment',
  ref: record.ref,
  status: record.status,
  refunded: record.refunded_amount,
  record,
})
const ofOrder = (record: Order): Seen => ({
  kind: 'order',
  ref: record.ref,
  status: record.status,
  refunded: record.refunded_amount,
  record,
})

/** How many payments are read in one check: many pending orders must not use up the service's rate limit. */
const mostReads = 10

/** How many payments the control API is asked for: all that can be remembered, besides the orders. */
const mostListed = 4_000

/** How long the control API may take to answer, in ms. */
const controlTimeoutMs = 10_000

/** An answer that is not what the contract says, so that there is nothing to compare. */
class StrangeAnswer extends Error {}

/**
 * Orders come from the API's list, payments from their orders. The sandbox and the mock server list all payments in
 * their control API, including those of only an amount. Where the control API answers, it is used instead.
 */
export function watch({ client, baseUrl, refs, around }: WatchOptions): Watch {
  const options = { fetch: around.transport as FetchLike, signal: around.signal }
  /** A final payment changes only by refunds. Its order shows them, and then it is read again. */
  const final = new Set<string>()
  const refundedByOrder = new Map<string, number>()
  /** Payments that were there at the start. Each is read once before anything is reported. */
  let before: Set<string> | undefined
  const readAtStart: Payment[] = []
  let turn = 0

  async function readOne(ref: string): Promise<Payment> {
    const [payment] = recordsIn<Payment>([await send(client.payments.read(ref), options)], 'payments') as [Payment]
    if (payment.status !== 'pending') final.add(ref)
    return payment
  }

  async function readPayments(orders: readonly Order[]): Promise<Payment[]> {
    const named = new Set(
      [...refs, ...orders.map((order) => order.payment_ref)].filter((ref) => typeof ref === 'string'),
    )
    before ??= new Set(named)
    // An old payment that is read for the first time later would look like a change.
    for (const ref of before) {
      readAtStart.push(await readOne(ref))
      before.delete(ref)
    }
    for (const { ref, payment_ref, refunded_amount } of orders) {
      if ((refundedByOrder.get(ref) ?? refunded_amount) !== refunded_amount) final.delete(payment_ref)
      refundedByOrder.set(ref, refunded_amount)
    }
    if (readAtStart.length > 0) return readAtStart.splice(0)
    const left = [...named].filter((ref) => !final.has(ref))
    const from = left.length > mostReads ? (turn++ * mostReads) % left.length : 0
    const read: Payment[] = []
    for (const ref of [...left, ...left].slice(from, from + Math.min(left.length, mostReads)))
      read.push(await readOne(ref))
    return read
  }
  return {
    async look() {
      let requestId: string | undefined
      const transport: FetchLike = async (url, init) => {
        const response = await around.transport(url, init)
        requestId = response.headers.get('x-request-id') ?? undefined
        return response
      }
      const listed = await send(client.orders.list({ limit: '100' }), { ...options, fetch: transport })
      const orders = recordsIn<Order>(listed, 'orders')
      const payments = (await controlled(baseUrl, requestId, around)) ?? (await readPayments(orders))
      return [...orders.map(ofOrder), ...payments.map(ofPayment)]
    },
  }
}

/** Records with what is compared. @throws StrangeAnswer when they are none. */
function recordsIn<T extends Order | Payment>(data: unknown, what: string): T[] {
  const isRecord = (one: unknown): boolean => {
    const { ref, status } = (one ?? {}) as Record<string, unknown>
    return typeof ref === 'string' && typeof status === 'string'
  }
  if (Array.isArray(data) && data.every(isRecord)) return data as T[]
  throw new StrangeAnswer(`The service's ${what} are not those of the contract: run cedi compare on it.`)
}

/** The payments in a mock server's control API; undefined where there is none. It answers this machine only. */
async function controlled(
  baseUrl: string,
  requestId: string | undefined,
  { transport, signal }: WatchOptions['around'],
): Promise<Payment[] | undefined> {
  if (requestId === undefined || !isHere(baseUrl)) return undefined
  const ask = async (path: string): Promise<unknown> => {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(controlTimeoutMs)])
    const answer = await transport(`${baseUrl}/__mock/${path}`, { signal: inTime })
    const { data } = answer.status === 200 ? (JSON.parse(await answer.text()) as { data?: unknown }) : {}
    return data
  }
  try {
    // The log shows which merchant our own key belongs to.
    const log = (await ask('requests?limit=100')) as
      | readonly { readonly request_id: string; readonly merchant: string | null }[]
      | undefined
    const merchant = log?.find((one) => one.request_id === requestId)?.merchant
    if (!merchant) return undefined
    const path = `payments?limit=${mostListed}&merchant=${encodeURIComponent(merchant)}`
    return recordsIn<Payment>(await ask(path), 'payments')
  } catch {
    return undefined
  }
}

/** What went wrong in a check, in one line. */
export const lookError = (error: unknown): string => {
  if (isApiError(error) || error instanceof StrangeAnswer) return visible(error.message)
  throw error
}
