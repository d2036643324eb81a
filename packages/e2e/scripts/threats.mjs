// Removes each defence of threats.json in a copy of the packages and expects its test to fail.
// `--document` writes THREATS.md from threats.json instead. Arguments select rows and suites:
// `node scripts/threats.mjs 1 16 sandbox`.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { findChromium } from '../../../scripts/browsers.mjs'

const packageFolder = resolve(import.meta.dirname, '..')
const root = resolve(packageFolder, '../..')
const threats = JSON.parse(readFileSync(join(packageFolder, 'threats.json'), 'utf8'))
const project = (name) => [`packages/${name}`, '--config', 'vitest.config.ts', '--project', name]
/** Folder and vitest arguments of each suite. The tests of the plugin need WordPress: its own script runs them. */
const suites = {
  'service-js': ['packages/service-js', '--config', 'packages/service-js/vitest.config.ts'],
  'embed-js': ['packages/embed-js', '--config', 'packages/embed-js/vitest.config.ts'],
  'sandbox-pages': ['packages/sandbox', '--config', 'packages/sandbox/vitest.browser.config.ts'],
  playground: ['packages/playground', '--config', 'packages/playground/vitest.browser.config.ts'],
  'wordpress-plugin': ['wordpress-plugin/tests'],
  ...Object.fromEntries(['contract', 'mock-server', 'sandbox', 'client', 'cli'].map((name) => [name, project(name)])),
}
/** Scripts that build files that the tests use, by the folder of their sources. */
const builds = {
  'packages/sandbox/src/checkout/': 'packages/sandbox/scripts/pages.mjs',
  'packages/playground/src/': 'packages/playground/scripts/build.mjs',
}
const copiedPackages = [
  ...['contract', 'client', 'service-js', 'embed-js', 'mock-server', 'sandbox', 'cli', 'playground'],
]

function writeDocument() {
  const cell = (text) => text.replaceAll('|', '\\|')
  const lines = threats.flatMap(({ row, attack, defence, proofs }) => {
    const tests = new Map(
      proofs.map(({ suite, file, test }) => [`${suites[suite][0]}/${file}`, test]).map((item) => [item.join(), item]),
    )
    const links = [...tests.values()].map(([file, test]) => `[${cell(test)}](../../${file})`).join('<br>')
    return `| ${row} | ${cell(attack)} | ${cell(defence)} | ${links} |`
  })
  const text = `# Attacks, and the tests that stop them

Each row names an attack, the defence, and the tests that fail without it. The most important rule: data from a browser never proves a payment. Deliver
only after \`payments.read\` returns \`succeeded\`.

\`npm run threats --workspace @cedi/e2e\` removes each defence in a copy of the packages, and expects its test to fail. With \`-- --document\` it
writes this page from [threats.json](threats.json).

| # | Attack | Defence | Tests that fail without it |
| --: | --- | --- | --- |
${lines.join('\n')}
`
  writeFileSync(join(packageFolder, 'THREATS.md'), text)
}

/** Copies the packages to a temporary folder; installed dependencies are symbolic links. */
function copyPackages() {
  const copy = mkdtempSync(join(tmpdir(), 'cedi-threats-'))
  const link = (from, to) => {
    mkdirSync(to, { recursive: true })
    for (const name of readdirSync(from)) if (name !== '@cedi') symlinkSync(join(from, name), join(to, name))
  }
  const isCopied = (path) => !['node_modules', '.turbo', 'coverage'].includes(basename(path))
  for (const name of ['package.json', 'tsconfig.base.json', 'vitest.config.ts'])
    cpSync(join(root, name), join(copy, name))
  // The tests import browsers.mjs.
  cpSync(join(root, 'scripts'), join(copy, 'scripts'), { recursive: true })
  link(join(root, 'node_modules'), join(copy, 'node_modules'))
  mkdirSync(join(copy, 'node_modules/@cedi'))
  for (const name of copiedPackages) {
    const [from, to] = [join(root, 'packages', name), join(copy, 'packages', name)]
    cpSync(from, to, { recursive: true, filter: isCopied })
    if (readdirSync(from).includes('node_modules')) link(join(from, 'node_modules'), join(to, 'node_modules'))
    symlinkSync(to, join(copy, 'node_modules/@cedi', name))
  }
  return copy
}

const escapePattern = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Runs the tests of proofs of one suite in the copy. @returns Counts of passed and failed tests, and the output. */
function run(copy, suite, proofs) {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const [folder, ...config] = suites[suite]
  const files = [...new Set(proofs.map(({ file }) => `${folder}/${file}`))]
  const names = proofs.map(({ test }) => escapePattern(test)).join('|')
  const args = [
    'run',
    ...config,
    ...files,
    '-t',
    names,
    '--test-timeout=60000',
    '--reporter=json',
    `--outputFile=${report}`,
  ]
  const { stdout, stderr } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    cwd: copy,
    encoding: 'utf8',
  })
  const output = stdout + stderr
  try {
    const { numPassedTests: passed, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const failures = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]?.split('\n')[0]}`)
    return { passed, failed: failures.length, output: failures.join('\n') || output }
  } catch {
    return { passed: 0, failed: 0, output }
  }
}

/** Asserts that the tests pass with all defences in place. Otherwise their failure would prove nothing. */
function assertTestsPass(copy, proofs) {
  for (const suite of Object.keys(suites)) {
    const suiteProofs = proofs.filter((proof) => proof.suite === suite && proof.mutation === undefined)
    if (suiteProofs.length === 0) continue
    const { passed, failed, output } = run(copy, suite, suiteProofs)
    if (failed > 0 || passed < new Set(suiteProofs.map(({ test }) => test)).size)
      throw new Error(`The tests of ${suite} do not pass with the defences in place.\n${output.slice(-4000)}`)
  }
}

/** Removes a defence of the plugin and runs its tests. @returns An error message, or undefined if a test fails. */
function checkPluginProof({ mutation }) {
  const args = ['wordpress-plugin/scripts/mutate.mjs', `^${escapePattern(mutation)}$`]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? undefined : (stdout + stderr).slice(-2000)
}

/** Removes one defence and runs its test. @returns An error message, or undefined if the test fails. */
function checkProof(copy, proof) {
  if (proof.mutation !== undefined) return checkPluginProof(proof)
  const file = join(copy, proof.in)
  const source = readFileSync(file, 'utf8')
  if (source.split(proof.find).length !== 2)
    return `the defence does not occur exactly once in ${proof.in}: ${proof.find}`
  const script = Object.entries(builds).find(([folder]) => proof.in.startsWith(folder))?.[1]
  const build = () => (script ? spawnSync(process.execPath, [script], { cwd: copy, encoding: 'utf8' }) : { status: 0 })
  writeFileSync(
    file,
    source.replace(proof.find, () => proof.put),
  )
  try {
    const buildResult = build()
    if (buildResult.status !== 0) return `without the defence nothing can be built: ${buildResult.stderr}`
    const { passed, failed, output } = run(copy, proof.suite, [proof])
    if (failed > 0) return undefined
    return passed > 0 ? 'the test passes without the defence' : `the test did not run: ${output.slice(-2000)}`
  } finally {
    writeFileSync(file, source)
    build()
  }
}

if (process.argv.includes('--document')) writeDocument()
else {
  process.env.CHROMIUM_PATH = findChromium()
  const args = process.argv.slice(2)
  const selectedRows = args.map(Number).filter(Number.isInteger)
  const selectedSuites = args.filter((arg) => arg in suites)
  const copy = copyPackages()
  let [confirmed, wrong] = [0, 0]
  try {
    const selectedThreats = threats
      .filter(({ row }) => !selectedRows.length || selectedRows.includes(row))
      .map(({ row, proofs }) => ({
        row,
        proofs: proofs.filter(({ suite }) => !selectedSuites.length || selectedSuites.includes(suite)),
      }))
    assertTestsPass(
      copy,
      selectedThreats.flatMap(({ proofs }) => proofs),
    )
    for (const { row, proofs } of selectedThreats)
      for (const proof of proofs) {
        const problem = checkProof(copy, proof)
        if (problem) wrong++
        else confirmed++
        console.log(`${problem ? 'FAIL' : 'ok  '} row ${row}: ${proof.test}${problem ? `\n     ${problem}` : ''}`)
      }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  console.log(`${confirmed} removed defences detected by their tests, ${wrong} not detected.`)
  process.exitCode = wrong === 0 && confirmed > 0 ? 0 : 1
}
