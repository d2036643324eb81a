import { type CheckClientContext, createCheckClient } from '../check-client.js'
import { formatValue } from '../show.js'
import { type EvidenceOptions, readEvidence } from './evidence.js'
import type { Finding, Statement } from './finding.js'
import { statements } from './statements.js'
import { sendWrites } from './writes.js'

/** Statement with its verdict and evidence. */
export type Line = Omit<Statement, 'check'> & Finding

/** Options for `compare`. */
export interface CompareOptions extends EvidenceOptions {
  /** Whether to create payments of the minimum amount. Otherwise, only GET requests are sent. */
  readonly allowWrites?: boolean
}

/**
 * Compares a running service with the contract.
 *
 * @returns One line for each statement.
 * @throws UnreachableError if there is no usable response.
 */
export async function compare(
  { allowWrites = false, ...options }: CompareOptions,
  context: CheckClientContext,
): Promise<readonly Line[]> {
  const { sleep = (ms) => new Promise<void>((resolve) => setTimeout(resolve, ms)) } = context
  const service = createCheckClient(options.baseUrl, context, allowWrites ? 'write' : 'read')
  const read = await readEvidence(service, options)
  const writes = allowWrites
    ? await sendWrites(service, { key: options.key, products: read.products, sleep })
    : undefined
  return statements.map(({ check, ...statement }) => ({ ...statement, ...check({ ...read, writes }) }))
}

const verdictLabels = { differs: 'DIFFERS', unknown: 'unknown', holds: 'holds  ' } as const

/** Formats the comparison: differences first, each line with its source. */
export function formatReport(lines: readonly Line[], baseUrl: string): string {
  const verdicts = Object.keys(verdictLabels) as (keyof typeof verdictLabels)[]
  const width = Math.max(...lines.map(({ id }) => id.length))
  const body = verdicts
    .flatMap((verdict) => lines.filter((line) => line.verdict === verdict))
    .map((line) => formatLine(line, width))
    .join('')
  const counts = verdicts.map((verdict) => {
    const count = lines.filter((line) => line.verdict === verdict).length
    return `${count} ${verdict === 'differs' ? 'differ' : verdict === 'holds' ? 'hold' : 'unknown'}`
  })
  return `${formatValue(baseUrl)}\n\n${body}\nStatements: ${counts.join(', ')}.\n`
}

function formatLine({ id, title, source, verdict, evidence }: Line, width: number): string {
  const label = /^\d{4}$/.test(source) ? `decision ${source}` : source
  const indent = ' '.repeat(width + 11)
  return `${verdictLabels[verdict]}  ${id.padEnd(width)}  ${title}  (${label})${evidence ? `\n${indent}${formatValue(evidence)}` : ''}\n`
}
