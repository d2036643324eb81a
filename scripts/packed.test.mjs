// Smoke test of the packages as npm publishes them: packs every published package, installs the tarballs into an empty
// project, and uses them there. publint and arethetypeswrong (`check:pack`) check the manifests. Run `npm run build` first.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { compilers, tools } from './npm-cache.mjs'
import { packAll, publishedPackages } from './pack-all.mjs'

const root = resolve(import.meta.dirname, '..')
const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'))

// Outside the repository, because Node would resolve a missing dependency from the repository's node_modules.
const project = mkdtempSync(join(tmpdir(), 'cedi-packed-'))
after(() => rmSync(project, { recursive: true, force: true }))
function run(command, args, cwd = project) {
  const stdio = ['ignore', 'pipe', 'inherit']
  const { status, stdout } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 26, stdio })
  assert.equal(status, 0, stdout)
  return stdout
}
const node = (...args) => run(process.execPath, args)

const packed = packAll(project)
const tarballs = Object.fromEntries(packed.map(({ name, path }) => [name, `file:${path}`]))
writeFileSync(
  join(project, 'package.json'),
  JSON.stringify({ private: true, dependencies: tarballs, devDependencies: tools, overrides: tarballs }),
)
run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'])
const installed = (...path) => join(project, 'node_modules', ...path)

for (const { name, files } of packed)
  test(`${name} contains its licence, README and SKILL, and no stray file`, () => {
    const paths = files.map(({ path }) => path)
    for (const path of ['LICENSE', 'README.md', 'SKILL.md']) assert.ok(paths.includes(path), path)
    const expected = /^(?:dist\/|package\.json$|README\.md$|LICENSE$|CHANGELOG\.md$|SKILL\.md$)/
    const unexpectedFiles = paths.filter((path) => !expected.test(path))
    assert.deepEqual(unexpectedFiles, [])
  })

test('instanceof accepts the errors of every entry point in both formats', () => {
  writeFileSync(
    join(project, 'instances.mjs'),
    `import assert from 'node:assert/strict'
    import { createRequire } from 'node:module'
    import * as client from '@cedi/client'
    import * as fetching from '@cedi/client/fetch'
    import * as response from '@cedi/client/response'
    import * as mock from '@cedi/mock-server'
    const require = createRequire(import.meta.url)
    const copies = [client, fetching, response, ...['', '/fetch', '/response'].map((entry) => require('@cedi/client' + entry))]
    const request = client.createClient({ baseUrl: 'https://pay.example', apiKey: 'k' }).balance.read()
    const denied = { status: 403, headers: new Headers(), text: async () => '{"success":false,"error":{"code":"insufficient_scope"}}' }
    for (const { send } of [fetching, require('@cedi/client/fetch')]) {
      const error = await send(request, { fetch: async () => denied }).catch((error) => error)
      for (const { ApiError } of copies) assert.ok(error instanceof ApiError)
      class OwnError extends client.ApiError {}
      assert.ok(!(error instanceof OwnError))
    }
    for (const { ApiError } of copies) assert.ok(!(new Error('x') instanceof ApiError))
    const dropped = new mock.ConnectionDropped('x')
    assert.ok(dropped instanceof require('@cedi/mock-server').ConnectionDropped)
    assert.ok(!(new Error('x') instanceof mock.ConnectionDropped))`,
  )
  node('instances.mjs')
})

test('every installed dependency has a permissive licence', () => {
  const permissive = /^(?:MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0|Unlicense)$/
  const dependencies = JSON.parse(run('npm', ['query', ':root *.prod']))
  assert.ok(dependencies.length > publishedPackages.length)
  const other = dependencies.filter(({ license }) => !permissive.test(license))
  assert.deepEqual(other, [])
})

test('the licence of every package that cedi bundles is included', () => {
  const dist = installed('@cedi/cli/dist')
  const code = readdirSync(dist)
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(dist, file), 'utf8'))
  const bundled = code.join('\n').matchAll(/^\/\/ .*node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/gm)
  const names = Array.from(bundled, ([, name]) => name)
  const licences = readFileSync(join(dist, 'LICENSES-OF-OTHERS.txt'), 'utf8')
  assert.ok(names.includes('@modelcontextprotocol/sdk'))
  const missing = names.filter((name) => !licences.includes(`${name}\n\n`))
  assert.deepEqual(missing, [])
})

// The msw adapter needs msw, which is an optional peer.
const entries = publishedPackages.flatMap(({ name, exports }) =>
  Object.entries(exports)
    .filter(([path, target]) => typeof target === 'object' && path !== './msw')
    .map(([path, target]) => ({ id: name + path.slice(1), canRequire: target.require !== undefined })),
)
for (const { id, canRequire } of entries)
  test(`${id} loads as an ES module${canRequire ? ' and as CommonJS' : ''}`, () => {
    const count = (module) => `console.log(Object.keys(${module}).length)`
    const counts = [node('--input-type=module', '-e', count(`await import('${id}')`))]
    if (canRequire) counts.push(node('--input-type=commonjs', '-e', count(`require('${id}')`)))
    // The buy button is a script for pages and exports nothing.
    if (id !== '@cedi/embed-js') for (const exported of counts) assert.ok(Number(exported) > 0)
  })

for (const [compiler, version] of Object.entries(compilers))
  test(`${version.slice(4)} compiles programs that use the client, the mock server and the sandbox`, () => {
    cpSync(join(root, 'packages/client/test/consumer.txt'), join(project, 'client.mts'))
    cpSync(join(root, 'packages/mock-server/test/consumer.txt'), join(project, 'mock-server.mts'))
    cpSync(join(root, 'packages/mock-server/test/consumer.txt'), join(project, 'mock-server.cts'))
    const sandbox = `import { createSandbox, type MockServer } from '@cedi/sandbox'
export const sandbox: MockServer = createSandbox({ clock: 'manual' })
// @ts-expect-error the clock is real or manual
createSandbox({ clock: 'fast' })`
    writeFileSync(join(project, 'sandbox.mts'), sandbox)
    const target = '--target es2022 --module node16 --types node --lib es2022,dom,dom.iterable'
    const args = `--noEmit --strict --exactOptionalPropertyTypes ${target} client.mts mock-server.mts mock-server.cts sandbox.mts`
    node(installed(compiler, 'bin/tsc'), ...args.split(' '))
  })

// Each version of TypeScript with the module resolutions that it has. node10 does not read `exports`.
const resolutions = {
  'typescript-5': ['--module node16', '--module commonjs --moduleResolution node10'],
  'typescript-6': ['--module node16', '--module commonjs --moduleResolution node10 --ignoreDeprecations 6.0'],
  'typescript-7': ['--module node16'],
}
for (const [compiler, options] of Object.entries(resolutions))
  for (const option of options)
    test(`${compiler} with ${option} emits declarations of a program that uses the client and settle`, () => {
      const program = `import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { settle } from '@cedi/client/settle'
import { memoryStore } from '@cedi/client/settle/memory'
const client = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1' })
// The type of a spread description must have a name.
export const traced = (limit: string | undefined) => ({ ...client.products.list({ limit }), at: 1 })
export const pay = (text: string | undefined, timeoutMs: number | undefined) => {
  const input = { amount: 1, method: 'mobile_money', phone: '0244123789', email: text } as const
  return send(client.payments.create(input, { idempotencyKey: text }), { timeoutMs })
}
export const settlement = settle({ client, store: memoryStore(), on: { paid() {} } })`
      writeFileSync(join(project, 'declarations.ts'), program)
      const args = `--strict --exactOptionalPropertyTypes --declaration --outDir declarations --target es2022 --lib es2022,dom,dom.iterable ${option} declarations.ts`
      node(installed(compiler, 'bin/tsc'), ...args.split(' '))
    })

test('esbuild bundles the client and the popup for a page', () => {
  const bundle = (code) => {
    writeFileSync(join(project, 'page.mjs'), code)
    const args = 'page.mjs --bundle --minify --format=esm --outfile=bundle.mjs --log-level=error'
    run(installed('.bin/esbuild'), args.split(' '))
    return readFileSync(join(project, 'bundle.mjs'), 'utf8')
  }
  assert.match(bundle("export { createCedi } from '@cedi/service-js'"), /dialog/)
  bundle(`import { createClient } from '@cedi/client'
const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1' })
console.log(cedi.products.list({ limit: '20' }).url)`)
  assert.equal(node('bundle.mjs'), 'https://pay.example/api/v1/products?limit=20\n')
})

const domTest = `
test('a payment succeeds, and a page names the environment that it needs', async () => {
  expect([typeof document, typeof TextEncoder, typeof Request]).toEqual(['object', 'undefined', 'undefined'])
  const headers = { Authorization: 'Bearer sk_test_all', 'Content-Type': 'application/json' }
  const body = JSON.stringify({ amount: 5, method: 'mobile_money', phone: '0244123789' })
  for (const server of [createMockServer(), createSandbox()]) {
    const created = await server.handle({ method: 'POST', url: '/api/v1/payments', headers, body })
    const { ref } = JSON.parse(created.body).data
    await server.clock.advance('PT1M')
    const read = await server.handle({ method: 'GET', url: '/api/v1/payments/' + ref, headers })
    expect(JSON.parse(read.body).data.status).toBe('succeeded')
    await expect(server.fetch('/')).rejects.toThrow(/Run the test in the environment "node"/)
    const { close } = await server.listen(0)
    await close()
  }
})`
for (const [format, file, imports] of [
  ['CommonJS', 'dom.test.cjs', (name, id) => `const { ${name} } = require('${id}')\n`],
  ['ES modules', 'dom.test.mjs', (name, id) => `import { ${name} } from '${id}'\n`],
])
  test(`mock server and sandbox run in a simulated DOM as ${format}`, () => {
    const servers = { createMockServer: '@cedi/mock-server', createSandbox: '@cedi/sandbox' }
    const lines = Object.entries(servers).map(([name, id]) => imports(name, id))
    writeFileSync(join(project, file), lines.join('') + domTest)
    const args = ['--env=jsdom', '--transform={}', `--testMatch=**/${file}`]
    node('--experimental-vm-modules', '--no-warnings', installed('jest/bin/jest.js'), ...args)
  })

for (const [program, ...args] of [['cedi-sandbox'], ['cedi', 'sandbox'], ['cedi', 'mock']])
  test(`${[program, ...args].join(' ')} starts from its tarball and responds`, async () => {
    const server = spawn(installed('.bin', program), [...args, '--port', '0', '--json'], {
      cwd: project,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exitEvent = once(server, 'exit')
    try {
      const [line] = await Promise.race([once(server.stdout, 'data'), exitEvent])
      const { url, apiKey } = JSON.parse(String(line))
      const response = await fetch(`${url}/api/v1/balance`, { headers: { Authorization: `Bearer ${apiKey}` } })
      assert.equal(response.status, 200)
      const productList = run(installed('.bin/cedi'), ['products', 'list', '--limit', '1', '--json', '--url', url])
      assert.equal(JSON.parse(productList).length, 1)
    } finally {
      server.kill('SIGTERM')
    }
    assert.deepEqual(await exitEvent, [0, null])
  })

/** Creates an example with the installed command, and installs its packages from the tarballs. */
function createExample(name) {
  const folder = join(project, 'examples', name)
  run(installed('.bin/cedi'), ['new', name, folder, '--packages', project])
  run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'], folder)
  return folder
}
for (const name of ['first-payment', 'node-shop', 'vitest-msw'])
  test(`the tests of ${name} pass in the project that cedi new creates`, () => {
    run('npm', ['test'], createExample(name))
  })

test('the shop that cedi new express creates takes orders with the sandbox in its project', async () => {
  const folder = createExample('express')
  const start = (script, args, env) =>
    spawn('npm', ['run', '--silent', script, ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
  const sandbox = start('sandbox', ['--', '--port', '0', '--json'])
  const processes = [sandbox]
  try {
    const [line] = await once(sandbox.stdout, 'data')
    const { url, apiKey } = JSON.parse(String(line))
    const shopUrl = 'http://127.0.0.1:3999'
    processes.push(start('start', [], { CEDI_URL: url, CEDI_API_KEY: apiKey, SHOP_URL: shopUrl }))
    const readPage = () => fetch(shopUrl).then((response) => response.text())
    let page = ''
    for (let attempt = 0; attempt < 100 && !page; attempt++) {
      page = await readPage().catch(() => '')
      if (!page) await new Promise((resolve) => setTimeout(resolve, 200))
    }
    assert.match(page, new RegExp(`<script src="${url}/service.js">`))
    assert.equal((await fetch(`${shopUrl}/checkout`, { method: 'POST' })).status, 200)
  } finally {
    // Ends npm and the program that it has started.
    for (const { pid } of processes) process.kill(-pid)
  }
})

for (const [name, file] of Object.entries({ 'service.js': 'service-js', 'embed.js': 'embed-js', 'buy.js': 'embed-js' }))
  test(`sri.json contains the hash of ${name}`, () => {
    const dist = installed('@cedi', file, 'dist')
    const hash = createHash('sha384')
      .update(readFileSync(join(dist, name)))
      .digest('base64')
    assert.equal(readJson(dist, 'sri.json')[name].integrity, `sha384-${hash}`)
  })
