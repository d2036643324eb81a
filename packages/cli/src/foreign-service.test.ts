import { expect, test } from 'vitest'
import { createTestCli } from '../test/test-cli.js'

const hostile = { toString: 1, valueOf: 1, toJSON: 1, length: -1, message: { toString: 1 }, code: { toString: 1 } }
const record = { ...hostile, ref: hostile, id: hostile, status: hostile, amount: hostile, kind: hostile }
const bodies: Readonly<Record<string, string>> = {
  'an HTML page': '<html>Welcome</html>',
  null: 'null',
  'a number': '1e999',
  'an array': '[null,[],{}]',
  'hostile data': JSON.stringify({ success: true, data: record }),
  'a list of hostile records': JSON.stringify({ success: true, data: [null, record, 5] }),
  'a hostile error': JSON.stringify({ success: false, data: null, error: hostile }),
  'an error that is a string': JSON.stringify({ success: false, error: 'no' }),
}
const commands = [
  'products list',
  'products list --all',
  'products list --json',
  'balance read',
  'payments create --amount 1 --method mobile_money --phone 0244123789',
  'licenses verify --license_key CEDI-1',
  'payments approve pay_1',
  'clock advance PT5M',
  'outcome fail',
  'faults list',
  'faults list --json',
  'logs',
  'logs --json',
  'doctor',
  'doctor --json',
  'mcp --url http://127.0.0.1:9',
  'compare http://127.0.0.1:9',
  'compare http://127.0.0.1:9 --json --write --yes',
  'listen --to http://127.0.0.1:9/hook --every 200',
]

test.each(Object.keys(bodies))(
  'no command fails with a stack trace after a foreign service returned %s',
  async (name) => {
    for (const status of [200, 404, 500])
      for (const command of commands) {
        const stop = new AbortController()
        let requestCount = 0
        const transport = async () => {
          requestCount += 1
          if (command.startsWith('listen') && requestCount > 2) stop.abort()
          return new Response(bodies[name], { status, headers: { 'x-request-id': 'req_1', location: '::' } })
        }
        const { code, stderr } = await createTestCli().run(command.split(' '), {
          environment: { CEDI_API_KEY: 'sk_test_all' },
          transport,
          signal: stop.signal,
        })
        expect([command, code]).toEqual([command, expect.any(Number)])
        expect(stderr, command).not.toMatch(/\n {4}at |TypeError/)
      }
  },
)
