import type { PaymentRow } from '@cedi/ledger'
import type { World } from '../world/world.js'
import type { Money } from './money.js'
import { createRefunds } from './refunds.js'
import type { Change, Shadow } from './shadow.js'

/** What a second bookkeeper knows about records. */
export interface Records {
  /** Checks the changes of one plan against the laws. */
  check(merchant: string, changes: readonly Change[]): void
  /** The payments that name an order, and those of a checkout intent. */
  readonly ofOrder: ReadonlyMap<string, readonly string[]>
  readonly ofIntent: ReadonlyMap<string, readonly string[]>
  /** What waits for the operator. */
  readonly waitingRefunds: ReadonlySet<string>
  readonly lateMoney: ReadonlySet<string>
}

/** The allowed state changes of each record. */
const transitions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  payments: { pending: ['succeeded', 'failed', 'expired', 'cancelled'] },
  intents: { open: ['completed', 'expired'] },
  refunds: { pending: ['paid', 'rejected'] },
  payouts: { pending: ['paid', 'failed'] },
  orders: { pending: ['paid', 'fulfilled', 'cancelled'], paid: ['fulfilled'] },
}

const dayMs = 86_400_000
/** Clocks of servers may be ahead. */
const aheadMs = 300_000

/** 3.5 % and GH₵0.50, half a pesewa rounded up. */
function feeOf(grossPesewas: bigint): bigint {
  const perMille = grossPesewas * 35n
  return perMille / 1000n + (perMille % 1000n >= 500n ? 1n : 0n) + 50n
}

const list = (map: Map<string, string[]>, name: unknown, id: string): void => {
  if (typeof name === 'string') map.set(name, [...(map.get(name) ?? []), id])
}
const became = (status: string, before: { readonly status: string } | undefined, after: { readonly status: string }) =>
  after.status === status && before?.status !== status
/** How many pieces a payment reserves. */
const piecesOf = (row: PaymentRow | undefined): number =>
  row && (row.status === 'pending' || row.status === 'succeeded') ? row.quantity : 0

/** Forbidden state changes of a record. */
function illegalMove({ table, before, after }: Change): string | undefined {
  const column = table === 'orders' ? 'base_status' : 'status'
  const [from, to] = [before?.[column], after[column]] as (string | undefined)[]
  if (from === to || from === undefined || to === undefined || transitions[table]?.[from]?.includes(to))
    return undefined
  return `${table} ${after['id']}: ${from} to ${to}`
}

export function createRecords(world: World, shadow: Shadow, money: Money): Records {
  const tries = new Map<string, string>()
  const takenOf = new Map<string, number>()
  const ofOrder = new Map<string, string[]>()
  const ofIntent = new Map<string, string[]>()
  const lateMoney = new Set<string>()
  const refunds = createRefunds(world, shadow, money)

  /** A shop's request has one effect, however often it is sent. */
  function checkTry(kind: string, id: string, named: unknown): void {
    if (typeof named !== 'string') return
    const other = tries.get(`${kind} ${named}`)
    if (other) world.fail('one effect for one key', `${kind} ${named} made ${other} and ${id}`)
    tries.set(`${kind} ${named}`, id)
  }

  function checkIntent(intent: string): void {
    const states = (ofIntent.get(intent) ?? []).map((id) => shadow.payments.get(id)?.status)
    if (states.filter((status) => status === 'succeeded').length > 1) world.fail('a checkout is paid once', intent)
    if (states.filter((status) => status === 'pending').length > 1)
      world.fail('a checkout asks for money once at a time', intent)
  }

  function checkPayment(before: PaymentRow | undefined, after: PaymentRow): void {
    const { id, merchant, amount_pesewas: gross, fee_pesewas: fee, net_pesewas: net, intent_id: intent } = after
    if (fee !== feeOf(gross) || net !== gross - fee) world.fail('the fee', `${id}: ${gross} - ${fee} = ${net}`)
    if (!before) {
      list(ofOrder, after.metadata['order'], id)
      list(ofIntent, intent, id)
      if (intent === null) checkTry('payment', id, after.metadata['try'])
    }
    if (intent !== null) checkIntent(intent)
    const { product_id: product, late_money: late } = after
    if (product !== null) takenOf.set(product, (takenOf.get(product) ?? 0) + piecesOf(after) - piecesOf(before))
    if (became('succeeded', before, after) || (late === 'held' && before?.late_money !== 'held'))
      money.note(merchant, 'collected', gross)
    if (late === 'returned' && before?.late_money !== 'returned') money.note(merchant, 'returned', gross)
    if (late === 'held') lateMoney.add(id)
    else lateMoney.delete(id)
    if (after.available && !before?.available) checkAvailable(after)
  }

  function checkAvailable({ id, method, paid_ms: paidMs }: PaymentRow): void {
    const today = Math.floor((world.time.nowMs() + aheadMs) / dayMs)
    if (method === 'card' && paidMs !== null && Math.floor(paidMs / dayMs) === today)
      world.fail('card money is available the next day', id)
  }

  /** In this world, a product's name ends with its initial stock. */
  function checkStock(id: string): void {
    const { name = '', stock = null } = shadow.products.get(id) ?? {}
    const taken = takenOf.get(id) ?? 0
    if (stock !== null && stock !== Number(/\d+$/.exec(name)?.[0]) - taken)
      world.fail('what is not sold is there', `${name}: ${stock}, and ${taken} taken`)
  }

  return {
    ofOrder,
    ofIntent,
    waitingRefunds: refunds.waiting,
    lateMoney,
    check(merchant, changes) {
      for (const change of changes) {
        const illegal = illegalMove(change)
        if (illegal) world.fail('only legal moves', illegal)
        const { table, before, after } = change
        if (table === 'payments') checkPayment(before as never, after as never)
        if (table === 'refunds') {
          refunds.check(before as never, after as never)
          if (!before) checkTry('refund', String(after['id']), after['reason'])
        }
        if (table === 'payouts' && became('paid', before as never, after as never))
          money.note(merchant, 'paid out', after['amount_pesewas'] as bigint)
        if (table === 'products' && !before) checkTry('product', String(after['id']), after['name'])
      }
      for (const { table, after } of changes) if (table === 'products') checkStock(String(after['id']))
    },
  }
}
