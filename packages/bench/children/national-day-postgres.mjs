// One process's part of a national day on PostgreSQL. Prints figures as JSON.
// Arguments: how many payments the day has; how many were made before it; how many merchants; the address of
// PostgreSQL; which part; of how many parts.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { importBuilt } from '../peers.mjs'
import { ledgerDoor } from './national-day/doors.mjs'
import { playEarlier } from './national-day/earlier.mjs'
import { meet } from './national-day/meet.mjs'
import { playDay, startMs } from './national-day/play.mjs'

const [payments, paymentsBefore, merchants, url, at, of] = process.argv.slice(2)
const part = { at: Number(at), of: Number(of) }
const ledger = await importBuilt('ledger', 'index.js')
const sql = await importBuilt('ledger', 'sql.js')
const database = await sql.openSqlStore(await sql.openPostgres({ url, connections: 1 }))
const [{ pid }] = await database.driver.query('SELECT pg_backend_pid() AS pid LIMIT CAST($1 AS bigint)', [1])
const tickUs = 1e6 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** What the server has used for the one connection. */
function serverUs() {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name, in brackets, may hold spaces; user and system are the 14th and 15th field.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * tickUs
}

function cpuUs() {
  const { user, system } = process.cpuUsage()
  return user + system + serverUs()
}

const before = { payments: 0, closedEntries: 0, closeUs: 0, months: 0 }

/** Payments in the three months before the day. When all processes have made theirs, one of them closes the months. */
async function earlier(day) {
  before.payments = Math.round(Number(paymentsBefore) * day.shares.share)
  const untilMs = await playEarlier(day, { payments: before.payments, beforeMs: startMs })
  await meet(database.driver, 'made', part)
  if (part.at === 0) await closeMonths(untilMs)
  await meet(database.driver, 'closed', part)
}

async function closeMonths(untilMs) {
  const fromUs = cpuUs()
  for await (const closed of database.closeBooks(untilMs)) {
    if (!closed.ok) throw new Error(`${closed.merchant}: the law "${closed.law}" does not hold.`)
    before.closedEntries += closed.entries
  }
  before.closeUs = cpuUs() - fromUs
  const [found] = await database.driver.query(
    'SELECT COUNT(*) AS months FROM pg_inherits WHERE inhparent = CAST($1 AS regclass)',
    ['cedi.closed_entries'],
  )
  before.months = Number(found.months)
}

const { get, list, commit, closing, closedBooks } = database
const figures = await playDay({
  ledger,
  // Its own `close` lets go of the connection.
  store: { get, list, commit, closing, closedBooks },
  earlier,
  verifying: { closed: true },
  door: ledgerDoor({ ledger, store: database, part }),
  merchants: Number(merchants),
  payments: Number(payments),
  part,
  cpuUs,
})
await database.close()
console.log(JSON.stringify({ ...figures, before }))
