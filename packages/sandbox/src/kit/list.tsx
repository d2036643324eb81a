/** @jsxImportSource hono/jsx */
import { type ListQuery, type Place, placeOf, type Row } from '@cedi/ledger'
import type { Child } from 'hono/jsx'
import type { Html } from './html.js'
import { page, type Shown } from './layout.js'
import { Lines } from './parts.js'
import type { Visit } from './visit.js'

const pageSize = 25

type Listable = 'payments' | 'orders' | 'products' | 'refunds' | 'payouts' | 'keys' | 'merchants' | 'entries'

/** Which rows a list shows, and from which place. */
export interface Listing<T extends Listable> {
  readonly table: T
  /** The merchant of the rows; null means all merchants. */
  readonly merchant: string | null
  readonly query?: Pick<ListQuery<T>, 'order' | 'by' | 'where'>
  /** The page's address, and the parameters that stay from page to page. */
  readonly path: string
  readonly kept?: Readonly<Record<string, string>>
}

/** One page of a list, and the links to the pages before and after. */
export interface Listed<T extends Listable> {
  readonly rows: readonly Row<T>[]
  readonly links: Html | undefined
  /** Whether it is the first page. */
  readonly isFirst: boolean
}

/**
 * Reads the page of a list that the address asks for. `?after=` and `?before=` contain the place of a row, which need
 * not exist any more. So whatever is added or removed meanwhile, no row appears twice or goes missing.
 *
 * @decision 0010
 */
export async function listed<T extends Listable>(visit: Visit, listing: Listing<T>): Promise<Listed<T>> {
  const { context, request } = visit
  const { table, merchant, query = {} } = listing
  const after = readPlace(listing, request.query?.get('after'))
  const before = after ? undefined : readPlace(listing, request.query?.get('before'))
  const read = async (past: Place | undefined, isBackwards: boolean) => {
    const order = (query.order === 'oldest') === isBackwards ? 'newest' : 'oldest'
    const asked = { ...query, order, limit: pageSize + 1, ...(past ? { past } : {}) } as unknown as ListQuery<T>
    const found = await context.store.list(table, merchant, asked)
    const rows = found.slice(0, pageSize)
    return { rows: isBackwards ? rows.reverse() : rows, isMore: found.length > pageSize }
  }
  const { rows, isMore } = await read(after ?? before, before !== undefined)
  // The rows before a place make the first page only if they fill it. After the last row there is no page.
  const isShort = before ? !isMore : after !== undefined && rows.length === 0
  if (isShort) {
    const first = await read(undefined, false)
    return { rows: first.rows, links: links(visit, listing, first.rows, false, first.isMore), isFirst: true }
  }
  const [hasBefore, hasAfter] = before ? [isMore, true] : [after !== undefined, isMore]
  return { rows, links: links(visit, listing, rows, hasBefore, hasAfter), isFirst: !hasBefore }
}

function links<T extends Listable>(
  { at, language }: Visit,
  listing: Listing<T>,
  rows: readonly Row<T>[],
  hasBefore: boolean,
  hasAfter: boolean,
): Html | undefined {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last || !(hasBefore || hasAfter)) return undefined
  const { words } = language
  const { table, path, kept, query } = listing
  const [before, after] =
    table === 'merchants'
      ? [words.pageBefore, words.pageAfter]
      : query?.order === 'oldest'
        ? [words.older, words.newer]
        : [words.newer, words.older]
  const hrefOf = (name: 'before' | 'after', row: Row<T>) => at(path, { ...kept, [name]: placeText(listing, row) })
  return (
    <p class="pages">
      {hasBefore && (
        <a href={hrefOf('before', first)} rel="prev">
          {before}
        </a>
      )}
      {hasAfter && (
        <a href={hrefOf('after', last)} rel="next">
          {after}
        </a>
      )}
    </p>
  )
}

/** Among one merchant's rows an id is enough. Among all merchants' rows, a place also needs a time and a merchant. */
function placeText<T extends Listable>({ merchant, query }: Listing<T>, row: Row<T>): string {
  const { ms, id, merchant: owner } = placeOf(row, query?.by)
  return merchant === null ? [ms ?? '', id, owner].join('.') : id
}

function readPlace<T extends Listable>(
  { merchant, query }: Listing<T>,
  text: string | null | undefined,
): Place | undefined {
  const [ms, id, owner] = merchant === null ? (text ?? '').split('.') : ['', text ?? '', merchant]
  if (![id, owner].every((part) => /^[\w-]{1,80}$/.test(part ?? ''))) return undefined
  const place = { id: String(id), merchant: String(owner) }
  if (query?.by === undefined) return ms === '' ? place : undefined
  return /^\d{1,15}$/.test(ms ?? '') ? { ms: Number(ms), ...place } : undefined
}

/** A page that is a list. */
export interface ListPage<T extends Listable> extends Omit<Shown, 'body'> {
  readonly listing: Listing<T>
  readonly line: (row: Row<T>) => Html
  /** What appears when there is no row. */
  readonly nothing: Child
  readonly above?: Child
  /** What follows the first page. */
  readonly below?: Child
}

/** Renders a list page: the part above, its rows or the text for none, and the links to other pages. */
export async function listPage<T extends Listable>(
  visit: Visit,
  { listing, line, nothing, above, below, ...shown }: ListPage<T>,
): Promise<Response> {
  const { rows, links, isFirst } = await listed(visit, listing)
  const body = (
    <>
      {above}
      {rows.length > 0 ? <Lines>{rows.map(line)}</Lines> : nothing}
      {links}
      {isFirst && below}
    </>
  )
  return page(visit, { ...shown, body })
}
