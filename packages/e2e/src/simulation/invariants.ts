import type { Payment } from '@cedi/client'
import { type PaymentRow, type Plan, type RefundRow, verify } from '@cedi/mock-server/internal'
import type { Service } from './service.js'
import type { ShopDatabase } from './shop-database.js'
import type { World } from './world.js'

/** Merchant of every world. */
const merchant = 'test-ama'

const debitAccounts = new Set(['psp:mtn', 'psp:telecel', 'psp:airteltigo', 'psp:card', 'bank:operating'])

/** Payment statuses that match each state of the order page. */
const statusesByState: Readonly<Record<string, readonly string[]>> = {
  paid: ['succeeded'],
  failed: ['failed'],
  expired: ['expired', 'cancelled'],
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

/** Checks the invariants against a copy of the records, which is computed from the committed plans. */
export class Invariants {
  readonly payments: Map<string, PaymentRow> = new Map()
  readonly refunds: Map<string, RefundRow> = new Map()
  readonly #world: World
  readonly #balances = new Map<string, bigint>()
  /** Records by the key that the shop writes into them. */
  readonly #idsByKey = new Map<string, string>()
  readonly #acknowledgedIds = new Map<string, string>()
  readonly #ids = new Set<string>()
  readonly #delivered = new Set<string>()

  constructor(world: World) {
    this.#world = world
  }

  recordCommit(plan: Plan): void {
    if (plan.merchant !== merchant) return
    for (const insert of plan.inserts) {
      if ('id' in insert.row) this.#ids.add(String(insert.row.id))
      if (insert.table === 'payments') this.payments.set(insert.row.id, insert.row)
      if (insert.table === 'payments' && insert.row.intent_id === null)
        this.#checkKey(`payment ${insert.row.metadata['click']}`, insert.row.id)
      if (insert.table === 'refunds') this.refunds.set(insert.row.id, insert.row)
      if (insert.table === 'refunds') this.#checkKey(`refund ${insert.row.reason}`, insert.row.id)
    }
    for (const update of plan.updates) this.#update(update)
    for (const { debit, credit, amountPesewas } of plan.entries.flatMap(({ postings }) => postings)) {
      this.#post(debit, debitAccounts.has(debit) ? amountPesewas : -amountPesewas)
      this.#post(credit, debitAccounts.has(credit) ? -amountPesewas : amountPesewas)
    }
    if (plan.entries.length === 0) return
    this.#checkConservation()
    for (const ref of new Set([...this.refunds.values()].map(({ payment_ref: ref }) => ref))) this.#checkRefunds(ref)
  }

  /** Records a successful write of the shop. */
  recordWrite(key: string, id: string): void {
    const before = this.#acknowledgedIds.get(key) ?? id
    if (before !== id || !this.#ids.has(id))
      this.#world.fail('an acknowledged write is stored', `${key}: ${before}, then ${id}`)
    this.#acknowledgedIds.set(key, id)
  }

  recordDelivery(order: string, pesewas: bigint, payment: Payment): void {
    if (this.#delivered.has(order)) this.#world.fail('an order is delivered once', `${order}, again for ${payment.ref}`)
    this.#delivered.add(order)
    const { status, metadata, amount_pesewas: paid } = this.payments.get(payment.ref) ?? {}
    if (status !== 'succeeded' || metadata?.['order'] !== order || paid !== pesewas)
      this.#world.fail(
        'a delivered order is paid in full',
        `${order}: ${payment.ref} is ${status}, ${paid} of ${pesewas}`,
      )
  }

  /** Records the state on the order page. */
  recordOrderPage(order: string, state: string): void {
    const statuses: string[] = [...this.payments.values()].flatMap(({ metadata, status }) =>
      metadata['order'] === order ? [status] : [],
    )
    if (statusesByState[state]?.every((status) => !statuses.includes(status)))
      this.#world.fail('the buyer sees the true status', `${order}: the page shows ${state}, not ${statuses}`)
  }

  /** Records the outcome that the popup passes to the shop page. */
  recordOutcome(order: string, intent: string | undefined, status: string, ref: string | undefined): void {
    this.#world.log(order, `the popup reports ${status}${ref ? ` (${ref})` : ''}`)
    const row = this.payments.get(ref ?? '')
    const isMoving = [...this.payments.values()].some(
      (payment) => payment.intent_id === intent && ['pending', 'succeeded'].includes(payment.status),
    )
    const isUnpaid = ['failed', 'cancelled', 'expired'].includes(status)
    if ((status === 'succeeded' && row?.status !== 'succeeded') || (isUnpaid && isMoving))
      this.#world.fail(
        'the buyer sees the true status',
        `${order}: the popup reports ${status}, ${ref} is ${row?.status}`,
      )
  }

  /** Checks the state long after the last fault. */
  async checkEnd(shop: ShopDatabase, { database }: Service): Promise<void> {
    const result = await verify(database, merchant)
    if (!result.ok) this.#world.fail('the ledger verifies', `${result.invariant}, entry ${result.sequence}`)
    for (const { key, result } of shop.attempts.values())
      if (result === undefined) this.#world.fail('everything ends', `${key} has no response`)
    for (const { order, dueMs } of shop.tracked.values())
      if (dueMs !== null) this.#world.fail('everything ends', `${order} is checked forever`)
    const reviewed = new Set(shop.effects.flatMap(({ kind, order }) => (kind === 'review' ? [order] : [])))
    for (const { id, status, expires_ms: expiresMs, metadata } of this.payments.values()) {
      const order = String(metadata['order'])
      if (status === 'pending' && expiresMs !== null) this.#world.fail('everything ends', `${id} is still pending`)
      if (status === 'succeeded' && !this.#delivered.has(order) && !reviewed.has(order))
        this.#world.fail('a paid order is delivered', `${order} is paid by ${id}`)
    }
  }

  #update({ table, id, set, add }: Plan['updates'][number]): void {
    const rows = table === 'payments' ? this.payments : table === 'refunds' ? this.refunds : undefined
    const before = rows?.get(id) as Record<string, unknown> | undefined
    if (!rows || !before) return
    const after: Record<string, unknown> = { ...before, ...set }
    for (const [column, amount] of Object.entries(add ?? {}))
      after[column] = (after[column] as bigint) + (amount as bigint)
    rows.set(id, after as never)
    if (before['status'] !== 'pending' && before['status'] !== after['status'])
      this.#world.fail('a final status does not change', `${id}: ${before['status']} to ${after['status']}`)
  }

  #post(account: string, pesewas: bigint): void {
    this.#balances.set(account, (this.#balances.get(account) ?? 0n) + pesewas)
  }

  #checkKey(key: string, id: string): void {
    const before = this.#idsByKey.get(key)
    if (before) this.#world.fail('a key has one effect', `${key} created ${before} and ${id}`)
    this.#idsByKey.set(key, id)
  }

  /** Checks that the accounts hold what buyers paid, minus what they received back. */
  #checkConservation(): void {
    const held = sum([...this.#balances].flatMap(([account, balance]) => (debitAccounts.has(account) ? [] : [balance])))
    const collected = [...this.payments.values()].flatMap(({ status, late_money: late, amount_pesewas: amount }) =>
      status === 'succeeded' || late === 'held' ? [amount] : [],
    )
    const refunded = [...this.refunds.values()].flatMap((row) => (row.status === 'paid' ? [row.amount_pesewas] : []))
    const expected = sum(collected) - sum(refunded)
    if (held !== expected) this.#world.fail('money is conserved', `the accounts hold ${held} of ${expected}`)
  }

  #checkRefunds(ref: string): void {
    const active = [...this.refunds.values()].filter((row) => row.payment_ref === ref && row.status !== 'rejected')
    const total = sum(active.map(({ amount_pesewas: amount }) => amount))
    const { amount_pesewas: gross = 0n, refund_reserved_pesewas: reserved } = this.payments.get(ref) ?? {}
    if (total > gross || reserved !== total)
      this.#world.fail('refunds never exceed the payment', `${ref}: ${total} of ${gross}, ${reserved} reserved`)
  }
}
