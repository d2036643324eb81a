import { type Context, fail, type HttpResponse, runDueEvents, toResponse, wait } from '@cedi/mock-server/internal'
import { readPayment, readStatus, type Session, toCheckoutPayment } from './session.js'

const pollIntervalMs = 400
const streamLifetimeMs = 25_000
/** Maximum number of open streams of a server, because anyone can open one and each polls the store. */
const maxStreams = 100

/** Open streams of a server. */
class OpenStreams {
  count = 0
  /** The next poll of each intent. */
  readonly polls: Map<string, Promise<string>> = new Map()
}

const openStreams = new WeakMap<Context, OpenStreams>()

function getOpenStreams(context: Context): OpenStreams {
  const found = openStreams.get(context) ?? new OpenStreams()
  openStreams.set(context, found)
  return found
}

/** Polls an intent once for all its streams. @returns A string that changes with the intent and its payment. */
function poll(context: Context, session: Session, { polls }: OpenStreams): Promise<string> {
  const { merchant, intent } = session
  const key = `${merchant}/${intent.id}`
  const read = async (): Promise<string> => {
    try {
      await wait(pollIntervalMs)
      await runDueEvents(context, merchant, context.clock.nowMs())
      const latest = (await context.store.get('intents', merchant, intent.id)) ?? intent
      const payment = await readPayment(context, { ...session, intent: latest })
      return JSON.stringify([latest.status, payment && toCheckoutPayment(payment, true)])
    } finally {
      polls.delete(key)
    }
  }
  const next = polls.get(key) ?? read()
  polls.set(key, next)
  return next
}

const toEvent = (status: object): string => `event: status\ndata: ${JSON.stringify(status)}\n\n`

/**
 * Streams the status as server-sent events for a limited time. The page then requests it again. Beyond a number of
 * streams the response is 503, and the page requests the status at intervals.
 */
export async function streamStatus(context: Context, session: Session, requestId: string): Promise<HttpResponse> {
  const streams = getOpenStreams(context)
  const first = await readStatus(context, session)
  if (streams.count >= maxStreams) {
    const error = fail('provider_unavailable', 'Too many pages listen for events. Request the status instead.')
    return toResponse(error, requestId, { 'Retry-After': '10' })
  }
  async function* follow(signal: AbortSignal): AsyncGenerator<string> {
    // More streams may have started since the check.
    if (streams.count >= maxStreams) return
    streams.count++
    try {
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
      aborted.catch(() => undefined)
      let { now: _, ...before } = first
      let version = ''
      for (
        let spentMs = 0;
        spentMs < streamLifetimeMs && before.payment?.status === 'pending';
        spentMs += pollIntervalMs
      ) {
        signal.throwIfAborted()
        const next = await Promise.race([poll(context, session, streams), aborted])
        if (next === version) continue
        version = next
        const { now, ...status } = await readStatus(context, session)
        if (JSON.stringify(status) === JSON.stringify(before)) continue
        before = status
        yield toEvent({ ...status, now })
      }
    } finally {
      streams.count--
    }
  }
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Request-Id': requestId,
    },
    body: toEvent(first),
    stream: follow,
  }
}
