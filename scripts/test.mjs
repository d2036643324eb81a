// Runs the tests with Turborepo: `npm test`, or `npm run test:all` for what it leaves out. System packages are installed
// first. If a part is missing and cannot be installed, its suites are skipped; with CI=true that is a failure.
import { spawnSync } from 'node:child_process'
import { delimiter, join, resolve } from 'node:path'
import { findPart, installParts } from './system-packages.mjs'

/**
 * Groups of Turborepo tasks that may run side by side, in order. The suites of browsers measure layout and focus, so they
 * run one after the other. `tasks` maps a task to the parts that it needs.
 */
const tiers = {
  test: [
    {
      concurrency: 2,
      tasks: {
        '//#check': [],
        types: [],
        build: [],
        'check:generated': [],
        test: [],
        'test:sql': ['postgres'],
        'test:php': ['php'],
      },
    },
    { concurrency: 1, tasks: { 'test:browser': ['chromium', 'openssl'] } },
  ],
  all: [
    {
      concurrency: 2,
      tasks: {
        '//#check:unused': [],
        '//#check:api': [],
        '//#test:packed': [],
        '//#test:examples': ['chromium', 'php'],
        'check:pack': [],
        '//#size': [],
        'check:docs': ['chromium'],
        'test:api': [],
        'test:shops': ['php'],
        'test:runtimes': ['chromium'],
        'test:wordpress': ['php', 'mariadb'],
      },
    },
    {
      concurrency: 1,
      tasks: {
        'test:engines': ['firefox', 'webkit', 'openssl'],
        'test:screens': ['chromium', 'php', 'mariadb'],
      },
    },
  ],
}

const root = resolve(import.meta.dirname, '..')
const groups = tiers[process.argv.includes('--all') ? 'all' : 'test']
const missing = await installParts([...new Set(groups.flatMap(({ tasks }) => Object.values(tasks).flat()))])
const isMissing = (part) => missing.some(({ name }) => name === part)
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
  TURBO_TELEMETRY_DISABLED: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  ...(isMissing('chromium') ? {} : { CHROMIUM_PATH: findPart('chromium') }),
}
let failed = 0
const skipped = []
for (const { concurrency, tasks } of groups) {
  const names = Object.keys(tasks)
  const runnable = names.filter((name) => !tasks[name].some(isMissing))
  skipped.push(...names.filter((name) => !runnable.includes(name)))
  if (runnable.length === 0) continue
  const flags = ['--continue', `--concurrency=${concurrency}`]
  const { status } = spawnSync('turbo', ['run', ...runnable, ...flags], { cwd: root, env, stdio: 'inherit' })
  if (status !== 0) failed++
}
for (const { title, command } of missing) console.log(`${title} is missing. Install it: ${command}`)
if (skipped.length > 0) console.log(`Skipped: ${skipped.join(', ')}`)
process.exitCode = failed > 0 || (skipped.length > 0 && process.env.CI) ? 1 : 0
