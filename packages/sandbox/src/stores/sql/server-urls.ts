/** The servers of a PostgreSQL cluster. */
export interface ServerUrls {
  /** One URL per server, as the package `pg` expects it. */
  readonly urls: readonly string[]
  /** Whether read-only servers are skipped. */
  readonly mustWrite: boolean
}

const urlPattern = /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/s
const targetPattern = /([?&])target_session_attrs=([^&#]*)(&?)/
/** Supported values that allow writes. With the first, a single server is used without a check. */
const writableTargets = ['any', 'read-write', 'primary']

/**
 * Parses the URL of a database, which may contain several servers in the format of libpq:
 * `postgres://cedi@a:5432,b:5433/cedi?target_session_attrs=read-write`.
 *
 * @throws Error whose message contains no part of the URL, because it may contain a password.
 * @decision 0034
 */
export function parseServerUrls(url: string): ServerUrls {
  const match = targetPattern.exec(url)
  const target = match?.[2] ?? 'any'
  if (!writableTargets.includes(target))
    throw new Error(
      'target_session_attrs in the address of the database asks for a server that cannot be written. Write read-write.',
    )
  const withoutTarget = match
    ? url.replace(targetPattern, (_, before, _target, hasMore) => (hasMore ? before : ''))
    : url
  const [, scheme = '', authority = '', rest = ''] = urlPattern.exec(withoutTarget) ?? []
  const end = authority.lastIndexOf('@') + 1
  const hosts = authority.slice(end).split(',')
  if (/[?&](?:host|port)=[^&#]*(?:,|%2C)/i.test(rest))
    throw new Error(
      'The address of the database names several hosts behind the ?. Write them in front: postgres://user@a:5432,b:5432/cedi.',
    )
  const urls =
    hosts.length < 2 ? [withoutTarget] : hosts.map((host) => `${scheme}${authority.slice(0, end)}${host}${rest}`)
  if ((hosts.length > 1 && hosts.includes('')) || !urls.every(isServerUrl))
    throw new Error(
      'The address of the database cannot be read. Write it like postgres://user:password@host:5432/cedi, with %40 for an @ in the password.',
    )
  return { urls, mustWrite: hosts.length > 1 || target !== 'any' }
}

/** Returns whether a URL is valid. A URL of a socket has no host, so it is checked with one. */
const isServerUrl = (url: string): boolean => URL.canParse(url) || URL.canParse(url.replace('@/', '@socket/'))
