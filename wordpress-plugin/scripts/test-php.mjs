// Runs PHPUnit inside real WordPress, with WooCommerce and without. Arguments go to PHPUnit.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { plugin, versions } from './lab/core.mjs'
import { makeSite } from './lab/site.mjs'

const total = { passed: 0, failed: 0 }
const given = process.argv.slice(2)
const all = process.env.WP_DIR || process.env.WP_ZIP ? [undefined] : Object.keys(versions)
const runs = all.flatMap((version, at) => [
  { version, woocommerce: true, name: `WordPress ${version ?? 'as given'}, WooCommerce` },
  // Without WooCommerce nothing depends on the version of WordPress that is not tested with it.
  ...(at === 0 ? [{ version, woocommerce: false, name: `WordPress ${version ?? 'as given'} alone` }] : []),
])

for (const { name, ...options } of given.length > 0 ? runs.slice(0, 1) : runs) {
  const started = Date.now()
  const site = await makeSite({ ...options, serve: false })
  // The simulated day takes a minute, and is the same on every WordPress.
  const without = [...(options.woocommerce ? [] : ['woocommerce']), ...(options.version === runs[0].version ? [] : ['slow'])]
  const group = without.length > 0 ? ['--exclude-group', without.join(',')] : []
  const { stdout, stderr, status } = spawnSync(
    site.phpunit,
    ['--configuration', join(plugin, 'tests/php/phpunit.xml'), ...group, ...given],
    { env: site.env, encoding: 'utf8', maxBuffer: 1 << 26 },
  )
  const [, tests] = /(?:OK \(|Tests: )(\d+)/.exec(stdout) ?? []
  const bad = [...stdout.matchAll(/(?:Errors|Failures|Risky|Skipped|Incomplete|Warnings): (\d+)/g)]
  const failed = bad.reduce((sum, [, count]) => sum + Number(count), 0)
  const log = site.debugLog()
  const isFine = status === 0 && failed === 0 && Number(tests) > 0 && log === ''
  console.log(`${isFine ? 'ok  ' : 'FAIL'} PHPUnit, ${name}: ${tests ?? 0} tests, ${((Date.now() - started) / 1000).toFixed(1)} s`)
  if (!isFine || given.length > 0) console.log(stdout + stderr + log)
  total.passed += Math.max(0, Number(tests ?? 0) - failed)
  total.failed += isFine ? 0 : Math.max(failed, 1)
  await site.remove()
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
