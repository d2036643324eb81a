/** @jsxImportSource hono/jsx */
import type { RefundRow } from '@cedi/mock-server/internal'
import type { Html } from '../kit/html.js'
import { listPage } from '../kit/list.js'
import type { SessionContext } from '../kit/page-context.js'
import { Amount, Chip, Empty, ListItem, ShortTime } from '../kit/parts.js'

/** A refund in a list. */
export function RefundItem({ ctx, row }: { readonly ctx: SessionContext; readonly row: RefundRow }): Html {
  const { words } = ctx.language
  return (
    <ListItem
      href={ctx.at(`payments/${row.payment_ref}`)}
      title={<Amount ctx={ctx} pesewas={row.amount_pesewas} />}
      details={[
        row.reason !== null && <bdi>{row.reason}</bdi>,
        <ShortTime ctx={ctx} ms={row.created_ms} />,
        row.note !== null && <bdi>{`${words.note}: ${row.note}`}</bdi>,
      ]}
      chip={<Chip state={row.status} text={words[`refund_${row.status}`]} />}
    />
  )
}

/** `/portal/refunds`: the refunds of the merchant. @decision 0009 */
export function refundsPage(ctx: SessionContext): Promise<Response> {
  const { words } = ctx.language
  return listPage(ctx, {
    title: words.refunds,
    section: 'refunds',
    listing: { table: 'refunds', merchant: ctx.merchant, path: 'refunds' },
    line: (row) => <RefundItem ctx={ctx} row={row} />,
    empty: <Empty title={words.noRefunds} text={words.noRefundsText} />,
  })
}
