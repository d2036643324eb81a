import type { DeliveryInput } from '@cedi/contract'
import {
  type Commit,
  type Delivery,
  fail,
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
  type ProductRow,
  paymentCancelled,
  paymentCreated,
  paymentExpired,
  paymentFailed,
  paymentReceived,
  type Result,
  scheduleEvents,
  succeed,
  suspenseReturned,
  withSteps,
} from '../ledger/index.js'
import { type Call, type Context, getBaseUrl, type Ids } from './context.js'
import { deliveryLifetimeMs, readDelivery } from './delivery.js'
import { execute } from './execute.js'
import type { Instrument } from './instruments/instrument.js'
import { networkMenus } from './instruments/network-menus.js'
import { newLicenses } from './licenses.js'
import { paymentRows, planConfirmation } from './outcomes/events.js'
import { isScenario, type Scenario, scenarios } from './outcomes/scenarios.js'
import {
  cancelEvents,
  createFailure,
  listScheduledEvents,
  type PaymentScript,
  type ScheduledEvent,
  toEventRows,
  toPaymentScript,
  toVoucherScript,
} from './outcomes/schedule.js'
import { challengeToken } from './token.js'

/** A payment that a merchant's server or a buyer in the checkout requests. */
export interface PaymentRequest {
  readonly price: {
    readonly amountPesewas?: bigint
    readonly productId: string | null
    readonly quantity: number
  }
  readonly instrument: Instrument
  readonly email: string | null
  readonly name: string | null
  /** Delivery details of the buyer. Only an order can store them. */
  readonly delivery?: DeliveryInput | undefined
  readonly metadata: JsonObject
  readonly returnUrl: string | undefined
  /** The checkout intent that is paid. */
  readonly intent: IntentRow | undefined
}

/** Plans a payment, its order, and the events of its scenario. @decision 0013 (scenarios) */
export async function planPayment(
  call: Call,
  request: PaymentRequest,
  ids: Ids,
): Promise<Result<Plan<{ payment: PaymentRow }>>> {
  const { context, merchant, nowMs } = call
  const { price, instrument, metadata, returnUrl, intent } = request
  const { productId } = price
  const fromMetadata = metadata['mock_scenario']
  const scenario = chooseScenario(call, typeof fromMetadata === 'string' ? fromMetadata : undefined, instrument)
  if (!scenario.ok) return scenario
  const product = productId === null ? undefined : await context.store.get('products', merchant, productId)
  if (productId !== null && !product)
    return fail('not_found', `There is no product ${productId}. Check the id.`, 'product_id')
  const delivery = readDelivery(request.delivery, productId)
  if (!delivery.ok) return delivery

  const script =
    intent && requiresVoucher(instrument.network)
      ? toVoucherScript(scenario.value, nowMs)
      : toPaymentScript(scenario.value, instrument.method, nowMs, context.approvalDelayMs)
  const created = createRows(call, request, { product, delivery: delivery.value, expiresMs: script.expiresMs }, ids)
  if (!created.ok) return created
  const { records } = created.value
  // The instruction contains the amount, which is known only now.
  const payment = { ...records.payment, next_action: nextAction(call, records.payment, script, returnUrl) }
  const { order } = records
  const rows = {
    payment,
    order: order ?? undefined,
    product: records.product ?? product,
    intent: records.intent ?? undefined,
  }
  const outcomePlan = planImmediateOutcome(call, script, rows, ids)
  if (!outcomePlan.ok) return outcomePlan
  const last = outcomePlan.value.records.payment
  const available: ScheduledEvent[] =
    last.available_at_ms !== null && !last.available ? [{ kind: 'available', dueMs: last.available_at_ms }] : []
  const events = toEventRows(merchant, payment.id, [...script.later, ...available], ids)
  if (delivery.value && order)
    events.push(
      ...toEventRows(merchant, order.id, [{ kind: 'delivery_forget', dueMs: nowMs + deliveryLifetimeMs }], ids),
    )
  const plan = followPlan(replacePayment(created.value, payment), outcomePlan.value)
  return withSteps(succeed({ ...plan, records: { payment: last } }), scheduleEvents(...events))
}

/** Plans the rows of a pending payment. */
function createRows(
  { merchant, nowMs, context }: Call,
  { price, instrument, email, name, metadata, intent }: PaymentRequest,
  {
    product,
    delivery,
    expiresMs,
  }: { product: ProductRow | undefined; delivery: Delivery | null; expiresMs: number | null },
  ids: Ids,
): ReturnType<typeof paymentCreated> {
  const { productId } = price
  const id = ids.next('pay')
  const { wallet } = instrument
  const seal = context.sealPhone
  const sealedPhone = wallet && seal ? seal(context.secret, { merchant, id, created_ms: nowMs }, wallet) : null
  return paymentCreated(
    {
      merchant,
      id,
      amountPesewas: price.amountPesewas,
      productId,
      quantity: price.quantity,
      email,
      name,
      method: instrument.method,
      network: instrument.network,
      phone: instrument.maskedPhone,
      sealedPhone,
      cardLast4: instrument.cardLast4,
      orderId: productId === null ? null : ids.next('ord'),
      intentId: intent?.id ?? null,
      delivery,
      nextAction: null,
      metadata,
      expiresMs,
      nowMs,
    },
    { product, intent },
  )
}

/** Returns whether a network requires a voucher before the PIN. */
const requiresVoucher = (network: Network): boolean =>
  Object.hasOwn(networkMenus, network) && networkMenus[network as MobileNetwork].voucher.length > 0

type Rows = Parameters<typeof paymentReceived>[1] & {
  payment: NonNullable<Parameters<typeof paymentReceived>[1]['payment']>
}

/** Plans the immediate outcome: a card is charged or declined in the same request. */
function planImmediateOutcome(
  { context, nowMs }: Call,
  { now }: PaymentScript,
  rows: Rows,
  ids: Ids,
): Result<Plan<{ payment: Rows['payment'] }>> {
  const { payment, product } = rows
  if (now === undefined) return succeed(makePlan(payment.merchant, {}, { payment }))
  if (now !== 'confirm') return paymentFailed({ failure: now }, rows)
  return paymentReceived({ nowMs, licenses: newLicenses(context, payment, product, ids) }, rows)
}

/** Replaces the payment in a plan. */
const replacePayment = (plan: Plan, payment: Rows['payment']): Plan => ({
  ...plan,
  inserts: plan.inserts.map((insert) => (insert.table === 'payments' ? { table: 'payments', row: payment } : insert)),
})

function nextAction(
  call: Call,
  payment: Rows['payment'],
  script: PaymentScript,
  returnUrl: string | undefined,
): NextAction | null {
  if (script.challenge) {
    return {
      type: 'redirect',
      url: `${getBaseUrl(call)}/challenge/${challengeToken(call.context.secret, payment, returnUrl)}`,
      message: 'Confirm the payment on the page of your bank.',
    }
  }
  if (payment.method === 'card') return null
  return script.voucher ? enterCode(payment) : approveOnPhone(payment)
}

/** Creates the instruction to approve on the phone. */
export const approveOnPhone = ({ amount_pesewas, phone }: PaymentRow): NextAction => ({
  type: 'approve_on_phone',
  message: `Approve the payment of ${formatCedisText(amount_pesewas)} on the phone with the number ${phone}.`,
})

function enterCode({ network, phone }: PaymentRow): NextAction {
  const { ussd, voucher } = networkMenus[network as MobileNetwork]
  const way = `Dial ${ussd} on the phone with the number ${phone} and choose ${voucher.join(', ')}.`
  return { type: 'enter_code', message: `${way} Then type the code of the voucher into the checkout.` }
}

/** Chooses the scenario: the first that is set. @decision 0013 */
function chooseScenario(
  { context, outcome, request }: Call,
  fromMetadata: string | undefined,
  { scenario: fromNumber }: Instrument,
): Result<Scenario> {
  const queuedOutcome = outcome.take()
  if (queuedOutcome) return succeed(queuedOutcome)
  const fromHeader = request.headers.get('x-mock-scenario')
  for (const [text, field, code] of [
    [fromHeader, 'X-Mock-Scenario', 'invalid_header'],
    [fromMetadata, 'metadata.mock_scenario', 'invalid_request'],
  ] as const) {
    if (text === undefined) continue
    if (isScenario(text)) return succeed(text)
    return fail(code, `${field} must be one of ${scenarios.join(', ')}.`, field)
  }
  return succeed(fromNumber ?? context.defaultOutcome)
}

/** Identifies a payment at a time. */
interface PaymentTarget {
  readonly merchant: string
  readonly ref: string
  readonly nowMs: number
}

/** The ways in which a buyer, a network or a bank ends a payment. */
export type Ending = 'approve' | 'expire' | 'cancel' | { readonly decline: Parameters<typeof createFailure>[0] }

/**
 * Ends a payment immediately.
 *
 * @param isExpected - Checks the payment again in the merchant's turn: if it is a different one now, nothing changes.
 * @decision 0023
 */
export const endPayment = (
  context: Context,
  outcome: Ending,
  target: PaymentTarget,
  isExpected?: (payment: PaymentRow) => boolean,
): Promise<Result<Commit<{ payment?: PaymentRow }>>> =>
  execute<{ payment?: PaymentRow }>(context, {
    merchant: target.merchant,
    async plan(reader, ids) {
      const { merchant, ref } = target
      const rows = await paymentRows(reader, merchant, ref)
      if (isExpected && !(rows.payment && isExpected(rows.payment))) return succeed(makePlan(merchant, {}, {}))
      const result =
        outcome === 'approve'
          ? await planConfirmation(context, target, reader, ids)
          : outcome === 'expire'
            ? paymentExpired(rows)
            : outcome === 'cancel'
              ? paymentCancelled(rows)
              : paymentFailed({ failure: createFailure(outcome.decline) }, rows)
      if (!result.ok || isEmpty(result.value)) return result
      return withSteps(result, cancelEvents(await listScheduledEvents(reader, merchant, ref)))
    },
  })

/** Returns a late payment: from the provider, or from the bank if it was settled. */
export const returnLateMoney = (
  context: Context,
  from: 'provider' | 'bank' | undefined,
  { merchant, ref, nowMs }: PaymentTarget,
): Promise<Result<Commit<{ payment: PaymentRow }>>> =>
  execute<{ payment: PaymentRow }>(context, {
    merchant,
    plan: async (reader) =>
      suspenseReturned({ nowMs, ...(from ? { from } : {}) }, { payment: await reader.get('payments', merchant, ref) }),
  })
