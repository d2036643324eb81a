// How many commits a second a PostgreSQL takes, one machine, everything on it. Run "npm run build" before.
// Usage: node scripts/load.mjs [seconds per figure]
import { createRequire } from 'node:module'
import { makePlan, paymentCreated, paymentReceived, transact } from '../dist/index.js'
import { openPostgres, openSqlStore } from '../dist/sql.js'
import { startPostgres } from './postgres.mjs'

const seconds = Number(process.argv[2] ?? 5)
const pg = createRequire(import.meta.url)('pg')

/** Lets so many hands work for the time, and gives what they did in a second. */
async function rate(hands, act) {
  const until = performance.now() + seconds * 1000
  let done = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: hands }, async (_, hand) => {
      for (let step = 0; performance.now() < until; step++) {
        await act(hand, step)
        done++
      }
    }),
  )
  return Math.round((done / (performance.now() - started)) * 1000)
}

const payment = (merchant, id) =>
  paymentCreated(
    {
      merchant,
      id,
      amountPesewas: 10_000n,
      method: 'mobile_money',
      network: 'mtn',
      phone: null,
      cardLast4: null,
      email: null,
      name: null,
      productId: null,
      quantity: 1,
      orderId: null,
      intentId: null,
      nextAction: null,
      metadata: {},
      expiresMs: null,
      nowMs: 0,
    },
    {},
  )

/** The postings of a payout and its end, back and forth: a balance that never runs out. */
const entry = (merchant, id, out) =>
  makePlan(merchant, {
    entries: [
      {
        kind: out ? 'payout_requested' : 'payout_failed',
        source: id,
        postings: [
          out
            ? { debit: 'merchant:available', credit: 'merchant:payouts_in_transit', amountPesewas: 1n }
            : { debit: 'merchant:payouts_in_transit', credit: 'merchant:available', amountPesewas: 1n },
        ],
        atMs: 0,
      },
    ],
  })

/** The same postings as statements of their own: what one statement saves. */
async function roundTrips(client, merchant, id) {
  await client.query('BEGIN')
  const { rows } = await client.query('SELECT sequence FROM cedi.books WHERE merchant_id = $1 FOR UPDATE', [merchant])
  const sequence = Number(rows[0].sequence) + 1
  const accounts = ['merchant:available', 'merchant:payouts_in_transit']
  await client.query(
    'SELECT id, balance_pesewas FROM cedi.accounts WHERE merchant_id = $1 AND id = ANY($2) ORDER BY id FOR UPDATE',
    [merchant, accounts],
  )
  for (const account of accounts)
    await client.query('UPDATE cedi.accounts SET sequence = $3 WHERE merchant_id = $1 AND id = $2', [
      merchant,
      account,
      sequence,
    ])
  await client.query("INSERT INTO cedi.entries VALUES ($1, $2, $3, 'x', $4, 0, '', '', NULL, '', '')", [
    merchant,
    String(sequence).padStart(12, '0'),
    sequence,
    id,
  ])
  await client.query('UPDATE cedi.books SET sequence = $2 WHERE merchant_id = $1', [merchant, sequence])
  await client.query('COMMIT')
}

const postgres = await startPostgres({ isDurable: true })
try {
  for (const connections of [1, 8, 32]) {
    const store = await openSqlStore(await openPostgres({ url: postgres.url, connections }))
    await store.clear()
    const merchants = Array.from({ length: 64 }, (_, index) => `m${index}`)
    for (const merchant of merchants) {
      const planned = payment(merchant, 'PAY_0')
      await store.commit(planned.plan)
      await transact(store, async (reader) =>
        paymentReceived({ nowMs: 0, licenses: [] }, { payment: await reader.get('payments', merchant, 'PAY_0') }),
      )
    }
    let made = 0
    const commit = async (merchant) => {
      const id = `PO_${connections}_${made++}`
      for (const out of [true, false]) await store.commit(entry(merchant, id, out))
    }
    const reads = await rate(connections, (hand) => store.get('payments', merchants[hand % 64], 'PAY_0'))
    const many = 2 * (await rate(connections, (hand) => commit(merchants[hand % 64])))
    const one = 2 * (await rate(connections, () => commit('m0')))
    const payments = await rate(connections, (hand, step) =>
      store.commit(payment(merchants[hand % 64], `PAY_${connections}_${hand}_${step}`).plan),
    )
    const pool = new pg.Pool({ connectionString: postgres.url, max: connections })
    const trips = await rate(connections, async (hand, step) => {
      const client = await pool.connect()
      await roundTrips(client, merchants[hand % 64], `T_${connections}_${hand}_${step}`).finally(() => client.release())
    })
    await pool.end()
    await store.close()
    console.log(
      JSON.stringify({ connections, reads, payments, entriesOfMany: many, entriesOfOne: one, roundTrips: trips }),
    )
  }
} finally {
  await postgres.end()
}
