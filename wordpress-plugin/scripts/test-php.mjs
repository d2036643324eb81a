// Runs PHPUnit in real WordPress, with WooCommerce and without. Other arguments are passed to PHPUnit, in the first run only.
//   --mariadb       uses MariaDB with WooCommerce, in half the time, and SQLite without; a real WooCommerce (WC_DIR)
//                   needs MariaDB for both
//   --quick         runs on one WordPress only, without the slow tests
//   --network       uses the first site of a network
//   --php 7.4,8.5   runs on these PHP versions in WebAssembly; "--php all" on each available one
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { plugin, versions } from './lab/core.mjs'
import { startMariadb, usesMariadb } from './lab/mariadb.mjs'
import { createSite } from './lab/site.mjs'
import { installWasm, wasmVersions } from './lab/wasm-php.mjs'

const phpunitArgs = process.argv.slice(2)
/** Removes a flag from the arguments of PHPUnit. */
const removeFlag = (flag) => phpunitArgs.includes(flag) && phpunitArgs.splice(phpunitArgs.indexOf(flag), 1).length > 0
const onMariadb = removeFlag('--mariadb') || usesMariadb()
const network = removeFlag('--network')
const isQuick = removeFlag('--quick')
const phpIndex = phpunitArgs.indexOf('--php')
const [, phpOption] = phpIndex < 0 ? [] : phpunitArgs.splice(phpIndex, 2)
const wasmPhpVersions = phpOption === 'all' ? wasmVersions : (phpOption?.split(',') ?? [])
for (const each of wasmPhpVersions)
  if (!wasmVersions.includes(each)) throw new Error(`There is no PHP ${each}, only ${wasmVersions}.`)
if (wasmPhpVersions.length > 0) installWasm()

const [first, ...others] = process.env.WP_DIR || process.env.WP_ZIP ? [undefined] : Object.keys(versions)
// The slow tests give the same result on every WordPress and PHP, and one WordPress is enough without WooCommerce.
const runs =
  wasmPhpVersions.length > 0
    ? wasmPhpVersions.map((php) => ({ php, version: first, exclude: ['slow'] }))
    : [
        { version: first, exclude: isQuick ? ['slow'] : [] },
        ...others.map((version) => ({ version, exclude: ['slow'] })),
        { version: first, woocommerce: false, exclude: ['woocommerce', 'real-woocommerce', 'slow'] },
      ]

/** Runs PHPUnit on one WordPress. Returns whether it passed and the site logged nothing. */
async function runPhpunit({ php, version, woocommerce, exclude }, mariadb) {
  const name = `WordPress ${version ?? 'as given'}${woocommerce === false ? ' alone' : ', WooCommerce'}`
  console.log(`\n${name}${network ? ', a network' : ''}${php ? `, PHP ${php}` : ''}`)
  const env = woocommerce === false && !usesMariadb() ? undefined : mariadb?.createDatabase()
  const site = await createSite({ version, woocommerce, network, env, serve: false })
  const runner = php ? [process.execPath, join(plugin, 'scripts/lab/wasm-php.mjs'), php, site.phpunit] : site.runner
  const excluded = [...exclude, ...(process.env.WC_DIR ? [] : ['real-woocommerce'])]
  const group = excluded.length > 0 ? ['--exclude-group', excluded.join(',')] : []
  const [command, ...args] = [...runner, '--configuration', join(plugin, 'tests/php/phpunit.xml'), ...group]
  const [status] = await once(spawn(command, [...args, ...phpunitArgs], { env: site.env, stdio: 'inherit' }), 'close')
  // Ignores notices that an old PHPUnit causes on a new PHP.
  const log = site.debugLog().replace(/^.* in \/usr\/share\/php\/.*\n/gm, '')
  if (log !== '') console.error(`The site logged errors:\n${log}`)
  await site.remove()
  return status === 0 && log === ''
}

const mariadb = onMariadb ? await startMariadb() : undefined
for (const run of isQuick || phpunitArgs.length > 0 ? runs.slice(0, 1) : runs)
  if (!(await runPhpunit(run, mariadb))) process.exitCode = 1
await mariadb?.stop()
