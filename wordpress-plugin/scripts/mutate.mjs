// Breaks the plugin in one place at a time, and expects its PHP tests to notice. It works on a copy.
// Usage: node scripts/mutate.mjs [pattern of mutation names]
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { plugin } from './lab/core.mjs'
import { mutations } from './mutations.mjs'
import { shopMutations } from './shop-mutations.mjs'

const pattern = new RegExp(process.argv[2] ?? '')
const workFolder = mkdtempSync(join(tmpdir(), 'cedi-mutate-'))
const copy = join(workFolder, 'wordpress-plugin')
mkdirSync(copy)
for (const name of ['includes', 'languages', 'scripts', 'tests', 'cedi-commerce.php', 'uninstall.php', 'package.json'])
  cpSync(join(plugin, name), join(copy, name), { recursive: true })
mkdirSync(join(plugin, '.cache'), { recursive: true })
for (const name of ['.cache', 'build']) symlinkSync(join(plugin, name), join(copy, name))
for (const name of ['packages', 'docs', 'node_modules', 'scripts'])
  symlinkSync(join(plugin, '..', name), join(workFolder, name))

/** Site with the copy of the plugin. */
const { createSite } = await import(pathToFileURL(join(copy, 'scripts/lab/site.mjs')).href)
const site = await createSite({ serve: false })

let written = 0
/**
 * Writes a file of the copy, with a new time in the future, so that PHP compiles it again: its cache compares whole
 * seconds.
 */
function write(path, text) {
  writeFileSync(path, text)
  const then = Date.now() / 1000 + 3600 + ++written
  utimesSync(path, then, then)
}

/** Whether the tests of these classes pass. */
function runTests(tests) {
  const [php, ...rest] = site.runner
  const filter = ['--filter', `\\\\(${tests})::`]
  const args = [...rest, '--configuration', join(copy, 'tests/php/phpunit.xml')]
  const { status, stdout } = spawnSync(php, [...args, '--exclude-group', 'slow', '--stop-on-defect', ...filter], {
    env: site.env,
    encoding: 'utf8',
    timeout: 900_000,
    maxBuffer: 1 << 26,
  })
  return { hasPassed: status === 0 && /^OK \(/m.test(stdout), output: stdout }
}

const selected = [...mutations, ...shopMutations].filter(([name]) => pattern.test(name))
const survivors = []
try {
  const all = [...new Set(selected.flatMap(([, , , , tests]) => tests.split('|')))].join('|')
  const { hasPassed, output } = runTests(all)
  if (!hasPassed) throw new Error(`The tests fail before anything was broken.\n${output.slice(-3000)}`)
  for (const [name, file, find, replacement, tests] of selected) {
    const path = join(copy, 'includes', file)
    const before = readFileSync(path, 'utf8')
    const count = before.split(find).length - 1
    if (count !== 1) throw new Error(`"${name}": its text occurs ${count} times in ${file} instead of once.`)
    writeFileSync(
      path,
      before.replace(find, () => replacement),
    )
    const isCaught = !runTests(tests).hasPassed
    write(path, before)
    console.log(`${isCaught ? 'caught  ' : 'SURVIVED'} ${name}`)
    if (!isCaught) survivors.push(name)
  }
} finally {
  await site.remove()
  rmSync(workFolder, { recursive: true, force: true })
}
console.log(`${selected.length - survivors.length} caught, ${survivors.length} survived`)
process.exitCode = survivors.length === 0 && selected.length > 0 ? 0 : 1
