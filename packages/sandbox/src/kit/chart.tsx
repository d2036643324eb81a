/** @jsxImportSource hono/jsx */
import type { PaymentRow } from '@cedi/ledger'
import type { Context } from '@cedi/mock-server/service'
import type { Html } from './html.js'
import { fill } from './languages/portal/portal.js'
import { Amount } from './parts.js'
import type { Visit } from './visit.js'

const dayMs = 86_400_000
const days = 14
/** How many payments are read for a chart. If there are more, the page says so. */
const most = 5000

/** The income of one day, which begins at midnight in Ghana. */
export interface Day {
  readonly startMs: number
  readonly pesewas: bigint
  readonly count: number
}

/** What buyers paid on each of the last 14 days, and whether all payments were read. */
export async function takingsByDay(
  { store }: Pick<Context, 'store'>,
  merchant: string,
  nowMs: number,
): Promise<{ readonly days: readonly Day[]; readonly isWhole: boolean }> {
  const firstMs = Math.floor(nowMs / dayMs) * dayMs - (days - 1) * dayMs
  const sums = Array.from({ length: days }, (_, at) => ({ startMs: firstMs + at * dayMs, pesewas: 0n, count: 0 }))
  let before: string | undefined
  for (let read = 0; read < most; ) {
    const rows = await store.list('payments', merchant, { limit: 500, ...(before ? { before } : {}) })
    for (const row of rows) add(sums, row, firstMs)
    read += rows.length
    const last = rows.at(-1)
    // A payment is paid on the day on which it is created, or on the next.
    if (!last || rows.length < 500 || last.created_ms < firstMs - dayMs) return { days: sums, isWhole: true }
    before = last.id
  }
  return { days: sums, isWhole: false }
}

function add(sums: { pesewas: bigint; count: number }[], row: PaymentRow, firstMs: number): void {
  if (row.status !== 'succeeded' || row.paid_ms === null) return
  const day = sums[Math.floor((row.paid_ms - firstMs) / dayMs)]
  if (!day) return
  day.pesewas += row.amount_pesewas
  day.count += 1
}

/** Drawn twice, for phones and for wider pages, because text must not shrink with the bars. */
const sizes = [
  { kind: 'phone', width: 300, bar: 14, named: 6 },
  { kind: 'wide', width: 600, bar: 24, named: 3 },
] as const
const [height, base] = [150, 118]

interface ChartOf {
  readonly visit: Visit
  readonly takings: Awaited<ReturnType<typeof takingsByDay>>
}

/** The days as bars, and as a table that everybody can read. */
export function TakingsChart({ visit, takings: { days: shown, isWhole } }: ChartOf): Html {
  const { language } = visit
  const { words } = language
  const total = shown.reduce((sum, { pesewas }) => sum + pesewas, 0n)
  return (
    <section class="panel takings">
      <h2>{words.takings}</h2>
      <p>{total > 0n ? fill(words.takingsText, { amount: language.amount(total) }) : words.takingsNone}</p>
      {!isWhole && <p class="hint">{fill(words.takingsSome, { count: String(most) })}</p>}
      {total > 0n && (
        <>
          {sizes.map((size) => (
            <Bars visit={visit} shown={shown} size={size} />
          ))}
          <Table visit={visit} shown={shown} />
        </>
      )}
    </section>
  )
}

interface DaysOf {
  readonly visit: Visit
  readonly shown: readonly Day[]
}

function Bars({ visit: { language }, shown, size }: DaysOf & { readonly size: (typeof sizes)[number] }) {
  const { kind, width, bar, named } = size
  const top = shown.reduce((most, { pesewas }) => (pesewas > most ? pesewas : most), 0n)
  const highest = shown.findIndex(({ pesewas }) => pesewas === top)
  const step = width / days
  const scale = (base - 24) / Number(top)
  return (
    <svg class={`chart ${kind}`} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path class="ground" d={`M0 ${base + 0.5}H${width}`} />
      {shown.map(({ startMs, pesewas }, at) => {
        const tall = Math.max(Number(pesewas) * scale, pesewas > 0n ? 3 : 0)
        const middle = at * step + step / 2
        const isToday = at === days - 1
        // Half of a long amount's width, so that none is cut off at an edge.
        const amountAt = Math.min(Math.max(middle, 70), width - 70)
        // Not every day is labelled: there is not enough room.
        const isNamed = (days - 1 - at) % named === 0
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
            {at === highest && (
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

function Table({ visit, shown }: DaysOf) {
  const { words, day } = visit.language
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
          {shown.map(({ startMs, pesewas, count }) => (
            <tr>
              <th scope="row">{day(startMs, 'long')}</th>
              <td>{count}</td>
              <td>
                <Amount visit={visit} pesewas={pesewas} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
