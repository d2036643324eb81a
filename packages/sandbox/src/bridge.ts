import type { HttpResponse, IncomingRequest } from '@cedi/mock-server/service'
import type { Told } from './kit/served.js'

// The service takes and returns plain values, so that it runs in any process. Hono takes Request and returns Response.

/** A `Request` refuses some methods, and takes `get` for `GET`. */
const isSayable = (method: string): boolean => /^[A-Z-]+$/.test(method) && !/^(?:CONNECT|TRACE|TRACK)$/.test(method)
const headerName = /^[\w!#$%&'*+.^`|~-]+$/
const headerText = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * The request for the router. A page is made for HEAD as for GET: the transport leaves its body out. Its address is
 * read from the request of the service, as it was sent.
 */
export function requestOf({ method, query, headers: given, body }: IncomingRequest): Request {
  const headers = new Headers()
  // The real size of the body is counted; a header about it is not trusted.
  for (const [name, text] of given)
    if (name !== 'content-length' && headerName.test(name) && headerText.test(text)) headers.set(name, text)
  const asked = method === 'HEAD' ? 'GET' : isSayable(method) ? method : 'UNKNOWN'
  const hasBody = asked !== 'GET' && body !== undefined
  const request = new Request(`http://sandbox.invalid/?${query ?? ''}`, {
    method: asked,
    headers,
    ...(hasBody ? { body } : {}),
  })
  // In a browser, a Request carries no cookie and no header that browsers set themselves, such as the origin of a form.
  return Object.defineProperty(request, 'headers', { value: headers })
}

/** Keeps the first bytes of a file, such as the byte order mark that tells a spreadsheet that it is UTF-8. */
const text = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Makes the service's answer from a `Response` and the details given beside it. Header names are written as in the rest
 * of the service.
 */
export async function answerOf(
  response: Response,
  requestId: string,
  { follow, cookie }: Pick<Told, 'follow' | 'cookie'>,
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
    ...(isPicture ? { body: '', bytes } : { body: text.decode(bytes) }),
    ...(follow ? { follow } : {}),
  }
}
