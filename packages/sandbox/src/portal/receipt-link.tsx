/** @jsxImportSource hono/jsx */
import { getReceiptUrl, type OrderRow, type PaymentRow } from '@cedi/mock-server/internal'
import type { Html } from '../kit/html.js'
import type { SessionContext } from '../kit/page-context.js'
import { Fact } from '../kit/parts.js'

interface Props {
  readonly ctx: SessionContext
  readonly row: OrderRow | PaymentRow
}

/** Link to the receipt of the buyer. Renders nothing before the payment succeeds. @decision 0071 */
export function ReceiptFact({ ctx, row }: Props): Html {
  const { words } = ctx.language
  const url = getReceiptUrl(ctx, row)
  return (
    <Fact term={words.receipt}>
      {url !== null && (
        <a href={url} rel="noreferrer">
          {words.seeReceipt}
        </a>
      )}
    </Fact>
  )
}
