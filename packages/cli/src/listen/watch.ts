import { type Client, isApiError, type Order, type Payment } from '@cedi/client'
import { type FetchLike, send } from '@cedi/client/fetch'
import type { Surroundings } from '../command.js'
import { isHere } from '../connection.js'
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

/**
 * Orders come from the API's list, payments from their orders. The sandbox and the mock server list all payments in
 * their control API, including those of only an amount. Where the control API answers, it is used instead.
 */
export function watch({ client, baseUrl, refs, around }: WatchOptions): Watch {
  const options = { fetch: around.transport as FetchLike, signal: around.signal }
  /** A final payment changes only by refunds, which its order shows. */
  const final = new Set<string>()
  let turn = 0

  async function readPayments(orders: readonly Order[]): Promise<Payment[]> {
    const left = [...new Set([...refs, ...orders.map((order) => order.payment_ref)])].filter((ref) => !final.has(ref))
    const from = left.length > mostReads ? (turn++ * mostReads) % left.length : 0
    const read: Payment[] = []
    for (const ref of [...left, ...left].slice(from, from + Math.min(left.length, mostReads))) {
      const payment = await send(client.payments.read(ref), options)
      if (payment.status !== 'pending') final.add(ref)
      read.push(payment)
    }
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
      const orders = await send(client.orders.list({ limit: '100' }), { ...options, fetch: transport })
      const payments = (await controlled(baseUrl, requestId, around)) ?? (await readPayments(orders))
      return [...orders.map(ofOrder), ...payments.map(ofPayment)]
    },
  }
}

/** The payments in a mock server's control API; undefined where there is none. It answers this machine only. */
async function controlled(
  baseUrl: string,
  requestId: string | undefined,
  { transport, signal }: WatchOptions['around'],
): Promise<Payment[] | undefined> {
  if (requestId === undefined || !isHere(baseUrl)) return undefined
  const ask = async (path: string): Promise<unknown> => {
    const answer = await transport(`${baseUrl}/__mock/${path}`, { signal })
    const { data } = answer.status === 200 ? (JSON.parse(await answer.text()) as { data?: unknown }) : {}
    return data
  }
  try {
    // The log shows which merchant our own key belongs to.
    const log = (await ask('requests?limit=100')) as
      | readonly { readonly request_id: string; readonly merchant: string | null }[]
      | undefined
    const merchant = log?.find((one) => one.request_id === requestId)?.merchant
    return merchant
      ? ((await ask(`payments?limit=200&merchant=${encodeURIComponent(merchant)}`)) as Payment[] | undefined)
      : undefined
  } catch {
    return undefined
  }
}

/** What went wrong in a check, in one line. */
export const lookError = (error: unknown): string => {
  if (isApiError(error)) return error.message
  throw error
}
