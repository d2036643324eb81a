/** @jsxImportSource hono/jsx */
import type { Row } from '@cedi/mock-server/internal'
import type { Child } from 'hono/jsx'
import type { Html } from '../kit/html.js'
import { type ListSource, listPage } from '../kit/list.js'
import type { SessionContext } from '../kit/page-context.js'
import { List, Panel } from '../kit/parts.js'
import { pendingItems, resolvedItems } from './queues.js'

/** Number of resolved items below the pending ones. */
const maxRecent = 10

/** A queue of refunds or payouts that operators resolve. */
interface Queue<T extends 'refunds' | 'payouts'> {
  readonly section: T
  /** Description above the list. */
  readonly text: string
  readonly line: (row: Row<T>) => Html
  /** Contents of an empty queue. */
  readonly empty: Child
  /** Title of the list of all resolved items. */
  readonly resolvedTitle: string
}

/** Responds with the pending items of a queue, and recently resolved ones below. `?list=decided` lists all resolved ones. */
export async function queuePage<T extends 'refunds' | 'payouts'>(
  ctx: SessionContext,
  queue: Queue<T>,
): Promise<Response> {
  const { context, request, at, language } = ctx
  const { operatorWords } = language
  const { section, text, line, empty, resolvedTitle } = queue
  // The type system cannot relate each section to its table.
  const [pending, resolved] = [pendingItems[section], resolvedItems[section]] as unknown as readonly [
    ListSource<T>,
    ListSource<T>,
  ]
  if (request.query?.get('list') === 'decided')
    return listPage(ctx, {
      title: resolvedTitle,
      section,
      back: { href: at(section), text: operatorWords[section] },
      listing: resolved,
      line,
      empty: <p>{operatorWords.nothingDecided}</p>,
    })
  const rows = await context.store.list<T>(section, null, { ...resolved.query, limit: maxRecent } as never)
  return listPage(ctx, {
    title: operatorWords[section],
    section,
    listing: pending,
    line,
    empty,
    above: <p>{text}</p>,
    below: rows.length > 0 && (
      <Panel title={operatorWords.resolved}>
        <List>{rows.map(line)}</List>
        <p class="pages">
          <a href={at(section, { list: 'decided' })}>{operatorWords.allDecided}</a>
        </p>
      </Panel>
    ),
  })
}
