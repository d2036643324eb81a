import { type Refusal, refuse } from '../../http/answer.js'
import type { IncomingRequest } from '../../http/request.js'
import type { MockServerOptions } from '../../server/options.js'

/** Whether a request is for the control API. */
export const isControl = ({ path }: IncomingRequest): boolean => path === '/__mock' || path.startsWith('/__mock/')

/** Refuses callers who may not use the control API. @decision 0025 */
export function refuseControl(
  request: IncomingRequest,
  control: MockServerOptions['control'],
  isLoopback: boolean,
): Refusal | undefined {
  const { token } = control ?? {}
  if (token !== undefined) {
    if (request.headers.get('x-mock-token') === token) return undefined
    return refuse(
      'invalid_api_key',
      'The control token is missing or wrong. Send it in the header X-Mock-Token.',
      'X-Mock-Token',
    )
  }
  const forwarded = [...request.headers.keys()].find((name) =>
    /^(?:forwarded|via|x-real-ip|x-forwarded-.+)$/.test(name),
  )
  // A proxy on this machine makes every caller look local.
  if (isLoopback && forwarded)
    return refuse(
      'not_found',
      `A proxy sent this on (${forwarded}), and the control API without a token answers only to this machine. Give the server a control token and send it as X-Mock-Token.`,
      forwarded.slice(0, 40),
    )
  if (isLoopback) return undefined
  return refuse(
    'not_found',
    'The control API answers only to this machine. To call it from elsewhere, give the server a control token.',
  )
}
