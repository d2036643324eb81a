// Hono's csrf middleware checks the origin of a form, but not its session.
import { type Context, getBaseUrl, getPath, type IncomingRequest, sha256Hex } from '@cedi/mock-server/internal'
import type { Session } from './area.js'

/** Whether a content type is that of an HTML form. */
export const isFormContentType = (contentType = ''): boolean =>
  /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType)

/**
 * Whether a request was sent by a page of this service. Browsers set both headers themselves, and pages cannot change
 * them. Every supported browser sends at least one.
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

/** Returns the origins of this service. Behind a TLS proxy, the server receives http requests for https URLs. */
function ownOrigins(context: Context, request: IncomingRequest): string[] {
  const base = getBaseUrl({ context, request })
  const origin = base.slice(0, base.length - getPath(base).length)
  return [origin, request.origin, request.origin.replace(/^http:/, 'https:')]
}

/** Whether a form has the CSRF token of the session. Compares hashes, to prevent timing attacks. */
export const hasFormToken = ({ formToken }: Session, form: URLSearchParams): boolean => {
  const tokens = form.getAll('form_token')
  return tokens.length === 1 && sha256Hex(tokens[0] ?? '') === sha256Hex(formToken)
}

/**
 * Reads a single-line field: trimmed, without control characters, lone surrogates and bidirectional control characters,
 * which are invisible in a number that was copied from a phone. It is not truncated, because part of an amount or a
 * reference is a different value.
 */
export const readLine = (form: URLSearchParams, name: string): string =>
  (form.get(name) ?? '')
    .replace(/\p{Bidi_Control}+/gu, '')
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ')
    .trim()

/** Reads a field of several lines, like {@link readLine} but with its line breaks. */
export const readLines = (form: URLSearchParams, name: string): string =>
  (form.get(name) ?? '')
    .replace(/\p{Bidi_Control}+/gu, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]+|\p{Cs}+/gu, ' ')
    .trim()

/** Whether a string has more than `max` characters (code points). */
export const isLongerThan = (text: string, max: number): boolean => [...text].length > max
