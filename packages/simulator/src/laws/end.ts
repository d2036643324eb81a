import { type Checkpoint, checkpointOf, verify } from '@cedi/ledger'
import type { Database } from '../service/database.js'
import type { ShopDatabase } from '../shop/database.js'
import type { World } from '../world/world.js'
import type { Auditor } from './auditor.js'
import type { Truth } from './truth.js'

/** The state at the end. */
export interface End {
  readonly auditor: Auditor
  readonly truth: Truth
  readonly database: Database
  readonly checkpoints: ReadonlyMap<string, Checkpoint>
  readonly shops: ReadonlyMap<string, ShopDatabase>
  readonly buyers: readonly { readonly order: string; readonly isHome: boolean }[]
}

/** Keeps checkpoints from the middle of the storm: nothing before them may be missing at the end. */
export function keepCheckpoints(world: World, { memory }: Database): ReadonlyMap<string, Checkpoint> {
  const { startMs, calmFromMs, time, scale } = world
  const kept = new Map<string, Checkpoint>()
  const keep = async (merchant: string): Promise<unknown> => kept.set(merchant, await checkpointOf(memory, merchant))
  time.at((startMs + calmFromMs) / 2, () => {
    for (const name of scale.shops) void keep(`test-${name}`)
  })
  return kept
}

/** What must be true long after the last fault. */
export async function checkEnd(world: World, end: End): Promise<void> {
  const { truth, shops, buyers } = end
  for (const { order, isHome } of buyers)
    if (!isHome) world.fail('everything ends', `the buyer of ${order} still waits`)
  for (const [name, shop] of shops) {
    await checkBooks(world, `test-${name}`, end)
    checkShop(world, shop, end)
  }
  truth.check()
}

async function checkBooks(world: World, merchant: string, { auditor, database, checkpoints }: End): Promise<void> {
  const { memory } = database
  const verdict = await verify(memory, merchant, checkpoints.get(merchant))
  if (!verdict.ok)
    world.fail(
      `the ledger: ${verdict.law}`,
      `${merchant} ${verdict.sequence}: ${verdict.found}, not ${verdict.expected}`,
    )
  for (const { id, balance_pesewas: pesewas } of await memory.list('accounts', merchant, { limit: 100 }))
    if (pesewas !== auditor.heldBy(merchant, id))
      world.fail('two bookkeepers agree', `${id} of ${merchant}: ${pesewas} and ${auditor.heldBy(merchant, id)}`)
  for (const row of auditor.shadow.payments.values()) {
    const kept = await memory.get('payments', row.merchant, row.id)
    if (kept?.status !== row.status)
      world.fail('what is committed stays', `${row.id}: ${row.status}, then ${kept?.status}`)
    // A payment that nobody ever approves does not end; every other one does.
    if (row.status === 'succeeded' && !row.available) world.fail('everything ends', `${row.id} is not available yet`)
    if (row.status === 'pending' && row.expires_ms !== null) world.fail('everything ends', `${row.id} is pending still`)
  }
}

function checkShop(world: World, shop: ShopDatabase, { auditor, truth }: End): void {
  for (const { key, answer } of shop.attempts.values())
    if (answer === undefined) world.fail('everything ends', `${key} was never answered`)
  for (const { order, dueMs } of shop.waiting.values())
    if (dueMs !== null) world.fail('everything ends', `the order ${order} is looked at for ever`)
  const reviewed = new Set(shop.effects.filter(({ kind }) => kind === 'review').map(({ order }) => order))
  for (const { order } of shop.orders.values()) {
    const ids = auditor.ofOrder.get(order) ?? []
    const payment = ids.find((id) => auditor.shadow.payments.get(id)?.status === 'succeeded')
    if (payment && !truth.gifts.has(order) && !reviewed.has(order))
      world.fail('what is paid is given', `order ${order} is paid by ${payment}`)
  }
}
