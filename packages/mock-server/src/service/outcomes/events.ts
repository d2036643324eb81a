import {
  deliveryErased,
  type EventRow,
  type Failure,
  intentExpired,
  isEmpty,
  joinPlans,
  makePlan,
  type Plan,
  paymentAvailable,
  paymentExpired,
  paymentFailed,
  paymentReceived,
  payoutFailed,
  payoutPaid,
  type Reader,
  type ReceivedRows,
  type Result,
  scheduleEvents,
  succeed,
  withSteps,
} from '../../ledger/index.js'
import type { Context, Ids } from '../context.js'
import { execute } from '../execute.js'
import { newLicenses } from '../licenses.js'
import { cancelEvents, type ScheduledEvent, toEventRows } from './schedule.js'

/** An executed event, in the format of `clock/advance`. */
export interface ExecutedEvent {
  readonly at: string
  readonly kind: string
  readonly ref: string
  readonly merchant: string
}

/** Maximum number of events that a request of a merchant executes. The remaining ones are left to later requests. */
const maxEventsPerRequest = 500
/** Maximum number of expiries of checkout intents in one commit. Anyone can create intents, so there may be thousands. */
const maxExpiriesPerCommit = 100

/**
 * Executes due events: confirmations of providers, expiry of payments and intents, availability of money. Each takes
 * effect at its due time, the earliest first.
 *
 * @param merchant - The merchant; null for all events of all merchants.
 * @returns The executed events, in order.
 */
export async function runDueEvents(context: Context, merchant: string | null, nowMs: number): Promise<ExecutedEvent[]> {
  const maxEvents = merchant === null ? Number.POSITIVE_INFINITY : maxEventsPerRequest
  const executed: ExecutedEvent[] = []
  while (executed.length < maxEvents) {
    // One at a time, because an event may schedule another before the remaining ones.
    const [event] = await context.store.list('events', merchant, { limit: 1, order: 'due', dueUntilMs: nowMs })
    if (!event) return executed
    for (const each of await runEvents(context, event, nowMs))
      executed.push({
        at: new Date(each.due_ms).toISOString(),
        kind: each.kind,
        ref: each.ref,
        merchant: each.merchant,
      })
  }
  return executed
}

/**
 * Executes an event, and the expiries of checkout intents that directly follow an expiry.
 *
 * @returns The events that were executed here, and not by a concurrent request.
 */
async function runEvents(context: Context, first: EventRow, nowMs: number): Promise<readonly EventRow[]> {
  const { merchant, kind, ref } = first
  let events: readonly EventRow[] = []
  const result = await execute(context, {
    merchant,
    async plan(reader, ids) {
      events = await readEvents(reader, first, nowMs)
      const plans = await Promise.all(
        events.map(async (event) => {
          const result = await planEvent(context, event, reader, ids)
          // An event that is no longer possible, such as the expiry of a paid payment, is dropped.
          return result.ok ? result.value : makePlan(merchant)
        }),
      )
      const [plan = makePlan(merchant), ...others] = plans
      return withSteps(succeed(joinPlans<unknown>(plan, ...others)), cancelEvents(events))
    },
  })
  if (!result.ok) throw new Error(`The event ${kind} of ${ref} could not be executed. ${result.error.message}`)
  return result.value.isChanged ? events : []
}

/** Reads the events of one commit. Returns none if the first was executed in the meantime. */
async function readEvents(reader: Reader, first: EventRow, nowMs: number): Promise<readonly EventRow[]> {
  const { merchant, id } = first
  if (first.kind !== 'intent_expire') return (await reader.get('events', merchant, id)) ? [first] : []
  const query = { limit: maxExpiriesPerCommit, order: 'due', dueUntilMs: nowMs } as const
  const due = await reader.list('events', merchant, query)
  if (due[0]?.id !== id) return []
  const end = due.findIndex(({ kind }) => kind !== 'intent_expire')
  return end < 0 ? due : due.slice(0, end)
}

const emptyPlan = ({ merchant }: EventRow): Result<Plan<unknown>> & { ok: true } => succeed(makePlan(merchant))

async function planEvent(context: Context, event: EventRow, reader: Reader, ids: Ids): Promise<Result<Plan<unknown>>> {
  const { merchant, ref, due_ms: nowMs, data } = event
  switch (event.kind) {
    case 'confirm':
      return planConfirmation(context, { merchant, ref, nowMs }, reader, ids)
    case 'fail':
      return paymentFailed({ failure: data as unknown as Failure }, await paymentRows(reader, merchant, ref))
    case 'expire':
      return paymentExpired(await paymentRows(reader, merchant, ref))
    case 'available':
      return paymentAvailable({ nowMs }, { payment: await reader.get('payments', merchant, ref) })
    case 'intent_expire':
      return intentExpired({ intent: await reader.get('intents', merchant, ref) })
    case 'delivery_forget':
      return deliveryErased({ order: await reader.get('orders', merchant, ref) })
    case 'payout_pay':
      return payoutPaid({ nowMs }, { payout: await reader.get('payouts', merchant, ref) })
    case 'payout_fail':
      return payoutFailed(
        { failure: data as unknown as Failure, nowMs },
        { payout: await reader.get('payouts', merchant, ref) },
      )
    default:
      return emptyPlan(event)
  }
}

/** Reads a payment and the rows that it refers to. */
export async function paymentRows(reader: Reader, merchant: string, ref: string): Promise<ReceivedRows> {
  const payment = await reader.get('payments', merchant, ref)
  const [order, product, intent] = payment
    ? [
        payment.order_ref === null ? undefined : await reader.get('orders', merchant, payment.order_ref),
        payment.product_id === null ? undefined : await reader.get('products', merchant, payment.product_id),
        payment.intent_id === null ? undefined : await reader.get('intents', merchant, payment.intent_id),
      ]
    : []
  return { payment, order, product, intent }
}

/** Plans the provider's confirmation of a payment, and schedules the availability of card payments. */
export async function planConfirmation(
  context: Pick<Context, 'secret'>,
  { merchant, ref, nowMs }: { readonly merchant: string; readonly ref: string; readonly nowMs: number },
  reader: Reader,
  ids: Ids,
): Promise<ReturnType<typeof paymentReceived>> {
  const rows = await paymentRows(reader, merchant, ref)
  const { payment, product } = rows
  const licenses = payment?.status === 'pending' ? newLicenses(context, payment, product, ids) : []
  const result = paymentReceived({ nowMs, licenses }, rows)
  if (!result.ok || isEmpty(result.value)) return result
  const { available_at_ms: dueMs, available } = result.value.records.payment
  const events: ScheduledEvent[] = dueMs !== null && !available ? [{ kind: 'available', dueMs }] : []
  return withSteps(result, scheduleEvents(...toEventRows(merchant, ref, events, ids)))
}
