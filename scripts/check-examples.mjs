// Runs every example with packed packages: installs the tarballs and the dependencies of the examples into an empty
// folder, and runs each example there.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findChromium } from './browsers.mjs'
import { exampleDependencies } from './npm-cache.mjs'
import { packAll } from './pack-all.mjs'

const root = resolve(import.meta.dirname, '..')
const read = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'))
const examples = readdirSync(join(root, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({ name, about: read('examples', name, 'package.json') }))

const folder = mkdtempSync(join(tmpdir(), 'cedi-examples-'))
const total = { passed: 0, failed: 0 }
process.env.CHROMIUM_PATH ??= findChromium()
try {
  const packed = packAll(folder)
  const tarballs = Object.fromEntries(packed.map(({ name, path }) => [name, `file:${path}`]))
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ type: 'module', dependencies: { ...exampleDependencies(), ...tarballs }, overrides: tarballs }),
  )
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // Examples and documentation, whose code and links are checked. No sources of the packages.
  const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', 'LICENSE']
  const texts = ['examples', 'docs', ...pages, 'tsconfig.base.json', 'wordpress-plugin/readme.txt']
  for (const name of readdirSync(join(root, 'packages'))) {
    mkdirSync(join(folder, 'packages', name), { recursive: true })
    const pages = readdirSync(join(root, 'packages', name)).filter((file) => file.endsWith('.md'))
    texts.push(...pages.map((file) => `packages/${name}/${file}`))
  }
  for (const path of texts.filter((path) => existsSync(join(root, path))))
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (file) => !/node_modules|\.turbo|docs.\.cache/.test(file.slice(root.length)),
    })
  for (const { name, about } of examples)
    symlinkSync(join(folder, 'examples', name), join(folder, 'node_modules', about.name), 'dir')
  const env = {
    ...process.env,
    CEDI_PLUGIN: join(root, 'wordpress-plugin'),
    PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`,
  }
  for (const { name, about } of examples) {
    if (!about.scripts?.example) continue
    const startMs = Date.now()
    const { status, stdout, stderr } = spawnSync(about.scripts.example, {
      cwd: join(folder, 'examples', name),
      env,
      shell: true,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    })
    total[status === 0 ? 'passed' : 'failed']++
    console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name}  ${((Date.now() - startMs) / 1000).toFixed(1)} s`)
    if (status !== 0) console.log(stdout + stderr)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
