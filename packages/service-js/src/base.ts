import { safeOrigin } from '@cedi/contract/base-address'

/**
 * Reads the base address of the service from the address of its script.
 *
 * @param address - An absolute URL, such as the `src` of the script, or the base address itself.
 * @returns The base address, without a slash at its end. The service may be below a path of its host.
 * @throws TypeError when the address is neither https, nor http on this machine: the rule of
 * `fixtures/base-addresses.json`.
 * @source What the service does
 * @decision 0027
 */
export function baseOf(address: string): string {
  const url = new URL(address)
  if (safeOrigin.test(url.origin)) return url.origin + url.pathname.replace(/\/+service(\/v[\w.-]+)?\.js$|\/+$/, '')
  throw TypeError(`${url.origin} must be https`)
}
