import { endpointTable, type Operations, type Scope } from './generated/operations.js'

/** The name of an operation, such as `createPayment`. */
export type OperationId = keyof Operations

/** One row of the endpoint table. */
export interface Operation<Name extends OperationId = OperationId> {
  readonly id: Name
  readonly method: 'GET' | 'POST'
  /** Path template, such as `/api/v1/payments/{ref}`. */
  readonly path: string
  readonly scope: Scope
}

/** The endpoint table: ten operations on nine paths. @source Endpoints */
export const operations: readonly Operation[] = endpointTable

/** Result of {@link matchOperation}. */
export type Match =
  | { readonly found: true; readonly operation: Operation; readonly parameter: string }
  /** `allow` lists the methods of the path; empty for an unknown path. */
  | { readonly found: false; readonly allow: readonly string[] }

interface Path {
  readonly before: string
  readonly hasParameter: boolean
  readonly byMethod: Readonly<Record<string, Operation>>
}

const paths: readonly Path[] = [...new Set(operations.map((operation) => operation.path))].map((path) => {
  const brace = path.indexOf('{')
  return {
    before: brace < 0 ? path : path.slice(0, brace),
    hasParameter: brace >= 0,
    byMethod: Object.fromEntries(operations.filter((row) => row.path === path).map((row) => [row.method, row])),
  }
})

/**
 * Finds the operation for a method and a path.
 *
 * @param method - HTTP method in capitals.
 * @param path - Path without the base URL and the query. Its parameter may be percent-encoded.
 * @returns The operation and its decoded path parameter (empty without one), or the allowed methods of the path.
 * @source Endpoints
 */
export function matchOperation(method: string, path: string): Match {
  for (const row of paths) {
    const parameter = row.hasParameter ? parameterAfter(row.before, path) : path === row.before ? '' : undefined
    if (parameter === undefined) continue
    const operation = Object.hasOwn(row.byMethod, method) ? row.byMethod[method] : undefined
    return operation ? { found: true, operation, parameter } : { found: false, allow: Object.keys(row.byMethod) }
  }
  return { found: false, allow: [] }
}

function parameterAfter(before: string, path: string): string | undefined {
  if (path.length <= before.length || !path.startsWith(before)) return undefined
  const text = path.slice(before.length)
  if (text.includes('/')) return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
