/** @jsxImportSource hono/jsx */
import type { PaymentRow } from '@cedi/ledger'
import { paymentRecord } from '@cedi/mock-server/service'
import type { Html } from '../kit/html.js'
import { instrumentOf, networkName } from '../kit/instrument.js'
import { goOn, page } from '../kit/layout.js'
import { listed, listPage } from '../kit/list.js'
import { Amount, Chip, Empty, Fact, Facts, FactsPanel, Line, Lines, Moment, Panel, Time } from '../kit/parts.js'
import type { Visit } from '../kit/visit.js'
import { CsvLink } from './csv-link.js'
import { ReceiptFact } from './receipt-link.js'
import { RefundLine } from './refunds.js'
import { findPayments, SearchForm } from './search.js'

interface Of {
  readonly visit: Visit
  readonly row: PaymentRow
}

const Instrument = ({ row }: { readonly row: PaymentRow }) => <bdi dir="ltr">{instrumentOf(row)}</bdi>

/** What was bought, under its current name. */
async function ProductName({ visit, id }: { readonly visit: Visit; readonly id: string }) {
  const product = await visit.context.store.get('products', visit.merchant, id)
  return await (<bdi>{product?.name ?? id}</bdi>)
}

/** A payment in a list. */
export const PaymentLine = ({ visit, row }: Of): Html => (
  <Line
    href={visit.at(`payments/${row.id}`)}
    title={<Amount visit={visit} pesewas={row.amount_pesewas} />}
    under={[
      row.product_id !== null && <ProductName visit={visit} id={row.product_id} />,
      row.name !== null && <bdi>{row.name}</bdi>,
      networkName(row.network),
      instrumentOf(row) !== undefined && <Instrument row={row} />,
      <Moment visit={visit} ms={row.created_ms} />,
    ]}
    chip={<Chip state={row.status} text={visit.language.words[`payment_${row.status}`]} />}
  />
)

/** `/portal/payments`; with `?q=`, the ones that match a search. */
export async function paymentsPage(visit: Visit): Promise<Response> {
  const { words } = visit.language
  const wanted = visit.request.query?.get('q')?.trim() ?? ''
  if (wanted) return foundPage(visit, wanted)
  return listPage(visit, {
    title: words.payments,
    section: 'payments',
    listing: { table: 'payments', merchant: visit.merchant, path: 'payments' },
    line: (row) => <PaymentLine visit={visit} row={row} />,
    above: (
      <>
        <SearchForm visit={visit} wanted="" />
        <CsvLink visit={visit} path="payments.csv" />
      </>
    ),
    nothing: <Empty title={words.noPayments} text={words.noPaymentsText} />,
  })
}

/** The payments that match a search, or the one payment whose reference is given. */
async function foundPage(visit: Visit, wanted: string): Promise<Response> {
  const { words } = visit.language
  const found = await findPayments(visit, wanted)
  const [only] = found
  if (only && found.length === 1) return goOn(visit, visit.at(`payments/${only.id}`))
  return page(visit, {
    title: words.payments,
    section: 'payments',
    back: { href: visit.at('payments'), text: words.allPayments },
    body: (
      <>
        <SearchForm visit={visit} wanted={wanted} />
        {found.length > 0 ? (
          <Lines>
            {found.map((row) => (
              <PaymentLine visit={visit} row={row} />
            ))}
          </Lines>
        ) : (
          <Empty title={words.notFoundPayment} text={words.notFoundPaymentText} />
        )}
      </>
    ),
  })
}

/** `/portal/payments/{ref}`: a payment and its refunds. */
export async function paymentPage(visit: Visit): Promise<Response | undefined> {
  const { context, merchant, id: ref, at, language } = visit
  const { words } = language
  const row = await context.store.get('payments', merchant, ref)
  if (!row) return undefined
  const refunds = await listed(visit, {
    table: 'refunds',
    merchant,
    query: { where: { payment_ref: ref } },
    path: `payments/${ref}`,
  })
  const names = Object.entries(row.metadata)
  return page(visit, {
    title: `${words.payment} ${language.amount(row.amount_pesewas)}`,
    section: 'payments',
    back: { href: at('payments'), text: words.payments },
    body: (
      <>
        <p>
          <Chip state={row.status} text={words[`payment_${row.status}`]} />
        </p>
        {row.late_money !== null && (
          <p class="notice">{row.late_money === 'held' ? words.lateHeld : words.lateReturned}</p>
        )}
        <Amounts visit={visit} row={row} />
        <Particulars visit={visit} row={row} />
        {names.length > 0 && (
          <Panel title={words.yourData}>
            <Facts>
              {names.map(([name, value]) => (
                <Fact term={name}>
                  <bdi>{String(value)}</bdi>
                </Fact>
              ))}
            </Facts>
          </Panel>
        )}
        {refunds.rows.length > 0 && (
          <Panel title={words.refundsOfIt}>
            <Lines>
              {refunds.rows.map((refund) => (
                <RefundLine visit={visit} row={refund} />
              ))}
            </Lines>
            {refunds.links}
          </Panel>
        )}
      </>
    ),
  })
}

function Amounts({ visit, row }: Of) {
  const { words } = visit.language
  const hasFee = row.status === 'succeeded' || row.status === 'pending'
  const asidePesewas = row.refund_reserved_pesewas - row.refunded_pesewas
  return (
    <FactsPanel>
      <Fact term={words.amount}>
        <Amount visit={visit} pesewas={row.amount_pesewas} />
      </Fact>
      <Fact term={words.fee}>{hasFee && <Amount visit={visit} pesewas={row.fee_pesewas} />}</Fact>
      <Fact term={words.net}>{hasFee && <Amount visit={visit} pesewas={row.net_pesewas} />}</Fact>
      <Fact term={words.setAside}>{asidePesewas > 0n && <Amount visit={visit} pesewas={asidePesewas} />}</Fact>
      <Fact term={words.refunded}>
        {row.refunded_pesewas > 0n && <Amount visit={visit} pesewas={row.refunded_pesewas} />}
      </Fact>
    </FactsPanel>
  )
}

function Particulars({ visit, row }: Of) {
  const { at, language } = visit
  const { words } = language
  const failure = paymentRecord(row).failure
  return (
    <Panel title={words.payment}>
      <Facts>
        <Fact term={words.reference}>
          <code>{row.id}</code>
        </Fact>
        <Fact term={words.why}>{failure && <bdi>{language.failure(failure)}</bdi>}</Fact>
        <Fact term={words.method}>{networkName(row.network)}</Fact>
        <Fact term={row.phone === null ? words.card : words.phone}>
          {instrumentOf(row) !== undefined && <Instrument row={row} />}
        </Fact>
        <Fact term={words.buyer}>{row.name !== null && <bdi>{row.name}</bdi>}</Fact>
        <Fact term={words.email}>{row.email !== null && <bdi>{row.email}</bdi>}</Fact>
        <Fact term={words.order}>
          {row.order_ref !== null && <a href={at(`orders/${row.order_ref}`)}>{row.order_ref}</a>}
        </Fact>
        <Fact term={words.product}>
          {row.product_id !== null && (
            <a href={at(`products/${row.product_id}`)}>
              <ProductName visit={visit} id={row.product_id} />
            </a>
          )}
        </Fact>
        <ReceiptFact visit={visit} row={row} />
        <Fact term={words.created}>
          <Time visit={visit} ms={row.created_ms} />
        </Fact>
        <Fact term={words.paidAt}>{row.paid_ms !== null && <Time visit={visit} ms={row.paid_ms} />}</Fact>
        <Fact term={words.availableAt}>
          {row.available_at_ms !== null && <Time visit={visit} ms={row.available_at_ms} />}
        </Fact>
        <Fact term={words.expiresAt}>
          {row.status === 'pending' && row.expires_ms !== null && <Time visit={visit} ms={row.expires_ms} />}
        </Fact>
      </Facts>
    </Panel>
  )
}
