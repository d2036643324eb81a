import { describeHiddenCharacter } from './hidden-character.js'
import { removeTrailingSlashes } from './trailing-slashes.js'

/**
 * Pattern of origins to which requests are confidential: https, or http on localhost. Anchored, because
 * `http://127.evil.example` starts like a loopback address.
 */
export const safeOrigin: RegExp = /^https:|^http:\/\/((.+\.)?localhost|\[::1\]|127(\.\d+){3})(:\d+)?$/

/** Scheme, host, port and path. Excludes characters that a browser would encode, decode or remove. */
const addressPattern =
  /^(https?):\/\/(\[[\da-f:]+\]|[\w-]+(?:\.[\w-]+)*\.?)(?::(0|[1-9]\d{0,4}))?(\/[!$-;=@-[\]_a-z|~]*)?$/i
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.|$)){4}$/

/**
 * Returns whether a browser keeps a host as it is. A host with a numeric last label is an IPv4 address, of which browsers
 * also read short, octal and hexadecimal forms.
 */
function isCanonicalHost(host: string): boolean {
  if (host.startsWith('[')) return isCanonicalIpv6(host.slice(1, -1))
  if (!/(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/.test(host)) return true
  return ipv4.test(host) && !host.endsWith('.')
}

/** Returns whether an IPv6 address is compressed as browsers do it: `::` replaces the first longest run of zeros. */
function isCanonicalIpv6(address: string): boolean {
  const [left = [], right, ...others] = address.split('::').map((half) => (half === '' ? [] : half.split(':')))
  const zeros = right ? Math.max(8 - left.length - right.length, 0) : 0
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...(right ?? [])]
  const isComplete = groups.length === 8 && groups.every((group) => /^(?:0|[1-9a-f][\da-f]{0,3})$/.test(group))
  if (others.length > 0 || !isComplete) return false
  let run = { start: 0, length: 1 }
  for (let start = 0; start < 8; start++) {
    let length = 0
    while (groups[start + length] === '0') length++
    if (length > run.length) run = { start, length }
  }
  const join = (from: number, to: number): string => groups.slice(from, to).join(':')
  return address === (run.length > 1 ? `${join(0, run.start)}::${join(run.start + run.length, 8)}` : join(0, 8))
}

/**
 * Validates the base URL of the service. API keys are sent to it, so it must be https, or http on localhost. Uses no `URL`,
 * whose members React Native does not implement.
 *
 * The examples in `fixtures/base-addresses.json` define the rule for all languages.
 *
 * @param insecureHosts - Host names to which the caller allows http.
 * @returns The URL without a trailing slash.
 * @throws TypeError if the URL is invalid. The message describes the given value.
 */
export function readBaseAddress(text: string, insecureHosts: readonly string[] = []): string {
  const hidden = describeHiddenCharacter(text)
  if (hidden) throw TypeError(`baseUrl must not ${hidden}. Remove it, for example from the variable CEDI_URL.`)
  const [, givenScheme = '', givenHost = '', port = '', path = ''] = addressPattern.exec(text) ?? []
  const [scheme, host] = [givenScheme.toLowerCase(), givenHost.toLowerCase()]
  let received = 'something else, an @, ? or #, or what browsers write otherwise'
  // An address that browsers rewrite is rejected, because another parser may read a different host from it.
  if (host && isCanonicalHost(host) && Number(port) <= 65_535 && !dotSegment.test(path)) {
    const isDefaultPort = port === '' || port === (scheme === 'https' ? '443' : '80')
    const origin = `${scheme}://${host}${isDefaultPort ? '' : `:${port}`}`
    if (safeOrigin.test(origin) || insecureHosts.includes(host)) return origin + removeTrailingSlashes(path)
    received = 'a http:// address of another machine'
  }
  throw TypeError(`baseUrl must start with https:// (http:// is allowed for localhost only). Got ${received}.`)
}
