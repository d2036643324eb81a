// The cost of one operation with a given number of payments, on a store in memory or on PostgreSQL. Prints figures as
// JSON. Arguments: memory or postgres; one or many merchants; how many payments; the address of PostgreSQL.
import { cpuMsOfProcess } from '../measure.mjs'
import { importBuilt } from '../peers.mjs'
import { load, multiply } from './growth/load.mjs'
import { measured, merchantsAmong, operationsOn } from './growth/operations.mjs'
import { ledger, makeShop, merchantCount } from './growth/shop.mjs'

const [kind, shape, sizeGiven, url] = process.argv.slice(2)
const size = Number(sizeGiven)
/** How many payments go through the ledger into a database; for more, ten thousand do, and are then copied. */
const mostOneByOne = 100_000
/** Checking the books is linear, and so is a snapshot, which is one value: a million would show nothing new. */
const mostWalked = 100_000
const merchants = merchantsAmong(shape, size)

const ownCpuUs = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}

async function keptBytes() {
  // Releases what the last piece of work held.
  await new Promise((resolve) => setImmediate(resolve))
  globalThis.gc()
  globalThis.gc()
  return process.memoryUsage().heapUsed
}

async function fill(store, count) {
  const shop = makeShop(store, merchantCount(shape, count))
  for (let number = 0; number < count; number++) await shop.make(number)
}

/** How often an operation is called: a small store would not stay small for long. */
const callsOnMemory = (name) => (name === 'paid' ? Math.min(size / 10, 4_000) : size < 10_000 ? 300 : 2_000)
const callsOnPostgres = (name) => (name === 'paid' ? Math.min(size / 4, 500) : 200)

const mean = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length

async function onMemory() {
  // Of a small store, many are made: hundreds of calls are too few to count.
  const stores = Array.from({ length: Math.max(1, Math.min(20, 20_000 / size)) }, () => ledger.createMemoryStore())
  const before = await keptBytes()
  const from = ownCpuUs()
  for (const store of stores) await fill(store, size)
  const payments = stores.length * size
  const filled = (ownCpuUs() - from) / payments
  const bytes = ((await keptBytes()) - before) / payments
  const [store] = stores
  const first = await firstLooks(store)
  // Collecting all garbage at once also discards compiled code.
  await settle()
  const all = []
  for (const each of stores) all.push(await measured(operationsOn(each, shape, size), ownCpuUs, callsOnMemory))
  const names = Object.keys(all[0])
  const operations = Object.fromEntries(names.map((name) => [name, mean(all.map((figures) => figures[name]))]))
  return { ...operations, filled, bytes, ...first, ...(await wholes(store, ownCpuUs)) }
}

/** What is computed at the first read: a listing's index, and the entries' hashes. */
async function firstLooks(store) {
  const operations = operationsOn(store, shape, size)
  const from = ownCpuUs()
  await operations.byTime()
  const indexed = ownCpuUs()
  if (size > mostWalked) return { indexing: (indexed - from) / size }
  for (const merchant of merchants) await store.list('entries', merchant, { limit: 1 })
  return { indexing: (indexed - from) / size, hashing: (ownCpuUs() - indexed) / size }
}

/** The cost per payment of checking the books, and of reading everything. */
async function wholes(store, cpuUs) {
  if (size > mostWalked) return {}
  const from = cpuUs()
  let entries = 0
  // Of ten thousand merchants, some are enough to show the cost of each.
  for (const merchant of merchants.slice(0, 100)) {
    const verdict = await ledger.verify(store, merchant)
    if (!verdict.ok) throw new Error(`The ledger broke the law "${verdict.law}" at ${verdict.sequence}.`)
    entries += verdict.entries
  }
  const walked = cpuUs()
  await store.snapshot()
  return { verify: (walked - from) / entries, snapshot: (cpuUs() - walked) / size }
}

const sizeOfTables = `SELECT SUM(pg_total_relation_size(c.oid)) AS bytes FROM pg_class c
WHERE c.relkind = 'r' AND c.relnamespace = CAST('cedi' AS regnamespace) AND c.relname <> CAST($1 AS text)`

async function onPostgres() {
  const sql = await importBuilt('ledger', 'sql.js')
  const name = `growth_${shape}_${size}`
  const admin = await sql.openPostgres({ url, connections: 1 })
  await admin.query(`CREATE DATABASE ${name}`)
  const address = url.replace(/postgres$/, name)
  const driver = await sql.openPostgres({ url: address, connections: 1, timeoutMs: 1_800_000 })
  const store = await sql.openSqlStore(driver)
  const filled = size > mostOneByOne ? 10_000 : size
  const model = ledger.createMemoryStore()
  await fill(model, filled)
  await load(driver, model, merchants, ledger.accounts)
  model.clear()
  await multiply(driver, filled, size / filled)
  const [{ bytes }] = await driver.query(sizeOfTables, ['migrations'])
  const [{ pid }] = await driver.query('SELECT pg_backend_pid() AS pid')
  const cpuUs = () => ownCpuUs() + cpuMsOfProcess(pid) * 1000
  const operations = await measured(operationsOn(store, shape, size), cpuUs, callsOnPostgres)
  const figures = { ...operations, bytes: Number(bytes) / size, ...(await wholes(store, cpuUs)) }
  await store.close()
  await admin.query(`DROP DATABASE ${name}`)
  await admin.close()
  return figures
}

/** The compiler warms up on another store of the same kind; a small store does too little for that. */
async function settle() {
  const store = ledger.createMemoryStore()
  await fill(store, 10_000)
  await measured(operationsOn(store, shape, 10_000), ownCpuUs, () => 2_000)
  await ledger.verify(store, 'm0')
  store.clear()
}

async function onWarmMemory() {
  await settle()
  return onMemory()
}

console.log(JSON.stringify(await (kind === 'memory' ? onWarmMemory() : onPostgres())))
