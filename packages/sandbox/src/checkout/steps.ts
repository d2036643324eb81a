import {
  isEmpty,
  makePlan,
  type PaymentRow,
  type Plan,
  paymentFailed,
  type Reader,
  type Result,
  scheduled,
  succeed,
  withSteps,
} from '@cedi/ledger'
import {
  approveOnPhone,
  type Context,
  cancelEvents,
  endPayment,
  execute,
  failureOf,
  type Ids,
  isScenario,
  paymentRows,
  planConfirmation,
  scheduledFor,
  toEventRows,
  toPaymentScript,
} from '@cedi/mock-server/service'

/** The code that the mock server accepts. @decision 0029 */
const rightCode = '123456'
/** How many wrong codes end a payment. */
const tries = 3

/** The result of a code. */
export type CodeVerdict = 'right' | 'wrong' | 'over'

async function change(
  context: Context,
  { merchant, id }: PaymentRow,
  plan: (payment: PaymentRow, reader: Reader, ids: Ids) => Promise<Result<Plan<unknown>>>,
): Promise<void> {
  const nothing: Result<Plan<unknown>> = succeed(makePlan(merchant))
  await execute(context, {
    merchant,
    async plan(reader, ids) {
      const payment = await reader.get('payments', merchant, id)
      return payment?.status === 'pending' ? plan(payment, reader, ids) : nothing
    },
  })
}

/** Cancels a payment. One that has ended meanwhile stays as it is. */
export const cancelPayment = async (context: Context, { merchant, id }: PaymentRow): Promise<void> => {
  const which = { merchant, ref: id, nowMs: context.clock.nowMs() }
  await endPayment(context, 'cancel', which, ({ status }) => status === 'pending')
}

const counter = (payment: PaymentRow): string => `codes of ${payment.id}`

/**
 * Takes a voucher or a code for a payment. If the payment waits for the code, a right one lets it go on to the phone.
 * If the payment is already at the phone, a right one approves it. The third wrong one ends the payment.
 *
 * @decision 0029
 */
export async function enterCode(context: Context, payment: PaymentRow, code: string): Promise<CodeVerdict> {
  // A card waits for the bank; no code can replace that.
  if (payment.method === 'card') return 'over'
  let verdict: CodeVerdict = code === rightCode ? 'right' : 'wrong'
  await change(context, payment, async (row, reader, ids) => {
    const { merchant, id } = row
    const rows = await paymentRows(reader, merchant, id)
    const events = await scheduledFor(reader, merchant, id)
    if (verdict === 'right') {
      if (row.next_action?.type === 'enter_code') return goOn(context, row, events, ids)
      const confirmed = await planConfirmation(
        context,
        { merchant, ref: id, nowMs: context.clock.nowMs() },
        reader,
        ids,
      )
      return confirmed.ok && !isEmpty(confirmed.value) ? withSteps(confirmed, cancelEvents(events)) : confirmed
    }
    const from = (await reader.get('counters', merchant, counter(row)))?.value ?? 0
    const counted = { counters: [{ name: counter(row), from, to: from + 1 }] }
    if (from + 1 < tries) return succeed(makePlan(merchant, counted))
    verdict = 'over'
    const failed = paymentFailed({ failure: failureOf('payment_not_approved') }, rows)
    return withSteps(failed, { ...counted, ...cancelEvents(events) })
  })
  return verdict
}

/** The payment goes to the phone now. What its number decides happens from now on. */
async function goOn(
  context: Context,
  payment: PaymentRow,
  events: readonly { readonly id: string; readonly data: object }[],
  ids: Ids,
): Promise<Result<Plan<unknown>>> {
  const { merchant, id } = payment
  const kept = events.map(({ data }) => (data as { scenario?: unknown }).scenario)
  const scenario = kept.find((name) => typeof name === 'string' && isScenario(name)) as 'succeed' | undefined
  const nowMs = context.clock.nowMs()
  const script = toPaymentScript(scenario ?? context.defaultOutcome, payment.method, nowMs, context.approvalDelayMs)
  const next_action = approveOnPhone(payment)
  const rows = toEventRows(merchant, id, script.later, ids)
  return succeed(
    makePlan(merchant, {
      updates: [
        { table: 'payments', id, where: { status: 'pending' }, set: { next_action, expires_ms: script.expiresMs } },
      ],
      ...scheduled(...rows),
      ...cancelEvents(events),
    }),
  )
}
