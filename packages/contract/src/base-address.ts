// The platform's own, described by structure: those who compile against this file may have no DOM types.
interface ParsedAddress {
  readonly protocol: string
  readonly origin: string
  readonly hostname: string
  readonly pathname: string
}
declare const URL: new (text: string) => ParsedAddress

/**
 * Why a text is no base address of the service. `form`: credentials, a query, a fragment, or something that `URL` would
 * write otherwise.
 */
export type BaseAddressProblem = 'scheme' | 'form' | 'machine'

/** A base address, or the reason why the text is none. */
export type BaseAddress =
  | { readonly base: string; readonly problem?: never }
  | { readonly base?: never; readonly problem: BaseAddressProblem }

/** Whether a host name, as `URL` writes it, is the machine itself. */
const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  // The pattern is whole: 127.evil.example begins like an address of this machine.
  /^127\.\d+\.\d+\.\d+$/.test(hostname)

/** Whether what is sent to an address stays secret on the way: https, or http on this machine. */
export const isSafe = ({ protocol, hostname }: Pick<ParsedAddress, 'protocol' | 'hostname'>): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname))

/**
 * Reads the base address of the service. A key is sent there, so it is https, or http on this machine.
 *
 * The examples in `fixtures/base-addresses.json` are the rule for every language.
 *
 * @returns `base` without a slash at its end, or the `problem`.
 */
export function readBaseAddress(text: string): BaseAddress {
  const [, start, path] = /^(https?:\/\/[^/]*)(.*)$/i.exec(text) ?? []
  if (start === undefined || path === undefined) return { problem: 'scheme' }

  let url: ParsedAddress
  try {
    url = new URL(text)
  } catch {
    return { problem: 'form' }
  }
  // `URL` repairs what it reads: it drops new lines, decodes host names, climbs `..`. Who needs a repair is refused,
  // because another program may repair the same text into another machine. Credentials, a query and a fragment fall
  // here too: they are neither part of the origin nor of the path.
  const standardPort = url.protocol === 'https:' ? ':443' : ':80'
  const isSameStart = [url.origin, url.origin + standardPort].includes(start.toLowerCase())
  if (!isSameStart || (path || '/') !== url.pathname) return { problem: 'form' }

  if (!isSafe(url)) return { problem: 'machine' }
  return { base: url.origin + path.replace(/\/+$/, '') }
}
