// Eight clients that create payments, retry with the same Idempotency-Key until a response, and record the results.
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { sleep } from './machine.mjs'

const card = { number: '4242424242424242', expiry_month: 12, expiry_year: 2032, cvc: '123' }
/** Pauses between two payments of a client, and before a retry. */
const pauseMs = 40
const retryDelayMs = 250

/**
 * Starts the clients. Each is a merchant with a new ledger per round.
 *
 * @param round - Part of the merchants' names.
 * @returns The clients with their records, the time of the last acknowledgement, and a function that stops them.
 */
export function startClients(round, servers, count = 8) {
  let isStopping = false
  const clients = Array.from({ length: count }, (_, number) => ({
    merchant: `test-${round}-b${number}`,
    key: `sk_test_${round}-b${number}`,
    /** Acknowledged payments: ref, time, duration and server. */
    acknowledged: [],
    /** Errors that a client cannot handle. */
    unexpectedErrors: [],
    /** Checkpoints signed after an acknowledgement; the last ones are compared with the ledger. */
    checkpoints: [],
  }))

  async function createPayment(client, number, payment) {
    const startedMs = Date.now()
    for (let attempt = 0; ; attempt++) {
      const server = servers[(number + attempt) % servers.length]
      const cedi = createClient({ baseUrl: server.url, apiKey: client.key })
      const idempotencyKey = `${client.merchant}-${payment}`
      const input = { amount: 10 + (payment % 7), method: 'card', card }
      try {
        const request = cedi.payments.create(input, { idempotencyKey })
        const { ref } = await send(request, { retries: 0, timeoutMs: 20_000 })
        const atMs = Date.now()
        return client.acknowledged.push({ ref, atMs, elapsedMs: atMs - startedMs, server: server.port })
      } catch (error) {
        // Retries 503, a missing response and a request in progress. All other errors are unexpected.
        if (error.status !== 0 && error.status !== 503 && error.code !== 'idempotency_in_progress')
          client.unexpectedErrors.push(`${error.status} ${error.message}`)
      }
      await sleep(retryDelayMs)
    }
  }

  async function storeCheckpoint(client, number) {
    const server = servers[number % servers.length]
    const url = `${server.url}/__mock/ledger/checkpoint?merchant=${client.merchant}`
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    if (response?.ok) client.checkpoints.push((await response.json()).data.checkpoint)
  }

  const runs = clients.map(async (client, number) => {
    for (let payment = 1; !isStopping; payment++) {
      await createPayment(client, number, payment)
      if (payment % 20 === 0) await storeCheckpoint(client, number)
      await sleep(pauseMs)
    }
    await storeCheckpoint(client, number)
  })
  return {
    clients,
    lastMs: () => Math.max(0, ...clients.flatMap(({ acknowledged }) => acknowledged.at(-1)?.atMs ?? 0)),
    async stop() {
      isStopping = true
      await Promise.all(runs)
    },
  }
}

/**
 * Returns the longest time after the failure without an acknowledgement, of the worse server. A single acknowledgement
 * may belong to a retried payment from before the failure, so all gaps count.
 */
export function measureUnavailability(clients, fromMs, toMs, servers) {
  const all = clients.flatMap(({ acknowledged }) => acknowledged)
  const byServerMs = servers.map(({ port }) => {
    const acknowledgedMs = all.filter(({ server, atMs }) => server === port && atMs > fromMs).map(({ atMs }) => atMs)
    const times = [fromMs, ...acknowledgedMs, toMs].sort((a, b) => a - b)
    return Math.max(...times.slice(1).map((ms, index) => ms - times[index]))
  })
  return {
    unavailableMs: Math.max(...byServerMs),
    byServerMs,
    longestWaitMs: Math.max(...all.map(({ elapsedMs }) => elapsedMs)),
  }
}
