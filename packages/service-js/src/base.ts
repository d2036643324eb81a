/**
 * Reads the origin of the service from the address of its script.
 *
 * @param address - An absolute URL, such as the `src` of the script.
 * @returns The origin. Everything the scripts load, open and listen to is on it.
 * @throws TypeError when the address is not https; http is for this machine only (localhost, 127.0.0.1, [::1]).
 * @source What the service does
 * @decision 0027
 */
export function originOf(address: string): string {
  const { origin } = new URL(address)
  if (/^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1])(:|$)/.test(origin)) return origin
  throw TypeError(`${origin} is not https`)
}
