/** @jsxImportSource hono/jsx */
import type { RefundRow } from '@cedi/ledger'
import type { Html } from '../kit/html.js'
import { listPage } from '../kit/list.js'
import { Amount, Chip, Empty, Line, Moment } from '../kit/parts.js'
import type { Visit } from '../kit/visit.js'

/** A refund in a list of its merchant. */
export function RefundLine({ visit, row }: { readonly visit: Visit; readonly row: RefundRow }): Html {
  const { words } = visit.language
  return (
    <Line
      href={visit.at(`payments/${row.payment_ref}`)}
      title={<Amount visit={visit} pesewas={row.amount_pesewas} />}
      under={[
        row.reason !== null && <bdi>{row.reason}</bdi>,
        <Moment visit={visit} ms={row.created_ms} />,
        row.note !== null && <bdi>{`${words.note}: ${row.note}`}</bdi>,
      ]}
      chip={<Chip state={row.status} text={words[`refund_${row.status}`]} />}
    />
  )
}

/** `/portal/refunds`: the state of each refund. @decision 0009 */
export function refundsPage(visit: Visit): Promise<Response> {
  const { words } = visit.language
  return listPage(visit, {
    title: words.refunds,
    section: 'refunds',
    listing: { table: 'refunds', merchant: visit.merchant, path: 'refunds' },
    line: (row) => <RefundLine visit={visit} row={row} />,
    nothing: <Empty title={words.noRefunds} text={words.noRefundsText} />,
  })
}
