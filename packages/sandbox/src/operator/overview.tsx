/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { fill } from '../kit/languages/portal/portal.js'
import { page } from '../kit/layout.js'
import type { SessionContext } from '../kit/page-context.js'
import { Amount } from '../kit/parts.js'
import { pendingItems, providerAccounts, readBalances, sumBalances } from './queues.js'

/** Maximum number in a tile. More items are shown as `100+`. */
const maxCount = 100

/** `/operator`: the pending work of the operators. The sums are balances of the ledger. */
export async function overviewPage(ctx: SessionContext): Promise<Response> {
  const { context, nowMs, language } = ctx
  const { operatorWords } = language
  const { store } = context
  const refunds = await store.list('refunds', null, { ...pendingItems.refunds.query, limit: maxCount + 1 })
  const payouts = await store.list('payouts', null, { ...pendingItems.payouts.query, limit: maxCount + 1 })
  const merchants = await store.list('merchants', null, { limit: maxCount + 1 })
  const owed = await readBalances(context, 'merchant:refunds_payable')
  const leaving = await readBalances(context, 'merchant:payouts_in_transit')
  const suspense = await readBalances(context, 'suspense')
  const networks = await Promise.all(providerAccounts.map((account) => readBalances(context, account)))
  const number = (rows: readonly unknown[]) => (rows.length > maxCount ? `${maxCount}+` : String(rows.length))
  const count = (rows: readonly unknown[]) =>
    rows.length > 0 ? fill(operatorWords.waiting, { count: number(rows) }) : operatorWords.nothing
  const oldest = (rows: readonly { readonly created_ms: number }[]) =>
    rows[0] && fill(operatorWords.oldest, { age: language.age(nowMs - rows[0].created_ms) })
  return page(ctx, {
    title: operatorWords.today,
    section: 'overview',
    body: (
      <>
        <ul class="tiles">
          <Tile ctx={ctx} section="refunds" pesewas={sumBalances(owed)}>
            <Hint>{count(refunds)}</Hint>
            <Hint>{oldest(refunds)}</Hint>
          </Tile>
          <Tile ctx={ctx} section="payouts" pesewas={sumBalances(leaving)}>
            <Hint>{count(payouts)}</Hint>
            <Hint>{oldest(payouts)}</Hint>
          </Tile>
          <Tile ctx={ctx} section="settlements" pesewas={sumBalances(networks.flat())}>
            <Hint>{operatorWords.toSettle}</Hint>
          </Tile>
          <Tile ctx={ctx} section="suspense" pesewas={sumBalances(suspense)}>
            <Hint>{suspense.length > 0 ? operatorWords.inSuspense : operatorWords.nothing}</Hint>
          </Tile>
        </ul>
        <p class="pages">
          <a href={ctx.at('merchants')}>{fill(operatorWords.merchantCount, { count: number(merchants) })}</a>
        </p>
      </>
    ),
  })
}

interface TileProps {
  readonly ctx: SessionContext
  readonly section: 'refunds' | 'payouts' | 'settlements' | 'suspense'
  readonly pesewas: bigint
  readonly children?: Child
}

const Tile = ({ ctx, section, pesewas, children }: TileProps) => (
  <li class={pesewas > 0n ? 'busy' : undefined}>
    <h2>
      <a href={ctx.at(section)}>{ctx.language.operatorWords[section]}</a>
    </h2>
    <p class="sum">
      <Amount ctx={ctx} pesewas={pesewas} />
    </p>
    {children}
  </li>
)

const Hint = ({ children }: { readonly children?: Child }) => <>{children && <p class="hint">{children}</p>}</>
