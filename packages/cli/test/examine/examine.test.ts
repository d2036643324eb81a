import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadShop } from '../../src/examine/shop.js'
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
  expect(out).toContain('2 passed, 0 failed, 2 skipped, 0 unclear')
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

test.each([
  ['no URL', ['--shop', 'a.mjs'], /URL of the shop is missing/],
  ['no adapter', ['http://127.0.0.1:1'], /--shop is missing/],
  ['a missing file', ['http://127.0.0.1:1', '--shop', 'missing.mjs'], /--shop cannot load/],
  ['an unknown scenario', ['http://127.0.0.1:1', '--shop', 'a.mjs', '--only', 'unpaid'], /unknown scenario unpaid/],
  ['a non-numeric seed', ['http://127.0.0.1:1', '--shop', 'a.mjs', '--seed', 'x'], /--seed must be an integer/],
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
  expect(out).toContain('0 passed, 0 failed, 1 skipped, 0 unclear')
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
