// Runs one step of the tests: a check, a vitest suite, or a script with its own counts. Each returns its counts.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { secondTries } from '../second-tries.mjs'
import { secondsOfChildren } from './busy.mjs'

/** The scheduling priority of a kind of step: a patient one uses the time that others leave. */
const patience = { browsers: 0, beside: 5, patient: 10 }

let seenSeconds = 0

/** The processor time of the step that has just ended, as text. */
function processorTimeOfStep() {
  const all = secondsOfChildren()
  const seconds = all - seenSeconds
  seenSeconds = all
  return Number.isNaN(seconds) ? '' : `, ${seconds.toFixed(1)} s of a processor`
}

/**
 * Runs a command quietly, and shows its output when it fails.
 *
 * @param options - `kind`: the kind of step that it belongs to.
 */
function run(name, line, { env, kind = 'browsers' }) {
  const started = Date.now()
  const [command, ...args] = line.split(' ')
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env, shell: process.platform === 'win32' })
  if (patience[kind] && child.pid) setPriority(child.pid, Math.min(19, getPriority() + patience[kind]))
  const chunks = []
  let used = ''
  child.once('exit', () => {
    used = processorTimeOfStep()
  })
  child.stdout.on('data', (chunk) => chunks.push(chunk))
  child.stderr.on('data', (chunk) => chunks.push(chunk))
  return new Promise((done) => {
    const end = (ok, more = '') => {
      const output = Buffer.concat(chunks).toString() + more
      console.log(`${ok ? 'ok  ' : 'FAIL'} ${name}  ${((Date.now() - started) / 1000).toFixed(1)} s${used}`)
      if (!ok) console.log(output)
      done({ ok, output })
    }
    child.on('error', (error) => end(false, error.message))
    child.on('close', (code) => end(code === 0))
  })
}

/** A check counts as one. */
export async function check(name, line, options) {
  const { ok } = await run(name, line, options)
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
}

/** A run of vitest counts with each of its tests. Its report is kept in `file`. */
export async function suite(name, args, file, options) {
  const { ok } = await run(
    name,
    `vitest run ${args} --reporter=minimal --reporter=json --outputFile.json=${file}`,
    options,
  )
  // Without a report nothing was tested.
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const result = JSON.parse(readFileSync(file, 'utf8'))
  return {
    passed: result.numPassedTests,
    skipped: result.numPendingTests + result.numTodoTests,
    again: secondTries(result),
    failed: Math.max(result.numFailedTests, ok ? 0 : 1),
  }
}

/** A script that ends with "N passed, N failed[, N skipped]" counts as it says. One without such a line has failed. */
export async function counted(name, line, options) {
  const { ok, output } = await run(name, line, options)
  const said = /(\d+) passed, (\d+) failed(?:, (\d+) skipped)?/.exec(output)
  const [passed = 0, failed = 0, skipped = 0] = said?.slice(1).map((digits) => Number(digits ?? 0)) ?? []
  const again = output.split('\n').filter((each) => each.startsWith('again '))
  if (ok) for (const each of again) console.log(each)
  if (ok && !said) console.log(`FAIL ${name}: it did not say how many passed`)
  return { passed, skipped, again: again.length, failed: ok && said ? failed : Math.max(failed, 1) }
}

/** The sum of counts. */
export function sum(all) {
  const total = { passed: 0, failed: 0, skipped: 0, again: 0 }
  for (const counts of all) for (const name of Object.keys(total)) total[name] += counts[name] ?? 0
  return total
}
