// Does what a release would do, without publishing: packs every package and the plugin, installs the tarballs into
// empty projects, and runs them there as ESM, as CJS, compiled by TypeScript 5.9, 6 and 7, and bundled by esbuild, Vite
// and webpack. Checks licences and writes a bill of materials (CycloneDX) for each. Its results are in .cache/release.
// Ends with the line "N passed, N failed".
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const out = join(root, '.cache/release')
const read = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'))
const packages = readdirSync(join(root, 'packages'))
  .map((name) => ({ name, about: read('packages', name, 'package.json') }))
  .filter(({ about }) => !about.private)
const total = { passed: 0, failed: 0 }
const verdict = (ok, what, more = '') => {
  total[ok ? 'passed' : 'failed']++
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${what}`)
  if (!ok && more) console.log(more)
}
const npm = (args, cwd) => execFileSync('npm', args, { cwd, stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' })
const run = (command, args, cwd) => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
  return { ok: status === 0, said: `${stdout ?? ''}${stderr ?? ''}`, stdout: (stdout ?? '').trim() }
}

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })

// The tarballs, and nothing in them that is not wanted.
const tarballs = {}
for (const { name, about } of packages) {
  const [packed] = JSON.parse(
    npm(['pack', '--json', '--ignore-scripts', '--pack-destination', out], join(root, 'packages', name)),
  )
  tarballs[about.name] = `file:${join(out, packed.filename)}`
  const stray = packed.files
    .map(({ path }) => path)
    .filter((path) => !/^(?:dist\/|package\.json$|README\.md$|LICENSE$|CHANGELOG\.md$|SKILL\.md$)/.test(path))
  verdict(
    stray.length === 0,
    `${about.name}@${about.version}: ${packed.files.length} files, ${packed.size} B`,
    stray.join('\n'),
  )
  verdict(
    packed.files.some(({ path }) => path === 'SKILL.md'),
    `${about.name} tells assistants what it is for`,
  )
  verdict(
    packed.files.some(({ path }) => path === 'LICENSE') && about.license === 'MIT',
    `${about.name} carries its licence`,
  )
}

// A bare project.
// Outside the repository, so that packages that are not installed there are not found.
const bare = mkdtempSync(join(tmpdir(), 'cedi-release-'))
writeFileSync(
  join(bare, 'package.json'),
  JSON.stringify({ private: true, dependencies: tarballs, overrides: tarballs }),
)
npm(['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'], bare)
const known = new Set(packages.map(({ about }) => about.name))
// Permissive ones: none of them asks anything of a shop but to keep its text.
const allowed = /^(?:MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0|Unlicense)$/
const tree = JSON.parse(npm(['ls', '--all', '--json', '--long'], bare))
const licences = new Map()
const walk = ({ dependencies = {} }) => {
  for (const [name, node] of Object.entries(dependencies)) {
    if (!known.has(name) && node.license) licences.set(name, String(node.license))
    walk(node)
  }
}
walk(tree)
verdict(
  [...licences.values()].every((licence) => allowed.test(licence)),
  `licences of what is installed beside them: ${[...licences].map((pair) => pair.join(' ')).join(', ') || 'nothing is'}`,
)
for (const { name, about } of packages) {
  const folder = join(out, 'sbom', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      private: true,
      name: `sbom-${name}`,
      version: about.version,
      dependencies: { [about.name]: tarballs[about.name] },
      overrides: tarballs,
    }),
  )
  npm(
    [
      'install',
      '--package-lock-only',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--omit=peer',
      '--prefer-offline',
    ],
    folder,
  )
  const bill = npm(['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit=peer'], folder)
  writeFileSync(join(out, `${name}.cdx.json`), bill.replaceAll(`file:${out}/`, 'file:'))
  const { components } = JSON.parse(bill)
  const own = Object.keys(about.dependencies ?? {}).length
  verdict(
    components.length >= 1 + own && (own > 0 || components.length === 1),
    `bill of materials of ${about.name}: ${components.length} components`,
  )
}

// ESM and CJS, every entry.
for (const { about } of packages)
  for (const [entry, target] of Object.entries(about.exports ?? {})) {
    if (typeof target === 'string') continue
    const name = `${about.name}${entry.slice(1)}`
    // These speak to libraries that a project brings itself.
    if (/msw$/.test(name)) continue
    // The button is a script for pages: it exports nothing, and on a server it only has to load.
    const least = about.name === '@cedi/embed-js' ? 0 : 1
    const esm = run(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import * as all from '${name}'; if (Object.keys(all).length < ${least}) throw new Error('nothing')`,
      ],
      bare,
    )
    verdict(esm.ok, `import ${name}`, esm.said)
    if (!target.require) continue
    const cjs = run(
      process.execPath,
      ['--input-type=commonjs', '-e', `if (Object.keys(require('${name}')).length === 0) throw new Error('nothing')`],
      bare,
    )
    verdict(cjs.ok, `require ${name}`, cjs.said)
  }

// A program that uses them together, compiled, and then bundled and run.
const program = `import { createClient, decode, type Payment } from '@cedi/client'
import { createMockServer } from '@cedi/mock-server'

const mock = createMockServer()
const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_all' })
const request = cedi.payments.create({ amount: '45.50', method: 'mobile_money', phone: '0244123789' })
const { status, body } = await mock.handle(request)
const result = decode(request, status, body)
if (!result.success) throw result.error
const payment: Payment = result.data
console.log(payment.status, payment.fee)
`
writeFileSync(join(bare, 'program.mts'), program)
const cache = join(root, '.cache/typescript')
for (const version of ['5.9.3', '6.0.3', '7.0.2']) {
  const folder = join(cache, version)
  if (!existsSync(join(folder, 'node_modules/typescript'))) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    npm(['install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-save', `typescript@${version}`], folder)
  }
  const tsc = createRequire(join(folder, 'package.json')).resolve('typescript/package.json')
  const compiled = run(
    process.execPath,
    [
      join(tsc, '../bin/tsc'),
      '--strict',
      '--noEmit',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--moduleResolution',
      'nodenext',
      '--lib',
      'es2022,dom,dom.iterable',
      'program.mts',
    ],
    bare,
  )
  verdict(compiled.ok, `TypeScript ${version} compiles a program of client and mock server`, compiled.said)
}
const shop = `import { createClient } from '@cedi/client'
const request = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1', dangerouslyAllowBrowser: true }).products.list({ limit: '20' })
console.log(request.method + ' ' + request.url)
`
writeFileSync(join(bare, 'shop.mjs'), shop)
writeFileSync(join(bare, 'page.mjs'), `import { createCedi } from '@cedi/service-js'\nglobalThis.cedi = createCedi\n`)
const esbuild = createRequire(join(root, 'packages/mock-server/package.json'))('esbuild')
const vite = await import('vite')
// The one that builds the plugin.
const ofPlugin = createRequire(join(root, 'wordpress-plugin/package.json'))
const webpack = createRequire(ofPlugin.resolve('@wordpress/scripts/package.json'))('webpack')
const bundlers = {
  esbuild: (entry, file) =>
    esbuild.build({
      entryPoints: [entry],
      outfile: file,
      bundle: true,
      minify: true,
      format: 'esm',
      tsconfigRaw: '{}',
      logLevel: 'silent',
    }),
  Vite: (entry, file) =>
    vite.build({
      root: bare,
      configFile: false,
      logLevel: 'silent',
      build: {
        outDir: join(file, '..'),
        emptyOutDir: false,
        lib: { entry, formats: ['es'], fileName: () => file.split(/[/\\]/).pop() },
        minify: true,
      },
    }),
  webpack: (entry, file) =>
    new Promise((done, failed) =>
      webpack(
        {
          mode: 'production',
          target: 'web',
          context: bare,
          entry,
          output: { path: join(file, '..'), filename: file.split(/[/\\]/).pop() },
        },
        (error, stats) =>
          error || stats.hasErrors() ? failed(error ?? new Error(stats.toString('errors-only'))) : done(),
      ),
    ),
}
mkdirSync(join(bare, 'bundles'))
for (const [name, bundle] of Object.entries(bundlers))
  try {
    const file = join(bare, 'bundles', `${name.toLowerCase()}.mjs`)
    await bundle(join(bare, 'shop.mjs'), file)
    const { stdout, said } = run(process.execPath, [file], bare)
    verdict(
      stdout === 'GET https://pay.example/api/v1/products?limit=20',
      `${name} bundles the client, ${readFileSync(file).length} B, and it runs`,
      said,
    )
    const page = join(bare, 'bundles', `${name.toLowerCase()}-page.mjs`)
    await bundle(join(bare, 'page.mjs'), page)
    verdict(readFileSync(page, 'utf8').includes('dialog'), `${name} bundles the popup, ${readFileSync(page).length} B`)
  } catch (error) {
    verdict(false, `${name} bundles the client and the popup`, error.message)
  }

// The command.
const server = spawn(join(bare, 'node_modules/.bin/cedi-mock'), ['--port', '0', '--json'], {
  cwd: bare,
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [line] = await Promise.race([once(server.stdout, 'data'), once(server, 'exit').then(() => ['{}'])])
const { url, apiKey } = JSON.parse(String(line))
const answer = url
  ? await fetch(`${url}/api/v1/balance`, { headers: { Authorization: `Bearer ${apiKey}` } })
  : { status: 0 }
verdict(answer.status === 200, 'cedi-mock starts from its tarball and answers')
server.kill('SIGTERM')
if (server.exitCode === null) await once(server, 'exit')
verdict(server.exitCode === 0, 'cedi-mock ends with 0')

// The scripts for pages, and the plugin.
for (const [name, file] of [
  ['service-js', 'service.js'],
  ['embed-js', 'embed.js'],
  ['embed-js', 'buy.js'],
]) {
  const dist = join(bare, 'node_modules/@cedi', name, 'dist')
  const hash = `sha384-${createHash('sha384')
    .update(readFileSync(join(dist, file)))
    .digest('base64')}`
  verdict(readFileSync(join(dist, 'sri.json'), 'utf8').includes(hash), `${file} has the hash that sri.json names`)
  cpSync(join(dist, file), join(out, file))
  cpSync(join(dist, 'sri.json'), join(out, `${name}-sri.json`))
}
const zip = join(root, 'wordpress-plugin/dist/cedi-commerce.zip')
verdict(existsSync(zip), 'the plugin is zipped')
if (existsSync(zip)) cpSync(zip, join(out, 'cedi-commerce.zip'))
rmSync(join(out, 'sbom'), { recursive: true })
rmSync(bare, { recursive: true })
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0
