import type { IncomingRequest } from '../../http/request.js'
import { fail, type Rejection } from '../../ledger/index.js'
import type { MockServerOptions } from '../../server/options.js'

/** Returns whether a request is for the control API. */
export const isControl = ({ path }: IncomingRequest): boolean => path === '/__mock' || path.startsWith('/__mock/')

/** Headers that proxies, load balancers and tunnels add. A direct caller sends none of them. */
const byProxy =
  /^(?:via|cdn-loop|x-remote-addr|x-envoy-external-address|(?:x-)?(?:original-)?forwarded(?:-.+)?|.*(?:client|connecting|connection|real|remote|user)-?ip(?:v6)?)$/

/** Rejects callers without access to the control API. @decision 0023 */
export function checkControlAccess(
  request: IncomingRequest,
  control: MockServerOptions['control'],
  isLoopback: boolean,
): Rejection | undefined {
  const { token } = control ?? {}
  if (token !== undefined) {
    if (request.headers.get('x-mock-token') === token) return undefined
    return fail(
      'invalid_api_key',
      'The control token is missing or wrong. Send it in the header X-Mock-Token.',
      'X-Mock-Token',
    )
  }
  const forwarded = [...request.headers.keys()].find((name) => byProxy.test(name))?.slice(0, 40)
  // A proxy on this machine makes every caller look local.
  if (isLoopback && forwarded)
    return fail(
      'not_found',
      `A proxy sent this on (${forwarded}), and the control API without a token answers only to this machine. Give the server a control token and send it as X-Mock-Token.`,
      forwarded,
    )
  if (isLoopback) return undefined
  return fail(
    'not_found',
    'The control API answers only to this machine. To call it from elsewhere, give the server a control token.',
  )
}
