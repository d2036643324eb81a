import type { Reply } from '../events.js'

/** Two of these and a pause are as long as a buyer waits: see `deadlineMs`. */
const timeoutMs = 10_000

/** The token and the attempt travel in headers, and never in an address. */
const send = (
  token: string,
  attempt: string,
  path: string,
  { signal }: { readonly signal: AbortSignal },
  body?: object,
): Promise<Response> =>
  // From `/pay` and from `/checkout`, whatever path the base address has.
  fetch(`checkout/${path}`, {
    // Without this, Chromium delays the request while another tab waits for the same address.
    cache: 'no-store',
    headers: {
      Authorization: `Intent ${token}`,
      'Accept-Language': document.documentElement.lang,
      'X-Checkout-Attempt': attempt,
      ...(body && { 'Content-Type': 'application/json', 'Idempotency-Key': attempt }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    signal,
  })

/** Asks the service. @decision 0029 */
export async function ask(token: string, attempt: string, path: string, body?: object): Promise<Reply> {
  try {
    const late = new AbortController()
    setTimeout(() => late.abort(), timeoutMs)
    const response = await send(token, attempt, path, late, body)
    const { success, data, error } = await response.json()
    return success ? { data } : { error, lost: response.status >= 500 }
  } catch {
    return { lost: true }
  }
}

/** Follows the status as it changes, until the stream ends or is cut. */
export async function follow(
  token: string,
  attempt: string,
  stop: AbortSignal,
  take: (data: unknown) => void,
): Promise<void> {
  try {
    // Do not wait for a stream that a network has silently dropped: the service ends it before that.
    const signal = AbortSignal.any([stop, AbortSignal.timeout(30_000)])
    // A browser that cannot read a stream does not ask for one, because it uses up a connection.
    const decoder = new TextDecoderStream()
    const { body } = await send(token, attempt, 'events', { signal })
    const reader = (body as ReadableStream<BufferSource>).pipeThrough(decoder).getReader()
    let text = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += value
      const events = text.split('\n\n')
      text = events.pop() as string
      for (const event of events) take(JSON.parse(event.split('\ndata: ')[1] as string))
    }
  } catch {
    // The stream was cut: the caller asks again.
  }
}
