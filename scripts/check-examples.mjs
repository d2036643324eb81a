// Runs every example with the packages as they are published: packs them, installs the tarballs into an empty folder
// with the npm packages that the examples need, and runs each example there. Ends with the line "N passed, N failed".
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

const root = resolve(import.meta.dirname, '..')
const read = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'))
const published = readdirSync(join(root, 'packages')).filter((name) => !read('packages', name, 'package.json').private)
const examples = readdirSync(join(root, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({ name, about: read('examples', name, 'package.json') }))

const folder = mkdtempSync(join(tmpdir(), 'cedi-examples-'))
const total = { passed: 0, failed: 0 }
process.env.CHROMIUM_PATH ??= findChromium()
try {
  const packed = published.map((name) => {
    const [{ filename }] = JSON.parse(
      execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
        cwd: join(root, 'packages', name),
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    )
    return [`@cedi/${name}`, `file:${join(folder, filename)}`]
  })
  // What is not ours, at the versions that the examples name.
  const others = Object.assign({}, ...examples.flatMap(({ about }) => [about.dependencies, about.devDependencies]))
  const dependencies = Object.fromEntries(
    [...Object.entries(others), ['vitest', read('package.json').devDependencies.vitest]].filter(
      ([name]) => !name.startsWith('@cedi/'),
    ),
  )
  const tarballs = Object.fromEntries(packed)
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      private: true,
      type: 'module',
      dependencies: { ...dependencies, ...tarballs },
      overrides: tarballs,
    }),
  )
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // The examples and the texts whose code and links are looked at; no sources of the packages.
  const texts = ['examples', 'docs', 'README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', 'LICENSE']
  texts.push('tsconfig.base.json', 'wordpress-plugin/readme.txt')
  for (const name of readdirSync(join(root, 'packages')))
    for (const file of readdirSync(join(root, 'packages', name)))
      if (file.endsWith('.md')) texts.push(`packages/${name}/${file}`)
  for (const name of readdirSync(join(root, 'packages'))) mkdirSync(join(folder, 'packages', name), { recursive: true })
  for (const path of texts.filter((path) => existsSync(join(root, path))))
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (file) => !/node_modules|\.turbo|docs.\.cache/.test(file.slice(root.length)),
    })
  for (const { name, about } of examples) {
    mkdirSync(join(folder, 'node_modules/@cedi'), { recursive: true })
    symlinkSync(join(folder, 'examples', name), join(folder, 'node_modules', about.name), 'dir')
  }
  const env = {
    ...process.env,
    CEDI_PLUGIN: join(root, 'wordpress-plugin'),
    PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`,
  }
  for (const { name, about } of examples) {
    if (!about.scripts?.example) continue
    const started = Date.now()
    const { status, stdout, stderr } = spawnSync(about.scripts.example, {
      cwd: join(folder, 'examples', name),
      env,
      shell: true,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    })
    total[status === 0 ? 'passed' : 'failed']++
    console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name}  ${((Date.now() - started) / 1000).toFixed(1)} s`)
    if (status !== 0) console.log(stdout + stderr)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
