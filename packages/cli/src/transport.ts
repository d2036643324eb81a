/** The part of an answer that is read here; a `Response` of fetch has it. */
export interface Answer {
  readonly status: number
  readonly headers: { get(name: string): string | null; has(name: string): boolean }
  text(): Promise<string>
}

/** The part of a request that is used here. Redirects are never followed: a key must not go to another address. */
interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly redirect?: 'manual'
  readonly signal?: AbortSignal
}

/** What sends a request. */
export type Transport = (url: string, asked?: Asked) => Promise<Answer>

/** Answers of the API are never larger, in bytes. */
const largest = 16_777_216

/** Uses `node:http`: the platform's fetch takes twice as long to load as the rest of a short command. */
export const sendByHttp: Transport = async (url, { method = 'GET', headers = {}, body, signal } = {}) => {
  const { request } = url.startsWith('https:') ? await import('node:https') : await import('node:http')
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, ...(signal && { signal }) }, (answer) => {
      const pieces: Buffer[] = []
      let size = 0
      answer.on('data', (piece: Buffer) => {
        size += piece.length
        if (size > largest)
          // The code is what a client reports of an error.
          answer.destroy(Object.assign(new Error('The answer is too large.'), { code: 'answer over 16 MiB' }))
        else pieces.push(piece)
      })
      answer.on('error', failed)
      answer.on('end', () => {
        const text = Buffer.concat(pieces).toString('utf8')
        const read = (name: string): string | undefined => {
          const value = answer.headers[name.toLowerCase()]
          return Array.isArray(value) ? value.join(', ') : value
        }
        resolve({
          status: answer.statusCode ?? 0,
          headers: { get: (name) => read(name) ?? null, has: (name) => read(name) !== undefined },
          text: async () => text,
        })
      })
    })
    // The cause says more than that it was aborted.
    const failed = (error: Error): void => reject(signal?.aborted ? signal.reason : error)
    sent.on('error', failed)
    // Without a listener nothing would ever settle: Node closes the connection silently.
    sent.on('upgrade', (_answer, socket) => {
      socket.destroy()
      failed(Object.assign(new Error('The answer is another protocol.'), { code: 'another protocol than HTTP' }))
    })
    if (body !== undefined) sent.setHeader('Content-Length', Buffer.byteLength(body))
    sent.end(body)
  })
}

/** The code of the system in an error, such as `ECONNREFUSED`. */
export const codeOf = (error: unknown): string | undefined => {
  const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: { readonly code?: unknown } }
  const found = code ?? cause?.code
  return typeof found === 'string' ? found : undefined
}
