import type { RequestDescription } from '../http/request.js'
import type { HttpResponse } from '../http/response.js'
import { createUtf8Decoder, encodeUtf8 } from '../ledger/index.js'
import type { MockServer, RequestContext } from '../server/types.js'

/** Throws an error in a simulated DOM that hides the Fetch API of Node. */
export function requireFetchApi(feature: string): void {
  if (!globalThis.Request)
    throw new TypeError(
      `${feature} needs the global Request, which this simulated DOM does not have. Run the test in the environment "node", or call handle for the API.`,
    )
}

/**
 * Responds to the arguments of `fetch`, and applies faults like a network.
 *
 * @param caller - The request context; untrusted by default, because a server may forward requests of others.
 */
export async function fetchFrom(
  mock: MockServer,
  input: string | URL | Request,
  init?: RequestInit,
  caller?: RequestContext,
): Promise<Response> {
  requireFetchApi('mock.fetch')
  const request = new Request(input, init)
  // A request that was aborted before it was sent has no effect.
  request.signal.throwIfAborted()
  return toFetchResponse(await mock.deliver(await toDescription(request), caller), request)
}

/** Converts a response, and applies its fault. @throws TypeError if the fault drops the connection. */
export async function toFetchResponse(
  response: HttpResponse,
  request: Pick<Request, 'method' | 'signal'>,
): Promise<Response> {
  const { status, headers, fault } = response
  await wait(fault?.latencyMs ?? 0, request.signal)
  if (fault?.drop)
    throw new TypeError('fetch failed', {
      cause: new Error('The connection was dropped by a fault of the mock server.'),
    })
  return new Response(toBody(response, request), { status, headers })
}

/** Converts a `Request` to a description. */
export async function toDescription(request: Request): Promise<RequestDescription> {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const body = hasBody ? decodeUtf8(await request.arrayBuffer()) : undefined
  return { method: request.method, url: request.url, headers: Object.fromEntries(request.headers), body }
}

const decodeStrictly = createUtf8Decoder({ fatal: true, ignoreBOM: true })

/** Decodes UTF-8. Invalid UTF-8 is not JSON, and must not be repaired into JSON. */
export function decodeUtf8(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return decodeStrictly(bytes)
  } catch {
    return '\ufffd'
  }
}

function toBody(
  { body, bytes: binary, stream, fault }: HttpResponse,
  { method, signal }: Pick<Request, 'method' | 'signal'>,
): string | Uint8Array<ArrayBuffer> | ReadableStream | null {
  const { slow_body_ms: slowBodyMs = 0, truncate = false } = fault ?? {}
  const fullBody = binary?.slice() ?? body
  // Some responses, such as 204, must have no body.
  if (method === 'HEAD' || fullBody.length === 0) return null
  if (stream) return streamBody(body, stream, signal)
  if (!truncate && slowBodyMs === 0) return fullBody
  const bytes = typeof fullBody === 'string' ? encodeUtf8(fullBody) : fullBody
  let isHalfSent = false
  return new ReadableStream({
    async pull(controller) {
      if (!isHalfSent) {
        isHalfSent = true
        return controller.enqueue(bytes.slice(0, bytes.length / 2))
      }
      await wait(slowBodyMs, signal)
      if (truncate) return controller.error(new TypeError('terminated'))
      controller.enqueue(bytes.slice(bytes.length / 2))
      controller.close()
    },
  })
}

/** Creates a body that continues with events until it is cancelled. */
function streamBody(
  body: string,
  follow: NonNullable<HttpResponse['stream']>,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const stopped = new AbortController()
  const parts = follow(AbortSignal.any([signal, stopped.signal]))[Symbol.asyncIterator]()
  return new ReadableStream({
    start: (controller) => controller.enqueue(encodeUtf8(body)),
    async pull(controller) {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(encodeUtf8(value))
    },
    async cancel() {
      stopped.abort()
      // A stream that is not waiting does not notice the signal.
      await parts.return?.().catch(() => undefined)
    },
  })
}

/** Waits until a delay has elapsed or the signal is aborted. */
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
