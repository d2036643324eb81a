import { fail } from '../ledger/index.js'
import { createRateLimiter } from './rate-limit.js'
import type { IncomingRequest } from './request.js'
import { type HttpResponse, toResponse } from './response.js'

/** Routes without a key that search or write. */
const limitedPaths: ReadonlySet<string> = new Set(['/api/licenses/verify', '/checkout/embed'])

/** Requests of one address per minute. A whole mobile network can share an address. @decision 0035 */
const anonymousLimit = { requests: 600, seconds: 60 }

/** Limits requests without a key by the address of their caller. */
export type AnonymousLimit = (request: IncomingRequest, requestId: string) => HttpResponse | undefined

/** Creates the limit of a server. It uses the time of the system, because a manual clock may stand still. */
export function createAnonymousLimit(): AnonymousLimit {
  const limit = createRateLimiter(anonymousLimit)
  return ({ address, path }, requestId) => {
    if (address === undefined || !limitedPaths.has(path)) return undefined
    const { allowed, headers } = limit(toNetwork(address), Date.now())
    if (allowed) return undefined
    const seconds = headers['Retry-After']
    return toResponse(
      fail('rate_limited', `Too many requests. Wait ${seconds} seconds and send it again.`),
      requestId,
      {
        ...headers,
        // A page with a buy button reads the error.
        'Access-Control-Allow-Origin': '*',
      },
    )
  }
}

/** Returns the network of an IPv6 address (64 bits), which belongs to one customer, or the whole IPv4 address. */
const toNetwork = (address: string): string =>
  address.includes('.') ? address.replace(/^::ffff:/, '') : address.split(':').slice(0, 4).join(':')

/**
 * Returns the address of a caller. It is read from `X-Forwarded-For` only if a trusted proxy sends the request: the last
 * address that is not a trusted proxy.
 */
export function findCallerAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: readonly string[],
): string | undefined {
  const address = socketAddress?.replace(/^::ffff:/, '')
  if (address === undefined || !trustedProxies.includes(address)) return address
  const addresses = (forwardedFor ?? '').split(',').map((text) => text.trim())
  return addresses.findLast((one) => one !== '' && !trustedProxies.includes(one)) ?? address
}
