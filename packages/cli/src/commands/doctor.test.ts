import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestCli } from '../../test/test-cli.js'
import { checkNode, checkPackages } from '../doctor/machine.js'
import type { CheckResult } from '../doctor/result.js'
import { sendHttp } from '../transport.js'

/** Returns a transport to a mock server that also serves the scripts of a sandbox and sends a `Date` header. */
function createTransport(cli: ReturnType<typeof createTestCli>, dateMs = Date.now()) {
  return async (url: string, init: object = {}) => {
    const { pathname } = new URL(url)
    const request = new Request(url, { ...init, redirect: 'follow' })
    const response = pathname.endsWith('.js')
      ? new Response('0')
      : await cli.server.fetch(request, undefined, { isTrusted: true })
    const headers = new Headers(response.headers)
    headers.set('Date', new Date(dateMs).toUTCString())
    return new Response(response.body, { status: response.status, headers })
  }
}
const readResults = (out: string): Record<string, CheckResult> =>
  Object.fromEntries((JSON.parse(out) as CheckResult[]).map((one) => [one.check, one]))

test('doctor reports no problem of a sandbox, and exits with 0', async () => {
  const cli = createTestCli()
  const { code, out } = await cli.run(['doctor'], { transport: createTransport(cli) })
  expect(out.split('\n').map((line) => line.replace(/ {2,}/g, ' '))).toEqual([
    `ok node Node ${process.versions.node}`,
    expect.stringMatching(/^ok packages @cedi\/cli \d/),
    'ok tls certificates are verified',
    'ok url http://127.0.0.1:23300 from the default',
    'ok proxy none is needed',
    'ok service it responds',
    'ok clock it agrees with the service',
    'ok key test key from the demo merchant; the service accepts it',
    'ok scopes granted: payments:read, balance:read, products:read, products:write, orders:read; not granted: none; not checked: payments:write, refunds:write',
    'ok description /api/v1/openapi.json is reachable',
    'ok scripts /service.js and /embed.js are reachable',
    'ok control the control API of the sandbox is reachable',
    '',
  ])
  expect(code).toBe(0)
})

test('doctor writes nothing', async () => {
  const cli = createTestCli()
  const productIds = async () => (await cli.run(['products', 'list', '--all', '--json'])).out
  const before = await productIds()
  await cli.run(['doctor'])
  expect(await productIds()).toBe(before)
})

test('doctor reports missing scopes, a wrong clock, a proxy and unverified certificates as warnings', async () => {
  const cli = createTestCli()
  const environment = {
    CEDI_URL: 'https://pay.example',
    CEDI_API_KEY: 'sk_test_readonly',
    HTTPS_PROXY: 'http://user:password@proxy',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
  }
  const transport = createTransport(cli, Date.now() - 120_000)
  const { code, out } = await cli.run(['doctor', '--json'], { environment, transport })
  const { scopes, clock, proxy, tls, key } = readResults(out)
  expect([scopes?.status, clock?.status, proxy?.status, tls?.status]).toEqual(Array(4).fill('warning'))
  expect(scopes?.message).toContain('not granted: products:write')
  expect(clock?.message).toMatch(/^it is 12\d s ahead of the service$/)
  expect(proxy?.fix).toContain('Allow connections to pay.example')
  expect(key?.message).toBe('test key from CEDI_API_KEY; the service accepts it')
  expect(out).not.toMatch(/sk_test_|password/)
  expect(code).toBe(0)
})

test.each([
  ['an unknown key', 'sk_live_unknown', 1, 'key', 'live key from CEDI_API_KEY; the service rejects it'],
  ['a missing key', '', 2, 'url', 'There is no key for https://pay.example'],
])('doctor reports %s with its exit code', async (_, CEDI_API_KEY, exitCode, check, message) => {
  const cli = createTestCli()
  const environment = { CEDI_URL: 'https://pay.example', CEDI_API_KEY }
  const { code, out } = await cli.run(['doctor', '--json'], { environment })
  expect(code).toBe(exitCode)
  expect(readResults(out)[check]).toMatchObject({ status: 'failed', message, fix: expect.stringMatching(/\w/) })
  expect(out).not.toContain('sk_live')
})

test('doctor exits with 3 if the service is not reachable, and with 1 if another server responds', async () => {
  const cli = createTestCli()
  const transport = async () => Promise.reject(new DOMException('no', 'TimeoutError'))
  const { code, out } = await cli.run(['doctor'], { transport })
  expect(code).toBe(3)
  expect(out).toMatch(/failed +service .*did not respond within 15 s\. Start it with "cedi sandbox"/)
})

test.each([200, 302, 404])('doctor does not report a key that another server receives: status %s', async (status) => {
  const headers = status === 302 ? { Location: 'https://other.example' } : {}
  const transport = async () => new Response('<h1>\u001b[2J</h1>', { status, headers })
  const { code, out } = await createTestCli().run(['doctor', '--json'], { transport })
  const { service, key, scopes } = readResults(out)
  expect([code, service?.status, key, scopes]).toEqual([1, 'failed', undefined, undefined])
  expect(service?.message).toMatch(status === 302 ? /redirects to https:\/\/other\.example/ : /not as the API does/)
})

test('doctor lists the packages of the project, and warns about different versions', async () => {
  const cli = createTestCli()
  for (const [name, version] of Object.entries({ client: '1.0.0', sandbox: '1.1.0' })) {
    const folder = join(cli.home, 'node_modules/@cedi', name)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: `@cedi/${name}`, version }))
  }
  mkdirSync(join(cli.home, 'node_modules/@cedi/incomplete'))
  const { out } = await cli.run(['doctor', '--json'], { folder: join(cli.home, 'src') })
  expect(readResults(out)['packages']).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('@cedi/client 1.0.0, @cedi/sandbox 1.1.0'),
  })
})

test.each([
  ['20.18.3', 'warning'],
  ['20.19.0', 'ok'],
  ['24.1.0', 'ok'],
])('the check of Node %s has the status %s', (version, status) => {
  expect(checkNode(version).status).toBe(status)
})

test('doctor names the URL with http for a server without TLS', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const environment = { CEDI_URL: `https://127.0.0.1:${port}`, CEDI_API_KEY: 'sk_test_all' }
  const { code, out } = await createTestCli().run(['doctor', '--json'], { environment, transport: sendHttp })
  expect([code, readResults(out)['service']?.fix]).toEqual([
    3,
    `The server does not use TLS. Set the URL to http://127.0.0.1:${port}.`,
  ])
})

test('doctor lists packages that only the resolution of Yarn PnP finds', () => {
  const { home } = createTestCli()
  writeFileSync(join(home, '.pnp.cjs'), '')
  const manifest = { dependencies: { '@cedi/client': '1.0.0', '@cedi/missing': '1.0.0', hono: '4.0.0' } }
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest))
  const cache = join(home, 'cache.json')
  writeFileSync(cache, JSON.stringify({ name: '@cedi/client', version: '1.0.0' }))
  const resolve = (_: string, name: string): string => {
    if (name === '@cedi/client') return cache
    throw new Error('Not found.')
  }
  expect(checkPackages(join(home, 'src'), resolve)).toMatchObject({
    status: 'ok',
    message: expect.stringMatching(/this folder: @cedi\/client 1\.0\.0$/),
  })
  expect(checkPackages(home)).toMatchObject({
    status: 'warning',
    fix: 'Run "yarn cedi doctor", which can read its packages.',
  })
})
