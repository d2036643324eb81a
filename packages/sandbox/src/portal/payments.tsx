/** @jsxImportSource hono/jsx */
import { type PaymentRow, paymentRecord } from '@cedi/mock-server/internal'
import { repeatedFormNotice } from '../kit/form-idempotency.js'
import type { Html } from '../kit/html.js'
import { formatInstrument, networkName } from '../kit/instrument.js'
import { page, redirect } from '../kit/layout.js'
import { listPage, readListPage } from '../kit/list.js'
import type { SessionContext } from '../kit/page-context.js'
import { Amount, Chip, Empty, Fact, Facts, FactsPanel, List, ListItem, Panel, ShortTime, Time } from '../kit/parts.js'
import { CsvLink } from './csv-link.js'
import { ReceiptFact } from './receipt-link.js'
import { refundablePesewas } from './refund-form.js'
import { RefundItem } from './refunds.js'
import { findPayments, SearchForm } from './search.js'

interface Props {
  readonly ctx: SessionContext
  readonly row: PaymentRow
}

const Instrument = ({ row }: { readonly row: PaymentRow }) => <bdi dir="ltr">{formatInstrument(row)}</bdi>

/** Current name of the product of a payment. */
async function ProductName({ ctx, id }: { readonly ctx: SessionContext; readonly id: string }) {
  const product = await ctx.context.store.get('products', ctx.merchant, id)
  return await (<bdi>{product?.name ?? id}</bdi>)
}

/** A payment in a list. */
export const PaymentItem = ({ ctx, row }: Props): Html => (
  <ListItem
    href={ctx.at(`payments/${row.id}`)}
    title={<Amount ctx={ctx} pesewas={row.amount_pesewas} />}
    details={[
      row.product_id !== null && <ProductName ctx={ctx} id={row.product_id} />,
      row.name !== null && <bdi>{row.name}</bdi>,
      networkName(row.network),
      formatInstrument(row) !== undefined && <Instrument row={row} />,
      <ShortTime ctx={ctx} ms={row.created_ms} />,
    ]}
    chip={<Chip state={row.status} text={ctx.language.words[`payment_${row.status}`]} />}
  />
)

/** `/portal/payments`: the payments of the merchant. `?q=` searches them. */
export async function paymentsPage(ctx: SessionContext): Promise<Response> {
  const { words } = ctx.language
  const search = ctx.request.query?.get('q')?.trim() ?? ''
  if (search) return searchPage(ctx, search)
  return listPage(ctx, {
    title: words.payments,
    section: 'payments',
    listing: { table: 'payments', merchant: ctx.merchant, path: 'payments' },
    line: (row) => <PaymentItem ctx={ctx} row={row} />,
    above: (
      <>
        <SearchForm ctx={ctx} search="" />
        <CsvLink ctx={ctx} path="payments.csv" />
      </>
    ),
    empty: <Empty title={words.noPayments} text={words.noPaymentsText} />,
  })
}

/** Responds with the payments that match a search. Redirects if there is only one. */
async function searchPage(ctx: SessionContext, search: string): Promise<Response> {
  const { words } = ctx.language
  const found = await findPayments(ctx, search)
  const [only] = found
  if (only && found.length === 1) return redirect(ctx, ctx.at(`payments/${only.id}`))
  return page(ctx, {
    title: words.payments,
    section: 'payments',
    back: { href: ctx.at('payments'), text: words.allPayments },
    body: (
      <>
        <SearchForm ctx={ctx} search={search} />
        {found.length > 0 ? (
          <List>
            {found.map((row) => (
              <PaymentItem ctx={ctx} row={row} />
            ))}
          </List>
        ) : (
          <Empty title={words.notFoundPayment} text={words.notFoundPaymentText} />
        )}
      </>
    ),
  })
}

/** `/portal/payments/{ref}`: a payment and its refunds. */
export async function paymentPage(ctx: SessionContext): Promise<Response | undefined> {
  const { context, merchant, id: ref, at, language } = ctx
  const { words } = language
  const row = await context.store.get('payments', merchant, ref)
  if (!row) return undefined
  const refunds = await readListPage(ctx, {
    table: 'refunds',
    merchant,
    query: { where: { payment_ref: ref } },
    path: `payments/${ref}`,
  })
  const names = Object.entries(row.metadata)
  const done = ctx.request.query?.get('done')
  return page(ctx, {
    title: `${words.payment} ${language.amount(row.amount_pesewas)}`,
    section: 'payments',
    back: { href: at('payments'), text: words.payments },
    notice: done === 'asked' ? { text: words.refundAsked } : repeatedFormNotice(ctx),
    body: (
      <>
        <p>
          <Chip state={row.status} text={words[`payment_${row.status}`]} />
        </p>
        {row.late_money !== null && (
          <p class="notice">{row.late_money === 'held' ? words.lateHeld : words.lateReturned}</p>
        )}
        <Amounts ctx={ctx} row={row} />
        {refundablePesewas(row) > 0n && (
          <p>
            <a class="button quiet" href={at(`payments/${row.id}/refund`)}>
              {words.askRefund}
            </a>
          </p>
        )}
        <Details ctx={ctx} row={row} />
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
            <List>
              {refunds.rows.map((refund) => (
                <RefundItem ctx={ctx} row={refund} />
              ))}
            </List>
            {refunds.links}
          </Panel>
        )}
      </>
    ),
  })
}

function Amounts({ ctx, row }: Props) {
  const { words } = ctx.language
  const hasFee = row.status === 'succeeded'
  const reservedPesewas = row.refund_reserved_pesewas - row.refunded_pesewas
  return (
    <FactsPanel>
      <Fact term={words.amount}>
        <Amount ctx={ctx} pesewas={row.amount_pesewas} />
      </Fact>
      <Fact term={words.fee}>{hasFee && <Amount ctx={ctx} pesewas={row.fee_pesewas} />}</Fact>
      <Fact term={words.net}>{hasFee && <Amount ctx={ctx} pesewas={row.net_pesewas} />}</Fact>
      <Fact term={words.setAside}>{reservedPesewas > 0n && <Amount ctx={ctx} pesewas={reservedPesewas} />}</Fact>
      <Fact term={words.refunded}>
        {row.refunded_pesewas > 0n && <Amount ctx={ctx} pesewas={row.refunded_pesewas} />}
      </Fact>
    </FactsPanel>
  )
}

function Details({ ctx, row }: Props) {
  const { at, language } = ctx
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
          {formatInstrument(row) !== undefined && <Instrument row={row} />}
        </Fact>
        <Fact term={words.buyer}>{row.name !== null && <bdi>{row.name}</bdi>}</Fact>
        <Fact term={words.email}>{row.email !== null && <bdi>{row.email}</bdi>}</Fact>
        <Fact term={words.order}>
          {row.order_ref !== null && <a href={at(`orders/${row.order_ref}`)}>{row.order_ref}</a>}
        </Fact>
        <Fact term={words.product}>
          {row.product_id !== null && (
            <a href={at(`products/${row.product_id}`)}>
              <ProductName ctx={ctx} id={row.product_id} />
            </a>
          )}
        </Fact>
        <ReceiptFact ctx={ctx} row={row} />
        <Fact term={words.created}>
          <Time ctx={ctx} ms={row.created_ms} />
        </Fact>
        <Fact term={words.paidAt}>{row.paid_ms !== null && <Time ctx={ctx} ms={row.paid_ms} />}</Fact>
        <Fact term={words.availableAt}>
          {row.available_at_ms !== null && <Time ctx={ctx} ms={row.available_at_ms} />}
        </Fact>
        <Fact term={words.expiresAt}>
          {row.status === 'pending' && row.expires_ms !== null && <Time ctx={ctx} ms={row.expires_ms} />}
        </Fact>
      </Facts>
    </Panel>
  )
}
