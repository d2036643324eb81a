import { fail, type Result, succeed } from '../ledger/index.js'

/**
 * Parses a URL of an input and normalizes it as browsers do.
 *
 * The contract's pattern has checked its scheme. Credentials are rejected, because the URL is displayed.
 *
 * @decision 0008
 */
export function parseUrl(text: string, field: string): Result<string> {
  // A browser repairs some texts, such as a backslash or a third slash, into an address that a reader would not expect.
  const isPlain = /^https?:\/\/[^/\\?#\s][^\\\s]*$/i.test(text)
  if (!isPlain || !URL.canParse(text))
    return fail('invalid_request', `${field} is not an address. Send one such as https://shop.example/a.`, field)
  const { href, origin, username, password } = new URL(text)
  if (username !== '' || password !== '')
    return fail('invalid_request', `${field} must not hold a name or a password.`, field)
  // Characters that browsers keep, and that no address may have.
  const rest = href
    .slice(origin.length)
    .replace(/%(?![\da-f]{2})/gi, '%25')
    .replace(/[|^`{}"<>[\]']/g, (sign) => encodeURIComponent(sign))
  return succeed(`${origin}${rest}`)
}
