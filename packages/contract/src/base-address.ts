import { removeTrailingSlashes } from './trailing-slashes.js'

// Declared here, because code that imports this file may have no DOM types.
declare const URL: new (
  text: string,
) => {
  readonly origin: string
  readonly pathname: string
  readonly hostname: string
}

/**
 * Pattern of origins to which requests are confidential: https, or http on localhost. Anchored, because
 * `http://127.evil.example` starts like a loopback address.
 */
export const safeOrigin: RegExp = /^https:|^http:\/\/((.+\.)?localhost|\[::1\]|127(\.\d+){3})(:\d+)?$/

/** Normalizes a URL: lowercase, without the default port and trailing slashes. */
const normalize = (address: string): string =>
  removeTrailingSlashes(address.toLowerCase().replace(/:(443|80)(?=\/|$)/g, ''))

/**
 * Validates the base URL of the service. API keys are sent to it, so it must be https, or http on localhost.
 *
 * The examples in `fixtures/base-addresses.json` define the rule for all languages.
 *
 * @param insecureHosts - Host names to which the caller allows http.
 * @returns The URL without a trailing slash.
 * @throws TypeError if the URL is invalid. The message describes the given value.
 */
export function readBaseAddress(text: string, insecureHosts: readonly string[] = []): string {
  let received = 'something else, an @, ? or #, or what browsers write otherwise'
  try {
    const { origin, pathname, hostname } = new URL(text)
    // `URL` repairs malformed input: it removes newlines, decodes host names and resolves `..`. Such input is rejected,
    // because another parser may repair it to a different host. Credentials, a query and a fragment are rejected too,
    // because they are part of neither the origin nor the path.
    if (/^https?:\/\/[!-~]+$/i.test(text) && normalize(text) === normalize(origin + pathname)) {
      if (safeOrigin.test(origin) || insecureHosts.includes(hostname)) return origin + removeTrailingSlashes(pathname)
      received = 'a http:// address of another machine'
    }
  } catch {
    // Rejected below, like input that `URL` repairs.
  }
  throw TypeError(`baseUrl must start with https:// (http:// is allowed for localhost only). Got ${received}.`)
}
