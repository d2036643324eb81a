// Installs the packed ledger and mock server in a bare project and uses them there: two packages and no more, small, as a
// program, as ESM, as CJS, and with types that compile with skipLibCheck off. Ends with "N passed, N failed".
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const top = join(root, '../..')
/** Download sizes of an installation: the ledger and the server. */
const tarballLimits = [135_500, 175_000]
/** The longest line that an uncaught error could print: the description of the API alone is one line. */
const lineLimit = 1_300

let passed = 0
let failed = 0
const verdict = (ok, text) => {
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${text}`)
  if (ok) passed++
  else failed++
}
const npm = (args, cwd) => execFileSync('npm', args, { cwd, stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' })

const work = mkdtempSync(join(tmpdir(), 'cedi-packed-'))
try {
  const tarballs = [join(root, '../ledger'), root].map((folder, at) => {
    const [packed] = JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', work], folder))
    verdict(
      packed.size <= tarballLimits[at],
      `${packed.name}: ${packed.size} B packed (limit ${tarballLimits[at]}), ${packed.unpackedSize} B unpacked`,
    )
    const names = packed.files.map(({ path }) => path)
    verdict(
      ['README.md', 'LICENSE', 'package.json'].every((name) => names.includes(name)),
      `${packed.name} brings its README and LICENSE`,
    )
    verdict(
      names.every((name) => /^(?:dist\/|README\.md$|SKILL\.md$|LICENSE$|package\.json$)/.test(name)),
      `${packed.name} brings nothing else but dist`,
    )
    return join(work, packed.filename)
  })
  writeFileSync(join(work, 'package.json'), '{ "private": true }')
  npm(['install', '--no-audit', '--no-fund', '--ignore-scripts', '--offline', ...tarballs], work)
  const installed = readdirSync(join(work, 'node_modules'), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .flatMap(({ name }) =>
      name.startsWith('@') ? readdirSync(join(work, 'node_modules', name)).map((inner) => `${name}/${inner}`) : [name],
    )
  verdict(installed.join() === '@cedi/ledger,@cedi/mock-server', `two packages are installed: ${installed.join(', ')}`)

  const child = spawn('npx', ['--no-install', 'cedi-mock', '--json', '--port', '0'], {
    cwd: work,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const [line] = await once(child.stdout, 'data')
  const { url, apiKey } = JSON.parse(String(line))
  const answer = await fetch(`${url}/api/v1/products?limit=2`, { headers: { Authorization: `Bearer ${apiKey}` } })
  const { data } = await answer.json()
  verdict(answer.status === 200 && data.length === 2, 'npx cedi-mock --json answers')
  const statuses = await Promise.all(
    ['/api/v1/openapi.json', '/@ama'].map(async (path) => (await fetch(url + path)).status),
  )
  verdict(statuses.join() === '200,404', `so does its description, and it has no pages: ${statuses}`)
  process.kill(-child.pid, 'SIGTERM')
  await once(child, 'close')

  // The program is CommonJS and loads these modules on demand.
  const ask = (...flags) =>
    spawnSync('node_modules/.bin/cedi-mock', flags, { cwd: work, encoding: 'utf8', timeout: 20_000 })
  writeFileSync(join(work, 'seed.json'), '{ "merchants": "none" }')
  const asked = [
    [['--version'], /^\d+\.\d+\.\d+\n$/],
    [['--help'], /^cedi-mock: the API of /],
    [['completion', 'bash'], /^_cedi_mock\(\) \{/],
    [['--seed', 'seed.json'], /^cedi-mock: --seed seed\.json: merchants must be /],
  ].filter(([flags, meant]) => {
    const { stdout, stderr } = ask(...flags)
    return !meant.test(stdout + stderr)
  })
  verdict(asked.length === 0, `cedi-mock reads flags, commands and seeds ${asked.map(([flags]) => flags.join(' '))}`)
  const everywhere = spawn('npx', ['--no-install', 'cedi-mock', '--json', '--port', '0', '--host', '0.0.0.0'], {
    cwd: work,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const [ready] = await once(everywhere.stdout, 'data')
  verdict(/"apiKey"/.test(ready), 'cedi-mock makes a secret of its own when others can reach it')
  process.kill(-everywhere.pid, 'SIGTERM')
  await once(everywhere, 'close')

  // The balance uses the ledger; the description is in a file that both formats share.
  const use = `const mock = createMockServer()
const ask = (path) => mock.handle({ method: 'GET', url: path, headers: { Authorization: 'Bearer sk_test_all' } })
const all = ['/api/v1/balance', '/api/v1/openapi.json'].map(async (path) => (await ask(path)).status)
Promise.all(all).then((statuses) => console.log(statuses.join()))
openPostgres({ url: 'postgres://nobody' }).catch((error) => console.log(error.message))`
  for (const [kind, type, text] of [
    [
      'ESM',
      'module',
      `import { createMockServer } from '@cedi/mock-server'\nimport { openPostgres } from '@cedi/ledger/sql'\n${use}`,
    ],
    [
      'CJS',
      'commonjs',
      `const { createMockServer } = require('@cedi/mock-server')\nconst { openPostgres } = require('@cedi/ledger/sql')\n${use}`,
    ],
  ]) {
    const { stdout, stderr } = spawnSync(process.execPath, [`--input-type=${type}`, '-e', text], {
      cwd: work,
      encoding: 'utf8',
    })
    const said = stdout.trim().split('\n').sort().join(' ')
    verdict(
      said === '200,200 PostgreSQL needs the package pg. Run npm install pg.',
      `${kind} works: ${said} ${stderr.slice(0, 400)}`,
    )
  }

  const dist = join(work, 'node_modules/@cedi/mock-server/dist')
  const long = readdirSync(dist)
    .filter((file) => /\.c?js$/.test(file) && file !== 'openapi.js')
    .map((file) => [
      Math.max(
        ...readFileSync(join(dist, file), 'utf8')
          .split('\n')
          .map(({ length }) => length),
      ),
      file,
    ])
    .filter(([length]) => length > lineLimit)
  verdict(long.length === 0, `no line of the code is longer than ${lineLimit} characters ${long.join(' ')}`)
  const fault = 'createMockServer({ clok: "manual" })'
  for (const [kind, type, text, most] of [
    ['ESM', 'module', `import { createMockServer } from '@cedi/mock-server'\n${fault}`, 160],
    ['CJS', 'commonjs', `require('@cedi/mock-server').${fault}`, 500],
  ]) {
    const { stderr } = spawnSync(process.execPath, [`--input-type=${type}`, '-e', text], {
      cwd: work,
      encoding: 'utf8',
    })
    const [, shown = ''] = stderr.split('\n')
    verdict(
      shown.includes('throw new TypeError(`The option $') && shown.length <= most,
      `${kind}: an uncaught error shows a line that somebody wrote, of ${shown.length} characters`,
    )
    verdict(/\n\s+at readOptions \(/.test(stderr), `${kind}: and the name of the function that it comes from`)
  }

  mkdirSync(join(work, 'node_modules/@types'), { recursive: true })
  cpSync(join(top, 'node_modules/@types/node'), join(work, 'node_modules/@types/node'), { recursive: true })
  cpSync(join(top, 'node_modules/undici-types'), join(work, 'node_modules/undici-types'), { recursive: true })
  const consumer = readFileSync(join(root, 'test/consumer.txt'), 'utf8')
  for (const [platform, more] of [
    ['Node', { lib: ['ES2022'], types: ['node'] }],
    ['DOM', { lib: ['ES2022', 'DOM'], types: [] }],
  ])
    for (const [kind, module, moduleResolution, file] of [
      ['Node16 ESM', 'Node16', 'Node16', 'consumer.mts'],
      ['Node16 CJS', 'Node16', 'Node16', 'consumer.cts'],
      ['Bundler', 'ESNext', 'Bundler', 'consumer.ts'],
    ])
      compiles(`types, ${kind}, ${platform}`, file, consumer, { module, moduleResolution, ...more })
  symlinkSync(join(top, 'node_modules/msw'), join(work, 'node_modules/msw'))
  const adapter =
    "import { createMockServer } from '@cedi/mock-server'\nimport { handlers } from '@cedi/mock-server/msw'\nimport { setupServer } from 'msw/node'\nexport const server = setupServer(...handlers(createMockServer(), 'https://pay.example'))\n"
  // The types of msw do not compile in every setup, so only those of this package are checked.
  compiles('types of the msw adapter', 'adapter.mts', adapter, {
    module: 'Node16',
    moduleResolution: 'Node16',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    skipLibCheck: true,
  })
} finally {
  rmSync(work, { recursive: true, force: true })
}

function compiles(name, file, text, options) {
  const folder = join(work, 'consumer')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  writeFileSync(join(folder, file), text)
  const compilerOptions = {
    target: 'ES2022',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    ...options,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*'] }))
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(top, 'node_modules/typescript-7/bin/tsc'), '-p', folder],
    {
      encoding: 'utf8',
    },
  )
  verdict(status === 0, `${name} ${stdout.slice(0, 600)}`)
}

console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
