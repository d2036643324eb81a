/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { fill } from '../kit/languages/portal/portal.js'
import { page } from '../kit/layout.js'
import { Amount } from '../kit/parts.js'
import type { Visit } from '../kit/visit.js'
import { holding, providers, sum, waiting } from './waiting.js'

/** Above this number, the tile says "more" instead of counting. */
const most = 100

/** `/operator`: everything that waits for an operator. The sums come from the books. */
export async function overviewPage(visit: Visit): Promise<Response> {
  const { context, nowMs, language } = visit
  const { desk } = language
  const { store } = context
  const refunds = await store.list('refunds', null, { ...waiting.refunds.query, limit: most + 1 })
  const payouts = await store.list('payouts', null, { ...waiting.payouts.query, limit: most + 1 })
  const merchants = await store.list('merchants', null, { limit: most + 1 })
  const owed = await holding(context, 'merchant:refunds_payable')
  const leaving = await holding(context, 'merchant:payouts_in_transit')
  const late = await holding(context, 'suspense')
  const networks = await Promise.all(providers.map((account) => holding(context, account)))
  const number = (rows: readonly unknown[]) => (rows.length > most ? `${most}+` : String(rows.length))
  const count = (rows: readonly unknown[]) =>
    rows.length > 0 ? fill(desk.waiting, { count: number(rows) }) : desk.nothing
  const oldest = (rows: readonly { readonly created_ms: number }[]) =>
    rows[0] && fill(desk.oldest, { age: language.age(nowMs - rows[0].created_ms) })
  return page(visit, {
    title: desk.today,
    section: 'overview',
    body: (
      <>
        <ul class="tiles">
          <Tile visit={visit} section="refunds" pesewas={sum(owed)}>
            <Hint>{count(refunds)}</Hint>
            <Hint>{oldest(refunds)}</Hint>
          </Tile>
          <Tile visit={visit} section="payouts" pesewas={sum(leaving)}>
            <Hint>{count(payouts)}</Hint>
            <Hint>{oldest(payouts)}</Hint>
          </Tile>
          <Tile visit={visit} section="settlements" pesewas={sum(networks.flat())}>
            <Hint>{desk.toSettle}</Hint>
          </Tile>
          <Tile visit={visit} section="suspense" pesewas={sum(late)}>
            <Hint>{late.length > 0 ? desk.inSuspense : desk.nothing}</Hint>
          </Tile>
        </ul>
        <p class="pages">
          <a href={visit.at('merchants')}>{fill(desk.merchantCount, { count: number(merchants) })}</a>
        </p>
      </>
    ),
  })
}

interface TileOf {
  readonly visit: Visit
  readonly section: 'refunds' | 'payouts' | 'settlements' | 'suspense'
  readonly pesewas: bigint
  readonly children?: Child
}

const Tile = ({ visit, section, pesewas, children }: TileOf) => (
  <li class={pesewas > 0n ? 'busy' : undefined}>
    <h2>
      <a href={visit.at(section)}>{visit.language.desk[section]}</a>
    </h2>
    <p class="sum">
      <Amount visit={visit} pesewas={pesewas} />
    </p>
    {children}
  </li>
)

const Hint = ({ children }: { readonly children?: Child }) => <>{children && <p class="hint">{children}</p>}</>
