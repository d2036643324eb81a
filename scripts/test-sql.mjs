// Runs the tests on real databases: PGlite, and a PostgreSQL that is found or installed. Ends with "N passed, N
// failed".
// With CEDI_CITUS=1 and POSTGRES_BIN: the store on the Citus of that folder, on three servers.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeEmptyPglite } from '../packages/ledger/scripts/pglite.mjs'
import { findPostgres } from '../packages/ledger/scripts/postgres.mjs'

const root = resolve(import.meta.dirname, '..')
/** What each run said stays here, beside the reports of the other tests. */
const results = join(root, 'coverage')
const total = { passed: 0, failed: 0 }

const hasCitus = Boolean(process.env.CEDI_CITUS)
const configuration = hasCitus ? 'vitest.citus.config.ts' : 'vitest.sql.config.ts'

/** Runs the tests of a package; what they printed is shown when one fails. */
async function test(name) {
  const file = join(results, `sql-${name}${hasCitus ? '-citus' : ''}.json`)
  rmSync(file, { force: true })
  const started = Date.now()
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...['--config', join(root, 'packages', name, configuration)],
      ...['--reporter=minimal', '--reporter=json', `--outputFile.json=${file}`],
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } },
  )
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk))
  const code = await new Promise((done) => child.once('close', done))
  const told = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = told ?? {}
  // A file that could not be loaded has no failed test, and a skipped test has not passed.
  const failed = Math.max(numFailedTests + numPendingTests + numTodoTests, code === 0 && numPassedTests > 0 ? 0 : 1)
  console.log(
    `${failed ? 'FAIL' : 'ok  '} ${name} on ${hasCitus ? 'Citus' : 'databases'}  ${((Date.now() - started) / 1000).toFixed(1)} s`,
  )
  if (failed) console.log(Buffer.concat(said).toString())
  total.passed += numPassedTests
  total.failed += failed
}

try {
  mkdirSync(results, { recursive: true })
  // Once, before two runs look for them at the same time.
  console.log(`PostgreSQL: ${findPostgres()}`)
  await makeEmptyPglite()
  await Promise.all((hasCitus ? ['ledger'] : ['ledger', 'sandbox', 'settle']).map(test))
} catch (error) {
  console.log(`FAIL ${error.message}`)
  total.failed++
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
