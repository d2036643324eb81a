// Runs the tests with Turborepo, which caches what has passed.
//   npm test: build, format, lint, types, unit tests, and the popup in a browser. Needs Node and npm only.
//   npm run test:all: package checks, PHP and browsers. npm run test:nightly: all other suites.
// Both need what `npm run setup:all` installs; with CI=true a suite that cannot run fails.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { chromiumEnvironment } from './browsers.mjs'
import { findPart, missingParts } from './system-packages.mjs'

const root = resolve(import.meta.dirname, '..')
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
  TURBO_TELEMETRY_DISABLED: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
}

/** Runs Turborepo tasks, and returns whether all have passed. */
function run(tasks, concurrency) {
  const args = [
    join(root, 'node_modules/turbo/bin/turbo'),
    'run',
    ...tasks,
    '--continue',
    `--concurrency=${concurrency}`,
  ]
  const { status, error } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
  if (error) console.error(error.message)
  return status === 0
}

/** Reads the report of a vitest suite, which is missing if the suite has not finished. */
function countTests(suite) {
  try {
    const report = JSON.parse(readFileSync(join(root, `.cache/test/${suite}.json`), 'utf8'))
    return { passed: report.numPassedTests, failed: report.numFailedTests }
  } catch {
    return { passed: 0, failed: 0 }
  }
}

async function testQuickly() {
  const leftOut = ['databases, PHP, WordPress, other browsers, packed packages, examples and documentation']
  rmSync(join(root, '.cache/test'), { recursive: true, force: true })
  const groups = [
    [['build', '//#check', '//#types', 'check:generated'], 2],
    [['//#test:unit'], 1],
  ]
  const suites = ['unit']
  const browser = await chromiumEnvironment()
  if (browser) {
    Object.assign(env, browser)
    groups.push([['//#test:popup'], 1])
    suites.push('popup')
  } else leftOut.unshift('popup and button (no Chrome, Edge or Chromium was found; set CHROMIUM_PATH)')
  const failedGroups = groups.filter(([tasks, concurrency]) => !run(tasks, concurrency))
  const counts = suites.map(countTests)
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0)
  // A failed build, check or type counts once.
  const failed = Math.max(sum('failed'), failedGroups.length)
  for (const [tasks] of failedGroups) console.log(`Failed: ${tasks.join(', ')}`)
  console.log(`${sum('passed')} passed, ${failed} failed`)
  console.log(`Left out: ${leftOut.join('; ')}. Run them: npm run setup:all && npm run test:all`)
  process.exitCode = failed > 0 || sum('passed') === 0 ? 1 : 0
}

/**
 * Groups of Turborepo tasks by command, in order. The tasks of a group may run side by side. The suites of browsers measure
 * layout and focus, so they run one after the other. A task maps to the system packages that it needs.
 */
const commands = {
  all: [
    {
      concurrency: 2,
      tasks: {
        '//#check:unused': [],
        '//#check:regexes': [],
        '//#size': [],
        types: [],
        'check:pack': [],
        'test:php': ['php'],
      },
    },
    {
      concurrency: 1,
      tasks: {
        '@cedi/service-js#test:browser': ['chromium'],
        '@cedi/embed-js#test:browser': ['chromium'],
        '@cedi/sandbox#test:browser': ['chromium', 'openssl'],
      },
    },
  ],
  nightly: [
    {
      concurrency: 2,
      tasks: {
        '//#test:slow': [],
        '//#test:laws': [],
        '//#test:packed': [],
        '//#test:examples': ['chromium', 'php'],
        'check:docs': ['chromium'],
        'test:sql': ['postgres'],
        'test:shops': ['php'],
        'test:runtimes': ['chromium'],
        'test:wordpress': ['php', 'mariadb'],
      },
    },
    {
      concurrency: 1,
      tasks: {
        'test:browser': ['chromium', 'openssl'],
        'test:engines': ['firefox', 'webkit', 'openssl'],
        'test:screens': ['chromium', 'php', 'mariadb'],
      },
    },
  ],
}

function testGroups(groups) {
  // Suites install npm packages from the cache that `npm run setup:all` fills.
  Object.assign(env, { npm_config_cache: join(root, '.cache/npm'), npm_config_offline: 'true' })
  const missing = missingParts([...new Set(groups.flatMap(({ tasks }) => Object.values(tasks).flat()))])
  const isMissing = (part) => missing.some(({ name }) => name === part)
  if (!isMissing('chromium')) env.CHROMIUM_PATH = findPart('chromium')
  let failed = 0
  const skipped = []
  for (const { concurrency, tasks } of groups) {
    const names = Object.keys(tasks)
    const runnable = names.filter((name) => !tasks[name].some(isMissing))
    skipped.push(...names.filter((name) => !runnable.includes(name)))
    if (runnable.length > 0 && !run(runnable, concurrency)) failed++
  }
  for (const { title, command } of missing) console.log(`${title} is missing. Install it: ${command}`)
  if (skipped.length > 0) console.log(`Skipped: ${skipped.join(', ')}. Run npm run setup:all first.`)
  if (groups === commands.all) console.log('The nightly workflow also runs: npm run test:nightly')
  console.log('Not included: real WooCommerce (WC_DIR=FOLDER npx turbo run test:wordpress) and Citus (CEDI_CITUS_URLS)')
  process.exitCode = failed > 0 || (skipped.length > 0 && process.env.CI) ? 1 : 0
}

const command = ['all', 'nightly'].find((name) => process.argv.includes(`--${name}`))
if (command) testGroups(commands[command])
else await testQuickly()
