import {
  formatCedisText,
  type NextAction,
  type Plan,
  type Planned,
  paymentCreated,
  paymentFailed,
  paymentReceived,
  scheduled,
  withSteps,
} from '@cedi/ledger'
import { done, refused } from '../answer.js'
import { baseUrlOf, type Call, type Ids } from '../context.js'
import { followPlan } from '../follow-plan.js'
import { newLicenses } from '../licenses.js'
import { type ReadAct, type Stop, stop, type WriteAct, write } from '../operation.js'
import { isScenario, type Scenario, scenarios } from '../scenarios.js'
import { type Course, courseOf, eventRows, type Happening } from '../schedule.js'
import { signToken } from '../token.js'
import { paymentRecord } from '../wire.js'
import { readPrice } from './amount.js'
import { type Instrument, readInstrument } from './instrument.js'

/** `POST /api/v1/payments`. @source Endpoints @decision 0013 (how it goes) */
export const createPayment: WriteAct<'PaymentInput'> = write({
  input: 'PaymentInput',
  async plan(call, input, ids) {
    const { context, merchant, nowMs } = call
    const price = readPrice(input)
    if (!price.ok) return price
    const paidWith = readInstrument(input, nowMs)
    if (!paidWith.ok) return paidWith
    const chosen = chooseScenario(call, input.metadata?.['mock_scenario'], paidWith.instrument)
    if (!chosen.ok) return chosen
    const { instrument } = paidWith
    const { productId } = price.price
    const product = productId === null ? undefined : await context.store.get('products', merchant, productId)
    if (productId !== null && !product) return stop('not_found', `There is no product ${productId}.`, 'product_id')

    const course = courseOf(chosen.scenario, instrument.method, nowMs, context.approvalDelayMs)
    const id = ids.next('pay')
    const created = paymentCreated(
      {
        ...price.price,
        merchant,
        id,
        method: instrument.method,
        network: instrument.network,
        phone: instrument.maskedPhone,
        cardLast4: instrument.cardLast4,
        email: input.email ?? null,
        name: input.name ?? null,
        orderId: productId === null ? null : ids.next('ord'),
        intentId: null,
        nextAction: null,
        metadata: input.metadata ?? {},
        expiresMs: course.expiresMs,
        nowMs,
      },
      { product },
    )
    if (!created.ok) return created
    const { order } = created.records
    // The amount is known only now, and the instruction says it.
    const payment = {
      ...created.records.payment,
      next_action: nextAction(call, created.records.payment, instrument, course, input.return_url),
    }
    const plan = withPayment(created.plan, payment)
    const rows = { payment, order: order ?? undefined, product: created.records.product ?? product }
    const settled = settle(call, course, rows, ids)
    if (!settled.ok) return settled
    const last = settled.records.payment
    const available: Happening[] =
      last.available_at_ms !== null && !last.available ? [{ kind: 'available', dueMs: last.available_at_ms }] : []
    const events = eventRows(merchant, id, [...course.later, ...available], ids)
    return withSteps(
      { ok: true, plan: followPlan(plan, settled.plan), records: { data: paymentRecord(last), ...chosen.effect } },
      scheduled(...events),
    )
  },
})

type Rows = Parameters<typeof paymentReceived>[1] & {
  payment: NonNullable<Parameters<typeof paymentReceived>[1]['payment']>
}

/** What the provider says at once: a card is charged or refused in the same moment. */
function settle(
  { context, nowMs }: Call,
  { now }: Course,
  rows: Rows,
  ids: Ids,
): Planned<{ payment: Rows['payment'] }> {
  const { payment, product } = rows
  if (now === undefined) return { ok: true, plan: emptyPlan(payment.merchant), records: { payment } }
  if (now !== 'confirm') return paymentFailed({ failure: now }, rows)
  return paymentReceived({ nowMs, licenses: newLicenses(context, payment, product, ids) }, rows)
}

const emptyPlan = (merchant: string): Plan => ({
  merchant,
  inserts: [],
  moves: [],
  removes: [],
  counters: [],
  entries: [],
})

/** The plan with another form of the payment that it inserts. */
const withPayment = (plan: Plan, payment: Rows['payment']): Plan => ({
  ...plan,
  inserts: plan.inserts.map((insert) => (insert.table === 'payments' ? { table: 'payments', row: payment } : insert)),
})

function nextAction(
  call: Call,
  payment: Rows['payment'],
  { maskedPhone }: Instrument,
  course: Course,
  returnUrl: string | undefined,
): NextAction | null {
  if (course.challenge) {
    const token = signToken(call.context.secret, {
      m: call.merchant,
      p: payment.id,
      ...(returnUrl ? { r: returnUrl } : {}),
    })
    return {
      type: 'redirect',
      url: `${baseUrlOf(call)}/challenge/${token}`,
      message: 'Confirm the payment on the page of your bank.',
    }
  }
  if (payment.method === 'card') return null
  const amount = formatCedisText(payment.amount_pesewas)
  return {
    type: 'approve_on_phone',
    message: `Approve the payment of ${amount} on the phone with the number ${maskedPhone}.`,
  }
}

/** Who decides how a payment goes; the first that has a say. @decision 0013 */
function chooseScenario(
  { context, merchant, request }: Call,
  fromMetadata: string | undefined,
  { scenario: fromNumber }: Instrument,
): { ok: true; scenario: Scenario; effect: { onCommit?: () => void } } | Stop {
  const queue = context.queuedOutcomes.get(merchant)
  const [queued] = queue ?? []
  if (queued) return { ok: true, scenario: queued, effect: { onCommit: () => void queue?.shift() } }
  const fromHeader = request.headers.get('x-mock-scenario')
  for (const [text, field] of [
    [fromHeader, 'X-Mock-Scenario'],
    [fromMetadata, 'metadata.mock_scenario'],
  ] as const) {
    if (text === undefined) continue
    if (isScenario(text)) return { ok: true, scenario: text, effect: {} }
    return stop('invalid_request', `${field} must be one of ${scenarios.join(', ')}.`, field)
  }
  return { ok: true, scenario: fromNumber ?? context.defaultOutcome, effect: {} }
}

/** `GET /api/v1/payments/{ref}`. @source Endpoints */
export const readPayment: ReadAct = {
  async read({ context, merchant, parameter }) {
    const row = await context.store.get('payments', merchant, parameter)
    return row ? done(paymentRecord(row)) : refused('not_found', `There is no payment ${shown(parameter)}.`, 'ref')
  },
}

/** A reference that a caller made up is not repeated at any length. */
export const shown = (reference: string): string => (reference.length > 64 ? `${reference.slice(0, 64)}…` : reference)
