// Transfers between accounts in one PostgreSQL: by the ledger, and by the small tables of accounts and transfers that
// are often written in its place. Prints what was done in a second, and the CPU time of one, as JSON.
// Arguments: ledger, plain-trips or plain-statement; how many connections; the address of PostgreSQL.
import { createRequire } from 'node:module'
import { cpuMsOfProcess } from '../measure.mjs'
import { builtFile, importBuilt } from '../peers.mjs'

const seconds = 3
const pairs = 64
const [kind, handsGiven, url] = process.argv.slice(2)
const hands = Number(handsGiven)
const { Pool } = createRequire(builtFile('ledger', 'sql.js'))('pg')

const plainTables = `
CREATE TABLE account (id bigint PRIMARY KEY, balance bigint NOT NULL CHECK (balance >= 0));
CREATE TABLE transfer (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, debit bigint NOT NULL REFERENCES account,
  credit bigint NOT NULL REFERENCES account, amount bigint NOT NULL CHECK (amount > 0), at timestamptz NOT NULL DEFAULT now());
CREATE INDEX transfer_debit ON transfer (debit, id);
CREATE INDEX transfer_credit ON transfer (credit, id);
INSERT INTO account SELECT n, 1000000000 FROM generate_series(1, ${2 * pairs}) n`

const statements = {
  take: 'UPDATE account SET balance = balance - $2 WHERE id = $1',
  give: 'UPDATE account SET balance = balance + $2 WHERE id = $1',
  note: 'INSERT INTO transfer (debit, credit, amount) VALUES ($1, $2, $3)',
  whole: `WITH taken AS (UPDATE account SET balance = balance - $3 WHERE id = $1),
given AS (UPDATE account SET balance = balance + $3 WHERE id = $2)
INSERT INTO transfer (debit, credit, amount) VALUES ($1, $2, $3)`,
}

/** Two accounts, the lower one first whichever way the money goes; otherwise two transfers could deadlock. */
const accountsOf = (number) => [2 * (number % pairs) + 1, 2 * (number % pairs) + 2]

async function plain(pool) {
  await pool.query(plainTables)
  const ask = (client, name, ...values) => client.query({ name, text: statements[name], values })
  const trips = async (number, step) => {
    const [one, other] = accountsOf(number)
    const client = await pool.connect()
    await client.query('BEGIN')
    await ask(client, step % 2 ? 'take' : 'give', one, 1)
    await ask(client, step % 2 ? 'give' : 'take', other, 1)
    await ask(client, 'note', ...(step % 2 ? [one, other] : [other, one]), 1)
    await client.query('COMMIT')
    client.release()
  }
  const statement = async (number, step) => {
    const [one, other] = accountsOf(number)
    await ask(pool, 'whole', ...(step % 2 ? [one, other] : [other, one]), 1)
  }
  return kind === 'plain-trips' ? trips : statement
}

async function byLedger(address) {
  const [ledger, sql] = [await importBuilt('ledger', 'index.js'), await importBuilt('ledger', 'sql.js')]
  const store = await sql.openSqlStore(await sql.openPostgres({ url: address, connections: hands }))
  const [from, to] = ['merchant:available', 'merchant:payouts_in_transit']
  const earned = [{ debit: 'psp:mtn', credit: 'merchant:pending', amountPesewas: 1_000_000n }]
  const available = [{ debit: 'merchant:pending', credit: from, amountPesewas: 1_000_000n }]
  const commit = async (merchant, kind, source, postings) => {
    const plan = ledger.makePlan(merchant, { entries: [{ kind, source, postings, atMs: 0 }] })
    const result = await store.commit(plan)
    if (result.outcome !== 'ok') throw new Error(JSON.stringify(result))
  }
  for (let number = 0; number < pairs; number++) {
    await commit(`m${number}`, 'payment_received', 'S', earned)
    await commit(`m${number}`, 'payment_available', 'S', available)
  }
  return (number, step) =>
    commit(`m${number % pairs}`, step % 2 ? 'payout_failed' : 'payout_requested', `P_${number}_${step >> 1}`, [
      { debit: step % 2 ? to : from, credit: step % 2 ? from : to, amountPesewas: 1n },
    ])
}

const name = `transfers_${process.pid}`
const admin = new Pool({ connectionString: url, max: 1 })
await admin.query(`CREATE DATABASE ${name}`)
const address = url.replace(/postgres$/, name)
const pool = new Pool({ connectionString: address, max: hands })
const transfer = kind === 'ledger' ? await byLedger(address) : await plain(pool)

/** Lets the callers work for a time. Each has its own pair of accounts. */
async function work(ms, first) {
  const started = performance.now()
  let done = 0
  const hand = async (number) => {
    for (let step = first; performance.now() < started + ms; step++) {
      await transfer(number, step)
      done++
    }
    return undefined
  }
  await Promise.all(Array.from({ length: hands }, (_, number) => hand(number)))
  return { done, perSecond: (done * 1000) / (performance.now() - started) }
}

await work(500, 0)
const { rows } = await admin.query('SELECT pid FROM pg_stat_activity WHERE datname = $1', [name])
const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + rows.reduce((sum, { pid }) => sum + cpuMsOfProcess(pid), 0)
}
const started = cpuMs()
const { done, perSecond } = await work(seconds * 1000, 1_000_000)
console.log(JSON.stringify({ perSecond, cpuUs: ((cpuMs() - started) * 1000) / done }))
process.exit(0)
