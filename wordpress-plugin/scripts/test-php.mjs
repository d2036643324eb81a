// Runs PHPUnit inside real WordPress, with WooCommerce and without. Arguments go to PHPUnit.
//   --mariadb       with WooCommerce on MariaDB, in half the time, and without it on SQLite; a real WooCommerce (WC_DIR)
//                   takes MariaDB for everything
//   --network       on the first site of a network of sites
//   --php 7.4,8.5   on these versions, in WebAssembly, in place of the PHP of this machine; "--php all" on each of them
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { plugin, versions } from './lab/core.mjs'
import { startMariadb, wantsMariadb } from './lab/mariadb.mjs'
import { makeSite } from './lab/site.mjs'
import { bringWasm, wasmVersions } from './lab/wasm-php.mjs'

const given = process.argv.slice(2)
/** Takes a flag out of what goes to PHPUnit. */
const take = (flag) => given.includes(flag) && given.splice(given.indexOf(flag), 1).length > 0
const onMariadb = take('--mariadb') || wantsMariadb()
const network = take('--network')
const mariadb = onMariadb ? await startMariadb() : undefined
/** The database of a site; without one it is a file of SQLite. */
const databaseFor = (woocommerce) => (woocommerce === false && !wantsMariadb() ? undefined : mariadb?.database())
const at = given.indexOf('--php')
const [, wanted] = at < 0 ? [] : given.splice(at, 2)
const wasm = wanted === 'all' ? wasmVersions : (wanted?.split(',') ?? [])
for (const each of wasm)
  if (!wasmVersions.includes(each)) throw new Error(`There is no PHP ${each}, only ${wasmVersions}.`)

const total = { passed: 0, failed: 0 }

/** Runs a command to its end, and keeps what it printed. */
function collect(command, args, env) {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk))
  return new Promise((done) => {
    child.on('error', (error) => done({ status: 1, output: error.message }))
    child.on('close', (status) => done({ status, output: Buffer.concat(said).toString() }))
  })
}

/** Runs all tests on one WordPress, and counts. */
async function suite({ name, php, exclude = [], ...options }) {
  const started = Date.now()
  const site = await makeSite({ ...options, serve: false, network, env: databaseFor(options.woocommerce) })
  const runner = php ? [process.execPath, join(plugin, 'scripts/lab/wasm-php.mjs'), php, site.phpunit] : site.runner
  const group = exclude.length > 0 ? ['--exclude-group', exclude.join(',')] : []
  const [command, ...args] = [...runner, '--configuration', join(plugin, 'tests/php/phpunit.xml'), ...group, ...given]
  const { status, output } = await collect(command, args, site.env)
  const [, tests] = /(?:OK \(|Tests: )(\d+)/.exec(output) ?? []
  const bad = [...output.matchAll(/(?:Errors|Failures|Risky|Skipped|Incomplete|Warnings): (\d+)/g)]
  const failed = bad.reduce((sum, [, count]) => sum + Number(count), 0)
  // Skips what an old PHPUnit reports about itself on a new PHP.
  const log = site.debugLog().replace(/^.* in \/usr\/share\/php\/.*\n/gm, '')
  const isFine = status === 0 && failed === 0 && Number(tests) > 0 && log === ''
  console.log(
    `${isFine ? 'ok  ' : 'FAIL'} PHPUnit, ${name}: ${tests ?? 0} tests, ${((Date.now() - started) / 1000).toFixed(1)} s`,
  )
  if (!isFine || given.length > 0) console.log(output + log)
  total.passed += Math.max(0, Number(tests ?? 0) - failed)
  total.failed += isFine ? 0 : Math.max(failed, 1)
  await site.remove()
}

const all = process.env.WP_DIR || process.env.WP_ZIP ? [undefined] : Object.keys(versions)
const [first] = all
const called = (version) => `WordPress ${version ?? 'as given'}${network ? ', a network' : ''}`
// The simulated day is the same on every WordPress and PHP: one run is enough.
const runs =
  wasm.length > 0
    ? wasm.map((php) => ({ name: `PHP ${php}, ${called(first)}, WooCommerce`, php, version: first, exclude: ['slow'] }))
    : [
        ...all.map((version) => ({
          name: `${called(version)}, WooCommerce`,
          version,
          exclude: version === first ? [] : ['slow'],
        })),
        // Without WooCommerce, one version of WordPress is enough.
        {
          name: `${called(first)} alone`,
          version: first,
          woocommerce: false,
          exclude: ['woocommerce', 'slow'],
        },
      ]
if (wasm.length > 0) bringWasm()
for (const one of given.length > 0 ? runs.slice(0, 1) : runs) await suite(one)
await mariadb?.stop()
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
