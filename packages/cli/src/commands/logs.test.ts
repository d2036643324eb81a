import { expect, test } from 'vitest'
import { createTestCli } from '../../test/test-cli.js'

const createPayment = ['payments', 'create', '--amount', '5', '--method', 'mobile_money', '--phone', '0244123789']

test('logs prints the last requests, oldest first, with one line each', async () => {
  const cli = createTestCli()
  await cli.run(createPayment)
  await cli.run(['payments', 'read', 'pay_missing'])
  await cli.run(['balance', 'read'])
  const { code, out } = await cli.run(['logs', '--limit', '2'])
  expect([code, out.replace(/^[\d:]{8}/gm, 'TIME')]).toEqual([
    0,
    'TIME  404  GET  /api/v1/payments/pay_missing  not_found\nTIME  200  GET  /api/v1/balance\n',
  ])
})

test('logs --json prints one object per line, without secrets or control characters', async () => {
  const cli = createTestCli()
  await cli.server.fetch('http://127.0.0.1:23300/api/v1/products/%1B%5B2J%0Ask_live_secret?key=sk_live_secret', {
    headers: { Authorization: 'Bearer sk_test_all' },
  })
  const { out } = await cli.run(['logs', '--json'])
  expect(out.trimEnd().split('\n')).toHaveLength(1)
  expect(JSON.parse(out)).toMatchObject({ method: 'GET', status: 404, operation: 'readProduct', merchant: 'demo' })
  expect(out).not.toMatch(/sk_live_secret|sk_test_all/)
  const transport = async () =>
    Response.json({
      success: true,
      data: [{ at: '\u001b[2J', request_id: '\n', method: '\u202e', path: '/\u009b', query: '', status: 200 }],
    })
  for (const flags of [[], ['--json']]) {
    const hostile = await cli.run(['logs', ...flags], { transport })
    expect(hostile.out).toMatch(/^[^\p{Cc}\p{Bidi_Control}]+\n$/u)
  }
})

test('logs --follow prints each request once, survives an error, and ends with Ctrl+C', async () => {
  const cli = createTestCli()
  const stop = new AbortController()
  await cli.run(['orders', 'list'])
  await cli.run(['balance', 'read'])
  let read = 0
  const transport = async (url: string, init: object = {}) => {
    read++
    if (read === 2) await cli.run(createPayment)
    if (read === 3) throw Object.assign(new Error('no'), { code: 'ECONNREFUSED' })
    if (read === 5) stop.abort()
    return cli.server.fetch(new Request(url, { ...init, redirect: 'follow' }), undefined, { isTrusted: true })
  }
  const { code, out, stderr } = await cli.run(['logs', '--follow', '--every', '200', '--limit', '1'], {
    transport,
    signal: stop.signal,
  })
  expect(out.replace(/^[\d:]{8}/gm, 'TIME')).toBe('TIME  200  GET  /api/v1/balance\nTIME  201  POST /api/v1/payments\n')
  expect(stderr).toMatch(/does not respond \(ECONNREFUSED\)\. Check that it runs\.\nRetrying\.\nThe sandbox responds/)
  expect(code).toBe(0)
})

test('logs --follow prints more new requests than one poll returns', async () => {
  const cli = createTestCli()
  const stop = new AbortController()
  let read = 0
  const transport = async (url: string, init: object = {}) => {
    read++
    if (read === 2)
      for (let count = 0; count < 150; count++) await cli.server.fetch(`${new URL(url).origin}/api/v1/balance`)
    if (read === 4) stop.abort()
    return cli.server.fetch(new Request(url, { ...init, redirect: 'follow' }), undefined, { isTrusted: true })
  }
  const { out } = await cli.run(['logs', '-f', '--every', '200'], { transport, signal: stop.signal })
  expect(out.match(/401 {2}GET {2}\/api\/v1\/balance/g)).toHaveLength(150)
})

test.each([
  [['--limit', '0'], 2, '--limit must be a whole number from 1 to 400.'],
  [['--every', '0'], 2, '--every must be a whole number of ms from 200 to 60000.'],
  [['demo'], 2, 'Usage: cedi logs'],
  [['--folow'], 2, 'Did you mean --follow?'],
])('logs rejects %j', async (flags, exitCode, message) => {
  const { code, stderr } = await createTestCli().run(['logs', ...flags])
  expect([code, stderr]).toEqual([exitCode, expect.stringContaining(message)])
})

test('logs exits with 1 if the server is not a sandbox', async () => {
  const { code, stderr } = await createTestCli().run(['logs'], { transport: async () => new Response('<h1>') })
  expect([code, stderr]).toEqual([1, expect.stringContaining('it must be a sandbox or a mock server')])
})
