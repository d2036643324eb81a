import {
  isEmpty,
  makePlan,
  type PaymentRow,
  type Planned,
  paymentCancelled,
  paymentFailed,
  type Reader,
  scheduled,
  transact,
  withSteps,
} from '@cedi/ledger'
import {
  approveOnPhone,
  type Context,
  courseOf,
  eventRows,
  failureOf,
  isScenario,
  paymentRows,
  planConfirmation,
  takeIds,
} from '@cedi/mock-server/service'

/** The code that the mock server takes for right. @decision 0029 */
const rightCode = '123456'
/** So many wrong codes end a payment. */
const tries = 3

/** What came of a code. */
export type CodeVerdict = 'right' | 'wrong' | 'over'

async function change(
  context: Context,
  { merchant, id }: PaymentRow,
  plan: (payment: PaymentRow, reader: Reader) => Promise<Planned<unknown>>,
): Promise<void> {
  const nothing: Planned<unknown> = { ok: true, plan: makePlan(merchant), records: undefined }
  await context.inTurn(merchant, () =>
    transact(context.store, async (reader) => {
      const payment = await reader.get('payments', merchant, id)
      return payment?.status === 'pending' ? plan(payment, reader) : nothing
    }),
  )
}

/** What the network would have said of a payment: it is taken back when something else decides. */
const scheduledFor = async (reader: Reader, { merchant, id }: PaymentRow) =>
  (await reader.list('events', merchant, { limit: 20, where: { ref: id } })).filter(({ kind }) => kind !== 'available')

const removed = (events: readonly { readonly id: string }[]) => ({
  removes: events.map(({ id }) => ({ table: 'events', id }) as const),
})

/** Calls a payment off. One that has ended meanwhile stays as it is. */
export const cancelPayment = (context: Context, payment: PaymentRow): Promise<void> =>
  change(context, payment, async ({ merchant, id }, reader) =>
    withSteps(paymentCancelled(await paymentRows(reader, merchant, id)), removed(await scheduledFor(reader, payment))),
  )

const counter = (payment: PaymentRow): string => `codes of ${payment.id}`

/**
 * Takes a voucher or a code for a payment. A right one lets a payment that waits for it go on to the phone, and
 * approves one that is there already; the third wrong one ends the payment.
 *
 * @decision 0029
 */
export async function enterCode(context: Context, payment: PaymentRow, code: string): Promise<CodeVerdict> {
  // A card waits for the bank, which no code stands for.
  if (payment.method === 'card') return 'over'
  let verdict: CodeVerdict = code === rightCode ? 'right' : 'wrong'
  await change(context, payment, async (row, reader) => {
    const { merchant, id } = row
    const rows = await paymentRows(reader, merchant, id)
    const events = await scheduledFor(reader, row)
    if (verdict === 'right') {
      if (row.next_action?.type === 'enter_code') return goOn(context, row, events)
      const confirmed = await planConfirmation(context, merchant, id, context.clock.nowMs(), reader)
      return confirmed.ok && !isEmpty(confirmed.plan) ? withSteps(confirmed, removed(events)) : confirmed
    }
    const from = (await reader.get('counters', merchant, counter(row)))?.value ?? 0
    const counted = { counters: [{ name: counter(row), from, to: from + 1 }] }
    if (from + 1 < tries) return { ok: true, plan: { ...makePlan(merchant), ...counted }, records: undefined }
    verdict = 'over'
    const failed = paymentFailed({ failure: failureOf('payment_not_approved') }, rows)
    return withSteps(failed, { ...counted, ...removed(events) })
  })
  return verdict
}

/** The payment goes to the phone now, and what its number asks for happens from now on. */
async function goOn(
  context: Context,
  payment: PaymentRow,
  events: readonly { readonly id: string; readonly data: object }[],
): Promise<Planned<unknown>> {
  const { merchant, id } = payment
  const ids = await takeIds(context, merchant)
  const kept = events.map(({ data }) => (data as { scenario?: unknown }).scenario)
  const scenario = kept.find((name) => typeof name === 'string' && isScenario(name)) as 'succeed' | undefined
  const nowMs = context.clock.nowMs()
  const course = courseOf(scenario ?? context.defaultOutcome, payment.method, nowMs, context.approvalDelayMs)
  const next_action = approveOnPhone(payment)
  const rows = eventRows(merchant, id, course.later, ids)
  return {
    ok: true,
    plan: {
      ...makePlan(merchant, {
        moves: [
          { table: 'payments', id, expect: { status: 'pending' }, set: { next_action, expires_ms: course.expiresMs } },
        ],
        ...scheduled(...rows),
        ...removed(events),
        ...ids.steps(),
      }),
    },
    records: undefined,
  }
}
