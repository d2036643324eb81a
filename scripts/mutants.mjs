// Changes the source of a package, one place at a time, and lists the changes that no test notices: npm run mutants -- SUBJECT [FILE,FILE]
// A file is tried again only when it or a test has changed. The whole report is a page in .cache/mutants.
import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { equivalent } from './mutants/equivalent.mjs'
import { judge, lineOf } from './mutants/judge.mjs'
import { leastKilled, leftBehind, subjects } from './mutants/subjects.mjs'

const root = resolve(import.meta.dirname, '..')
const folder = '.cache/mutants'
const [name, files] = process.argv.slice(2)
const subject = subjects[name]
if (!subject) {
  console.error(`mutants: name one of ${Object.keys(subjects).join(', ')}, such as npm run mutants -- settle.`)
  process.exit(2)
}
process.chdir(root)
mkdirSync(folder, { recursive: true })
Object.assign(process.env, subject.env, { CEDI_MUTANTS: name })

/** The files to change: those named on the command line, or all of the subject. */
function mutated() {
  const inRoot = (glob) => glob.replace(/^(!?)/, `$1${subject.root}/`)
  if (files) return files.split(',').map(inRoot)
  return subject.mutate.map(inRoot)
}

const report = join(folder, `${name}.json`)
await new Stryker({
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'scripts/mutants/vitest.config.mjs', related: false },
  mutate: mutated(),
  ignorePatterns: leftBehind,
  // The copy stands within the repository, and finds node_modules above it.
  symlinkNodeModules: false,
  coverageAnalysis: 'perTest',
  incremental: true,
  incrementalFile: join(folder, `${name}.incremental.json`),
  concurrency: 1,
  // Long, so that a busy machine does not count as a test that noticed: only a mutant that never ends does.
  timeoutMS: 20_000,
  timeoutFactor: 4,
  dryRunTimeoutMinutes: 15,
  reporters: ['json', 'html', 'progress-append-only'],
  jsonReporter: { fileName: report },
  htmlReporter: { fileName: join(folder, `${name}.html`) },
  checkers: [],
  allowConsoleColors: false,
  thresholds: { high: 95, low: leastKilled, break: null },
}).runMutationTest()

const { all, killed, byTime, named, left, broken, score, unjudged, stale } = judge(
  JSON.parse(readFileSync(report, 'utf8')),
  equivalent,
)
for (const mutant of unjudged) console.log(lineOf(mutant))
for (const { file, from } of stale)
  console.log(`equivalent.mjs: the entry "${from}" of ${file} matches no mutant any more. Remove it.`)
console.log(
  `${name}: ${killed} of ${all} mutants noticed, ${score.toFixed(1)} % (${byTime} of them by the time limit); ${named} change nothing, ${unjudged.length} are open; not counted: ${left} left out, ${broken} that cannot run.`,
)
if (score < leastKilled)
  console.error(`mutants: the tests must notice at least ${leastKilled} % of the mutants of ${name}.`)
process.exitCode = score < leastKilled || stale.length > 0 ? 1 : 0
