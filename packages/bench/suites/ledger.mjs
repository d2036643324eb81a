import { childFigures, inRounds, medians } from '../measure.mjs'
import { atMost, ratio, whole } from '../report.mjs'

const rounds = 5

export const builds = ['ledger']

export async function run() {
  const figures = await inRounds(['ledger', 'maps'], rounds, (name) =>
    childFigures('ledger.mjs', [name], ['--expose-gc']),
  )
  const { ledger, maps } = medians(figures)
  const row = (label, figure, show = whole) => [
    label,
    show(ledger[figure]),
    maps[figure] === undefined ? '–' : show(maps[figure]),
    maps[figure] === undefined ? '–' : ratio(ledger[figure], maps[figure]),
  ]
  return {
    title: 'Ledger',
    about: `\`@cedi/ledger\` with its memory store, one merchant, 10,000 payments; medians of ${rounds} processes. Each command is planned, checked and committed; each entry is chained by SHA-256. For comparison, the same with three Maps that only keep the balances right.`,
    tables: [
      {
        head: ['', 'ledger', 'three Maps', 'ledger against Maps'],
        rows: [
          row('payments created and confirmed per CPU second (two commits each)', 'paidPerSecond'),
          row('refunds requested per CPU second (one commit each)', 'refundsPerSecond'),
          row('entries verified per CPU second', 'verifyPerSecond'),
          row('bytes kept per confirmed payment with its entries', 'paymentBytes'),
        ],
      },
    ],
    goals: [atMost('Kept per payment with its entries', ledger.paymentBytes / 1024, 1.5, 'kB')],
    figures,
  }
}
