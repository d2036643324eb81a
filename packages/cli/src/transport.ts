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
const maxResponseBytes = 4_194_304

/** Maximum nesting of objects and arrays in a response. `JSON.parse` and `JSON.stringify` need too much memory for more. */
const maxDepth = 64

/** Sends a request with `node:http`, because fetch takes twice as long to load as the rest of a short command. */
export const sendHttp: Transport = async (url, { method = 'GET', headers = {}, body, signal } = {}) => {
  const { request } = url.startsWith('https:') ? await import('node:https') : await import('node:http')
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { method, headers, ...(signal && { signal }) }, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > maxResponseBytes)
          // The client reports the code of an error.
          response.destroy(Object.assign(new Error('The response is too large.'), { code: 'response over 4 MiB' }))
        else chunks.push(chunk)
      })
      response.on('error', rejectWith)
      response.on('end', async () => {
        const readHeader = (name: string): string | undefined => {
          const value = response.headers[name.toLowerCase()]
          return Array.isArray(value) ? value.join(', ') : value
        }
        const text = await decodeBody(Buffer.concat(chunks), readHeader('content-encoding')).catch(rejectWith)
        if (text === undefined) return
        if (isTooDeep(text))
          return rejectWith(
            Object.assign(new Error('The response is nested too deeply.'), {
              code: `response nested more than ${maxDepth} levels`,
            }),
          )
        resolve({
          status: response.statusCode ?? 0,
          headers: { get: (name) => readHeader(name) ?? null, has: (name) => readHeader(name) !== undefined },
          text: async () => text,
        })
      })
    })
    // The abort reason is more specific than the error.
    const rejectWith = (error: Error): void => reject(signal?.aborted ? signal.reason : error)
    clientRequest.on('error', rejectWith)
    // Without a listener, Node closes the connection silently and the promise never settles.
    clientRequest.on('upgrade', (_response, socket) => {
      socket.destroy()
      rejectWith(
        Object.assign(new Error('The response switches the protocol.'), { code: 'another protocol than HTTP' }),
      )
    })
    if (body !== undefined) clientRequest.setHeader('Content-Length', Buffer.byteLength(body))
    clientRequest.end(body)
  })
}

/** Returns whether JSON is nested more than `maxDepth` levels. Brackets in strings do not count. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let isString = false
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index)
    if (isString) {
      if (character === 0x5c) index++
      else if (character === 0x22) isString = false
    } else if (character === 0x22) isString = true
    else if (character === 0x7b || character === 0x5b) {
      depth++
      if (depth > maxDepth) return true
    } else if (character === 0x7d || character === 0x5d) depth--
  }
  return false
}

/** Decodes a body. Some services compress responses to requests without `Accept-Encoding`. */
async function decodeBody(body: Buffer, encoding = 'identity'): Promise<string> {
  const name = encoding.trim().toLowerCase()
  if (!['gzip', 'x-gzip', 'deflate', 'br'].includes(name) || body.length === 0) return body.toString('utf8')
  const { brotliDecompressSync, unzipSync } = await import('node:zlib')
  try {
    const decompress = name === 'br' ? brotliDecompressSync : unzipSync
    return decompress(body, { maxOutputLength: maxResponseBytes }).toString('utf8')
  } catch (cause) {
    throw Object.assign(new Error('The response body cannot be decompressed. Check the service.', { cause }), {
      code: `an invalid ${name} body`,
    })
  }
}

/** Returns the system code of an error, such as `ECONNREFUSED`. */
export const getSystemCode = (error: unknown): string | undefined => {
  const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: { readonly code?: unknown } }
  const systemCode = code ?? cause?.code
  return typeof systemCode === 'string' ? systemCode : undefined
}
