// Our own code: Hono checks where a form comes from, but not which session it belongs to.
import { baseUrlOf, type Context, type IncomingRequest, pathOf, sha256Hex } from '@cedi/mock-server/service'
import type { Session } from './door.js'

/** Whether a body has the form's content type. */
export const isForm = (contentType = ''): boolean => /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType)

/**
 * Whether a form comes from a page of this service. Browsers state this themselves, and no page can change it. A
 * request with neither header comes from no browser of recent years.
 *
 * @decision 0037
 */
export function isFromOurPage(context: Context, request: IncomingRequest): boolean {
  const { headers } = request
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  if (site === undefined && origin === undefined) return false
  if (site !== undefined && site !== 'same-origin') return false
  return origin === undefined || ownOrigins(context, request).includes(origin)
}

/** Behind a proxy that speaks https, the server itself is called over http. */
function ownOrigins(context: Context, request: IncomingRequest): string[] {
  const base = baseUrlOf({ context, request })
  const origin = base.slice(0, base.length - pathOf(base).length)
  return [origin, request.origin, request.origin.replace(/^http:/, 'https:')]
}

/** Whether a form belongs to this session. It compares hashes, so that the time reveals nothing. */
export const isOfSession = ({ formToken }: Session, form: URLSearchParams): boolean => {
  const sent = form.getAll('form_token')
  return sent.length === 1 && sha256Hex(sent[0] ?? '') === sha256Hex(formToken)
}

/**
 * A line that a person typed: trimmed, without control characters or broken characters. It is never cut, because half
 * of an amount or a reference would be a different one. Characters that reverse the text's direction are removed: they
 * come unseen with a number copied from a phone.
 */
export const lineOf = (form: URLSearchParams, name: string): string =>
  (form.get(name) ?? '')
    .replace(/\p{Bidi_Control}+/gu, '')
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ')
    .trim()

/** Whether a text has more characters than there may be. */
export const isLonger = (text: string, most: number): boolean => [...text].length > most
