// The one test command: builds, runs every check and every test, and ends with the line "N passed, N failed". With
// --shard=2/4 it runs its part of four.
import { mkdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findHeadlessShell } from './browsers.mjs'
import { linesOfLanes, percentBusy, processorTime } from './testing/busy.mjs'
import { cached, keyOf } from './testing/cached.mjs'
import { besideBuild, inLanes } from './testing/lanes.mjs'
import * as run from './testing/run.mjs'
import { slowest } from './testing/slowest.mjs'
import { stepsOf } from './testing/steps.mjs'

const root = resolve(import.meta.dirname, '..')
const startMs = Date.now()
const before = processorTime()
const notes = []
process.chdir(root)
const { shard } = parseArgs({ options: { shard: { type: 'string' } } }).values
if (shard !== undefined && !/^[1-4]\/4$/.test(shard)) {
  console.error(`--shard must be one of 1/4, 2/4, 3/4 and 4/4. Got ${shard}.`)
  process.exit(1)
}
const isInBrowsers = process.env.E2E !== 'off'
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
  TURBO_TELEMETRY_DISABLED: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NO_COLOR: '1',
}
const withEnv = {
  check: (name, line, options) => run.check(name, line, { env, ...options }),
  suite: (name, args, file, options) => run.suite(name, args, file, { env, ...options }),
  counted: (name, line, options) => run.counted(name, line, { env, ...options }),
}

/** Finds Chromium for all steps, or says how to get one. */
async function bringChromium() {
  try {
    env.CHROMIUM_PATH = await findHeadlessShell()
    console.log(`Chromium: ${env.CHROMIUM_PATH}`)
    // A Chromium from npm includes its libraries.
    if (process.env.LD_LIBRARY_PATH) env.LD_LIBRARY_PATH = process.env.LD_LIBRARY_PATH
    return true
  } catch (error) {
    console.log(`FAIL browsers\n${error.message}`)
    return false
  }
}

/** What the environment changes about a check that may be remembered. */
function surroundings() {
  const { ENGINES, E2E, CEDI_URL } = process.env
  const chromium = env.CHROMIUM_PATH && realpathSync(env.CHROMIUM_PATH)
  const { size, mtimeMs } = chromium ? statSync(chromium) : {}
  return { ENGINES, E2E, CEDI_URL, chromium, size, mtimeMs }
}

async function make({ name, sees, make }) {
  if (!sees) return make()
  const key = keyOf(root, sees, surroundings())
  const { counts, isRemembered } = await cached({ folder: join(root, '.cache/passed'), name, key }, make)
  if (isRemembered) console.log(`ok   ${name}  passed before with the same files; CEDI_CACHE=off makes it anew`)
  return counts
}

rmSync('coverage', { recursive: true, force: true })
mkdirSync('coverage')
const steps = stepsOf(withEnv, { root, isInBrowsers }).filter((step) => !shard || step.shard === Number(shard[0]))
const note = (each) => notes.push(each)
const building = withEnv.check('build', 'turbo run build --output-logs=errors-only')
const reading = besideBuild(steps, make, note)
// A browser may have to be installed: meanwhile the build goes on.
const hasChromium = isInBrowsers && (await bringChromium())
const all = [await building]
if (all[0].failed === 0) {
  if (isInBrowsers && !hasChromium) all.push({ failed: 1 })
  const left = isInBrowsers ? 0 : steps.filter((step) => step.kind === 'browsers').length
  // Only E2E=off leaves browsers out, and then the last line says so.
  all.push({ skipped: left })
  const those = steps.filter((step) => hasChromium || step.kind !== 'browsers')
  all.push(...(await inLanes(those, make, note)))
}
all.push(...(await reading))
console.log('\nThe lanes, in seconds since the start:')
for (const line of linesOfLanes(notes, startMs)) console.log(line)
console.log(`The processors were busy for ${percentBusy(before, processorTime())} % of the time.`)
console.log('\nThe slowest test files:')
for (const { file, seconds } of slowest(root, ['coverage', 'wordpress-plugin/.cache/results']))
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`)
const total = run.sum(all)
const more = [
  ...(total.skipped > 0 ? [`, ${total.skipped} skipped`] : []),
  ...(total.again > 0 ? [`, ${total.again} at the second try`] : []),
]
console.log(`${total.passed} passed, ${total.failed} failed${more.join('')}`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
