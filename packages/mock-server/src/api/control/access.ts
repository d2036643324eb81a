import type { IncomingRequest } from '../../http/request.js'
import { fail, type Rejection } from '../../ledger/index.js'

/** Tokens of a server. */
export interface ControlTokens {
  /** Token of the options. */
  readonly configured: string | undefined
  /** Random token of a server that listens on a port without a configured one. */
  readonly listening: string | undefined
}

/** Returns whether a request is for the control API. */
export const isControl = ({ path }: IncomingRequest): boolean => path === '/__mock' || path.startsWith('/__mock/')

/**
 * Rejects callers without access to the control API. Over a port, a token is always required: a proxy or a forwarder on the
 * same machine makes every caller look local.
 *
 * @param isTrusted - Whether the caller is in the process of the server. It needs a token only if one is configured.
 * @decision 0023
 */
export function checkControlAccess(
  request: IncomingRequest,
  { configured, listening }: ControlTokens,
  isTrusted: boolean,
): Rejection | undefined {
  const token = configured ?? listening
  const sent = request.headers.get('x-mock-token')
  const hasAccess =
    sent !== undefined && token !== undefined ? isEqual(sent, token) : isTrusted && configured === undefined
  if (hasAccess) return undefined
  return fail(
    'invalid_api_key',
    `The control token is ${sent === undefined ? 'missing' : 'wrong'}. Send it in the header X-Mock-Token. The server prints it when it starts; set it with CEDI_CONTROL_TOKEN.`,
    'X-Mock-Token',
  )
}

/** Compares two strings in constant time. */
function isEqual(one: string, other: string): boolean {
  let mismatch = one.length ^ other.length
  for (let index = 0; index < other.length; index++) mismatch |= one.charCodeAt(index) ^ other.charCodeAt(index)
  return mismatch === 0
}
