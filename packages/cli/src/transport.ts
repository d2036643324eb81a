/** HTTP response, a subset of `Response`. */
export interface TransportResponse {
  readonly status: number
  readonly headers: { get(name: string): string | null; has(name: string): boolean }
  text(): Promise<string>
}

/** HTTP request options. Redirects are never followed, because a key must not be sent to another URL. */
interface TransportRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly redirect?: 'manual'
  readonly signal?: AbortSignal
}

/** Function that sends a request. */
export type Transport = (url: string, request?: TransportRequest) => Promise<TransportResponse>

/** Maximum size of a response in bytes. */
const largest = 16_777_216

/** Sends a request with `node:http`, because fetch takes twice as long to load as the rest of a short command. */
export const sendHttp: Transport = async (url, { method = 'GET', headers = {}, body, signal } = {}) => {
  const { request } = url.startsWith('https:') ? await import('node:https') : await import('node:http')
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, ...(signal && { signal }) }, (response) => {
      const pieces: Buffer[] = []
      let size = 0
      response.on('data', (piece: Buffer) => {
        size += piece.length
        if (size > largest)
          // The client reports the code of an error.
          response.destroy(Object.assign(new Error('The response is too large.'), { code: 'response over 16 MiB' }))
        else pieces.push(piece)
      })
      response.on('error', failed)
      response.on('end', () => {
        const text = Buffer.concat(pieces).toString('utf8')
        const read = (name: string): string | undefined => {
          const value = response.headers[name.toLowerCase()]
          return Array.isArray(value) ? value.join(', ') : value
        }
        resolve({
          status: response.statusCode ?? 0,
          headers: { get: (name) => read(name) ?? null, has: (name) => read(name) !== undefined },
          text: async () => text,
        })
      })
    })
    // The abort reason is more specific than the error.
    const failed = (error: Error): void => reject(signal?.aborted ? signal.reason : error)
    sent.on('error', failed)
    // Without a listener, Node closes the connection silently and the promise never settles.
    sent.on('upgrade', (_response, socket) => {
      socket.destroy()
      failed(Object.assign(new Error('The response switches the protocol.'), { code: 'another protocol than HTTP' }))
    })
    if (body !== undefined) sent.setHeader('Content-Length', Buffer.byteLength(body))
    sent.end(body)
  })
}

/** Returns the system code of an error, such as `ECONNREFUSED`. */
export const errorCode = (error: unknown): string | undefined => {
  const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: { readonly code?: unknown } }
  const found = code ?? cause?.code
  return typeof found === 'string' ? found : undefined
}
