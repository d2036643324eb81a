import type { RefundRow } from '@cedi/ledger'
import { listPage } from '../kit/list.js'
import { amount, bdi, chip, empty, type Line, moment } from '../kit/parts.js'
import type { Pages, Visit } from '../kit/visit.js'

/** A refund in a list of its merchant. */
export const refundLine = (visit: Visit, row: RefundRow): Line => ({
  href: visit.at(`payments/${row.payment_ref}`),
  title: amount(visit, row.amount_pesewas),
  below: [
    row.reason !== null && bdi(row.reason),
    moment(visit, row.created_ms),
    row.note !== null && bdi(`${visit.language.words.note}: ${row.note}`),
  ],
  chip: chip(row.status, visit.language.words[`refund_${row.status}`]),
})

/** Refunds, as far as an operator has come with them. @decision 0009 */
export const refundPages: Pages = {
  'GET refunds': (visit) => {
    const { words } = visit.language
    return listPage(visit, {
      title: words.refunds,
      section: 'refunds',
      listing: { table: 'refunds', merchant: visit.merchant, path: 'refunds' },
      line: (row) => refundLine(visit, row),
      nothing: empty(words.noRefunds, words.noRefundsText),
    })
  },
}
