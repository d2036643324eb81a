// Compares what the clients were told with the books.

/** Calls a server's control API; waits while the database is still coming back. */
async function control(server, path) {
  for (let attempt = 0; ; attempt++) {
    const response = await fetch(`${server.url}/__mock/${path}`)
    const { data, error } = await response.json()
    if (response.ok || response.status === 404) return { data, error }
    if (attempt > 50) throw new Error(`${path}: ${error.message}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/**
 * Counts for all clients what was acknowledged, what of that is missing, and what exists twice or was never reported.
 *
 * @returns Counts; how many books `verify` calls good, and how many it calls good when the clients' checkpoints are held
 *   against them.
 */
export async function checkBooks(buyers, server) {
  const sum = { acknowledged: 0, lost: 0, doubled: 0, untold: 0, wrong: [], verified: 0, provedByCheckpoint: 0 }
  for (const { merchant, told, wrong, checkpoints } of buyers) {
    const { data: entries = [] } = await control(server, `ledger/entries?merchant=${merchant}&limit=9999`)
    const times = new Map()
    for (const { kind, source } of entries)
      if (kind === 'payment_received') times.set(source, (times.get(source) ?? 0) + 1)
    sum.acknowledged += told.length
    for (const { ref } of told) {
      if (!times.has(ref)) sum.lost++
      if (times.get(ref) > 1) sum.doubled++
    }
    const refs = new Set(told.map(({ ref }) => ref))
    // Each client repeated until it was told, so nothing unreported may exist.
    sum.untold += [...times.keys()].filter((ref) => !refs.has(ref)).length
    // Restored books give their refs again: if two payments were told the same ref, one is lost.
    sum.lost += told.length - refs.size
    sum.wrong.push(...wrong)
    const walked = await control(server, `ledger/verify?merchant=${merchant}`)
    if (walked.data?.ok) sum.verified++
    const since = checkpoints.slice(-40).map((text) => `&since=${encodeURIComponent(text)}`)
    const held = await control(server, `ledger/verify?merchant=${merchant}${since.join('')}`)
    if (held.data?.ok) sum.provedByCheckpoint++
  }
  return sum
}
