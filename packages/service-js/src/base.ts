import { isSafe } from '@cedi/contract/base-address'

/**
 * Reads the origin of the service from the address of its script.
 *
 * @param address - An absolute URL, such as the `src` of the script.
 * @returns The origin. Everything the scripts load, open and listen to is on it.
 * @throws TypeError when the address is not https; http is for this machine only: the rule of
 *   `fixtures/base-addresses.json`.
 * @source What the service does
 * @decision 0027
 */
export function originOf(address: string): string {
  const url = new URL(address)
  if (isSafe(url)) return url.origin
  throw TypeError(`${url.origin} is not https`)
}
