import { endpointTable } from '@cedi/contract/generated/operations'
import { type Exchange, isSuccess } from './service-client.js'

/** Returns the operation of a request; undefined if its path is not in the endpoint table. */
export function findOperation({
  method,
  path,
}: Pick<Exchange, 'method' | 'path'>): (typeof endpointTable)[number] | undefined {
  const [pathname = ''] = path.split('?')
  const rows = endpointTable.filter((row) => new RegExp(`^${row.path.replace(/\{\w+\}/, '[^/]+')}$`).test(pathname))
  return rows.find((row) => row.method === method) ?? rows[0]
}

/** Returns the route of a request: `GET /api/v1/payments/{ref}`. */
export const toRoute = ({ method, path }: Pick<Exchange, 'method' | 'path'>): string =>
  `${method} ${findOperation({ method, path })?.path ?? path.split('?')[0]}`

/** Returns the routes that accept requests with the key, so that a redirect of them has another reason. */
export const listAcceptedRoutes = (exchanges: readonly Exchange[]): ReadonlySet<string> =>
  new Set(exchanges.filter(isSuccess).map(toRoute))
