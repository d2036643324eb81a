/** @jsxImportSource hono/jsx */
import { type OrderRow, orderStatus } from '@cedi/ledger'
import { phoneText } from '../kit/instrument.js'
import { fill } from '../kit/languages/portal/portal.js'
import { page } from '../kit/layout.js'
import { listPage } from '../kit/list.js'
import { Amount, Chip, Empty, Fact, Facts, Line, Lines, Moment, Panel, Time } from '../kit/parts.js'
import type { Visit } from '../kit/visit.js'
import { CsvLink } from './csv-link.js'
import { ReceiptFact } from './receipt-link.js'

interface Of {
  readonly visit: Visit
  readonly row: OrderRow
}

function State({ visit, row }: Of) {
  const status = orderStatus(row)
  return <Chip state={status} text={visit.language.words[`order_${status}`]} />
}

const contents = (row: OrderRow): string =>
  row.items.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join(', ')

/** `/portal/orders` */
export function ordersPage(visit: Visit): Promise<Response> {
  const { words } = visit.language
  return listPage(visit, {
    title: words.orders,
    section: 'orders',
    listing: { table: 'orders', merchant: visit.merchant, path: 'orders' },
    line: (row) => (
      <Line
        href={visit.at(`orders/${row.id}`)}
        title={<bdi>{contents(row)}</bdi>}
        amount={<Amount visit={visit} pesewas={row.total_pesewas} />}
        under={[row.buyer.name !== null && <bdi>{row.buyer.name}</bdi>, <Moment visit={visit} ms={row.created_ms} />]}
        chip={<State visit={visit} row={row} />}
      />
    ),
    above: <CsvLink visit={visit} path="orders.csv" />,
    nothing: <Empty title={words.noOrders} text={words.noOrdersText} />,
  })
}

/** `/portal/orders/{ref}`: the record of an order. */
export async function orderPage(visit: Visit): Promise<Response | undefined> {
  const { context, merchant, id, at, language } = visit
  const { words } = language
  const row = await context.store.get('orders', merchant, id)
  if (!row) return undefined
  const { buyer } = row
  return page(visit, {
    title: `${words.order} ${language.amount(row.total_pesewas)}`,
    section: 'orders',
    back: { href: at('orders'), text: words.orders },
    body: (
      <>
        <p>
          <State visit={visit} row={row} />
        </p>
        <Panel title={words.items}>
          <Lines>
            {row.items.map((item) => (
              <Line
                href={at(`products/${item.product_id}`)}
                title={<bdi>{item.name}</bdi>}
                amount={<Amount visit={visit} pesewas={item.unit_price_pesewas * BigInt(item.quantity)} />}
                under={[
                  fill(words.quantity, { count: String(item.quantity) }),
                  <Amount visit={visit} pesewas={item.unit_price_pesewas} />,
                ]}
              />
            ))}
          </Lines>
          <Facts>
            <Fact term={words.total}>
              <Amount visit={visit} pesewas={row.total_pesewas} />
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
              {row.refunded_pesewas > 0n && <Amount visit={visit} pesewas={row.refunded_pesewas} />}
            </Fact>
            <Fact term={words.buyer}>{buyer.name !== null && <bdi>{buyer.name}</bdi>}</Fact>
            <Fact term={words.email}>{buyer.email !== null && <bdi>{buyer.email}</bdi>}</Fact>
            <Fact term={words.phone}>{buyer.phone !== null && <bdi dir="ltr">{phoneText(buyer.phone)}</bdi>}</Fact>
            <ReceiptFact visit={visit} row={row} />
            <Fact term={words.created}>
              <Time visit={visit} ms={row.created_ms} />
            </Fact>
          </Facts>
        </Panel>
        <DeliveryPanel visit={visit} row={row} />
      </>
    ),
  })
}

/** How to reach the buyer; nothing if nobody was asked, or once it is deleted. @decision 0072 */
function DeliveryPanel({ visit, row: { delivery } }: Of) {
  const { words } = visit.language
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
