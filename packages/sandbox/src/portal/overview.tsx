/** @jsxImportSource hono/jsx */
import { readBalance } from '@cedi/mock-server/internal'
import { page } from '../kit/layout.js'
import type { SessionContext } from '../kit/page-context.js'
import { Amount, Empty, List, Panel } from '../kit/parts.js'
import { PaymentItem } from './payments.js'

/** `/portal`: the merchant's balance and recent payments. */
export async function overviewPage(ctx: SessionContext): Promise<Response> {
  const { context, merchant, at, language } = ctx
  const { words } = language
  const rows = await context.store.list('payments', merchant, { limit: 5 })
  const balance = await readBalance(context.store, merchant)
  return page(ctx, {
    title: words.overview,
    section: 'overview',
    body: (
      <>
        <BalancePanel ctx={ctx} balance={balance} />
        {rows.length > 0 ? (
          <Panel title={words.latest}>
            <List>
              {rows.map((row) => (
                <PaymentItem ctx={ctx} row={row} />
              ))}
            </List>
            <p class="pages">
              <a href={at('payments')}>{words.allPayments}</a>
            </p>
          </Panel>
        ) : (
          <Empty title={words.noPayments} text={words.noPaymentsText}>
            <a class="button" href={at('products/new')}>
              {words.newProduct}
            </a>
            <a class="button quiet" href={at('developers/issue')}>
              {words.issue}
            </a>
          </Empty>
        )}
      </>
    ),
  })
}

interface BalanceProps {
  readonly ctx: SessionContext
  readonly balance: Awaited<ReturnType<typeof readBalance>>
}

/** Balance of the merchant. @decision 0014 */
function BalancePanel({ ctx, balance }: BalanceProps) {
  const { words } = ctx.language
  const parts = [
    [words.available, balance.availablePesewas, words.availableText, 'main-sum'],
    [words.pending, balance.pendingPesewas, words.pendingText, ''],
    [words.reserved, balance.reservedPesewas, words.reservedText, ''],
  ] as const
  return (
    <section class="balance">
      {parts.map(([name, pesewas, text, className]) => (
        <div class={className}>
          <h2>{name}</h2>
          <p class="sum">
            <Amount ctx={ctx} pesewas={pesewas} />
          </p>
          <p class="hint">{text}</p>
        </div>
      ))}
    </section>
  )
}
