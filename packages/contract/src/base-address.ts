// The platform's own, described by structure: those who compile against this file may have no DOM types.
declare const URL: new (text: string) => { readonly origin: string; readonly pathname: string }

/**
 * The origins on the way to which what is sent stays secret: https, or http on this machine. The pattern is whole:
 * `http://127.evil.example` begins like one of them.
 */
export const safeOrigin: RegExp = /^https:|^http:\/\/((.+\.)?localhost|\[::1\]|127(\.\d+){3})(:\d+)?$/

/** An address without what may be written or not: capitals, the port that every address has, slashes at the end. */
const bare = (address: string): string => address.toLowerCase().replace(/:(443|80)(?=\/|$)|\/+$/g, '')

/**
 * Reads the base address of the service. A key is sent there, so it is https, or http on this machine.
 *
 * The examples in `fixtures/base-addresses.json` are the rule for every language.
 *
 * @returns The address, without a slash at its end.
 * @throws TypeError that says what it is instead.
 */
export function readBaseAddress(text: string): string {
  let got = 'something else, an @, ? or #, or what browsers write otherwise'
  try {
    const { origin, pathname } = new URL(text)
    // `URL` repairs what it reads: it drops new lines, decodes host names, climbs `..`. Who needs a repair is refused,
    // because another program may repair the same text into another machine. Credentials, a query and a fragment fall
    // here too: they are neither part of the origin nor of the path.
    if (/^https?:\/\/[!-~]+$/i.test(text) && bare(text) === bare(origin + pathname)) {
      if (safeOrigin.test(origin)) return origin + pathname.replace(/\/+$/, '')
      got = 'a http:// address of another machine'
    }
  } catch {
    // What cannot be read at all is refused with what reads otherwise.
  }
  throw TypeError(`baseUrl must start with https:// (http:// is allowed for localhost only). Got ${got}.`)
}
