import type { DeliveryInput } from '@cedi/contract'
import {
  followPlan,
  formatCedisText,
  type IntentRow,
  isEmpty,
  type JsonObject,
  type MobileNetwork,
  makePlan,
  type Network,
  type NextAction,
  type PaymentRow,
  type Plan,
  type Planned,
  paymentCancelled,
  paymentCreated,
  paymentExpired,
  paymentFailed,
  paymentReceived,
  scheduled,
  suspenseReturned,
  withSteps,
} from '@cedi/ledger'
import { type Carried, carryOut } from './carry-out.js'
import { baseUrlOf, type Call, type Context, type Ids } from './context.js'
import { deliveryKeptMs, readDelivery } from './delivery.js'
import type { Instrument } from './instruments/instrument.js'
import { networkMenus } from './instruments/network-menus.js'
import { newLicenses } from './licenses.js'
import { paymentRows, planConfirmation } from './outcomes/events.js'
import { isScenario, type Scenario, scenarios } from './outcomes/scenarios.js'
import {
  type Course,
  courseOf,
  courseOfVoucher,
  eventRows,
  failureOf,
  type Happening,
  scheduledFor,
  takenBack,
} from './outcomes/schedule.js'
import { type Stop, stop } from './stop.js'
import { challengeToken } from './token.js'

/** A payment, requested by a merchant's server or by a buyer in the checkout. */
export interface AskedPayment {
  readonly price: {
    readonly amountPesewas?: bigint
    readonly productId: string | null
    readonly quantity: number
  }
  readonly instrument: Instrument
  readonly email: string | null
  readonly name: string | null
  /** How to reach the buyer; only an order can store it. */
  readonly delivery?: DeliveryInput | undefined
  readonly metadata: JsonObject
  readonly returnUrl: string | undefined
  /** The checkout intent that is paid. */
  readonly intent: IntentRow | undefined
}

/** Plans a payment and everything that its instrument requires. @decision 0013 (how it ends) */
export async function planPayment(
  call: Call,
  { price, instrument, email, name, delivery: wanted, metadata, returnUrl, intent }: AskedPayment,
  ids: Ids,
): Promise<Planned<{ payment: PaymentRow }> | Stop> {
  const { context, merchant, nowMs } = call
  const { productId } = price
  const fromMetadata = metadata['mock_scenario']
  const chosen = chooseScenario(call, typeof fromMetadata === 'string' ? fromMetadata : undefined, instrument)
  if (!chosen.ok) return chosen
  const product = productId === null ? undefined : await context.store.get('products', merchant, productId)
  if (productId !== null && !product)
    return stop('not_found', `There is no product ${productId}. Check the id.`, 'product_id')

  const reached = readDelivery(wanted, productId)
  if (!reached.ok) return reached
  const { delivery } = reached

  const { network, method } = instrument
  const course =
    intent && asksForVoucher(network)
      ? courseOfVoucher(chosen.scenario, nowMs)
      : courseOf(chosen.scenario, method, nowMs, context.approvalDelayMs)
  const id = ids.next('pay')
  const created = paymentCreated(
    {
      merchant,
      id,
      amountPesewas: price.amountPesewas,
      productId,
      quantity: price.quantity,
      email,
      name,
      method,
      network,
      phone: instrument.maskedPhone,
      cardLast4: instrument.cardLast4,
      orderId: productId === null ? null : ids.next('ord'),
      intentId: intent?.id ?? null,
      delivery,
      nextAction: null,
      metadata,
      expiresMs: course.expiresMs,
      nowMs,
    },
    { product, intent },
  )
  if (!created.ok) return created
  const { order, intent: claimed } = created.records
  // The amount is known only now, and the instruction contains it.
  const payment = {
    ...created.records.payment,
    next_action: nextAction(call, created.records.payment, course, returnUrl),
  }
  const plan = withPayment(created.plan, payment)
  const rows = {
    payment,
    order: order ?? undefined,
    product: created.records.product ?? product,
    intent: claimed ?? undefined,
  }
  const settled = settle(call, course, rows, ids)
  if (!settled.ok) return settled
  const last = settled.records.payment
  const available: Happening[] =
    last.available_at_ms !== null && !last.available ? [{ kind: 'available', dueMs: last.available_at_ms }] : []
  const events = eventRows(merchant, id, [...course.later, ...available], ids)
  if (delivery && order)
    events.push(...eventRows(merchant, order.id, [{ kind: 'delivery_forget', dueMs: nowMs + deliveryKeptMs }], ids))
  return withSteps({ ok: true, plan: followPlan(plan, settled.plan), records: { payment: last } }, scheduled(...events))
}

/** Whether a network needs a voucher before it asks for the PIN. */
const asksForVoucher = (network: Network): boolean =>
  Object.hasOwn(networkMenus, network) && networkMenus[network as MobileNetwork].voucher.length > 0

type Rows = Parameters<typeof paymentReceived>[1] & {
  payment: NonNullable<Parameters<typeof paymentReceived>[1]['payment']>
}

/** The provider's immediate answer: a card is charged or refused at once. */
function settle(
  { context, nowMs }: Call,
  { now }: Course,
  rows: Rows,
  ids: Ids,
): Planned<{ payment: Rows['payment'] }> {
  const { payment, product } = rows
  if (now === undefined) return { ok: true, plan: makePlan(payment.merchant), records: { payment } }
  if (now !== 'confirm') return paymentFailed({ failure: now }, rows)
  return paymentReceived({ nowMs, licenses: newLicenses(context, payment, product, ids) }, rows)
}

/** The plan with a changed payment. */
const withPayment = (plan: Plan, payment: Rows['payment']): Plan => ({
  ...plan,
  inserts: plan.inserts.map((insert) => (insert.table === 'payments' ? { table: 'payments', row: payment } : insert)),
})

function nextAction(
  call: Call,
  payment: Rows['payment'],
  course: Course,
  returnUrl: string | undefined,
): NextAction | null {
  if (course.challenge) {
    return {
      type: 'redirect',
      url: `${baseUrlOf(call)}/challenge/${challengeToken(call.context.secret, payment, returnUrl)}`,
      message: 'Confirm the payment on the page of your bank.',
    }
  }
  if (payment.method === 'card') return null
  return course.voucher ? enterCode(payment) : approveOnPhone(payment)
}

/** What the buyer does with a payment on the phone. */
export const approveOnPhone = ({ amount_pesewas, phone }: PaymentRow): NextAction => ({
  type: 'approve_on_phone',
  message: `Approve the payment of ${formatCedisText(amount_pesewas)} on the phone with the number ${phone}.`,
})

function enterCode({ network, phone }: PaymentRow): NextAction {
  const { ussd, voucher } = networkMenus[network as MobileNetwork]
  const way = `Dial ${ussd} on the phone with the number ${phone} and choose ${voucher.join(', ')}.`
  return { type: 'enter_code', message: `${way} Then type the code of the voucher into the checkout.` }
}

/** What decides how a payment ends: the first that is set. @decision 0013 */
function chooseScenario(
  { context, outcome, request }: Call,
  fromMetadata: string | undefined,
  { scenario: fromNumber }: Instrument,
): { ok: true; scenario: Scenario } | Stop {
  const queued = outcome.take()
  if (queued) return { ok: true, scenario: queued }
  const fromHeader = request.headers.get('x-mock-scenario')
  for (const [text, field, code] of [
    [fromHeader, 'X-Mock-Scenario', 'invalid_header'],
    [fromMetadata, 'metadata.mock_scenario', 'invalid_request'],
  ] as const) {
    if (text === undefined) continue
    if (isScenario(text)) return { ok: true, scenario: text }
    return stop(code, `${field} must be one of ${scenarios.join(', ')}.`, field)
  }
  return { ok: true, scenario: fromNumber ?? context.defaultOutcome }
}

/** Which payment, of whom, and when. */
interface Which {
  readonly merchant: string
  readonly ref: string
  readonly nowMs: number
}

/** How a buyer, a network or a bank ends a payment. */
export type Ending = 'approve' | 'expire' | 'cancel' | { readonly decline: Parameters<typeof failureOf>[0] }

/**
 * Ends a payment now, instead of the network later.
 *
 * @param isMeant - Checks the payment again in the merchant's turn: if it is a different one now, nothing changes.
 * @decision 0025
 */
export const endPayment = (
  context: Context,
  how: Ending,
  which: Which,
  isMeant?: (payment: PaymentRow) => boolean,
): Promise<Carried<{ payment?: PaymentRow }>> =>
  carryOut<{ payment?: PaymentRow }>(context, {
    merchant: which.merchant,
    async plan(reader, ids) {
      const { merchant, ref } = which
      const rows = await paymentRows(reader, merchant, ref)
      if (isMeant && !(rows.payment && isMeant(rows.payment)))
        return { ok: true, plan: makePlan(merchant), records: {} }
      const planned =
        how === 'approve'
          ? await planConfirmation(context, which, reader, ids)
          : how === 'expire'
            ? paymentExpired(rows)
            : how === 'cancel'
              ? paymentCancelled(rows)
              : paymentFailed({ failure: failureOf(how.decline) }, rows)
      if (!planned.ok || isEmpty(planned.plan)) return planned
      return withSteps(planned, takenBack(await scheduledFor(reader, merchant, ref)))
    },
  })

/** Returns money that came after its payment had ended: from the provider, or from the bank once it was settled. */
export const returnLateMoney = (
  context: Context,
  from: 'provider' | 'bank' | undefined,
  { merchant, ref, nowMs }: Which,
): Promise<Carried<{ payment: PaymentRow }>> =>
  carryOut<{ payment: PaymentRow }>(context, {
    merchant,
    plan: async (reader) =>
      suspenseReturned({ nowMs, ...(from ? { from } : {}) }, { payment: await reader.get('payments', merchant, ref) }),
  })
