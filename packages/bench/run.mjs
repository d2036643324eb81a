import { findUnbuiltPackages, installPeers } from './peers.mjs'
import { readRecordedSuites, renderSuite, writeReport } from './report.mjs'
import * as browser from './suites/browser.mjs'
import * as clientSize from './suites/client-size.mjs'
import * as clientSpeed from './suites/client-speed.mjs'
import * as playground from './suites/playground.mjs'
import * as serverRequests from './suites/server-requests.mjs'
import * as serverStart from './suites/server-start.mjs'
import * as servers from './suites/servers.mjs'
import * as transfers from './suites/transfers.mjs'

const suites = {
  'client-size': clientSize,
  'client-speed': clientSpeed,
  'server-start': serverStart,
  'server-requests': serverRequests,
  servers,
  transfers,
  browser,
  playground,
}

/** Prints an error and exits. */
function fail(message) {
  console.error(`bench: ${message}`)
  process.exit(1)
}

const requestedNames = process.argv.slice(2)
const unknown = requestedNames.filter((name) => !(name in suites))
if (unknown.length > 0) fail(`unknown suite ${unknown.join(', ')}. Use ${Object.keys(suites).join(', ')}.`)
const selectedNames = Object.keys(suites).filter((name) => requestedNames.length === 0 || requestedNames.includes(name))

const unbuiltPackages = findUnbuiltPackages([...new Set(selectedNames.flatMap((name) => suites[name].builds))])
if (unbuiltPackages.length > 0)
  fail(`packages/${unbuiltPackages.join(', packages/')} is not built. Run npm run build first.`)
const linuxOnly = selectedNames.filter((name) => suites[name].needsLinux)
if (process.platform !== 'linux' && linuxOnly.length > 0)
  fail(`${linuxOnly.join(', ')} read CPU times from /proc and run on Linux only. Name the other suites.`)

await installPeers()
const results = {}
for (const name of selectedNames) {
  console.log(`\n${name} …`)
  const startedMs = performance.now()
  const result = await suites[name].run()
  const measuredOn = new Date().toISOString().slice(0, 10)
  results[name] = { name, measuredOn, node: process.versions.node, ...result }
  console.log(`${renderSuite(results[name])}\n\n(${((performance.now() - startedMs) / 1000).toFixed(0)} s)`)
}
// Reads the file after the run: another run may have changed it.
const all = { ...readRecordedSuites(), ...results }
writeReport(Object.fromEntries(Object.keys(suites).flatMap((name) => (all[name] ? [[name, all[name]]] : []))))
console.log('\nWritten: docs/benchmarks.md, docs/benchmarks.json')
