/** @jsxImportSource hono/jsx */
import { type ListQuery, type Place, placeOf, type Row } from '@cedi/ledger'
import type { Child } from 'hono/jsx'
import type { Html } from './html.js'
import { page, type Shown } from './layout.js'
import { Lines } from './parts.js'
import type { Visit } from './visit.js'

const pageSize = 25

type Listable = 'payments' | 'orders' | 'products' | 'refunds' | 'payouts' | 'keys' | 'merchants' | 'entries'

/** Which rows a list shows, and where it stands. */
export interface Listing<T extends Listable> {
  readonly table: T
  /** Whose rows; those of all merchants when it is null. */
  readonly merchant: string | null
  readonly query?: Pick<ListQuery<T>, 'order' | 'by' | 'where'>
  /** The address of its page, and what stays in it from page to page. */
  readonly path: string
  readonly kept?: Readonly<Record<string, string>>
}

/** One page of a list, and the links to the ones beside it. */
export interface Listed<T extends Listable> {
  readonly rows: readonly Row<T>[]
  readonly links: Html | undefined
  /** Whether nothing comes before it. */
  readonly isFirst: boolean
}

/**
 * Reads the page of a list that the address asks for. `?after=` and `?before=` hold the place of a row, which need not
 * be there any more: whatever comes or goes meanwhile, no row is shown twice or left out on the way through the pages.
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
  // What is left before a place is the first page only when it fills one; after the last row there is no page.
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

/** An id is enough among the rows of one merchant; among those of all, a place has a time and a merchant too. */
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
  /** What stands there when there is no row. */
  readonly nothing: Child
  readonly above?: Child
  /** What comes after the first page. */
  readonly below?: Child
}

/** Writes a page that is a list: what is above it, its rows or what stands in their place, and the pages beside it. */
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
