import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { examine } from '../../src/examine/examine.js'
import { loadShop } from '../../src/examine/load-shop.js'
import { startService } from '../../src/examine/service.js'
import { findFreePort } from '../../src/examine/shop-process.js'
import { shorten } from '../../src/examine/timeline.js'
import { type CommandResult, createTestCli, type TestCli } from '../test-cli.js'

/** Faults of the shop below. */
interface Faults {
  readonly trustsQuery?: boolean
  readonly sendsNoKey?: boolean
  readonly showsKey?: boolean
}

const adapter = `export default {
  name: 'small',
  async order(buyer) {
    const response = await buyer.fetch('/order?product=' + buyer.product + '&quantity=' + buyer.quantity + '&phone=' + buyer.phone)
    const { id, ref } = await response.json()
    return { orderId: id, pay: { ref } }
  },
  state: async (id, shop) => (await shop.fetch('/state?id=' + id)).json(),
  async return(id, query, buyer) {
    const response = await buyer.fetch('/thanks?id=' + id + '&' + query)
    return { status: response.status, text: await response.text() }
  },
}
`

/** Starts a small shop. The id of an order is the ref of its payment. */
async function startSmallShop(serviceUrl: string, { trustsQuery, sendsNoKey, showsKey }: Faults): Promise<string> {
  const apiKey = 'sk_test_examine'
  const delivered = new Set<string>()
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${serviceUrl}/api/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        Authorization: `Bearer ${apiKey}`,
        Accept: 'application/json',
        'Content-Type': 'application/json',
        ...(!sendsNoKey && body && { 'Idempotency-Key': JSON.stringify(body).slice(-60).replaceAll(/\W/g, '-') }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return ((await response.json()) as { data: { ref: string; status: string } }).data
  }
  let count = 0
  const server: Server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://shop')
    const id = query.get('id') ?? ''
    const check = async () => {
      if ((await call(`payments/${id}`)).status === 'succeeded') delivered.add(id)
    }
    const routes: Record<string, () => Promise<unknown>> = {
      '/order': async () => {
        const amount = 45.5 * Number(query.get('quantity'))
        const payment = await call('payments', {
          ...{ amount, method: 'mobile_money', phone: query.get('phone') },
          metadata: { order: `order-${++count}` },
        })
        return { id: payment.ref, ref: payment.ref }
      },
      '/state': async () => {
        await check()
        return { state: delivered.has(id) ? 'paid' : 'unpaid', delivered: delivered.has(id) ? 1 : 0 }
      },
      '/thanks': async () => {
        if (trustsQuery && query.get('status') === 'succeeded') delivered.add(id)
        await check()
        return delivered.has(id) ? '<p>Thank you</p>' : '<p>Waiting</p>'
      },
      '/': async () => `<p>Shop</p>${showsKey ? `<script>const key = "${apiKey}"</script>` : ''}`,
    }
    const result = await routes[pathname]?.()
    response.end(typeof result === 'object' ? JSON.stringify(result) : result)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve()) && server.closeAllConnections()))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Examines a small shop with some scenarios. */
async function examineSmallShop(
  { run, home }: TestCli,
  faults: Faults,
  scenarios: readonly string[],
  flags: readonly string[] = [],
  source = adapter,
): Promise<CommandResult> {
  const port = await findFreePort()
  const url = await startSmallShop(`http://127.0.0.1:${port}`, faults)
  const file = join(home, 'shop.mjs')
  writeFileSync(file, source)
  const only = scenarios.flatMap((name) => ['--only', name])
  return run(['examine', url, '--shop', file, '--port', String(port), ...only, ...flags])
}

test('examine passes a correct shop, and skips scenarios that its adapter does not support', async () => {
  const { code, out } = await examineSmallShop(createTestCli(), {}, [
    'paid',
    'forged-status-own-ref',
    'forged-webhook',
    'restart',
  ])
  expect(out).toContain('2 passed, 0 failed, 2 skipped, 0 not examined, 0 unclear')
  expect(code).toBe(0)
}, 60_000)

test('examine reports the invariant that a shop violates, with the timeline, the fix and the guide', async () => {
  const cli = createTestCli()
  const reports = mkdtempSync(join(cli.home, 'reports-'))
  onTestFinished(() => rmSync(reports, { recursive: true, force: true }))
  const files = ['--html', join(reports, 'a.html'), '--junit', join(reports, 'a.xml')]
  const { code, out } = await examineSmallShop(cli, { trustsQuery: true }, ['forged-status'], files)
  expect(code).toBe(4)
  expect(out).toContain('✗ forged-status')
  expect(out).toContain('Invariant: Goods are delivered only for money that has arrived.')
  expect(out).toContain('buyer: GET /thanks?')
  expect(out).toContain('Guide: docs/guides/verify-on-the-server.md')
  const html = readFileSync(join(reports, 'a.html'), 'utf8')
  expect(html).toContain('<details class="failed" open>')
  expect(html.match(/\ssrc=|\shref=|url\(/g)).toBeNull()
  expect(readFileSync(join(reports, 'a.xml'), 'utf8')).toContain('<failure type="unpaid-kept"')
}, 60_000)

test.each([
  ['a write without an idempotency key', { sendsNoKey: true }, 'amount', 'same-key'],
  ['a key in a page', { showsKey: true }, 'key-in-pages', 'secret-key'],
  ['a second prompt for an open order', {}, 'two-windows', 'one-request'],
])(
  'examine finds %s',
  async (_, faults, scenario, invariant) => {
    const { code, out } = await examineSmallShop(createTestCli(), faults, [scenario], ['--json'])
    expect(JSON.parse(out).scenarios).toMatchObject([
      { name: scenario, verdict: 'failed', invariant, tries: { failed: 2, of: 2 } },
    ])
    expect(out).not.toContain('sk_test_examine')
    expect(code).toBe(4)
  },
  60_000,
)

/** An adapter whose shop returns one order to all buyers. */
const sharedOrder = adapter.replace('const { id, ref } = ', 'const { id, ref } = globalThis.order ??= ')

test('examine does not run scenarios that require a failed one', async () => {
  const cli = createTestCli()
  const [html, junit] = [join(cli.home, 'a.html'), join(cli.home, 'a.xml')]
  const { code, out } = await examineSmallShop(
    cli,
    {},
    ['separate-orders', 'paid', 'restart', 'key-in-pages'],
    ['--html', html, '--junit', junit],
    sharedOrder,
  )
  expect(code).toBe(4)
  expect(out).toContain('✗ separate-orders')
  expect(out).toContain('Invariant: Nothing of one buyer reaches another.')
  expect(out).toContain('    Depends on separate-orders, which failed. Fix that first.')
  expect(out).toContain('    Depends on paid, which was not examined.')
  expect(out).toContain('✓ key-in-pages')
  expect(out).toContain('1 passed, 1 failed, 0 skipped, 2 not examined, 0 unclear')
  expect(readFileSync(html, 'utf8')).toContain('<details class="blocked">')
  expect(readFileSync(junit, 'utf8')).toContain('tests="4" failures="1" errors="0" skipped="2"')
  expect(readFileSync(junit, 'utf8')).toContain('<skipped message="Depends on separate-orders, which failed.')
}, 60_000)

test('examine does not run scenarios that require one without a clear result', async () => {
  const source = "export default { name: 'x', order: () => ({}), state: () => ({}) }"
  const { code, out } = await examineSmallShop(createTestCli(), {}, ['separate-orders', 'amount'], [], source)
  expect(out).toContain('order() returned no orderId.')
  expect(out).toContain('Depends on separate-orders, which has no clear result. Fix that first.')
  expect(code).toBe(3)
}, 60_000)

test('examine reports a shop whose process ends, and starts it again', async () => {
  const cli = createTestCli()
  const [file, program] = [join(cli.home, 'shop.mjs'), join(cli.home, 'server.mjs')]
  writeFileSync(file, adapter)
  writeFileSync(
    program,
    `import { createServer } from 'node:http'
    createServer((request, response) => (request.url === '/' ? response.end('<p>Shop</p>') : process.exit(1)))
      .listen(process.env.PORT, '127.0.0.1')`,
  )
  const url = `http://127.0.0.1:${await findFreePort()}`
  const start = ['--start', `"${process.execPath}" "${program}"`, '--port', '0', '--json']
  const { out } = await cli.run([
    ...['examine', url, '--shop', file, ...start],
    ...['separate-orders', 'paid', 'key-in-pages'].flatMap((name) => ['--only', name]),
  ])
  expect(JSON.parse(out).scenarios).toMatchObject([
    { verdict: 'failed', invariant: 'stays-up', tries: { failed: 2, of: 2 } },
    { verdict: 'blocked' },
    { name: 'key-in-pages', verdict: 'failed', invariant: 'stays-up' },
  ])
}, 60_000)

test('examine ends when a shop that it did not start no longer responds', async () => {
  const port = await findFreePort()
  const cli = createTestCli()
  const file = join(cli.home, 'shop.mjs')
  const server = createServer((request, response) => {
    response.end('<p>Shop</p>')
    if (request.url === '/') return
    server.close()
    server.closeAllConnections()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  writeFileSync(file, adapter)
  const only = ['separate-orders', 'key-in-pages'].flatMap((name) => ['--only', name])
  const { out } = await cli.run([
    'examine',
    `http://127.0.0.1:${port}`,
    '--shop',
    file,
    '--port',
    '0',
    '--json',
    ...only,
  ])
  const message = `The shop no longer responds at http://127.0.0.1:${port}. Start it again.`
  expect(JSON.parse(out).scenarios).toMatchObject([
    { verdict: 'failed', invariant: 'stays-up', message },
    { name: 'key-in-pages', verdict: 'blocked', message },
  ])
}, 60_000)

test('copies of a shop share the scenarios, and the results are in the order of the scenarios', async () => {
  const cli = createTestCli()
  const file = join(cli.home, 'shop.mjs')
  writeFileSync(file, adapter)
  const only = ['separate-orders', 'declined', 'cancelled', 'expired', 'key-in-pages']
  const [created, closed] = [[] as number[], [] as number[]]
  const reported: string[] = []
  const results = await examine({
    ...{ only, copies: 2, shop: await loadShop(file), signal: new AbortController().signal },
    async createCopy(number) {
      created.push(number)
      const service = await startService(0, 1)
      const close = () => service.close().then(() => void closed.push(number))
      const url = await startSmallShop(service.url, {})
      return { service, url, start: undefined, hasStoredData: () => false, close }
    },
    onScenario: () => {},
    onResult: ({ name }) => void reported.push(name),
  })
  expect(results.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual(only.map((name) => `${name} passed`))
  expect(reported.at(-1)).not.toBe('key-in-pages')
  expect([created, closed]).toEqual([
    [0, 1],
    [0, 1],
  ])
}, 60_000)

test.each([
  ['no URL', ['--shop', 'a.mjs'], /URL of the shop is missing/],
  ['no adapter', ['http://127.0.0.1:1'], /--shop is missing/],
  ['a missing file', ['http://127.0.0.1:1', '--shop', 'missing.mjs'], /--shop cannot load/],
  [
    'the adapter of WordPress without a password',
    ['http://127.0.0.1:1', '--shop', 'wordpress'],
    /needs the environment variables WORDPRESS_USER and WORDPRESS_APP_PASSWORD/,
  ],
  ['an unknown scenario', ['http://127.0.0.1:1', '--shop', 'a.mjs', '--only', 'unpaid'], /unknown scenario unpaid/],
  ['a non-numeric seed', ['http://127.0.0.1:1', '--shop', 'a.mjs', '--seed', 'x'], /--seed must be an integer/],
  ['no copies', ['http://127.0.0.1:1', '--shop', 'a.mjs', '--copies', '0'], /--copies must be an integer from 1 to 8/],
  ['copies of a running shop', ['http://127.0.0.1:1', '--shop', 'a.mjs', '--copies', '2'], /--copies needs --start/],
])('examine rejects %s', async (_, args, message) => {
  const { code, stderr } = await createTestCli().run(['examine', ...args])
  expect(code).toBe(2)
  expect(stderr).toMatch(message)
})

test.each([
  ['an unknown member', "export default { name: 'x', order() {}, state() {}, stat: 1 }", /unknown member stat/],
  ['no order', "export default { name: 'x', state() {} }", /order in .* is missing or invalid/],
  ['no default export', 'export const name = 1', /has no default export/],
])('examine rejects an adapter with %s', async (_, source, message) => {
  const cli = createTestCli()
  const file = join(cli.home, 'wrong.mjs')
  writeFileSync(file, source)
  const { code, stderr } = await cli.run(['examine', 'http://127.0.0.1:1', '--shop', file])
  expect(code).toBe(2)
  expect(stderr).toMatch(message)
})

test('the adapter of the guide is valid', async () => {
  const guide = readFileSync(new URL('../../../../docs/guides/test-your-shop.md', import.meta.url), 'utf8')
  const [, source = ''] = /```js\n(\/\/ shop\.examine\.mjs[\s\S]+?)```/.exec(guide) ?? []
  const cli = createTestCli()
  const file = join(cli.home, 'shop.examine.mjs')
  writeFileSync(file, source)
  expect(await loadShop(file)).toMatchObject({ name: 'my shop', webhook: '/webhook' })
})

test('a scenario that orders more than the shop sells is skipped', async () => {
  const cli = createTestCli()
  const limited = adapter.replace("name: 'small',", "name: 'small', maxQuantity: 2,")
  const { out } = await examineSmallShop(cli, {}, ['amount'], [], limited)
  expect(out).toContain('An order has at most 2 pieces.')
  expect(out).toContain('0 passed, 0 failed, 1 skipped, 0 not examined, 0 unclear')
}, 60_000)

test('examine lists at least 30 scenarios', async () => {
  const { out } = await createTestCli().run(['examine', '--list'])
  expect(out.trim().split('\n').length).toBeGreaterThanOrEqual(30)
})

test('a shortened timeline has twelve lines, combines equal consecutive entries and omits the middle', () => {
  const entries = Array.from({ length: 40 }, (_, index) => ({
    ms: index,
    actor: 'shop' as const,
    text: `step ${index >> 1}`,
  }))
  const lines = shorten(entries)
  expect(lines).toHaveLength(12)
  expect(lines[0]).toBe('shop: step 0 (2 times)')
  expect(lines.at(-1)).toBe('shop: step 19 (2 times)')
})
