import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { findUnbuiltPackages, installPeers, root } from './peers.mjs'
import { findDifferences, readRecordedSuites, renderSuite, writeReport } from './report.mjs'
import * as client from './suites/client.mjs'
import * as popup from './suites/popup.mjs'
import * as server from './suites/server.mjs'

const suites = { client, server, popup }

/** Prints an error and exits. */
function fail(message) {
  console.error(`bench: ${message}`)
  process.exit(1)
}

const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true })
const unknown = positionals.filter((name) => !(name in suites))
if (unknown.length > 0) fail(`unknown suite ${unknown.join(', ')}. Use ${Object.keys(suites).join(', ')}.`)
const selectedNames = Object.keys(suites).filter((name) => positionals.length === 0 || positionals.includes(name))

const unbuiltPackages = findUnbuiltPackages([...new Set(selectedNames.flatMap((name) => suites[name].builds))])
if (unbuiltPackages.length > 0)
  fail(`packages/${unbuiltPackages.join(', packages/')} is not built. Run npm run build first.`)
const linuxOnly = selectedNames.filter((name) => suites[name].needsLinux)
if (process.platform !== 'linux' && linuxOnly.length > 0)
  fail(`${linuxOnly.join(', ')} read CPU times from /proc and run on Linux only. Name the other suites.`)

await installPeers()
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
const recorded = readRecordedSuites()
const results = {}
for (const name of selectedNames) {
  console.log(`\n${name} …`)
  const result = await suites[name].run()
  const measuredOn = new Date().toISOString().slice(0, 10)
  results[name] = { name, measuredOn, commit, node: process.versions.node, ...result }
  console.log(renderSuite(results[name]))
}
if (values.check) {
  const differences = selectedNames.flatMap((name) => findDifferences(results[name], recorded[name]))
  if (differences.length > 0) fail(`the page docs/benchmarks.md is not true any more:\n${differences.join('\n')}`)
  console.log('\nAll ratios are within a third of docs/benchmarks.md.')
} else {
  const all = { ...recorded, ...results }
  writeReport(Object.fromEntries(Object.keys(suites).flatMap((name) => (all[name] ? [[name, all[name]]] : []))))
  console.log('\nWritten: docs/benchmarks.md, docs/benchmarks.json')
}
