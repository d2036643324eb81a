/** @jsxImportSource hono/jsx */
import { fulfilOrder, type OrderRow, orderStatus } from '@cedi/mock-server/internal'
import { formatMaskedPhone } from '../kit/instrument.js'
import { fill } from '../kit/languages/portal/portal.js'
import { page, redirect } from '../kit/layout.js'
import { listPage } from '../kit/list.js'
import type { SessionContext } from '../kit/page-context.js'
import { Amount, Chip, Empty, Fact, Facts, Form, List, ListItem, Panel, ShortTime, Time } from '../kit/parts.js'
import { CsvLink } from './csv-link.js'
import { ReceiptFact } from './receipt-link.js'

interface Props {
  readonly ctx: SessionContext
  readonly row: OrderRow
}

function StatusChip({ ctx, row }: Props) {
  const status = orderStatus(row)
  return <Chip state={status} text={ctx.language.words[`order_${status}`]} />
}

const formatItems = (row: OrderRow): string =>
  row.items.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join(', ')

/** `/portal/orders`: the orders of the merchant. */
export function ordersPage(ctx: SessionContext): Promise<Response> {
  const { words } = ctx.language
  return listPage(ctx, {
    title: words.orders,
    section: 'orders',
    listing: { table: 'orders', merchant: ctx.merchant, path: 'orders' },
    line: (row) => (
      <ListItem
        href={ctx.at(`orders/${row.id}`)}
        title={<bdi>{formatItems(row)}</bdi>}
        amount={<Amount ctx={ctx} pesewas={row.total_pesewas} />}
        details={[row.buyer.name !== null && <bdi>{row.buyer.name}</bdi>, <ShortTime ctx={ctx} ms={row.created_ms} />]}
        chip={<StatusChip ctx={ctx} row={row} />}
      />
    ),
    above: <CsvLink ctx={ctx} path="orders.csv" />,
    empty: <Empty title={words.noOrders} text={words.noOrdersText} />,
  })
}

/** `/portal/orders/{ref}`: an order. */
export async function orderPage(ctx: SessionContext): Promise<Response | undefined> {
  const { context, merchant, id, at, language } = ctx
  const { words } = language
  const row = await context.store.get('orders', merchant, id)
  if (!row) return undefined
  const { buyer } = row
  const isFulfilled = row.base_status === 'fulfilled'
  return page(ctx, {
    title: `${words.order} ${language.amount(row.total_pesewas)}`,
    section: 'orders',
    back: { href: at('orders'), text: words.orders },
    notice: ctx.request.query?.get('done') === 'sent' && isFulfilled ? { text: words.sentNow } : undefined,
    body: (
      <>
        <p>
          <StatusChip ctx={ctx} row={row} />
        </p>
        <Panel title={words.items}>
          <List>
            {row.items.map((item) => (
              <ListItem
                href={at(`products/${item.product_id}`)}
                title={<bdi>{item.name}</bdi>}
                amount={<Amount ctx={ctx} pesewas={item.unit_price_pesewas * BigInt(item.quantity)} />}
                details={[
                  fill(words.quantity, { count: String(item.quantity) }),
                  <Amount ctx={ctx} pesewas={item.unit_price_pesewas} />,
                ]}
              />
            ))}
          </List>
          <Facts>
            <Fact term={words.total}>
              <Amount ctx={ctx} pesewas={row.total_pesewas} />
            </Fact>
          </Facts>
        </Panel>
        <Panel title={words.order}>
          <Facts>
            <Fact term={words.reference}>
              <code>{row.id}</code>
            </Fact>
            <Fact term={words.payment}>
              <a href={at(`payments/${row.payment_ref}`)}>{row.payment_ref}</a>
            </Fact>
            <Fact term={words.refunded}>
              {row.refunded_pesewas > 0n && <Amount ctx={ctx} pesewas={row.refunded_pesewas} />}
            </Fact>
            <Fact term={words.buyer}>{buyer.name !== null && <bdi>{buyer.name}</bdi>}</Fact>
            <Fact term={words.email}>{buyer.email !== null && <bdi>{buyer.email}</bdi>}</Fact>
            <Fact term={words.phone}>
              {buyer.phone !== null && <bdi dir="ltr">{formatMaskedPhone(buyer.phone)}</bdi>}
            </Fact>
            <ReceiptFact ctx={ctx} row={row} />
            <Fact term={words.created}>
              <Time ctx={ctx} ms={row.created_ms} />
            </Fact>
          </Facts>
        </Panel>
        <DeliveryPanel ctx={ctx} row={row} />
        {canBeSent(row) && (
          <Panel title={words.markSent}>
            <p>{words.markSentText}</p>
            <Form ctx={ctx} action={at(`orders/${row.id}`)}>
              <button type="submit">{words.markSent}</button>
            </Form>
          </Panel>
        )}
      </>
    ),
  })
}

const canBeSent = (row: OrderRow): boolean => row.base_status === 'paid' && orderStatus(row) !== 'refunded'

/** `POST /portal/orders/{ref}`: marks an order as sent. Sending the form twice changes nothing more. @decision 0100 */
export async function markAsSent(ctx: SessionContext): Promise<Response | undefined> {
  const { context, merchant, id, at } = ctx
  if (!(await context.store.get('orders', merchant, id))) return undefined
  // The page shows the status of an order that was refunded or cancelled in the meantime.
  const result = await fulfilOrder(context, { merchant, ref: id })
  return redirect(ctx, at(`orders/${id}`, result.ok ? { done: 'sent' } : {}))
}

/** Delivery details of the buyer. Renders nothing if they were not requested, or were deleted. @decision 0072 */
function DeliveryPanel({ ctx, row: { delivery } }: Props) {
  const { words } = ctx.language
  if (!delivery) return null
  return (
    <Panel title={words.delivery}>
      <Facts>
        <Fact term={words.buyer}>
          <bdi>{delivery.name}</bdi>
        </Fact>
        <Fact term={words.phone}>
          <a href={`tel:${delivery.phone}`}>
            <bdi dir="ltr">{delivery.phone.replace(/^\+233(..)(...)/, '0$1 $2 ')}</bdi>
          </a>
        </Fact>
        <Fact term={words.place}>
          <bdi>{delivery.place}</bdi>
        </Fact>
        <Fact term={words.buyersNote}>{delivery.note !== null && <bdi>{delivery.note}</bdi>}</Fact>
      </Facts>
    </Panel>
  )
}
