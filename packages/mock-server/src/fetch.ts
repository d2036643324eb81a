import type { Delivery, MockServer } from './mock-server.js'
import type { RequestDescription } from './request.js'

/** Answers what `fetch` takes, and realises faults as a network would. */
export async function fetchFrom(
  mock: MockServer,
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const request = new Request(input, init)
  const delivery = await mock.deliver(await describe(request))
  await wait(delivery.latencyMs, request.signal)
  if (delivery.dropped)
    throw new TypeError('fetch failed', { cause: new Error('The connection was cut by a fault of the mock server.') })
  const { status, headers } = delivery.answer
  return new Response(bodyOf(delivery, request.method), { status, headers })
}

async function describe(request: Request): Promise<RequestDescription> {
  const body = request.method === 'GET' || request.method === 'HEAD' ? undefined : await request.text()
  return { method: request.method, url: request.url, headers: Object.fromEntries(request.headers), body }
}

function bodyOf({ answer, slowBodyMs, truncated }: Delivery, method: string): string | ReadableStream | null {
  if (method === 'HEAD' || answer.status === 204) return null
  if (!truncated && slowBodyMs === 0) return answer.body
  const bytes = new TextEncoder().encode(answer.body)
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes.slice(0, bytes.length / 2))
      await wait(slowBodyMs)
      if (truncated) return controller.error(new TypeError('terminated'))
      controller.enqueue(bytes.slice(bytes.length / 2))
      controller.close()
    },
  })
}

/** Waits, or ends with the signal. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.reject(signal.reason)
  if (ms <= 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    function done() {
      signal?.removeEventListener('abort', stop)
      resolve()
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
}
