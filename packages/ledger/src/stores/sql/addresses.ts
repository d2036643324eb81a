/** The servers of a PostgreSQL cluster. */
export interface Addresses {
  /** One for each server, as the package `pg` takes it. */
  readonly urls: readonly string[]
  /** Whether a server that takes no writes is passed over. */
  readonly mustWrite: boolean
}

const parts = /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/s
const wish = /([?&])target_session_attrs=([^&#]*)(&?)/
/** Supported values that allow writes. With the first, a single server is used without a check. */
const wishes = ['any', 'read-write', 'primary']

/**
 * Reads the address of a database, which may name several servers as libpq writes them:
 * `postgres://cedi@a:5432,b:5433/cedi?target_session_attrs=read-write`.
 *
 * @throws Error with a sentence that says nothing of what is in the address: it may hold a password.
 * @decision 0034
 */
export function readAddresses(url: string): Addresses {
  const asked = wish.exec(url)
  const wanted = asked?.[2] ?? 'any'
  if (!wishes.includes(wanted))
    throw new Error(
      'target_session_attrs in the address of the database asks for a server that cannot be written. Write read-write.',
    )
  const one = asked ? url.replace(wish, (_, before, _wanted, more) => (more ? before : '')) : url
  const [, scheme = '', authority = '', rest = ''] = parts.exec(one) ?? []
  const end = authority.lastIndexOf('@') + 1
  const hosts = authority.slice(end).split(',')
  if (/[?&](?:host|port)=[^&#]*(?:,|%2C)/i.test(rest))
    throw new Error(
      'The address of the database names several hosts behind the ?. Write them in front: postgres://user@a:5432,b:5432/cedi.',
    )
  const urls = hosts.length < 2 ? [one] : hosts.map((host) => `${scheme}${authority.slice(0, end)}${host}${rest}`)
  if ((hosts.length > 1 && hosts.includes('')) || !urls.every(isAddress))
    throw new Error(
      'The address of the database cannot be read. Write it like postgres://user:password@host:5432/cedi, with %40 for an @ in the password.',
    )
  return { urls, mustWrite: hosts.length > 1 || wanted !== 'any' }
}

/** A socket has no host: `pg` takes that with a name in front as well. */
const isAddress = (url: string): boolean => URL.canParse(url) || URL.canParse(url.replace('@/', '@socket/'))
