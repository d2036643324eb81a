import { safeOrigin } from '@cedi/contract/base-address'
import { removeTrailingSlashes } from '@cedi/contract/trailing-slashes'

/**
 * Parses the base URL of the service.
 *
 * @param url - The base URL, or the absolute URL of its `service.js`. The service may be below a path of its host.
 * @returns The base URL without a trailing slash.
 * @throws TypeError if the URL is neither https, nor http on localhost: the rule of `fixtures/base-addresses.json`.
 * @source What the service does
 * @decision 0027
 */
export function parseBaseUrl(url: string): string {
  const { origin, pathname } = new URL(url)
  if (safeOrigin.test(origin))
    return origin + removeTrailingSlashes(pathname.replace(/\/service(\/v[\w.-]+)?\.js$/, ''))
  throw TypeError(`${origin} must be https`)
}
