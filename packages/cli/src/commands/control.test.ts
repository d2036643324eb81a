import { expect, test } from 'vitest'
import { createTestCli } from '../../test/test-cli.js'

const pay = ['payments', 'create', '--amount', '45.50', '--method', 'mobile_money', '--phone', '0244123129', '--json']

async function createPayment(cli = createTestCli()) {
  const { out } = await cli.run(pay)
  return { cli, ref: JSON.parse(out).ref as string }
}

test.each([
  [['approve'], 'succeeded', null],
  [['decline'], 'failed', 'payment_not_approved'],
  [['decline', '--code', 'insufficient_funds'], 'failed', 'insufficient_funds'],
  [['expire'], 'expired', 'payment_expired'],
])('payments %j ends a pending payment', async ([verb = '', ...flags], status, code) => {
  const { cli, ref } = await createPayment()
  const { code: exitCode, out } = await cli.run(['payments', verb, ref, ...flags, '--json'])
  expect(exitCode).toBe(0)
  const payment = JSON.parse(out)
  expect([payment.status, payment.failure?.code ?? null]).toEqual([status, code])
})

test.each([
  ['pay', 'paid'],
  ['reject', 'rejected'],
])('refunds %s resolves a refund with a note', async (verb, status) => {
  const { cli, ref } = await createPayment()
  await cli.run(['payments', 'approve', ref])
  await cli.run(['clock', 'advance', 'P1D'])
  const { out } = await cli.run(['refunds', 'create', '--payment_ref', ref, '--amount', '20', '--json'])
  const result = await cli.run(['refunds', verb, JSON.parse(out).ref, '--note', '42', '--json'])
  expect(JSON.parse(result.out)).toMatchObject({ status, note: '42' })
})

test('clock advance executes due events, and outcome decides the next payment', async () => {
  const cli = createTestCli()
  await cli.run(['outcome', 'payment_not_approved'])
  const { ref } = await createPayment(cli)
  expect((await cli.run(['clock', 'advance', 'PT5M'])).code).toBe(0)
  const { out } = await cli.run(['payments', 'read', ref, '--json'])
  expect(JSON.parse(out).failure.code).toBe('payment_not_approved')
})

test('faults add, list and clear change the next responses', async () => {
  const cli = createTestCli()
  const flags = ['--status', '503', '--path', '/api/v1/balance', '--times', '1']
  expect((await cli.run(['faults', 'add', ...flags])).code).toBe(0)
  expect(JSON.parse((await cli.run(['faults', 'list', '--json'])).out)).toMatchObject([
    { match: { path: '/api/v1/balance' }, fault: { status: 503 }, times: 1 },
  ])
  await cli.run(['faults', 'clear'])
  expect((await cli.run(['faults', 'list'])).out).toBe('No records.\n')
})

test('a wrong command is rejected with the right one, and the error of the sandbox is printed', async () => {
  const cli = createTestCli()
  expect((await cli.run(['payments', 'aprove', 'pay_1'])).stderr).toContain('Use one of: create, read, approve, expire')
  expect((await cli.run(['outcom', 'fail'])).stderr).toContain('Did you mean outcome?')
  expect((await cli.run(['clock', 'advance'])).stderr).toContain('Usage: cedi clock advance PT5M')
  const missing = await cli.run(['payments', 'approve', 'pay_none'])
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('not_found')])
  expect((await cli.run(['help', 'faults', 'add'])).out).toContain('--latency-ms')
})

test.each([
  ['no response', async () => Promise.reject(new Error('no'))],
  ['a response that is not JSON', async () => new Response('<html>Bad gateway</html>', { status: 502 })],
  ['an error of the sandbox', async () => Response.json({ success: false, error: { code: 'x' } }, { status: 500 })],
])('a command exits with 3 after %s, because it may have been executed', async (_name, transport) => {
  for (const words of [
    ['payments', 'approve', 'pay_1'],
    ['refunds', 'pay', 'rfd_1'],
  ])
    expect((await createTestCli().run(words, { transport })).code).toBe(3)
})

test('the output of another service contains no terminal control characters', async () => {
  const transport = async () =>
    new Response(JSON.stringify({ success: false, error: { code: 'x', message: '\u001b[2J' } }))
  const { stderr } = await createTestCli().run(['faults', 'list'], { transport })
  expect(stderr).toContain('\\u001b[2J')
})

test.each([
  ['succeed', 'succeeded'],
  ['fail', 'failed'],
])('outcome %s decides the next payment: %s', async (outcome, status) => {
  const cli = createTestCli()
  expect((await cli.run(['outcome', outcome])).code).toBe(0)
  const { ref } = await createPayment(cli)
  await cli.run(['clock', 'advance', 'PT5M'])
  expect(JSON.parse((await cli.run(['payments', 'read', ref, '--json'])).out).status).toBe(status)
})

test('outcome rejects the names of actions with the scenarios', async () => {
  const { code, stderr } = await createTestCli().run(['outcome', 'decline'])
  expect([code, stderr]).toEqual([1, expect.stringContaining('succeed, fail')])
})

test('faults add names Git Bash as the cause of a Windows path', async () => {
  const cli = createTestCli()
  const words = ['faults', 'add', '--status', '503', '--path', 'C:/Program Files/Git/api/v1/*']
  const { code, stderr } = await cli.run(words)
  expect([code, cli.requests.length, stderr]).toEqual([
    2,
    0,
    expect.stringContaining(
      '--path must start with /. Got C:/Program Files/Git/api/v1/*. Git Bash changes arguments that start with /: run the command with MSYS_NO_PATHCONV=1.\n',
    ),
  ])
})

test.each([
  ['payments', 'approve', 'pay_1'],
  ['clock', 'advance', 'PT5M'],
  ['outcome', 'fail'],
  ['faults', 'list'],
  ['logs'],
  ['mcp'],
])('%s %s sends the control token over https or loopback only', async (...words) => {
  const cli = createTestCli()
  const environment = { CEDI_CONTROL_TOKEN: 'token-of-the-team' }
  const { code, stderr } = await cli.run([...words.filter(Boolean), '--url', 'http://sandbox.example'], { environment })
  expect([code, cli.requests.length]).toEqual([2, 0])
  expect(stderr).toContain('must start with https://')
})

test('doctor sends no control token over http to another machine', async () => {
  const cli = createTestCli()
  const environment = { CEDI_CONTROL_TOKEN: 'token', CEDI_API_KEY: 'sk_test_all', CEDI_URL: 'http://sandbox.example' }
  await cli.run(['doctor'], { environment })
  expect(cli.requests.filter(({ headers }) => headers.has('x-mock-token'))).toEqual([])
})

test('control commands accept a host in CEDI_INSECURE_HOSTS, such as a container', async () => {
  const environment = { CEDI_INSECURE_HOSTS: 'cedi-mock', CEDI_URL: 'http://cedi-mock:23300' }
  expect((await createTestCli().run(['faults', 'list'], { environment })).code).toBe(0)
})
