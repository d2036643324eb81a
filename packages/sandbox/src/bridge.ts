import { createUtf8Decoder, type HttpResponse, type IncomingRequest } from '@cedi/mock-server/internal'
import type { ResponseMeta } from './kit/hono-env.js'

// Converts the plain requests and responses of the service to those of the Fetch API, which Hono uses.

/** Whether `Request` accepts a method unchanged. It rejects some methods, and converts `get` to `GET`. */
const isSupportedMethod = (method: string): boolean =>
  /^[A-Z-]+$/.test(method) && !/^(?:CONNECT|TRACE|TRACK)$/.test(method)
const headerNamePattern = /^[\w!#$%&'*+.^`|~-]+$/
const headerValuePattern = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * Converts a request for the router. HEAD becomes GET, because the transport removes the body. Routes read the path from
 * the request of the service, where it is not decoded.
 */
export function toRequest({ method, query, headers: entries, body }: IncomingRequest): Request {
  const headers = new Headers()
  // The size of the body is measured. `Content-Length` is not trusted.
  for (const [name, value] of entries)
    if (name !== 'content-length' && headerNamePattern.test(name) && headerValuePattern.test(value))
      headers.set(name, value)
  const sentMethod = method === 'HEAD' ? 'GET' : isSupportedMethod(method) ? method : 'UNKNOWN'
  const hasBody = sentMethod !== 'GET' && body !== undefined
  const request = new Request(`http://sandbox.invalid/?${query ?? ''}`, {
    method: sentMethod,
    headers,
    ...(hasBody ? { body } : {}),
  })
  // In a browser, `Request` removes cookies and other headers that only the browser may set, such as `Origin`.
  return Object.defineProperty(request, 'headers', { value: headers })
}

/** Keeps the byte order mark of CSV files. */
const decodeUtf8 = createUtf8Decoder({ ignoreBOM: true })

/**
 * Converts a `Response` and its metadata to a response of the service. Header names are written as in the rest of the
 * service (`Content-Type`).
 */
export async function toHttpResponse(
  response: Response,
  requestId: string,
  { follow, cookie }: Pick<ResponseMeta, 'follow' | 'cookie'>,
): Promise<HttpResponse> {
  const headers: Record<string, string> = {}
  for (const [name, value] of response.headers)
    headers[name.replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase())] = value
  if (cookie !== undefined) headers['Set-Cookie'] = cookie
  headers['X-Request-Id'] = requestId
  const bytes = new Uint8Array(await response.arrayBuffer())
  const isPicture = headers['Content-Type']?.startsWith('image/') ?? false
  return {
    status: response.status,
    headers,
    ...(isPicture ? { body: '', bytes } : { body: decodeUtf8(bytes) }),
    ...(follow ? { stream: follow } : {}),
  }
}
