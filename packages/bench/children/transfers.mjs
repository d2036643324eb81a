// Transfers between accounts in PostgreSQL, by the ledger or by hand-written tables of accounts and transfers. Prints
// transfers per second and CPU microseconds per transfer as JSON.
// Arguments: ledger, plain-trips or plain-statement; number of connections; URL of PostgreSQL.
import { createRequire } from 'node:module'
import { readProcessCpuMs } from '../measure.mjs'
import { builtFile, importBuilt } from '../peers.mjs'

const seconds = 3
const pairs = 64
const [kind, connectionArgument, url] = process.argv.slice(2)
const connectionCount = Number(connectionArgument)
const { Pool } = createRequire(builtFile('sandbox', 'stores.js'))('pg')

const plainSchema = `
CREATE TABLE account (id bigint PRIMARY KEY, balance bigint NOT NULL CHECK (balance >= 0));
CREATE TABLE transfer (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, debit bigint NOT NULL REFERENCES account,
  credit bigint NOT NULL REFERENCES account, amount bigint NOT NULL CHECK (amount > 0), at timestamptz NOT NULL DEFAULT now());
CREATE INDEX transfer_debit ON transfer (debit, id);
CREATE INDEX transfer_credit ON transfer (credit, id);
INSERT INTO account SELECT n, 1000000000 FROM generate_series(1, ${2 * pairs}) n`

const statements = {
  debit: 'UPDATE account SET balance = balance - $2 WHERE id = $1',
  credit: 'UPDATE account SET balance = balance + $2 WHERE id = $1',
  insert: 'INSERT INTO transfer (debit, credit, amount) VALUES ($1, $2, $3)',
  combined: `WITH debited AS (UPDATE account SET balance = balance - $3 WHERE id = $1),
credited AS (UPDATE account SET balance = balance + $3 WHERE id = $2)
INSERT INTO transfer (debit, credit, amount) VALUES ($1, $2, $3)`,
}

/** Returns a pair of accounts, the lower ID first to prevent deadlocks. */
const getAccountPair = (number) => [2 * (number % pairs) + 1, 2 * (number % pairs) + 2]

async function createPlainTransfer(pool) {
  await pool.query(plainSchema)
  const query = (client, name, ...values) => client.query({ name, text: statements[name], values })
  const transferInRoundTrips = async (number, step) => {
    const [lowerAccount, higherAccount] = getAccountPair(number)
    const client = await pool.connect()
    await client.query('BEGIN')
    await query(client, step % 2 ? 'debit' : 'credit', lowerAccount, 1)
    await query(client, step % 2 ? 'credit' : 'debit', higherAccount, 1)
    await query(client, 'insert', ...(step % 2 ? [lowerAccount, higherAccount] : [higherAccount, lowerAccount]), 1)
    await client.query('COMMIT')
    client.release()
  }
  const transferInStatement = async (number, step) => {
    const [lowerAccount, higherAccount] = getAccountPair(number)
    await query(pool, 'combined', ...(step % 2 ? [lowerAccount, higherAccount] : [higherAccount, lowerAccount]), 1)
  }
  return kind === 'plain-trips' ? transferInRoundTrips : transferInStatement
}

async function createLedgerTransfer(address) {
  const [ledger, sql] = [await importBuilt('mock-server', 'internal.js'), await importBuilt('sandbox', 'stores.js')]
  const store = await sql.openSqlStore(await sql.openPostgres({ url: address, connections: connectionCount }))
  const [from, to] = ['merchant:available', 'merchant:payouts_in_transit']
  const receivedPostings = [{ debit: 'psp:mtn', credit: 'merchant:pending', amountPesewas: 1_000_000n }]
  const availablePostings = [{ debit: 'merchant:pending', credit: from, amountPesewas: 1_000_000n }]
  const commit = async (merchant, kind, source, postings) => {
    const plan = ledger.makePlan(merchant, { entries: [{ kind, source, postings, atMs: 0 }] })
    const result = await store.commit(plan)
    if (result.outcome !== 'ok') throw new Error(JSON.stringify(result))
  }
  for (let number = 0; number < pairs; number++) {
    await commit(`m${number}`, 'payment_received', 'S', receivedPostings)
    await commit(`m${number}`, 'payment_available', 'S', availablePostings)
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
const pool = new Pool({ connectionString: address, max: connectionCount })
const transfer = kind === 'ledger' ? await createLedgerTransfer(address) : await createPlainTransfer(pool)

/** Runs transfers for a time, with a pair of accounts per connection. */
async function runTransfers(ms, firstStep) {
  const startMs = performance.now()
  let done = 0
  const runConnection = async (number) => {
    for (let step = firstStep; performance.now() < startMs + ms; step++) {
      await transfer(number, step)
      done++
    }
    return undefined
  }
  await Promise.all(Array.from({ length: connectionCount }, (_, number) => runConnection(number)))
  return { done, perSecond: (done * 1000) / (performance.now() - startMs) }
}

await runTransfers(500, 0)
const { rows } = await admin.query('SELECT pid FROM pg_stat_activity WHERE datname = $1', [name])
const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + rows.reduce((sum, { pid }) => sum + readProcessCpuMs(pid), 0)
}
const startMs = cpuMs()
const { done, perSecond } = await runTransfers(seconds * 1000, 1_000_000)
console.log(JSON.stringify({ perSecond, cpuUs: ((cpuMs() - startMs) * 1000) / done }))
process.exit(0)
