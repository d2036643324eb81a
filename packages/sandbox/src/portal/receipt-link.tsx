/** @jsxImportSource hono/jsx */
import type { OrderRow, PaymentRow } from '@cedi/ledger'
import { receiptUrlOf } from '@cedi/mock-server/service'
import type { Html } from '../kit/html.js'
import { Fact } from '../kit/parts.js'
import type { Visit } from '../kit/visit.js'

interface Of {
  readonly visit: Visit
  readonly row: OrderRow | PaymentRow
}

/** The link to the buyer's receipt, for merchants who are asked for it; nothing before it is paid. @decision 0071 */
export function ReceiptFact({ visit, row }: Of): Html {
  const { words } = visit.language
  const url = receiptUrlOf(visit, row)
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
