import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createMockServer } from '@cedi/mock-server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { card, wallet } from '../../mock-server/test/service.js'
import { type BuiltProgram, buildProgram } from './program.js'

const root = join(import.meta.dirname, '..')
let program: BuiltProgram
beforeAll(async () => {
  program = await buildProgram(root, { external: ['prom-client', 'proper-lockfile'], entry: 'test/run-mock.ts' })
})
afterAll(() => program.remove())

const run = (...flags: string[]) => program.run(...flags)
const ready = (...flags: string[]) => program.ready(...flags)

describe('cedi mock', () => {
  it('--json prints exactly one line when it is ready, and SIGTERM ends it with 0', async () => {
    const { child, output, exit, url } = await ready('--json', '--log')
    const line = JSON.parse(output.stdout)
    expect(line).toMatchObject({ url, apiKey: 'sk_test_all' })
    expect(Object.keys(line)).toEqual(['url', 'apiKey', 'controlToken'])
    const response = await fetch(`${url}/api/v1/balance`, { headers: { Authorization: `Bearer ${line.apiKey}` } })
    expect(response.status).toBe(200)
    child.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
    expect([output.stdout.split('\n').length, output.stderr]).toEqual([2, ''])
  })

  it('SIGTERM lets a running request finish', async () => {
    const { child, exit, url } = await ready('--json', '--control-token', 'geheim')
    const control = { headers: { 'X-Mock-Token': 'geheim' } }
    const body = JSON.stringify({ fault: { latency_ms: 200 } })
    await fetch(`${url}/__mock/faults`, { ...control, method: 'POST', body })
    const request = fetch(`${url}/api/v1/balance`, { headers: { Authorization: 'Bearer sk_test_all' } })
    while ((await (await fetch(`${url}/__mock/requests`, control)).json()).data.length === 0);
    child.kill('SIGTERM')
    expect((await request).status).toBe(200)
    expect(await exit).toEqual([0, null])
  })

  it('prints its URL and a first command, and logs each request on a line without secrets', async () => {
    const { child, output, exit, url } = await ready(
      '--log',
      '--clock',
      'manual',
      '--default-outcome',
      'pending',
      '--approval-delay',
      '0',
      '--rate-limit',
      '100/60s',
      '--control-token',
      'geheim',
    )
    for (const text of ['sk_test_all', `${url}/api/v1/openapi.json`, '039 declined'])
      expect(output.stdout).toContain(text)
    const before = output.stdout.length
    const { key } = (
      await (
        await fetch(`${url}/__mock/keys`, {
          method: 'POST',
          headers: { 'X-Mock-Token': 'geheim' },
          body: '{"scopes":["payments:write"]}',
        })
      ).json()
    ).data
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const payment = await (
      await fetch(`${url}/api/v1/payments`, { method: 'POST', headers, body: JSON.stringify(card('4000002500003155')) })
    ).json()
    await fetch(payment.data.next_action.url)
    await fetch(`${url}/api/licenses/verify?key=CEDI-SECRET`)
    await fetch(`${url}/api/v1/balance`, { headers })
    child.kill('SIGINT')
    expect(await exit).toEqual([0, null])
    const lines = output.stdout
      .slice(before)
      .trim()
      .split('\n')
      .map((line) => line.slice(10))
    expect(lines).toEqual([
      '201  POST /api/v1/payments',
      '404  GET  /challenge/[redacted]  not_found',
      '200  GET  /api/licenses/verify?key=%5Bredacted%5D',
      '403  GET  /api/v1/balance  insufficient_scope',
    ])
  })

  it('logs each request as JSON on demand, without secrets', async () => {
    const { child, output, exit, url } = await ready('--clock', 'manual', '--log-format', 'json')
    const before = output.stdout.length
    const headers = { Authorization: 'Bearer sk_test_none', 'Content-Type': 'application/json' }
    const body = JSON.stringify(card())
    await (await fetch(`${url}/api/v1/payments?key=sk_test_none`, { method: 'POST', headers, body })).text()
    child.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
    expect(JSON.parse(output.stdout.slice(before))).toEqual({
      at: '2026-01-05T09:00:00.000Z',
      request_id: 'req_00000001',
      method: 'POST',
      path: '/api/v1/payments',
      query: 'key=%5Bredacted%5D',
      operation: 'createPayment',
      merchant: 'demo',
      status: 403,
      code: 'insufficient_scope',
    })
  })

  it('the server continues when its log is no longer read', async () => {
    const { child, output, exit, url } = await ready('--log')
    child.stdout?.destroy()
    for (let index = 0; index < 3; index++) expect((await fetch(`${url}/api/v1/nothing`)).status).toBe(404)
    child.kill('SIGTERM')
    expect([await exit, output.stderr]).toEqual([[0, null], ''])
  })

  it('accepts a seed file', async () => {
    const file = join(program.folder, 'seed.json')
    writeFileSync(
      file,
      JSON.stringify({ merchants: [{ id: 'demo', name: 'Kofi', products: [{ name: 'Batik', price: 30 }] }] }),
    )
    const { child, exit, url } = await ready('--json', '--seed', file)
    const { data } = await (
      await fetch(`${url}/api/v1/products`, { headers: { Authorization: 'Bearer sk_test_all' } })
    ).json()
    expect(data).toMatchObject([{ name: 'Batik' }])
    child.kill('SIGTERM')
    await exit
  })

  it('an occupied port is reported in one line', async () => {
    const listening = await createMockServer().listen(0)
    const { output, exit } = run('--port', String(listening.port))
    expect([await exit, output.stdout, output.stderr]).toEqual([
      [2, null],
      '',
      `cedi mock: Port ${listening.port} is taken. Choose another with --port, or let --port 0 find a free one.\n`,
    ])
    await listening.close()
  })

  it.each([
    [['--port', 'x'], '--port must be a whole number from 0 to 65535, not "x".'],
    [['--port', '65536'], '--port must be a whole number from 0 to 65535, not "65536".'],
    [['--port=-1'], '--port must be a whole number from 0 to 65535, not "-1".'],
    [['--clock', 'fast'], '--clock must be real or manual, not "fast".'],
    [['--default-outcome', 'win'], '--default-outcome must be succeed or fail or pending, not "win".'],
    [['--approval-delay', '1s'], '--approval-delay must be a whole number from 0 to 3600000, not "1s".'],
    [['--rate-limit', '5'], '--rate-limit must be like 100/60s, not "5".'],
    [['--control-token', ''], '--control-token must not be empty.'],
    [['--data-dir', 'x'], 'cedi mock has no flag --data-dir. See cedi mock --help.'],
    [['--nonsense'], 'cedi mock has no flag --nonsense. See cedi mock --help.'],
    [['--publc-url', 'https://pay.example'], 'cedi mock has no flag --publc-url. Did you mean --public-url?'],
    [['--until', 'x'], 'cedi mock has no flag --until. See cedi mock --help.'],
    [['curl', '--prt', '4011'], 'cedi mock has no flag --prt. Did you mean --port?'],
    [['curl', '--port', '4011'], 'cedi mock curl has no flag --port. See cedi mock --help.'],
    [
      ['--public-url', 'https://kɔfi.example'],
      '--public-url must be an http or https URL without a query, such as https://pay.example. Got "https://kɔfi.example". Check it.',
    ],
    [['nonsense'], 'There is no command "nonsense". See cedi mock --help.'],
    [['curl', 'ten'], 'COUNT must be a whole number from 0 to 1000, not "ten".'],
    [['curl', '1', '2'], '2 is one word too many. See cedi mock --help.'],
    [
      ['curl', '--url', 'http://127.0.0.1:1'],
      'Nothing answers at http://127.0.0.1:1. Start a server with "cedi mock", or name it with --url.',
    ],
    [['--port', '-1'], 'The value of --port begins with a dash. Write --port=VALUE, without a space.'],
    [['--host', ''], '--host must not be empty. Say 0.0.0.0 for all addresses of this machine.'],
    [['--seed', '/nowhere.json'], "--seed /nowhere.json: ENOENT: no such file or directory, open '/nowhere.json'"],
    [
      ['--host', '256.256.256.256', '--port', '0'],
      'It cannot listen on 256.256.256.256:0 (getaddrinfo ENOTFOUND 256.256.256.256).',
    ],
  ])('rejects %j in one line, with 2', async (flags, line) => {
    const { output, exit } = run(...flags)
    const [code] = await exit
    expect([code, output.stdout]).toEqual([2, ''])
    if (line.includes('getaddrinfo'))
      expect(output.stderr).toMatch(
        /^cedi mock: It cannot listen on 256\.256\.256\.256:0 \(.+\)\. Choose others with --host and --port\.\n$/,
      )
    else expect(output.stderr).toBe(`cedi mock: ${line}\n`)
  })

  it.each([
    ['{', /JSON/],
    [Buffer.from('{"merchants":[{"id":"a","name":"\xff"}]}', 'latin1'), /The file must be JSON/],
    ['{"merchants":[{"id":"a"}]}', /merchants\[0\]\.name is missing\./],
    ['{"merchants":[{"id":"a","name":"x","products":[{"name":"y","price":0.5}]}]}', /price/],
  ])('rejects the seed %s in one line, with 2', async (text, words) => {
    const file = join(program.folder, 'wrong.json')
    writeFileSync(file, text)
    const { output, exit } = run('--port', '0', '--seed', file)
    expect((await exit)[0]).toBe(2)
    expect(output.stderr).toMatch(/^cedi mock: --seed [^\n]+\n$/)
    if (!text.includes('0.5')) expect(output.stderr).toMatch(words)
  })

  it('prints its help and its version', async () => {
    const help = run('--help')
    expect([(await help.exit)[0], help.output.stdout]).toEqual([0, expect.stringContaining('--default-outcome')])
    const version = run('--version')
    expect([(await version.exit)[0], version.output.stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
  })

  it('prints logged requests as curl commands that run in a shell, without the key', async () => {
    const { child, exit, url } = await ready('--json')
    const name = 'Ama\'s "cloth" $HOME `id`'
    const body = JSON.stringify({ name, price: '12.00', type: 'physical' })
    const headers = { authorization: 'Bearer sk_test_all', 'content-type': 'application/json', 'idempotency-key': 'k1' }
    await fetch(`${url}/api/v1/products`, { method: 'POST', headers, body })
    const curlOutput = run('curl', '5', '--url', url)
    await curlOutput.exit
    const [, , line = ''] = curlOutput.output.stdout.split('\n')
    expect(curlOutput.output.stdout).not.toContain('Bearer sk_')
    // A shell splits the command into arguments, and the request is sent as curl would send it.
    const words = line.replace(/^curl /, 'printf "%s\\0" ')
    const shell = spawn('sh', ['-c', words], { env: { ...process.env, CEDI_API_KEY: 'sk_test_all' } })
    let args = ''
    shell.stdout.on('data', (chunk) => {
      args += chunk
    })
    await once(shell, 'close')
    const [, method = '', address = '', ...rest] = args.split('\0')
    const pairs = rest.flatMap((word, index) =>
      word === '-H' ? [(rest[index + 1] ?? '').split(': ', 2) as [string, string]] : [],
    )
    const requestBody = rest[rest.indexOf('--data-raw') + 1] ?? ''
    const responseText = await (await fetch(address, { method, headers: pairs, body: requestBody })).text()
    // The Idempotency-Key and the body are the same, so the response is the product created before.
    expect(JSON.parse(responseText).data.name).toBe(name)
    const products = await (await fetch(`${url}/api/v1/products?limit=100`, { headers })).json()
    expect(products.data.filter((product: { name: string }) => product.name === name)).toHaveLength(1)
    child.kill('SIGTERM')
    await exit
  })

  it('prints one line per request, also for control characters in its body', async () => {
    const { child, exit, url } = await ready('--json')
    for (const body of ['"x\\ntouch /tmp/evil\\u001b[2J\\u009b"', '["\\n", "\\u2028"]'])
      await fetch(`${url}/api/v1/payments`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { output, exit: runExit } = run('curl', '2', '--url', url)
    await runExit
    const lines = output.stdout.trim().split('\n')
    expect(lines.map((line) => /^(?:#|curl) /.test(line))).toEqual(Array(5).fill(true))
    expect(output.stdout).not.toMatch(/[^\P{Cc}\n]/u)
    child.kill('SIGTERM')
    await exit
  })

  it('sends a control token to no other origin and over no insecure connection', async () => {
    const tokens: unknown[] = []
    const other = createHttpServer((request, response) => {
      tokens.push(request.headers['x-mock-token'])
      response.end('{}')
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
    const redirect = createHttpServer((_, response) => response.writeHead(307, { location }).end()).listen(
      0,
      '127.0.0.1',
    )
    await once(redirect, 'listening')
    const from = `http://127.0.0.1:${(redirect.address() as AddressInfo).port}`
    const token = ['--control-token', 'token-of-the-team']
    const redirected = run('verify', '--url', from, ...token)
    expect([(await redirected.exit)[0], redirected.output.stderr]).toEqual([
      2,
      expect.stringContaining('redirects (307), which is not followed'),
    ])
    const insecure = run('verify', '--url', 'http://10.255.255.1', ...token)
    expect([(await insecure.exit)[0], insecure.output.stderr]).toEqual([2, expect.stringContaining('--url must start')])
    expect(tokens).toEqual([])
    other.close()
    redirect.close()
  })

  it('prints a request with hidden values as a comment that names them', async () => {
    const { child, exit, url } = await ready('--json')
    const headers = { authorization: 'Bearer sk_test_all', 'content-type': 'application/json' }
    const post = (body: string) => fetch(`${url}/api/v1/payments`, { method: 'POST', headers, body })
    await post(JSON.stringify(wallet))
    await fetch(`${url}/api/licenses/verify?key=CEDI-1`)
    await post(`{"metadata":"${'x'.repeat(9000)}"}`)
    const curlOutput = run('curl', '3', '--url', url)
    await curlOutput.exit
    expect(curlOutput.output.stdout).toContain('***3789')
    for (const hidden of ['a phone number', 'a card, a code or a key', 'a body that is long'])
      expect(curlOutput.output.stdout).toContain(`It had ${hidden}`)
    expect(curlOutput.output.stdout).toContain('Put it in where it is hidden')
    expect(curlOutput.output.stdout.split('\n').filter((line) => line && !line.startsWith('#'))).toEqual([])
    child.kill('SIGTERM')
    await exit
  })

  it('verifies the ledger of a merchant', async () => {
    const { child, exit, url } = await ready('--json')
    const { output, exit: runExit } = run('verify', 'demo', '--url', url)
    expect((await runExit)[0]).toBe(0)
    expect(output.stdout).toMatch(/^demo: \d+ entries, and every invariant holds\. The last hash is [0-9a-f]{64}\.\n$/)
    child.kill('SIGTERM')
    await exit
  })

  it('issues random keys, and those of CEDI_SECRET if it is set', async () => {
    const issue = async (...flags: string[]) => {
      const { child, exit, output } = await ready('--json', '--clock', 'manual', ...flags)
      const { url, controlToken } = JSON.parse(output.stdout)
      const response = await fetch(`${url}/__mock/keys`, {
        method: 'POST',
        headers: { 'X-Mock-Token': controlToken },
        body: '{"scopes":[]}',
      })
      child.kill('SIGTERM')
      await exit
      return (await response.json()).data.key
    }
    const { key: computed } = (await createMockServer().control('POST', 'keys', { scopes: [] })) as { key: string }
    expect(new Set([computed, await issue(), await issue('--control-token', 'geheim')]).size).toBe(3)
    vi.stubEnv('CEDI_SECRET', 'a secret of the environment')
    expect(await issue()).toBe(await issue())
    vi.stubEnv('CEDI_SECRET', 'short')
    const { exit, output } = run('--port', '0')
    expect([await exit, output.stderr]).toEqual([
      [2, null],
      'cedi mock: CEDI_SECRET must have 16 characters or more.\n',
    ])
    vi.unstubAllEnvs()
  })
})
