// By hand: Hono knows where a form may come from, and not to whose session it belongs.
import { baseUrlOf, type Context, type IncomingRequest, pathOf, sha256Hex } from '@cedi/mock-server/service'
import type { Session } from './door.js'

/** Whether a body is what a form of ours sends. */
export const isForm = (contentType = ''): boolean => /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType)

/**
 * Whether a form comes from a page of this service. Browsers say so by themselves and let no page change it: a
 * request that carries neither header comes from no browser of the last years.
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

/** Behind a proxy that speaks https, the server itself is asked by http. */
function ownOrigins(context: Context, request: IncomingRequest): string[] {
  const base = baseUrlOf({ context, request })
  const origin = base.slice(0, base.length - pathOf(base).length)
  return [origin, request.origin, request.origin.replace(/^http:/, 'https:')]
}

/** Whether a form belongs to this session. Hashes are compared, so that the time tells nothing. */
export const isOfSession = ({ formToken }: Session, form: URLSearchParams): boolean => {
  const sent = form.getAll('form_token')
  return sent.length === 1 && sha256Hex(sent[0] ?? '') === sha256Hex(formToken)
}

/**
 * A line that a person typed: trimmed, without control characters or halves of characters. It is never cut: half of an
 * amount or of a reference is another one. What turns the direction of text comes unseen with a number that was copied
 * from a phone, and is taken off. @decision 0067
 */
export const lineOf = (form: URLSearchParams, name: string): string =>
  (form.get(name) ?? '')
    .replace(/\p{Bidi_Control}+/gu, '')
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ')
    .trim()

/** Whether a text has more characters than there may be. */
export const isLonger = (text: string, most: number): boolean => [...text].length > most
