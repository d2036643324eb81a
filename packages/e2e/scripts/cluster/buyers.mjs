// Eight clients that pay, repeat with the same Idempotency-Key until they get an answer, and keep their own records.
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { wait } from './machine.mjs'

const card = { number: '4242424242424242', expiry_month: 12, expiry_year: 2032, cvc: '123' }
/** The pauses between two payments of a client, and before a repeat. */
const paceMs = 40
const againMs = 250

/**
 * Starts the clients. Each is its own merchant, with a new book for each round.
 *
 * @param round - Goes into the merchants' names.
 * @returns What they were told so far, and a function that stops them.
 */
export function startBuyers(round, servers, count = 8) {
  let isStopping = false
  const buyers = Array.from({ length: count }, (_, number) => ({
    merchant: `test-${round}-b${number}`,
    key: `sk_test_${round}-b${number}`,
    /** Each payment that was acknowledged: its ref, when, after how long, and by which server. */
    told: [],
    /** Answers that a client can do nothing with. */
    wrong: [],
    /** Signed by the service after an acknowledgement; the last ones are compared with the books. */
    checkpoints: [],
  }))

  async function payOnce(buyer, number, payment) {
    const startedMs = Date.now()
    for (let attempt = 0; ; attempt++) {
      const server = servers[(number + attempt) % servers.length]
      const cedi = createClient({ baseUrl: server.url, apiKey: buyer.key })
      const idempotencyKey = `${buyer.merchant}-${payment}`
      const input = { amount: 10 + (payment % 7), method: 'card', card }
      try {
        const request = cedi.payments.create(input, { idempotencyKey })
        const { ref } = await send(request, { retries: 0, timeoutMs: 20_000 })
        const atMs = Date.now()
        return buyer.told.push({ ref, atMs, tookMs: atMs - startedMs, server: server.port })
      } catch (error) {
        // 503 and no answer are repeated; so is a request that still runs. Anything else is an error.
        if (error.status !== 0 && error.status !== 503 && error.code !== 'idempotency_in_progress')
          buyer.wrong.push(`${error.status} ${error.message}`)
      }
      await wait(againMs)
    }
  }

  async function keepCheckpoint(buyer, number) {
    const server = servers[number % servers.length]
    const url = `${server.url}/__mock/ledger/checkpoint?merchant=${buyer.merchant}`
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    if (answer?.ok) buyer.checkpoints.push((await answer.json()).data.checkpoint)
  }

  const work = buyers.map(async (buyer, number) => {
    for (let payment = 1; !isStopping; payment++) {
      await payOnce(buyer, number, payment)
      if (payment % 20 === 0) await keepCheckpoint(buyer, number)
      await wait(paceMs)
    }
    await keepCheckpoint(buyer, number)
  })
  return {
    buyers,
    lastMs: () => Math.max(0, ...buyers.flatMap(({ told }) => told.at(-1)?.atMs ?? 0)),
    async stop() {
      isStopping = true
      await Promise.all(work)
    },
  }
}

/**
 * The longest time after the act in which a server acknowledged nothing; the worse server counts. A repeated payment
 * from before the act may be acknowledged before anything new is written, so one answer proves little.
 */
export function timesAway(buyers, fromMs, toMs, servers) {
  const all = buyers.flatMap(({ told }) => told)
  const byServerMs = servers.map(({ port }) => {
    const acknowledged = all.filter(({ server, atMs }) => server === port && atMs > fromMs).map(({ atMs }) => atMs)
    const times = [fromMs, ...acknowledged, toMs].sort((a, b) => a - b)
    return Math.max(...times.slice(1).map((ms, at) => ms - times[at]))
  })
  return { awayMs: Math.max(...byServerMs), byServerMs, longestWaitMs: Math.max(...all.map(({ tookMs }) => tookMs)) }
}
