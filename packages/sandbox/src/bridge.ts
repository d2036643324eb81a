import type { Answer, IncomingRequest } from '@cedi/mock-server/service'
import type { Told } from './kit/served.js'

// The service takes and gives values, so that it runs in any process; Hono takes and gives Request and Response.

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
  // What the body measures is counted, not believed.
  for (const [name, text] of given)
    if (name !== 'content-length' && headerName.test(name) && headerText.test(text)) headers.set(name, text)
  const asked = method === 'HEAD' ? 'GET' : isSayable(method) ? method : 'UNKNOWN'
  const hasBody = asked !== 'GET' && body !== undefined
  const request = new Request(`http://sandbox.invalid/?${query ?? ''}`, {
    method: asked,
    headers,
    ...(hasBody ? { body } : {}),
  })
  // In a browser a Request takes neither a cookie nor what browsers say by themselves: whose form it is, for one.
  return Object.defineProperty(request, 'headers', { value: headers })
}

/** What a file begins with stays, such as the sign by which a spreadsheet knows UTF-8. */
const text = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * The answer for the service, with what was told beside the `Response`. Names of headers are written as everywhere else
 * in it.
 */
export async function answerOf(
  response: Response,
  requestId: string,
  { follow, cookie }: Pick<Told, 'follow' | 'cookie'>,
): Promise<Answer> {
  const headers: Record<string, string> = {}
  for (const [name, value] of response.headers)
    headers[name.replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase())] = value
  if (cookie !== undefined) headers['Set-Cookie'] = cookie
  headers['X-Request-Id'] = requestId
  return {
    status: response.status,
    headers,
    body: text.decode(await response.arrayBuffer()),
    ...(follow ? { follow } : {}),
  }
}
