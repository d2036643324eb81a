import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { Surroundings } from '../command.js'
import { codeOf } from '../transport.js'
import type { Change } from './changes.js'

/** The result of a delivery: the answer's status, or why there was none. */
export type Delivery = { readonly status: number } | { readonly problem: string }

/** How long a server may take to answer, in ms. */
const timeoutMs = 10_000
/** How long to wait before the next attempts, in ms. */
const pausesMs: readonly number[] = [1_000, 2_000, 4_000, 8_000]

/** What one delivery needs. */
interface Delivering {
  readonly to: string
  /** `whsec_…` */
  readonly secret: string
  readonly nowMs: () => number
  readonly sleep: (ms: number) => Promise<void>
  readonly around: Pick<Surroundings, 'transport' | 'signal'>
}

/**
 * Posts a change as a signed event in the form of Standard Webhooks. Every attempt has the same `webhook-id`, so that a
 * server can recognise repeats.
 */
export async function deliver(change: Change, { to, secret, nowMs, sleep, around }: Delivering): Promise<Delivery> {
  const id = `msg_${randomUUID().replaceAll('-', '')}`
  const body = JSON.stringify({ type: change.type, timestamp: new Date(nowMs()).toISOString(), data: change.record })
  let last: Delivery = { problem: 'it was not sent' }
  for (const pauseMs of [0, ...pausesMs]) {
    if (pauseMs > 0) await sleep(pauseMs)
    if (around.signal.aborted) return last
    last = await attempt(body, { id, to, secret, at: new Date(nowMs()), around })
    if ('status' in last && last.status >= 200 && last.status < 300) return last
  }
  return last
}

async function attempt(
  body: string,
  {
    id,
    to,
    secret,
    at,
    around,
  }: Pick<Delivering, 'to' | 'secret' | 'around'> & { readonly id: string; readonly at: Date },
): Promise<Delivery> {
  try {
    const response = await around.transport(to, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, at, body),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([around.signal, AbortSignal.timeout(timeoutMs)]),
    })
    return { status: response.status }
  } catch (error) {
    const { name } = error as { readonly name: string }
    return {
      problem: name === 'TimeoutError' ? `no answer within ${timeoutMs / 1000} s` : (codeOf(error) ?? 'no connection'),
    }
  }
}
