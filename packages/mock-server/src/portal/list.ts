import type { FilterColumns, ListQuery, Row, Tables } from '@cedi/ledger'
import { type Child, h } from '../pages/tree.js'
import type { Visit } from './visit.js'

const pageSize = 25

/** One page of a list, newest first, and the links to the others. */
export interface Listed<T extends keyof Tables> {
  readonly rows: readonly Row<T>[]
  readonly links: Child
}

/**
 * Reads a page of what belongs to the merchant of the visit. `?before=` is the last id of the page before: an id of
 * somebody else only moves the place where the list begins.
 *
 * @decision 0010
 */
export async function listed<T extends 'payments' | 'orders' | 'products' | 'refunds' | 'payouts'>(
  { context, request, merchant, language, at }: Visit,
  table: T,
  where?: NonNullable<ListQuery<T>['where']> & { readonly [C in FilterColumns[T]]?: unknown },
): Promise<Listed<T>> {
  const before = /^[a-z]{3}_[0-9a-z]{14}$/.exec(request.query?.get('before') ?? '')?.[0]
  const query = { limit: pageSize + 1, ...(before ? { before } : {}), ...(where ? { where } : {}) } as ListQuery<T>
  const found = await context.store.list(table, merchant, query)
  const rows = found.slice(0, pageSize)
  const last = rows.at(-1)
  const { words } = language
  const older = found.length > pageSize && last && at(table, { before: last.id })
  const links =
    older || before
      ? h(
          'p',
          { class: 'pages' },
          before !== undefined && h('a', { href: at(table) }, words.newest),
          older && h('a', { href: older, rel: 'next' }, words.older),
        )
      : undefined
  return { rows, links }
}
