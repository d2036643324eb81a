// The package as it is published: its command runs, says its version, loads little for a call, and starts both servers.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const cedi = (...args) => execFileSync(process.execPath, [main, ...args], { encoding: 'utf8' })
let failed = 0
const verdict = (ok, what) => {
  if (!ok) failed++
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${what}`)
}

verdict(/^\d+\.\d+\.\d+/.test(cedi('--version')), 'cedi --version says a version')
verdict(cedi('help').includes('cedi compare'), 'cedi help names its commands')

/** Starts a program, waits for its ready line, and ends it. */
async function readyLine(args) {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [chunk] = await once(child.stdout, 'data')
  const ready = JSON.parse(String(chunk))
  return { ready, end: async () => child.kill('SIGTERM') && (await once(child, 'exit')) }
}
for (const program of ['mock', 'sandbox']) {
  const { ready, end } = await readyLine([program, '--port', '0', '--json'])
  verdict(ready.apiKey === 'sk_test_all', `cedi ${program} starts a server`)
  const listed = cedi('products', 'list', '--limit', '1', '--json', '--url', ready.url)
  verdict(JSON.parse(listed).length === 1, `cedi products list asks the ${program}`)
  if (program === 'sandbox') {
    const compared = cedi('compare', ready.url)
    verdict(/0 differ/.test(compared), 'cedi compare finds nothing that differs in the sandbox')
  }
  await end()
}
// An assistant: the official client, over standard input and output.
const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')
const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js')
const client = new Client({ name: 'check', version: '1' })
const transport = new StdioClientTransport({ command: process.execPath, args: [main, 'mcp'], stderr: 'pipe' })
await client.connect(transport)
const { pid } = transport
const { tools } = await client.listTools()
verdict(tools.length === 12, 'cedi mcp lists its tools to the official client')
const tool = async (name, given) => JSON.parse((await client.callTool({ name, arguments: given })).content[0].text)
const shop = await tool('create_merchant', { handle: 'esi', name: 'Esi', products: [{ name: 'Poster', price: 45.5 }] })
const paid = await tool('create_payment', { amount: '45.50', phone: '0244123789', merchant: shop.merchant })
const { payment } = await tool('follow_payment', { ref: paid.ref, merchant: shop.merchant, to_end: true })
verdict(payment.status === 'succeeded' && payment.net === 43.41, 'cedi mcp takes a payment to its end')
const page = await fetch(shop.storefront)
verdict(page.status === 200 && (await page.text()).includes('Poster'), 'cedi mcp serves the storefront of a merchant')
const refused = await client.callTool({ name: 'call_api', arguments: { operation: 'readBalance', key: 'sk_live_1' } })
verdict(refused.isError && /test keys only/.test(refused.content[0].text), 'cedi mcp refuses a live key')
await client.close()
const isGone = async () => {
  for (let times = 0; times < 50; times++)
    try {
      process.kill(pid, 0)
      await new Promise((resolve) => setTimeout(resolve, 100))
    } catch {
      return true
    }
  return false
}
verdict(await isGone(), 'cedi mcp ends when its assistant goes')

// A short command loads none of it: it starts in the time that it had before.
const { ready, end } = await readyLine(['mock', '--port', '0', '--json'])
const folder = mkdtempSync(join(tmpdir(), 'cedi-cli-'))
execFileSync(process.execPath, [main, 'products', 'list', '--url', ready.url], {
  env: { ...process.env, NODE_V8_COVERAGE: folder },
})
await end()
const loaded = readdirSync(folder)
  .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')).result.map(({ url }) => url))
  .filter((url) => url.startsWith('file:'))
const isHeavy = (url) =>
  /\/ajv|\/sandbox\//.test(url) || readFileSync(fileURLToPath(url), 'utf8').includes('modelcontextprotocol')
verdict(
  loaded.some((url) => url.endsWith('/dist/main.js')) && !loaded.some(isHeavy),
  `cedi products list loads ${loaded.length} files, and nothing of cedi mcp`,
)
rmSync(folder, { recursive: true })

// What is carried along keeps its licence.
const dist = fileURLToPath(new URL('../dist', import.meta.url))
const sources = readdirSync(dist)
  .filter((name) => name.endsWith('.js'))
  .flatMap((name) => [
    ...readFileSync(join(dist, name), 'utf8').matchAll(/^\/\/ .*node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/gm),
  ])
const carried = [...new Set(sources.map(([, name]) => name))].sort()
const licences = readFileSync(join(dist, 'LICENSES-OF-OTHERS.txt'), 'utf8')
verdict(
  carried.includes('@modelcontextprotocol/sdk') && carried.every((name) => licences.includes(`${name}\n\n`)),
  `the licences of what it carries are there: ${carried.join(', ')}`,
)
process.exitCode = failed > 0 ? 1 : 0
