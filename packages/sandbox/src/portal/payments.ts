import type { PaymentRow } from '@cedi/ledger'
import { mobileNetworks } from '@cedi/mock-server/instruments'
import { paymentRecord } from '@cedi/mock-server/service'
import { page } from '../kit/layout.js'
import { listed, listPage } from '../kit/list.js'
import { amount, bdi, chip, empty, facts, type Line, lines, moment, panel, time } from '../kit/parts.js'
import { h } from '../kit/tree.js'
import type { Pages, Visit } from '../kit/visit.js'
import { refundLine } from './refunds.js'

const cardNames: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard' }

/** How a network is called by those who use it. */
export const networkName = (network: string): string =>
  Object.hasOwn(mobileNetworks, network)
    ? mobileNetworks[network as keyof typeof mobileNetworks].name
    : (cardNames[network] ?? network)

/** The buyer's number or card, as far as anybody may see it. */
export const instrumentOf = ({ phone, card_last4 }: Pick<PaymentRow, 'phone' | 'card_last4'>): string | undefined =>
  phone === null ? (card_last4 === null ? undefined : `•••• ${card_last4}`) : phoneText(phone)

/** A masked number as people of Ghana write it: `+23324***3789` is `024 ••• 3789`. */
export const phoneText = (masked: string): string => masked.replace(/^\+233(\d\d)\*+(\d{4})$/, '0$1 ••• $2')

const ltr = (text: string | undefined) => text !== undefined && h('bdi', { dir: 'ltr' }, text)

/** A payment in a list. */
export const paymentLine = (visit: Visit, row: PaymentRow): Line => ({
  href: visit.at(`payments/${row.id}`),
  title: amount(visit, row.amount_pesewas),
  below: [networkName(row.network), ltr(instrumentOf(row)), moment(visit, row.created_ms)],
  chip: chip(row.status, visit.language.words[`payment_${row.status}`]),
})

/** Payments, and the record of each. */
export const paymentPages: Pages = {
  'GET payments': (visit) => {
    const { words } = visit.language
    return listPage(visit, {
      title: words.payments,
      section: 'payments',
      listing: { table: 'payments', merchant: visit.merchant, path: 'payments' },
      line: (row) => paymentLine(visit, row),
      nothing: empty(words.noPayments, words.noPaymentsText),
    })
  },
  'GET payments/*': paymentPage,
}

async function paymentPage(visit: Visit) {
  const { context, merchant, parts, at, language } = visit
  const { words } = language
  const [ref = ''] = parts
  const row = await context.store.get('payments', merchant, ref)
  if (!row) return undefined
  const refunds = await listed(visit, {
    table: 'refunds',
    merchant,
    query: { where: { payment_ref: ref } },
    path: `payments/${ref}`,
  })
  const failure = paymentRecord(row).failure
  const hasFee = row.status === 'succeeded' || row.status === 'pending'
  const names = Object.entries(row.metadata)
  return page(visit, {
    title: `${words.payment} ${language.amount(row.amount_pesewas)}`,
    section: 'payments',
    back: { href: at('payments'), text: words.payments },
    body: [
      h('p', {}, chip(row.status, words[`payment_${row.status}`])),
      row.late_money !== null &&
        h('p', { class: 'notice' }, row.late_money === 'held' ? words.lateHeld : words.lateReturned),
      panel(
        words.amount,
        facts(
          [words.amount, amount(visit, row.amount_pesewas)],
          hasFee && [words.fee, amount(visit, row.fee_pesewas)],
          hasFee && [words.net, amount(visit, row.net_pesewas)],
          row.refund_reserved_pesewas > row.refunded_pesewas && [
            words.setAside,
            amount(visit, row.refund_reserved_pesewas - row.refunded_pesewas),
          ],
          row.refunded_pesewas > 0n && [words.refunded, amount(visit, row.refunded_pesewas)],
        ),
      ),
      panel(
        words.payment,
        facts(
          [words.reference, h('code', {}, row.id)],
          failure && [words.why, bdi(language.failure(failure))],
          [words.method, networkName(row.network)],
          [row.phone === null ? words.card : words.phone, ltr(instrumentOf(row))],
          [words.buyer, row.name !== null && bdi(row.name)],
          [words.email, row.email !== null && bdi(row.email)],
          row.order_ref !== null && [words.order, h('a', { href: at(`orders/${row.order_ref}`) }, row.order_ref)],
          row.product_id !== null && [
            words.product,
            h('a', { href: at(`products/${row.product_id}`) }, row.product_id),
          ],
          [words.created, time(visit, row.created_ms)],
          [words.paidAt, row.paid_ms !== null && time(visit, row.paid_ms)],
          [words.availableAt, row.available_at_ms !== null && time(visit, row.available_at_ms)],
          row.status === 'pending' && [words.expiresAt, row.expires_ms !== null && time(visit, row.expires_ms)],
        ),
      ),
      names.length > 0 &&
        panel(words.yourData, facts(...names.map(([name, value]) => [name, bdi(String(value))] as const))),
      refunds.rows.length > 0 &&
        panel(words.refundsOfIt, lines(refunds.rows.map((refund) => refundLine(visit, refund))), refunds.links),
    ],
  })
}
