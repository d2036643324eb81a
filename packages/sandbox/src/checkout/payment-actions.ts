import {
  approveOnPhone,
  type Context,
  cancelEvents,
  createFailure,
  endPayment,
  execute,
  fail,
  type Ids,
  isEmpty,
  isScenario,
  listScheduledEvents,
  makePlan,
  type PaymentRow,
  type Plan,
  paymentFailed,
  paymentRows,
  planConfirmation,
  type Reader,
  type ResponseData,
  type Result,
  respondWith,
  scheduleEvents,
  succeed,
  toEventRows,
  toPaymentScript,
  withSteps,
} from '@cedi/mock-server/internal'
import type { CheckoutEffect } from './model.js'
import { isOwnPayment, readPayment, readStatus, type Session } from './session.js'

/** Action of a buyer on a pending payment. */
type BuyerAction = Extract<CheckoutEffect, { readonly type: 'cancelPayment' | 'resendPrompt' | 'submitCode' }>

/**
 * Applies an action to a pending payment, for the browser that made the payment only.
 *
 * @returns The status of the checkout after the action.
 */
export async function applyBuyerAction(
  context: Context,
  session: Session,
  action: BuyerAction,
): Promise<Result<ResponseData>> {
  const payment = await readPayment(context, session)
  if (!payment) return fail('invalid_state', 'There is no payment yet. Create one first.')
  if (!(await isOwnPayment(context, session, payment)))
    return fail('not_found', 'This payment belongs to another window. Go on there.')
  if (action.type === 'cancelPayment') await cancelPayment(context, payment)
  // `resendPrompt` has no effect here, because no phone receives a prompt.
  const isCode = action.type === 'submitCode' && payment.status === 'pending'
  if (isCode && (await enterCode(context, payment, action.code)) === 'wrong')
    return fail('invalid_request', 'This code is wrong. Check it and send it again.', 'code')
  return respondWith(await readStatus(context, session))
}

/** Code that the sandbox accepts. @decision 0029 */
const validCode = '123456'
/** Number of wrong codes that end a payment. */
const maxWrongCodes = 3

/** Result of a code. `ended`: no code is accepted any more. */
type CodeResult = 'accepted' | 'wrong' | 'ended'

async function changePending(
  context: Context,
  { merchant, id }: PaymentRow,
  plan: (payment: PaymentRow, reader: Reader, ids: Ids) => Promise<Result<Plan>>,
): Promise<void> {
  const nothing: Result<Plan> = succeed(makePlan(merchant))
  await execute(context, {
    merchant,
    async plan(reader, ids) {
      const payment = await reader.get('payments', merchant, id)
      return payment?.status === 'pending' ? plan(payment, reader, ids) : nothing
    },
  })
}

/** Cancels a payment if it is still pending. */
const cancelPayment = async (context: Context, { merchant, id }: PaymentRow): Promise<void> => {
  const target = { merchant, ref: id, nowMs: context.clock.nowMs() }
  await endPayment(context, 'cancel', target, ({ status }) => status === 'pending')
}

const counterName = (payment: PaymentRow): string => `codes of ${payment.id}`

/**
 * Applies a voucher or a code to a payment. A valid code sends the prompt to the phone if the payment requires a code, and
 * approves the payment otherwise. The third wrong code ends the payment.
 *
 * @decision 0029
 */
async function enterCode(context: Context, payment: PaymentRow, code: string): Promise<CodeResult> {
  // A card payment is confirmed by the bank only.
  if (payment.method === 'card') return 'ended'
  let result: CodeResult = code === validCode ? 'accepted' : 'wrong'
  await changePending(context, payment, async (row, reader, ids) => {
    const { merchant, id } = row
    const rows = await paymentRows(reader, merchant, id)
    const events = await listScheduledEvents(reader, merchant, id)
    if (result === 'accepted') {
      if (row.next_action?.type === 'enter_code') return sendPrompt(context, row, events, ids)
      const confirmation = await planConfirmation(
        context,
        { merchant, ref: id, nowMs: context.clock.nowMs() },
        reader,
        ids,
      )
      return confirmation.ok && !isEmpty(confirmation.value)
        ? withSteps(confirmation, cancelEvents(events))
        : confirmation
    }
    const from = (await reader.get('counters', merchant, counterName(row)))?.value ?? 0
    const counterSteps = { counters: [{ name: counterName(row), from, to: from + 1 }] }
    if (from + 1 < maxWrongCodes) return succeed(makePlan(merchant, counterSteps))
    result = 'ended'
    const failed = paymentFailed({ failure: createFailure('payment_not_approved') }, rows)
    return withSteps(failed, { ...counterSteps, ...cancelEvents(events) })
  })
  return result
}

/** Sends the prompt, and schedules the events of the payment's scenario. */
async function sendPrompt(
  context: Context,
  payment: PaymentRow,
  events: readonly { readonly id: string; readonly data: object }[],
  ids: Ids,
): Promise<Result<Plan>> {
  const { merchant, id } = payment
  const scenarios = events.map(({ data }) => (data as { scenario?: unknown }).scenario)
  const scenario = scenarios.find((name) => typeof name === 'string' && isScenario(name)) as 'succeed' | undefined
  const nowMs = context.clock.nowMs()
  const script = toPaymentScript(scenario ?? context.defaultOutcome, payment.method, nowMs, context.approvalDelayMs)
  const next_action = approveOnPhone(payment)
  const rows = toEventRows(merchant, id, script.later, ids)
  return succeed(
    makePlan(merchant, {
      updates: [
        { table: 'payments', id, where: { status: 'pending' }, set: { next_action, expires_ms: script.expiresMs } },
      ],
      ...scheduleEvents(...rows),
      ...cancelEvents(events),
    }),
  )
}
