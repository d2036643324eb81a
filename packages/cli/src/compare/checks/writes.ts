import type { CheckContext } from '../check-context.js'
import { differs, type LabelledLine, type Line, mergeLines, type Statement, unknown } from '../line.js'
import { describeResponse, type Exchange, isSuccess, readError } from '../service-client.js'
import type { CreatedRecord } from './created-values.js'
import { checkRejected, type StepResult } from './write-lines.js'
import { WriteRun } from './write-run.js'
import { minPayment, paths, statements } from './write-statements.js'

/** Result of the writes: the lines, and the responses for the record checks. */
export interface Writes {
  readonly lines: Line[]
  readonly payments: Exchange[]
  readonly intents: Exchange[]
  readonly refunds: Exchange[]
  readonly created: CreatedRecord[]
  /** Whether every request had the expected effect, so that more writes may follow. */
  readonly mayContinue: boolean
  readonly paymentRef: unknown
  /** Errors of valid requests. The same error for another request to the path shows nothing. */
  readonly failed: readonly Exchange[]
  /** Reasons for a missing refund and a missing checkout intent. */
  readonly refundProblem: string
  readonly intentProblem: string
}

/** Result without writes. */
export const noWrites: Writes = {
  // The lines of operations are among the paths.
  lines: Object.values(statements)
    .filter(({ id }) => !id.startsWith('path.'))
    .map((statement) => unknown(statement, 'Only a write can show it: add --write.')),
  ...{ payments: [], intents: [], refunds: [], created: [] },
  ...{ mayContinue: false, paymentRef: undefined, failed: [] },
  ...{ refundProblem: 'Only --write creates one.', intentProblem: 'Only --write creates one.' },
}

/**
 * Statement, a request that returns its line and whether the following steps may run, and the path if several operations have
 * the statement.
 */
type Step = readonly [Statement, () => Promise<StepResult>, path?: string]

const listSteps = (run: WriteRun): readonly Step[] => [
  [statements.create, () => run.createPayment()],
  [statements.readBack, () => run.readBack()],
  [statements.pendingRefund, () => run.refundPending()],
  [statements.replay, () => run.replay(paths.payments), paths.payments],
  [statements.conflict, () => run.reuseKey(paths.payments), paths.payments],
  [
    statements.belowMin,
    async () =>
      checkRejected(statements.belowMin, await run.send(paths.payments, { ...minPayment, amount: 0.99 }), [
        422,
        'amount_too_small',
      ]),
  ],
  [statements.optional, () => run.omitKey()],
  [statements.paymentBalance, () => run.awaitPayment()],
  [statements.refund, () => run.refund()],
  [statements.refundBalance, () => run.checkRefundedBalance()],
  [statements.requested, () => run.checkRefundedAmount()],
  [statements.intent, () => run.createIntent()],
  [statements.excess, () => run.exceedPayment()],
  [statements.replay, () => run.replay(paths.refunds), paths.refunds],
  [statements.conflict, () => run.reuseKey(paths.refunds), paths.refunds],
  [statements.replay, () => run.replay(paths.intents), paths.intents],
  [statements.conflict, () => run.reuseKey(paths.intents), paths.intents],
  [statements.scope, () => run.useKeyOnOtherPath()],
]

/**
 * Checks real writes. Runs only with `--write` and a test key. Stops after the first request that creates a record
 * unexpectedly or has no usable response, so that a deviating service receives no further writes.
 *
 * @param sleep - Waits between the reads of a pending payment.
 */
export async function checkWrites(
  context: CheckContext,
  sleep: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<Writes> {
  const run = new WriteRun(context, sleep)
  const linesById = new Map<Statement, LabelledLine[]>()
  let stopReason: string | undefined
  for (const [statement, execute, path] of listSteps(run)) {
    const lines = linesById.get(statement) ?? []
    linesById.set(statement, lines)
    const label = path && `POST ${path}`
    if (stopReason !== undefined) {
      lines.push({ label, line: toUntriedLine(statement, run.get(paths.payments), stopReason) })
      continue
    }
    const { line, mayContinue } = await execute()
    lines.push({ label, line })
    if (!mayContinue) stopReason = `Not tried, because ${statement.id} had an unexpected result.`
  }
  const lines = [...linesById].map(([statement, found]) => mergeLines(statement, found))
  const explain = ({ id }: Statement): string => {
    const line = lines.find((one) => one.id === id)
    return line?.verdict === 'unknown' ? line.seen : `See ${id}.`
  }
  const list = (path: string): Exchange[] => [run.get(path)].filter((one) => one !== undefined).filter(isSuccess)
  return {
    lines,
    payments: run.payments,
    refunds: list(paths.refunds),
    intents: list(paths.intents),
    created: run.created,
    mayContinue: stopReason === undefined,
    paymentRef: run.ref,
    failed: Object.values(paths)
      .map((path) => run.get(path))
      .filter((one) => one !== undefined)
      .filter((one) => !isSuccess(one)),
    refundProblem: explain(statements.refund),
    intentProblem: explain(statements.intent),
  }
}

/** Returns the line of a step that was not tried. A rejection of the minimum amount shows another minimum. */
const toUntriedLine = (statement: Statement, first: Exchange | undefined, reason: string): Line =>
  statement === statements.belowMin && first && readError(first).code === 'amount_too_small'
    ? differs(statement, `A payment of GH₵1.00 is rejected: ${describeResponse(first)}.`)
    : unknown(statement, reason)
