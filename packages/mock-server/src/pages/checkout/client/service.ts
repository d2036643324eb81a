/** What the service answered: data, a refusal, or nothing at all. */
export interface Reply {
  readonly data?: unknown
  readonly error?: { readonly code: string; readonly field?: string }
  /** Whether it cannot be known what became of the request. */
  readonly lost?: boolean
}

const timeoutMs = 15_000

/** The headers of every request: the token and the attempt travel here, and never in an address. */
const headersOf = (token: string, attempt: string): Record<string, string> => ({
  Authorization: `Intent ${token}`,
  'X-Checkout-Attempt': attempt,
})

/** Asks the service. @decision 0029 */
export async function ask(token: string, attempt: string, path: string, body?: object): Promise<Reply> {
  const headers = headersOf(token, attempt)
  if (body) Object.assign(headers, { 'Content-Type': 'application/json', 'Idempotency-Key': attempt })
  try {
    const response = await fetch(`/checkout/${path}`, {
      method: body ? 'POST' : 'GET',
      headers,
      ...(body && { body: JSON.stringify(body) }),
      // Phones of 2021 do not know it, and wait as long as the network does.
      signal: AbortSignal.timeout?.(timeoutMs) ?? null,
    })
    const { success, data, error } = await response.json()
    if (success) return { data }
    return { error, lost: response.status >= 500 }
  } catch {
    return { lost: true }
  }
}

/** Follows the status as it changes, until the stream ends or is cut. */
export async function follow(
  token: string,
  attempt: string,
  signal: AbortSignal,
  take: (data: unknown) => void,
): Promise<void> {
  try {
    // A stream that a network has silently dropped must not be waited for: the service ends it before that.
    const patient = AbortSignal.any([signal, AbortSignal.timeout(2 * timeoutMs)])
    const { body, ok } = await fetch('/checkout/events', { headers: headersOf(token, attempt), signal: patient })
    if (!ok || !body) return
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const events = (text + value).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1]
        if (data) take(JSON.parse(data))
      }
    }
  } catch {
    // Cut: whoever follows asks again.
  }
}
