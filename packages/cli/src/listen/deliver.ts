import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { CliContext } from '../command.js'
import { withTimeout } from '../timeout.js'
import { getSystemCode } from '../transport.js'
import type { Change } from './changes.js'

/** Result of a delivery: the response status, or the connection error. */
export type Delivery = { readonly status: number } | { readonly problem: string }

/** Response timeout in ms. */
const timeoutMs = 10_000
/** Retry delays in ms. */
const retryDelaysMs: readonly number[] = [1_000, 2_000, 4_000, 8_000]

/** Options for `deliver`. */
interface DeliveryOptions {
  readonly to: string
  /** `whsec_…` */
  readonly secret: string
  readonly nowMs: () => number
  readonly sleep: (ms: number) => Promise<void>
  readonly context: Pick<CliContext, 'transport' | 'signal'>
}

/**
 * Posts a change as an event signed according to Standard Webhooks. All attempts have the same `webhook-id`, so that the
 * server can detect duplicates.
 */
export async function deliver(
  change: Change,
  { to, secret, nowMs, sleep, context }: DeliveryOptions,
): Promise<Delivery> {
  const id = `msg_${randomUUID().replaceAll('-', '')}`
  const body = JSON.stringify({ type: change.type, timestamp: new Date(nowMs()).toISOString(), data: change.record })
  let result: Delivery = { problem: 'it was not sent' }
  for (const delayMs of [0, ...retryDelaysMs]) {
    if (delayMs > 0) await sleep(delayMs)
    if (context.signal.aborted) return result
    result = await attempt(body, { id, to, secret, at: new Date(nowMs()), context })
    if ('status' in result && result.status >= 200 && result.status < 300) return result
  }
  return result
}

async function attempt(
  body: string,
  {
    id,
    to,
    secret,
    at,
    context,
  }: Pick<DeliveryOptions, 'to' | 'secret' | 'context'> & { readonly id: string; readonly at: Date },
): Promise<Delivery> {
  try {
    const headers = {
      'Content-Type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    }
    const { status } = await withTimeout(context.signal, timeoutMs, (signal) =>
      context.transport(to, { method: 'POST', headers, body, redirect: 'manual', signal }),
    )
    return { status }
  } catch (error) {
    const { name } = error as { readonly name: string }
    return {
      problem:
        name === 'TimeoutError'
          ? `no response within ${timeoutMs / 1000} s`
          : (getSystemCode(error) ?? 'no connection'),
    }
  }
}
