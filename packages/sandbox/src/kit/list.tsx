/** @jsxImportSource hono/jsx */
import { type ListQuery, type Place, type Row, toPlace } from '@cedi/mock-server/internal'
import type { Child } from 'hono/jsx'
import type { Html } from './html.js'
import { type PageContent, page } from './layout.js'
import type { SessionContext } from './page-context.js'
import { List } from './parts.js'

const pageSize = 25

type Listable = 'payments' | 'orders' | 'products' | 'refunds' | 'payouts' | 'keys' | 'merchants' | 'entries'

/** Rows of a list, and its URL. */
export interface ListSource<T extends Listable> {
  readonly table: T
  /** Merchant of the rows; null for all merchants. */
  readonly merchant: string | null
  readonly query?: Pick<ListQuery<T>, 'order' | 'by' | 'where'>
  /** Path of the list, and the query parameters of all its pages. */
  readonly path: string
  readonly params?: Readonly<Record<string, string>>
}

/** One page of a list, with links to the previous and the next page. */
export interface ListResult<T extends Listable> {
  readonly rows: readonly Row<T>[]
  readonly links: Html | undefined
  /** Whether it is the first page. */
  readonly isFirst: boolean
}

/**
 * Reads the requested page of a list (keyset pagination). `?after=` and `?before=` contain the position of a row, which
 * may have been deleted. Rows that are added or deleted between two requests neither repeat nor hide other rows.
 *
 * @decision 0010
 */
export async function readListPage<T extends Listable>(
  ctx: SessionContext,
  listing: ListSource<T>,
): Promise<ListResult<T>> {
  const { context, request } = ctx
  const { table, merchant, query = {} } = listing
  const after = parsePlace(listing, request.query?.get('after'))
  const before = after ? undefined : parsePlace(listing, request.query?.get('before'))
  const read = async (past: Place | undefined, isBackwards: boolean) => {
    const order = (query.order === 'oldest') === isBackwards ? 'newest' : 'oldest'
    const listQuery = { ...query, order, limit: pageSize + 1, ...(past ? { past } : {}) } as unknown as ListQuery<T>
    const found = await context.store.list(table, merchant, listQuery)
    const rows = found.slice(0, pageSize)
    return { rows: isBackwards ? rows.reverse() : rows, isMore: found.length > pageSize }
  }
  const { rows, isMore } = await read(after ?? before, before !== undefined)
  // Falls back to the first page if the rows before a position do not fill a page, or if no row follows it.
  const isShort = before ? !isMore : after !== undefined && rows.length === 0
  if (isShort) {
    const first = await read(undefined, false)
    return { rows: first.rows, links: links(ctx, listing, first.rows, false, first.isMore), isFirst: true }
  }
  const [hasBefore, hasAfter] = before ? [isMore, true] : [after !== undefined, isMore]
  return { rows, links: links(ctx, listing, rows, hasBefore, hasAfter), isFirst: !hasBefore }
}

function links<T extends Listable>(
  { at, language }: SessionContext,
  listing: ListSource<T>,
  rows: readonly Row<T>[],
  hasBefore: boolean,
  hasAfter: boolean,
): Html | undefined {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last || !(hasBefore || hasAfter)) return undefined
  const { words } = language
  const { table, path, params, query } = listing
  const [before, after] =
    table === 'merchants'
      ? [words.pageBefore, words.pageAfter]
      : query?.order === 'oldest'
        ? [words.older, words.newer]
        : [words.newer, words.older]
  const toHref = (name: 'before' | 'after', row: Row<T>) => at(path, { ...params, [name]: formatPlace(listing, row) })
  return (
    <p class="pages">
      {hasBefore && (
        <a href={toHref('before', first)} rel="prev">
          {before}
        </a>
      )}
      {hasAfter && (
        <a href={toHref('after', last)} rel="next">
          {after}
        </a>
      )}
    </p>
  )
}

/** Formats the position of a row: its id, and in lists of all merchants also its time and merchant. */
function formatPlace<T extends Listable>({ merchant, query }: ListSource<T>, row: Row<T>): string {
  const { ms, id, merchant: owner } = toPlace(row, query?.by)
  return merchant === null ? [ms ?? '', id, owner].join('.') : id
}

function parsePlace<T extends Listable>(
  { merchant, query }: ListSource<T>,
  text: string | null | undefined,
): Place | undefined {
  const [ms, id, owner] = merchant === null ? (text ?? '').split('.') : ['', text ?? '', merchant]
  if (![id, owner].every((part) => /^[\w-]{1,80}$/.test(part ?? ''))) return undefined
  const place = { id: String(id), merchant: String(owner) }
  if (query?.by === undefined) return ms === '' ? place : undefined
  return /^\d{1,15}$/.test(ms ?? '') ? { ms: Number(ms), ...place } : undefined
}

/** Contents of a list page. */
export interface ListPage<T extends Listable> extends Omit<PageContent, 'body'> {
  readonly listing: ListSource<T>
  readonly line: (row: Row<T>) => Html
  /** Contents of an empty list. */
  readonly empty: Child
  readonly above?: Child
  /** Contents below the first page. */
  readonly below?: Child
}

/** Responds with a list page. */
export async function listPage<T extends Listable>(
  ctx: SessionContext,
  { listing, line, empty, above, below, ...content }: ListPage<T>,
): Promise<Response> {
  const { rows, links, isFirst } = await readListPage(ctx, listing)
  const body = (
    <>
      {above}
      {rows.length > 0 ? <List>{rows.map(line)}</List> : empty}
      {links}
      {isFirst && below}
    </>
  )
  return page(ctx, { ...content, body })
}
