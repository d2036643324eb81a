import { type ResponseData, respondWithJson } from '../http/response.js'
import type { ApiCall } from '../http/server-context.js'
import { fail, type Result, type Row } from '../ledger/index.js'
import { getBaseUrl } from '../service/context.js'

const defaultLimit = 20

/**
 * Responds with one page of a listing, newest first. The header `Link` has the URL of the next page.
 *
 * @param toJson - The JSON of a row's record.
 * @source Endpoints, rule 2
 * @decision 0010
 */
export async function listPage<Table extends 'products' | 'orders'>(
  call: ApiCall,
  table: Table,
  toJson: (row: Row<Table>) => string,
): Promise<Result<ResponseData>> {
  const { context, merchant, request } = call
  const limits = request.query?.getAll('limit') ?? []
  // An empty cursor is the first page. Tools that import the API description send it.
  const cursors = (request.query?.getAll('cursor') ?? []).filter((cursor) => cursor !== '')
  const [text] = limits
  if (limits.length > 1 || (text !== undefined && !/^(?:[1-9]\d?|100)$/.test(text)))
    return fail('invalid_request', 'limit must be a whole number from 1 to 100, written in plain digits.', 'limit')
  const cursor = cursors[0] === undefined ? undefined : decodeCursor(cursors[0], table)
  if (cursors.length > 1 || (cursors.length === 1 && cursor === undefined))
    return fail('invalid_request', 'cursor must come from the Link header of the same list.', 'cursor')

  const limit = text === undefined ? defaultLimit : Number(text)
  const before = cursor === undefined ? {} : { before: cursor }
  const rows = await context.store.list(table, merchant, { limit: limit + 1, ...before })
  const pageRows = rows.slice(0, limit)
  const last = pageRows.at(-1)
  const page = `[${pageRows.map(toJson).join(',')}]`
  if (rows.length <= limit || !last) return respondWithJson(page)
  const next = `${getBaseUrl(call)}${request.path}?limit=${limit}&cursor=${encodeCursor(last.id)}`
  return respondWithJson(page, { Link: `<${next}>; rel="next"` })
}

const encodeCursor = (id: string): string => btoa(id).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')

const idPattern = { products: /^prd_[0-9a-z]{14,22}$/, orders: /^ord_[0-9a-z]{14,22}$/ } as const

/** Decodes a cursor; undefined if it is not from this list. */
function decodeCursor(cursor: string, table: 'products' | 'orders'): string | undefined {
  if (!/^[\w-]{1,128}$/.test(cursor)) return undefined
  try {
    const id = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))
    return idPattern[table].test(id) && encodeCursor(id) === cursor ? id : undefined
  } catch {
    return undefined
  }
}
