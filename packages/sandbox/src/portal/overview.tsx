/** @jsxImportSource hono/jsx */
import { readBalance } from '@cedi/ledger'
import { TakingsChart, takingsByDay } from '../kit/chart.js'
import { page } from '../kit/layout.js'
import { Amount, Empty, Lines, Panel } from '../kit/parts.js'
import type { Visit } from '../kit/visit.js'
import { PaymentLine } from './payments.js'

/** `/portal`: the merchant's balance and recent income. */
export async function overviewPage(visit: Visit): Promise<Response> {
  const { context, merchant, nowMs, at, language } = visit
  const { words } = language
  const rows = await context.store.list('payments', merchant, { limit: 5 })
  const takings = await takingsByDay(context, merchant, nowMs)
  const balance = await readBalance(context.store, merchant)
  return page(visit, {
    title: words.overview,
    section: 'overview',
    body: (
      <>
        <BalancePanel visit={visit} balance={balance} />
        {rows.length > 0 ? (
          <>
            <TakingsChart visit={visit} takings={takings} />
            <Panel title={words.latest}>
              <Lines>
                {rows.map((row) => (
                  <PaymentLine visit={visit} row={row} />
                ))}
              </Lines>
              <p class="pages">
                <a href={at('payments')}>{words.allPayments}</a>
              </p>
            </Panel>
          </>
        ) : (
          <Empty title={words.noPayments} text={words.noPaymentsText}>
            <a class="button" href={at('developers/issue')}>
              {words.issue}
            </a>
            <a class="button quiet" href={at('products')}>
              {words.products}
            </a>
          </Empty>
        )}
      </>
    ),
  })
}

interface BalanceOf {
  readonly visit: Visit
  readonly balance: Awaited<ReturnType<typeof readBalance>>
}

/** @decision 0015 */
function BalancePanel({ visit, balance }: BalanceOf) {
  const { words } = visit.language
  const parts = [
    [words.available, balance.availablePesewas, words.availableText, 'main-sum'],
    [words.pending, balance.pendingPesewas, words.pendingText, ''],
    [words.reserved, balance.reservedPesewas, words.reservedText, ''],
  ] as const
  return (
    <section class="balance">
      {parts.map(([name, pesewas, text, look]) => (
        <div class={look}>
          <h2>{name}</h2>
          <p class="sum">
            <Amount visit={visit} pesewas={pesewas} />
          </p>
          <p class="hint">{text}</p>
        </div>
      ))}
    </section>
  )
}
