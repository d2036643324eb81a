/** @jsxImportSource hono/jsx */
import type { PaymentRow } from '@cedi/mock-server/internal'
import type { Context } from '@cedi/mock-server/service'
import type { Html } from './html.js'
import { fill } from './languages/portal/portal.js'
import type { SessionContext } from './page-context.js'
import { Amount } from './parts.js'

const dayMs = 86_400_000
const dayCount = 14
/** Maximum number of payments that a chart reads. The page mentions when there are more. */
const maxPayments = 5000

/** The income of one day, which begins at midnight in Ghana. */
export interface Day {
  readonly startMs: number
  readonly pesewas: bigint
  readonly count: number
}

/** Returns the income of each of the last 14 days, and whether all payments were read. */
export async function incomeByDay(
  { store }: Pick<Context, 'store'>,
  merchant: string,
  nowMs: number,
): Promise<{ readonly days: readonly Day[]; readonly isComplete: boolean }> {
  const firstMs = Math.floor(nowMs / dayMs) * dayMs - (dayCount - 1) * dayMs
  const sums = Array.from({ length: dayCount }, (_, index) => ({
    startMs: firstMs + index * dayMs,
    pesewas: 0n,
    count: 0,
  }))
  let before: string | undefined
  for (let read = 0; read < maxPayments; ) {
    const rows = await store.list('payments', merchant, { limit: 500, ...(before ? { before } : {}) })
    for (const row of rows) add(sums, row, firstMs)
    read += rows.length
    const last = rows.at(-1)
    // A payment succeeds on the day of its creation or on the next.
    if (!last || rows.length < 500 || last.created_ms < firstMs - dayMs) return { days: sums, isComplete: true }
    before = last.id
  }
  return { days: sums, isComplete: false }
}

function add(sums: { pesewas: bigint; count: number }[], row: PaymentRow, firstMs: number): void {
  if (row.status !== 'succeeded' || row.paid_ms === null) return
  const day = sums[Math.floor((row.paid_ms - firstMs) / dayMs)]
  if (!day) return
  day.pesewas += row.amount_pesewas
  day.count += 1
}

/** Sizes of the chart, for phones and for wide screens. It is rendered twice, so that its text does not shrink. */
const sizes = [
  { kind: 'phone', width: 300, bar: 14, labelInterval: 6 },
  { kind: 'wide', width: 600, bar: 24, labelInterval: 3 },
] as const
const [height, base] = [150, 118]

interface ChartProps {
  readonly ctx: SessionContext
  readonly income: Awaited<ReturnType<typeof incomeByDay>>
}

/** Renders the income of each day as a bar chart, and as a table for screen readers. */
export function IncomeChart({ ctx, income: { days, isComplete } }: ChartProps): Html {
  const { language } = ctx
  const { words } = language
  const total = days.reduce((sum, { pesewas }) => sum + pesewas, 0n)
  return (
    <section class="panel takings">
      <h2>{words.takings}</h2>
      <p>{total > 0n ? fill(words.takingsText, { amount: language.amount(total) }) : words.takingsNone}</p>
      {!isComplete && <p class="hint">{fill(words.takingsSome, { count: String(maxPayments) })}</p>}
      {total > 0n && (
        <>
          {sizes.map((size) => (
            <Bars ctx={ctx} days={days} size={size} />
          ))}
          <Table ctx={ctx} days={days} />
        </>
      )}
    </section>
  )
}

interface DaysProps {
  readonly ctx: SessionContext
  readonly days: readonly Day[]
}

function Bars({ ctx: { language }, days, size }: DaysProps & { readonly size: (typeof sizes)[number] }) {
  const { kind, width, bar, labelInterval } = size
  const top = days.reduce((max, { pesewas }) => (pesewas > max ? pesewas : max), 0n)
  const highest = days.findIndex(({ pesewas }) => pesewas === top)
  const step = width / dayCount
  const scale = (base - 24) / Number(top)
  return (
    <svg class={`chart ${kind}`} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path class="ground" d={`M0 ${base + 0.5}H${width}`} />
      {days.map(({ startMs, pesewas }, index) => {
        const tall = Math.max(Number(pesewas) * scale, pesewas > 0n ? 3 : 0)
        const middle = index * step + step / 2
        const isToday = index === dayCount - 1
        // Half the width of a long amount, so that it is not clipped at an edge.
        const amountAt = Math.min(Math.max(middle, 70), width - 70)
        // Labels some days only, because the chart is too narrow for all labels.
        const isNamed = (dayCount - 1 - index) % labelInterval === 0
        return (
          <>
            {tall > 0 && (
              <rect
                class={isToday ? 'bar today' : 'bar'}
                x={round(middle - bar / 2)}
                y={round(base - tall)}
                width={bar}
                height={round(tall)}
                rx="3"
              />
            )}
            {index === highest && (
              <text class="top" x={round(amountAt)} y={round(base - tall - 8)}>
                {language.amount(top)}
              </text>
            )}
            {isNamed && (
              <text class={isToday ? 'end' : undefined} x={isToday ? width : round(middle)} y={base + 22}>
                {isToday ? language.words.today : language.day(startMs)}
              </text>
            )}
          </>
        )
      })}
    </svg>
  )
}

const round = (value: number): string => String(Math.round(value * 10) / 10)

function Table({ ctx, days }: DaysProps) {
  const { words, day } = ctx.language
  return (
    <details>
      <summary>{words.takingsTable}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.day}</th>
            <th scope="col">{words.count}</th>
            <th scope="col">{words.taken}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ startMs, pesewas, count }) => (
            <tr>
              <th scope="row">{day(startMs, 'long')}</th>
              <td>{count}</td>
              <td>
                <Amount ctx={ctx} pesewas={pesewas} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
