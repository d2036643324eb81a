import type { Store } from './store.js'
import { checkEntry, startWalk } from './verify/entries.js'
import { cachedBalances, recordLaws } from './verify/records.js'
import type { Verdict } from './verify/verdict.js'

/**
 * Walks a merchant's ledger from the first entry and checks every law. Of the entries: the sequence has no gap, times
 * do not go back, the hash chain holds, each kind posts between its own accounts and once per source, the books
 * balance after each, running balances are the sum of the postings, no guarded account is overdrawn. Of the rest: what
 * each account is said to hold is the sum of its postings, what buyers paid is held or was given away, and open
 * refunds and payouts are covered. Nothing is changed; on a ledger that is written to meanwhile, ask again.
 *
 * @param store - Any store.
 * @param merchant - Whose ledger.
 * @returns The number of entries and the last hash, or the first thing that is broken.
 * @decision 0014
 */
export async function verify(store: Pick<Store, 'list'>, merchant: string): Promise<Verdict> {
  const walk = startWalk(merchant)
  let after = ''
  for (;;) {
    const page = await store.list('entries', merchant, { limit: 500, order: 'oldest', after })
    for (const entry of page) {
      const failure = checkEntry(walk, entry)
      if (failure) return failure
    }
    const last = page.at(-1)
    if (!last) break
    after = last.id
  }
  return (
    (await cachedBalances(store, merchant, walk)) ??
    (await recordLaws(store, merchant, walk)) ?? { ok: true, entries: walk.count, hash: walk.hash }
  )
}
