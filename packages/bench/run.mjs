import { parseArgs } from 'node:util'
import { installPeers, notBuilt } from './peers.mjs'
import { recorded, suiteText, writeReport } from './report.mjs'
import * as browser from './suites/browser.mjs'
import * as clientSize from './suites/client-size.mjs'
import * as clientSpeed from './suites/client-speed.mjs'
import * as cluster from './suites/cluster.mjs'
import * as growth from './suites/growth.mjs'
import * as ledger from './suites/ledger.mjs'
import * as mutants from './suites/mutants.mjs'
import * as serverRequests from './suites/server-requests.mjs'
import * as serverStart from './suites/server-start.mjs'
import * as servers from './suites/servers.mjs'
import * as soak from './suites/soak.mjs'
import * as stores from './suites/stores.mjs'

const suites = {
  'client-size': clientSize,
  'client-speed': clientSpeed,
  'server-start': serverStart,
  'server-requests': serverRequests,
  ledger,
  growth,
  servers,
  stores,
  soak,
  cluster,
  mutants,
  browser,
}

/** Says in one line what is in the way, and ends. */
function fail(message) {
  console.error(`bench: ${message}`)
  process.exit(1)
}

/** Returns the suites that are named. */
function read() {
  try {
    return parseArgs({ allowPositionals: true }).positionals
  } catch (error) {
    return fail(error.message)
  }
}

const given = read()
const unknown = given.filter((name) => !(name in suites))
if (unknown.length > 0) fail(`there is no suite ${unknown.join(', ')}. There are ${Object.keys(suites).join(', ')}.`)
const chosen = Object.keys(suites).filter((name) =>
  given.length > 0 ? given.includes(name) : !suites[name].onlyWhenNamed,
)

const missing = notBuilt([...new Set(chosen.flatMap((name) => suites[name].builds))])
if (missing.length > 0) fail(`packages/${missing.join(', packages/')} is not built. Run npm run build first.`)
const linuxOnly = chosen.filter((name) => suites[name].needsLinux)
if (process.platform !== 'linux' && linuxOnly.length > 0)
  fail(`${linuxOnly.join(', ')} read CPU times from /proc and run on Linux only. Name the other suites.`)

await installPeers()
const results = {}
for (const name of chosen) {
  console.log(`\n${name} …`)
  const startedMs = performance.now()
  const result = await suites[name].run()
  const measuredOn = new Date().toISOString().slice(0, 10)
  results[name] = { name, measuredOn, node: process.versions.node, ...result }
  console.log(`${suiteText(results[name])}\n\n(${((performance.now() - startedMs) / 1000).toFixed(0)} s)`)
}
// Read only now: another run may have recorded its figures while this one took its time.
const all = { ...recorded(), ...results }
writeReport(Object.fromEntries(Object.keys(suites).flatMap((name) => (all[name] ? [[name, all[name]]] : []))))
console.log('\nWritten: docs/benchmarks.md, docs/benchmarks.json')
