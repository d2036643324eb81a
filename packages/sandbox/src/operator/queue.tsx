/** @jsxImportSource hono/jsx */
import type { Row } from '@cedi/ledger'
import type { Child } from 'hono/jsx'
import type { Html } from '../kit/html.js'
import { type Listing, listPage } from '../kit/list.js'
import { Lines, Panel } from '../kit/parts.js'
import type { Visit } from '../kit/visit.js'
import { decided, waiting } from './waiting.js'

/** How many decided items appear below the waiting ones. */
const lately = 10

/** What operators decide about. */
interface Queue<T extends 'refunds' | 'payouts'> {
  readonly section: T
  /** What it is for. */
  readonly text: string
  readonly line: (row: Row<T>) => Html
  /** What stands there when nothing waits. */
  readonly nothing: Child
  /** The name of the list of all decided items. */
  readonly decidedTitle: string
}

/** A page of waiting items, with recently decided ones below; `?list=decided` lists all decided ones. */
export async function queuePage<T extends 'refunds' | 'payouts'>(visit: Visit, queue: Queue<T>): Promise<Response> {
  const { context, request, at, language } = visit
  const { desk } = language
  const { section, text, line, nothing, decidedTitle } = queue
  // The compiler cannot see that each section lists its own table.
  const [open, past] = [waiting[section], decided[section]] as unknown as readonly [Listing<T>, Listing<T>]
  if (request.query?.get('list') === 'decided')
    return listPage(visit, {
      title: decidedTitle,
      section,
      back: { href: at(section), text: desk[section] },
      listing: past,
      line,
      nothing: <p>{desk.nothingDecided}</p>,
    })
  const rows = await context.store.list<T>(section, null, { ...past.query, limit: lately } as never)
  return listPage(visit, {
    title: desk[section],
    section,
    listing: open,
    line,
    nothing,
    above: <p>{text}</p>,
    below: rows.length > 0 && (
      <Panel title={desk.resolved}>
        <Lines>{rows.map(line)}</Lines>
        <p class="pages">
          <a href={at(section, { list: 'decided' })}>{desk.allDecided}</a>
        </p>
      </Panel>
    ),
  })
}
