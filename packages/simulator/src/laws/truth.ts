import type { Payment } from '@cedi/client'
import type { World } from '../world/world.js'
import type { Auditor } from './auditor.js'

/** What a buyer was told of a checkout. */
interface Told {
  readonly order: string
  readonly intent: string | undefined
  readonly status: string
  readonly ref: string | undefined
  /** Whether another window shows the same checkout: this one cannot know what happens there. */
  readonly isBeside: boolean
}

/** Compares what shops delivered, and what buyers and shops were told, with the books. */
export interface Truth {
  /** A shop delivered, in a committed transaction. */
  gave(order: string, pesewas: bigint, payment: Payment): void
  /** A shop recorded that nobody has paid for an order. */
  gaveUp(order: string): void
  /** The service refused what a shop sent. */
  refused(kind: string, key: string, code: string): void
  /** How often it did, by order. */
  readonly gifts: ReadonlyMap<string, number>
  /** A shop's page told a buyer the order's state. */
  toldOfOrder(order: string, state: string): void
  /** The popup told the shop's page the checkout's outcome. */
  toldOfCheckout(told: Told): void
  /** The service acknowledged a write with this key. */
  acknowledged(table: 'payments' | 'intents' | 'refunds' | 'products', id: string, key: string): void
  /** All acknowledged writes, at the end. */
  check(): void
}

/** The payment state in which each statement is true. */
const meanings: Readonly<Record<string, readonly string[]>> = {
  paid: ['succeeded'],
  failed: ['failed'],
  expired: ['expired', 'cancelled'],
}

/** Allowed reasons to refuse a shop of this world. Any other refusal is a bug. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  payment: ['out_of_stock'],
  intent: ['out_of_stock'],
  refund: ['refund_exceeds_payment', 'insufficient_balance'],
}

export function createTruth(world: World, { shadow, ofOrder, ofIntent }: Auditor): Truth {
  const gifts = new Map<string, number>()
  const acknowledged = new Map<string, { readonly table: keyof typeof shadow; readonly id: string }>()
  const cancelled: Told[] = []
  const said = new Map<string, string>()
  const statesOf = (ids: readonly string[] = []) => ids.map((id) => shadow.payments.get(id)?.status ?? 'unknown')

  const isMoving = ({ intent, isBeside }: Told): boolean =>
    !isBeside && statesOf(ofIntent.get(intent ?? '')).some((status) => status === 'pending' || status === 'succeeded')

  return {
    gifts,
    gave(order, pesewas, payment) {
      gifts.set(order, (gifts.get(order) ?? 0) + 1)
      const row = shadow.payments.get(payment.ref)
      if ((gifts.get(order) ?? 0) > 1)
        world.fail('a shop gives once', `order ${order}, the second time for ${payment.ref}`)
      if (row?.status !== 'succeeded')
        world.fail('a shop gives what is paid', `order ${order}: ${payment.ref} is ${row?.status}`)
      else if (row.metadata['order'] !== order)
        world.fail('a shop gives to whom has paid', `order ${order}: ${row.id} pays ${row.metadata['order']}`)
      else if (row.amount_pesewas !== pesewas)
        world.fail('a shop gives for the whole price', `order ${order}: ${row.amount_pesewas} of ${pesewas}`)
    },
    gaveUp(order) {
      if (gifts.has(order)) world.fail('what was given was paid', `order ${order} is said to be unpaid`)
    },
    refused(kind, key, code) {
      if (!reasons[kind]?.includes(code)) world.fail('a refusal has a reason', `${kind} ${key}: ${code}`)
    },
    toldOfOrder(order, state) {
      world.story(`buyer of ${order}`, `is told by the shop: ${state}`)
      const states = meanings[state]
      if (states && !statesOf(ofOrder.get(order)).some((status) => states.includes(status)))
        world.fail('what the buyer is told is true', `order ${order} is said to be ${state}`)
    },
    toldOfCheckout(told) {
      const { order, status, ref } = told
      const words = `is told by the popup: ${status}${ref ? ` (${ref})` : ''}`
      // A session's event and its result must agree.
      if (said.get(order) !== words) world.story(`buyer of ${order}`, words)
      said.set(order, words)
      const row = ref === undefined ? undefined : shadow.payments.get(ref)
      const isWrong =
        (status === 'succeeded' && row?.status !== 'succeeded') ||
        (status === 'failed' && ref !== undefined && row?.status !== 'failed' && row?.status !== 'expired') ||
        ((status === 'cancelled' || status === 'expired') && isMoving(told))
      if (isWrong)
        world.fail('what the buyer is told is true', `the popup of ${order} says ${status}, ${ref} is ${row?.status}`)
      if (status === 'cancelled') cancelled.push(told)
    },
    acknowledged(table, id, key) {
      const before = acknowledged.get(`${table} ${key}`)
      if (before && before.id !== id)
        world.fail('the same key is answered the same', `${key}: ${before.id}, then ${id}`)
      acknowledged.set(`${table} ${key}`, { table, id })
      if (!shadow[table].has(id)) world.fail('what is acknowledged is written', `${table} ${id}`)
    },
    check() {
      for (const { table, id } of acknowledged.values())
        if (!shadow[table].has(id)) world.fail('what is acknowledged is written', `${table} ${id}`)
      for (const told of cancelled)
        if (isMoving(told)) world.fail('who was told "cancelled" has not paid', `order ${told.order}`)
    },
  }
}
