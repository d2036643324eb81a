import { type EntryRow, verify } from '@cedi/mock-server/internal'
import type { Database } from '../service/database.js'
import type { ShopDatabase } from '../shop/database.js'
import type { World } from '../world/world.js'
import type { Auditor } from './auditor.js'
import type { Consistency } from './consistency.js'
import type { ScheduleCheck } from './schedule.js'

/** State at the end of a run. */
export interface FinalState {
  readonly auditor: Auditor
  readonly consistency: Consistency
  readonly schedule: ScheduleCheck
  readonly database: Database
  readonly midpoints: ReadonlyMap<string, EntryRow>
  readonly shops: ReadonlyMap<string, ShopDatabase>
  readonly buyers: readonly { readonly order: string; readonly isFinished: boolean }[]
}

/** Records the last entry of each ledger in the middle of the faults. It must be unchanged at the end. */
export function recordMidpoints(world: World, { memory }: Database): ReadonlyMap<string, EntryRow> {
  const { startMs, faultsEndMs, time, scale } = world
  const stored = new Map<string, EntryRow>()
  const record = async (merchant: string): Promise<void> => {
    const [last] = await memory.list('entries', merchant, { limit: 1 })
    if (last) stored.set(merchant, last)
  }
  time.at((startMs + faultsEndMs) / 2, () => {
    for (const name of scale.shops) void record(`test-${name}`)
  })
  return stored
}

/** Checks the invariants that hold long after the last fault. */
export async function checkFinalState(world: World, end: FinalState): Promise<void> {
  const { consistency, schedule, shops, buyers } = end
  for (const { order, isFinished } of buyers)
    if (!isFinished) world.fail('everything ends', `the buyer of ${order} has not finished`)
  for (const [name, shop] of shops) {
    await checkLedger(world, `test-${name}`, end)
    checkShop(world, shop, end)
  }
  consistency.check()
  schedule.check()
}

async function checkLedger(
  world: World,
  merchant: string,
  { auditor, database, midpoints }: FinalState,
): Promise<void> {
  const { memory } = database
  const midpoint = midpoints.get(merchant)
  if (midpoint && (await memory.get('entries', merchant, midpoint.id))?.hash !== midpoint.hash)
    world.fail('committed data is durable', `entry ${midpoint.sequence} of ${merchant} was replaced`)
  const result = await verify(memory, merchant)
  if (!result.ok)
    world.fail(
      `the ledger: ${result.invariant}`,
      `${merchant} ${result.sequence}: ${result.found}, not ${result.expected}`,
    )
  for (const { id, balance_pesewas: pesewas } of await memory.list('accounts', merchant, { limit: 100 }))
    if (pesewas !== auditor.getBalance(merchant, id))
      world.fail(
        'the ledger and the auditor agree',
        `${id} of ${merchant}: ${pesewas} and ${auditor.getBalance(merchant, id)}`,
      )
  for (const row of auditor.shadow.payments.values()) {
    const stored = await memory.get('payments', row.merchant, row.id)
    if (stored?.status !== row.status)
      world.fail('committed data is durable', `${row.id}: ${row.status}, then ${stored?.status}`)
    // A payment without an expiry may stay pending.
    if (row.status === 'succeeded' && !row.available) world.fail('everything ends', `${row.id} is not available yet`)
    if (row.status === 'pending' && row.expires_ms !== null) world.fail('everything ends', `${row.id} is still pending`)
  }
}

function checkShop(world: World, shop: ShopDatabase, { auditor, consistency }: FinalState): void {
  for (const { key, response } of shop.attempts.values())
    if (response === undefined) world.fail('everything ends', `${key} has no response`)
  for (const { order, dueMs } of shop.tracked.values())
    if (dueMs !== null) world.fail('everything ends', `the order ${order} is checked forever`)
  const reviewed = new Set(shop.effects.filter(({ kind }) => kind === 'review').map(({ order }) => order))
  for (const { order } of shop.orders.values()) {
    const ids = auditor.paymentsByOrder.get(order) ?? []
    const payment = ids.find((id) => auditor.shadow.payments.get(id)?.status === 'succeeded')
    if (payment && !consistency.deliveries.has(order) && !reviewed.has(order))
      world.fail('a paid order is delivered', `order ${order} is paid by ${payment}`)
  }
}
