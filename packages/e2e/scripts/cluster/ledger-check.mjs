// Compares the acknowledged payments with the ledgers.

/** Calls the control API of a server. Retries while the database recovers. */
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
 * Counts acknowledged, lost, duplicated and unreported payments of all clients.
 *
 * @returns The counts, and the number of ledgers that verify without and with the checkpoints of the clients.
 */
export async function checkLedgers(clients, server) {
  const sum = {
    acknowledged: 0,
    lost: 0,
    doubled: 0,
    unreported: 0,
    unexpectedErrors: [],
    verified: 0,
    verifiedWithCheckpoints: 0,
  }
  for (const { merchant, acknowledged, unexpectedErrors, checkpoints } of clients) {
    const { data: entries = [] } = await control(server, `ledger/entries?merchant=${merchant}&limit=9999`)
    const entryCounts = new Map()
    for (const { kind, source } of entries)
      if (kind === 'payment_received') entryCounts.set(source, (entryCounts.get(source) ?? 0) + 1)
    sum.acknowledged += acknowledged.length
    for (const { ref } of acknowledged) {
      if (!entryCounts.has(ref)) sum.lost++
      if (entryCounts.get(ref) > 1) sum.doubled++
    }
    const refs = new Set(acknowledged.map(({ ref }) => ref))
    // Each client retried until an acknowledgement, so no unreported payment may exist.
    sum.unreported += [...entryCounts.keys()].filter((ref) => !refs.has(ref)).length
    // A restored ledger assigns refs again: if two payments were acknowledged with one ref, one is lost.
    sum.lost += acknowledged.length - refs.size
    sum.unexpectedErrors.push(...unexpectedErrors)
    const chainCheck = await control(server, `ledger/verify?merchant=${merchant}`)
    if (chainCheck.data?.ok) sum.verified++
    const parameters = checkpoints.slice(-40).map((text) => `&since=${encodeURIComponent(text)}`)
    const checkpointCheck = await control(server, `ledger/verify?merchant=${merchant}${parameters.join('')}`)
    if (checkpointCheck.data?.ok) sum.verifiedWithCheckpoints++
  }
  return sum
}
