import { lineOf, note, noted, read, type Shop, write } from './book.js'
import { skewMs } from './schedule.js'
import type { Waiting } from './waiting.js'

/** How many refs are remembered that need not be read again. */
const mostSeen = 10_000

/** For how long nobody else takes a payment that one worker is reading; longer each time. */
const heldMs = 300_000

/**
 * Reads a payment that was found in the list, unless it is noted already. It is claimed first, so that no two workers
 * read it.
 *
 * @returns Whether it is noted now; otherwise another worker is reading it.
 */
async function take(shop: Shop, ref: string): Promise<boolean> {
  const line = await read(shop, lineOf(ref))
  if (!line.isOver) {
    const nowMs = shop.nowMs()
    const untilMs = nowMs + heldMs * (line.version + 1)
    const taken = nowMs >= line.untilMs && (await write(shop, line, { untilMs, dueMs: null }))
    if (!taken) return false
    await note(shop, await shop.readPayment(ref))
    await write(shop, taken, noted)
  }
  if (shop.seen.size >= mostSeen) shop.seen.clear()
  shop.seen.add(ref)
  return true
}

/**
 * Searches the service's orders, the newest first, for payments that no browser reported: a battery was empty, a tab was
 * closed. It reads no page and no payment that cannot belong to the given orders.
 *
 * @param entries - The orders.
 * @param isForBuyer - Whether a buyer is waiting: then payments that may still be approved count too.
 * @returns Every payment that has ended is known up to this time, in ms; 0 while another worker reads one.
 */
export async function search(shop: Shop, entries: readonly Waiting[], isForBuyer: boolean): Promise<number> {
  const fromMs = Math.min(...entries.map(({ searchedMs }) => searchedMs)) - skewMs
  const amounts = entries.flatMap((entry) => entry.amounts)
  let searchedMs = shop.nowMs()
  for await (const { payment_ref: ref, total, status, created_at: createdAt } of shop.listOrders()) {
    const createdMs = Date.parse(createdAt)
    if (createdMs < fromMs) break
    if (!amounts.includes(total) || shop.seen.has(ref)) continue
    // What may be paid later is searched for again.
    if (status === 'pending' && !isForBuyer) searchedMs = Math.min(searchedMs, createdMs || 0)
    else if (!(await take(shop, ref))) searchedMs = 0
  }
  return searchedMs
}
