// What a store does in a second of elapsed time, with several callers at once. Prints figures as JSON. Arguments:
// memory, pglite or postgres; how many callers; the address of PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtFile, importBuilt } from '../peers.mjs'

const seconds = 1.5
const merchants = Array.from({ length: 64 }, (_, index) => `m${index}`)
const [kind, given, url] = process.argv.slice(2)
const hands = Number(given)
const ledger = await importBuilt('ledger', 'index.js')
const sql = await importBuilt('ledger', 'sql.js')
const run = `${Date.now()}`

const folder = mkdtempSync(join(tmpdir(), 'cedi-bench-'))
const open = {
  memory: () => ledger.createMemoryStore(),
  pglite: async () => sql.openSqlStore(await sql.openPglite({ dataDir: join(folder, 'database') })),
  postgres: async () => sql.openSqlStore(await sql.openPostgres({ url, connections: hands })),
}
const store = await open[kind]()

/** Lets the callers work for the time, and returns what they did in a second. */
async function rate(act) {
  const started = performance.now()
  const until = started + seconds * 1000
  let done = 0
  const hand = async (number) => {
    for (let step = 0; performance.now() < until; step++) {
      await act(number, step)
      done++
    }
  }
  await Promise.all(Array.from({ length: hands }, (_, number) => hand(number)))
  return (done * 1000) / (performance.now() - started)
}

const payment = (merchant, id) =>
  ledger.paymentCreated(
    {
      ...{ merchant, id, amountPesewas: 10_000n, method: 'mobile_money', network: 'mtn', phone: null },
      ...{ cardLast4: null, email: null, name: null, productId: null, quantity: 1, orderId: null, intentId: null },
      ...{ nextAction: null, metadata: {}, expiresMs: null, nowMs: 0 },
    },
    {},
  ).plan

const [from, to] = ['merchant:available', 'merchant:payouts_in_transit']
/** The postings of a payout and of its failure, in turn: a balance that never runs out. */
const entry = (merchant, source, isOut) =>
  ledger.makePlan(merchant, {
    entries: [
      {
        kind: isOut ? 'payout_requested' : 'payout_failed',
        source,
        postings: [{ debit: isOut ? from : to, credit: isOut ? to : from, amountPesewas: 1n }],
        atMs: 0,
      },
    ],
  })

async function must(plan) {
  const result = await store.commit(plan)
  if (result.outcome !== 'ok') throw new Error(JSON.stringify(result))
}

/** The same postings as one statement after the other, as people often write them. */
async function roundTrips() {
  const { Pool } = createRequire(builtFile('ledger', 'sql.js'))('pg')
  const pool = new Pool({ connectionString: url, max: hands })
  const statements = {
    book: 'SELECT sequence, hash FROM cedi.books WHERE merchant_id = $1 FOR UPDATE',
    held: 'SELECT id, balance_pesewas FROM cedi.accounts WHERE merchant_id = $1 AND id IN ($2, $3) ORDER BY id FOR UPDATE',
    write: `INSERT INTO cedi.entries (merchant_id, id, sequence, kind, source, at_ms, postings, balances, previous_hash, hash)
      VALUES ($1, $2, $3, 'payout_requested', $4, 0, $5, $6, $7, $8)`,
    post: 'UPDATE cedi.accounts SET sequence = $4 WHERE merchant_id = $1 AND id IN ($2, $3)',
    seal: 'UPDATE cedi.books SET sequence = $2, hash = $3 WHERE merchant_id = $1',
  }
  const commit = async (number, step) => {
    const client = await pool.connect()
    const ask = (name, ...values) => client.query({ name, text: statements[name], values })
    const merchant = merchants[number % 64]
    await client.query('BEGIN')
    const [{ sequence: last, hash: previous }] = (await ask('book', merchant)).rows
    const { rows } = await ask('held', merchant, from, to)
    const sequence = Number(last) + 1
    const balances = rows.map((row) => `${row.id}=${row.balance_pesewas}`).join(',')
    const hash = ledger.entryHash(previous, `${sequence}|${balances}`)
    const id = String(sequence).padStart(12, '0')
    await ask(
      'write',
      merchant,
      id,
      sequence,
      `T_${run}_${number}_${step}`,
      `${from}>${to}=1`,
      balances,
      previous,
      hash,
    )
    await ask('post', merchant, from, to, sequence)
    await ask('seal', merchant, sequence, hash)
    await client.query('COMMIT')
    client.release()
  }
  const perSecond = await rate(commit)
  await pool.end()
  return perSecond
}

for (const merchant of merchants) {
  const id = `PAY_${run}`
  await must(payment(merchant, id))
  const confirmed = await ledger.transact(store, async (reader) =>
    ledger.paymentReceived({ nowMs: 0, licenses: [] }, { payment: await reader.get('payments', merchant, id) }),
  )
  if (!confirmed.ok) throw new Error(confirmed.message)
}
const name = (letter, number, step) => `${letter}_${run}_${number}_${step}`
const inTurn = (letter, merchantOf) => (number, step) =>
  must(entry(merchantOf(number), name(letter, number, step >> 1), step % 2 === 0))

const figures = {
  reads: await rate((number) => store.get('payments', merchants[number % 64], `PAY_${run}`)),
  payments: await rate((number, step) => must(payment(merchants[number % 64], name('PAY', number, step)))),
  entriesOfMany: await rate(inTurn('A', (number) => merchants[number % 64])),
  entriesOfOne: await rate(inTurn('B', () => 'm0')),
}
if (kind === 'postgres') figures.roundTrips = await roundTrips()
await store.close?.()
rmSync(folder, { recursive: true, force: true })
console.log(JSON.stringify(figures))
