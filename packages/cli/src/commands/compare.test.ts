import { expect, test } from 'vitest'
import { createTestCli } from '../../test/test-cli.js'

const environment = { CEDI_API_KEY: 'sk_test_all' }
const words = ['compare', 'https://pay.example']

test.each([
  ['exits with 0 if nothing differs', 200, 0],
  ['exits with 4 if a statement differs', 418, 4],
])('compare %s, and --json prints the lines', async (_, status, exitCode) => {
  const cli = createTestCli()
  const { code, out } = await cli.run([...words, '--json'], {
    environment,
    transport: async (url, init) => {
      const response = await cli.server.fetch(new Request(url, { ...(init as RequestInit), redirect: 'follow' }))
      return url.endsWith('/customers') && status !== 200 ? new Response('{}', { status }) : response
    },
  })
  expect(code).toBe(exitCode)
  expect(JSON.parse(out)[0]).toEqual({
    id: 'key.missing',
    title: 'no key is 401',
    source: 'Authentication, rule 4',
    verdict: 'holds',
    evidence: '',
  })
})

test('compare exits with 3 and an escaped message if the service does not respond', async () => {
  const transport = async () => Promise.reject(Object.assign(new Error('no'), { code: '\u001b[2J' }))
  const { code, out, stderr } = await createTestCli().run(words, { environment, transport })
  expect([code, out]).toEqual([3, ''])
  expect(stderr).toContain('could not be reached (\\u001b[2J). Check that it runs, and the URL.')
})

test('compare --write lists its requests and sends none without a confirmation', async () => {
  const cli = createTestCli()
  const declined = await cli.run([...words, '--write'], { environment, isTerminal: true, replies: ['n'] })
  expect(declined.prompts).toEqual([expect.stringMatching(/creates a payment of GH₵1\.00.*Continue\?/)])
  expect([declined.code, cli.requests.length]).toEqual([2, 0])
})

test.each([
  [['--write'], { CEDI_API_KEY: 'sk_live_1' }, '--write would create real payments, because the key is live.'],
  [['--write'], environment, 'There is no terminal to ask for confirmation. Add --yes to confirm.'],
  [['more'], environment, 'Usage: cedi compare URL'],
])('compare %j is rejected, and sends nothing', async (flags, variables, message) => {
  const cli = createTestCli()
  const { code, stderr } = await cli.run([...words, ...flags], { environment: variables })
  expect([code, cli.requests.length, stderr]).toEqual([2, 0, expect.stringContaining(message)])
})
