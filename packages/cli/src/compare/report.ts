import { description } from '../schema.js'
import { formatValue } from '../show.js'
import type { Comparison } from './compare.js'
import type { Line } from './line.js'

const verdictLabels = { holds: 'holds  ', differs: 'DIFFERS', unknown: 'unknown' } as const
const verdictOrder = ['differs', 'unknown', 'holds'] as const

/** Formats the comparison: differences first, each line with its source. */
export function reportText({ lines, places }: Comparison, baseUrl: string): string {
  const width = Math.max(...lines.map(({ id }) => id.length))
  const body = verdictOrder
    .flatMap((verdict) => lines.filter((line) => line.verdict === verdict))
    .map((line) => lineText(line, width))
    .join('')
  const count = (items: readonly { readonly verdict: string }[]): string =>
    verdictOrder
      .map(
        (verdict) =>
          `${items.filter((item) => item.verdict === verdict).length} ${verdict === 'differs' ? 'differ' : verdict}`,
      )
      .join(', ')
  return `${formatValue(baseUrl)}\n\n${body}\nStatements: ${count(lines)}. Decided places of openapi.yaml: ${count(places)}.\n`
}

function lineText({ id, title, source, verdict, seen }: Line, width: number): string {
  const sourceLabel = /^\d{4}$/.test(source) ? `decision ${source}` : source
  return `${verdictLabels[verdict]}  ${id.padEnd(width)}  ${title}  (${sourceLabel})${seen ? `\n${' '.repeat(width + 11)}${formatValue(seen)}` : ''}\n`
}

/** Converts the differences to an OpenAPI Overlay 1.0, which `npm run generate -- --overlay FILE` applies. */
export function toOverlay({ actions }: Comparison, baseUrl: string): object {
  const { title } = (description as unknown as { readonly info: { readonly title: string } }).info
  return {
    overlay: '1.0.0',
    info: { title: `${title}, as observed at ${new URL(baseUrl).origin}`, version: '1.0.0' },
    // An Overlay must have at least one action.
    actions: actions.length > 0 ? actions : [{ target: '$.info', update: {} }],
  }
}
