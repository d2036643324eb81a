// Removes each defence against the threats of threats.json, in a copy of the packages, and expects its test to fail.
// `--document` writes THREATS.md from the same list instead. Arguments are rows: `node scripts/threats.mjs 1 16`.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { findChromium } from '../../../scripts/browsers.mjs'

const home = resolve(import.meta.dirname, '..')
const root = resolve(home, '../..')
const threats = JSON.parse(readFileSync(join(home, 'threats.json'), 'utf8'))
/** How vitest finds the tests of each suite. */
const suites = {
  'service-js': ['packages/service-js', '--config', 'packages/service-js/vitest.config.ts'],
  'embed-js': ['packages/embed-js', '--config', 'packages/embed-js/vitest.config.ts'],
  'mock-server': ['packages/mock-server', '--config', 'vitest.config.ts', '--project', 'mock-server'],
  sandbox: ['packages/sandbox', '--config', 'vitest.config.ts', '--project', 'sandbox'],
  'sandbox-pages': ['packages/sandbox', '--config', 'packages/sandbox/vitest.browser.config.ts'],
}

function writeDocument() {
  const cell = (text) => text.replaceAll('|', '\\|')
  const lines = threats.flatMap(({ row, attack, defence, proofs }) => {
    const tests = new Map(
      proofs.map(({ suite, file, test }) => [`${suites[suite][0]}/${file}`, test]).map((one) => [one.join(), one]),
    )
    const shown = [...tests.values()].map(([file, test]) => `[${cell(test)}](../../${file})`).join('<br>')
    return `| ${row} | ${cell(attack)} | ${cell(defence)} | ${shown} |`
  })
  const text = `# What attackers try, and the tests that stop them

See which attacks the tests try, and which defence stops each. The most important rule: nothing that a browser says is proof of payment. Deliver
only after \`payments.read\` says \`succeeded\`.

\`npm run threats --workspace @cedi/e2e\` removes each defence in a copy of the packages, and expects its test to fail. With \`-- --document\` it
writes this page from [threats.json](threats.json).

| # | Attack | Defence | Tests that fail without it |
| --: | --- | --- | --- |
${lines.join('\n')}
`
  writeFileSync(join(home, 'THREATS.md'), text)
}

/** A copy of the files that change; installed packages are linked. */
function copyPackages() {
  const copy = mkdtempSync(join(tmpdir(), 'cedi-threats-'))
  const link = (from, to) => {
    mkdirSync(to, { recursive: true })
    for (const name of readdirSync(from)) if (name !== '@cedi') symlinkSync(join(from, name), join(to, name))
  }
  const isCopied = (path) => !['node_modules', '.turbo', 'coverage'].includes(basename(path))
  for (const name of ['package.json', 'tsconfig.base.json', 'vitest.config.ts'])
    cpSync(join(root, name), join(copy, name))
  // The tests find their browser there.
  cpSync(join(root, 'scripts'), join(copy, 'scripts'), { recursive: true })
  link(join(root, 'node_modules'), join(copy, 'node_modules'))
  mkdirSync(join(copy, 'node_modules/@cedi'))
  for (const name of ['contract', 'ledger', 'client', 'service-js', 'embed-js', 'mock-server', 'sandbox']) {
    const [from, to] = [join(root, 'packages', name), join(copy, 'packages', name)]
    cpSync(from, to, { recursive: true, filter: isCopied })
    if (readdirSync(from).includes('node_modules')) link(join(from, 'node_modules'), join(to, 'node_modules'))
    symlinkSync(to, join(copy, 'node_modules/@cedi', name))
  }
  return copy
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Runs some proofs' tests of one suite in the copy. @returns How many passed and failed, and the output. */
function run(copy, suite, proofs) {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const [folder, ...config] = suites[suite]
  const files = [...new Set(proofs.map(({ file }) => `${folder}/${file}`))]
  const names = proofs.map(({ test }) => escaped(test)).join('|')
  const args = ['run', ...config, ...files, '-t', names, '--reporter=json', `--outputFile=${report}`]
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

/** With all defences in place, the tests must pass in the copy; otherwise their failing would prove nothing. */
function passBefore(copy, proofs) {
  for (const suite of Object.keys(suites)) {
    const own = proofs.filter((proof) => proof.suite === suite)
    if (own.length === 0) continue
    const { passed, failed, output } = run(copy, suite, own)
    if (failed > 0 || passed < new Set(own.map(({ test }) => test)).size)
      throw new Error(`The tests of ${suite} do not pass with the defences in place.\n${output.slice(-4000)}`)
  }
}

/** Removes one defence. @returns What is wrong with its proof, or undefined. */
function prove(copy, proof) {
  const file = join(copy, proof.in)
  const source = readFileSync(file, 'utf8')
  if (source.split(proof.find).length !== 2) return `the defence does not stand once in ${proof.in}: ${proof.find}`
  const isOfPages = proof.in.includes('/src/checkout/')
  const makePages = () =>
    spawnSync(process.execPath, ['packages/sandbox/scripts/pages.mjs'], { cwd: copy, encoding: 'utf8' })
  writeFileSync(
    file,
    source.replace(proof.find, () => proof.put),
  )
  try {
    const made = isOfPages ? makePages() : { status: 0 }
    if (made.status !== 0) return `without the defence the pages cannot be made: ${made.stderr}`
    const { passed, failed, output } = run(copy, proof.suite, [proof])
    if (failed > 0) return undefined
    return passed > 0 ? 'the test passes without the defence' : `the test did not run: ${output.slice(-2000)}`
  } finally {
    writeFileSync(file, source)
    if (isOfPages) makePages()
  }
}

if (process.argv.includes('--document')) writeDocument()
else {
  process.env.CHROMIUM_PATH = findChromium()
  const wanted = process.argv.slice(2).map(Number)
  const copy = copyPackages()
  let [proved, wrong] = [0, 0]
  try {
    const chosen = threats.filter(({ row }) => !wanted.length || wanted.includes(row))
    passBefore(
      copy,
      chosen.flatMap(({ proofs }) => proofs),
    )
    for (const { row, proofs } of chosen)
      for (const proof of proofs) {
        const problem = prove(copy, proof)
        if (problem) wrong++
        else proved++
        console.log(`${problem ? 'FAIL' : 'ok  '} row ${row}: ${proof.test}${problem ? `\n     ${problem}` : ''}`)
      }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  console.log(`${proved} defences taken away and missed by their test, ${wrong} not.`)
  process.exitCode = wrong === 0 && proved > 0 ? 0 : 1
}
