// The platform's own, described by structure: those who compile against this file may have no DOM types.
interface ParsedAddress {
  readonly protocol: string
  readonly origin: string
  readonly hostname: string
  readonly pathname: string
}
declare const URL: new (text: string) => ParsedAddress

/** The host names of this machine. The patterns are whole: `127.evil.example` begins like one of them. */
export const thisMachine: RegExp = /^(.+\.)?localhost$|^\[::1\]$|^127(\.\d+){3}$/

/** Whether what is sent to an address stays secret on the way: https, or http on this machine. */
export const isSafe = ({ protocol, hostname }: Pick<ParsedAddress, 'protocol' | 'hostname'>): boolean =>
  protocol === 'https:' || (protocol === 'http:' && thisMachine.test(hostname))

/**
 * Reads the base address of the service. A key is sent there, so it is https, or http on this machine.
 *
 * The examples in `fixtures/base-addresses.json` are the rule for every language.
 *
 * @returns The address, without a slash at its end.
 * @throws TypeError that says what it is instead.
 */
export function readBaseAddress(text: string): string {
  const start = /^https?:\/\/[^/]*/i.exec(text)?.[0].toLowerCase() ?? refuse('something else')
  const path = text.slice(start.length)
  let url: ParsedAddress | undefined
  try {
    url = new URL(text)
  } catch {
    // What cannot be read at all is refused with what reads otherwise.
  }
  // `URL` repairs what it reads: it drops new lines, decodes host names, climbs `..`. Who needs a repair is refused,
  // because another program may repair the same text into another machine. Credentials, a query and a fragment fall
  // here too: they are neither part of the origin nor of the path. Only the port that every https or http address has
  // may be written or not.
  if (![start, start.replace(/:(443|80)$/, '')].includes(url?.origin ?? '') || (path || '/') !== url?.pathname)
    return refuse('an @, ? or #, or what browsers write otherwise')
  return isSafe(url) ? url.origin + path.replace(/\/+$/, '') : refuse('a http:// address of another machine')
}

function refuse(got: string): never {
  throw TypeError(`baseUrl must start with https:// (http:// is allowed for localhost only). Got ${got}.`)
}
