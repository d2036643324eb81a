import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type CommandResult, createTestCli, type TestCli } from '../../test/test-cli.js'
import type { Transport } from '../transport.js'

/** Creates a terminal that records its last line and all states of it. */
function createTerminal() {
  const seen = { line: '', lines: [] as string[] }
  const write = (text: string): void => {
    seen.line = `${seen.line}${text}`.split('\r\x1b[2K').at(-1) ?? ''
    seen.lines.push(seen.line)
  }
  return { seen, screen: { isTTY: true, columns: 120, write } }
}

/** Creates a transport whose first responses are slow. */
function createSlowTransport({ server }: TestCli): Transport {
  let requestCount = 0
  return async (url, init) => {
    if (requestCount++ < 6) await wait(90)
    return server.fetch(new Request(url, { ...(init as RequestInit), redirect: 'follow' }))
  }
}

const runCompare = (at: TestCli, words: readonly string[], overrides: object): Promise<CommandResult> =>
  at.run(['compare', 'https://pay.example', ...words], {
    environment: { CEDI_API_KEY: 'sk_test_all' },
    transport: createSlowTransport(at),
    ...overrides,
  })

test('a comparison shows the pending request on a terminal, and removes the line', async () => {
  const { seen, screen } = createTerminal()
  const { out, stderr } = await runCompare(createTestCli(), [], { screen })
  expect(seen.lines).toContainEqual(
    expect.stringMatching(/^Checking https:\/\/pay\.example: request \d+, GET \/api\/v1\//),
  )
  expect(seen.line).toBe('')
  expect(stderr).toBe('')
  expect(out).toMatch(/holds/)
})

test('the JSON of a comparison is the same with and without a terminal', async () => {
  const [{ out: plain }, { out: progress, stderr }] = [
    await runCompare(createTestCli(), ['--json'], {}),
    await runCompare(createTestCli(), ['--json'], { screen: createTerminal().screen }),
  ]
  expect(progress).toBe(plain)
  expect(JSON.parse(progress)).toContainEqual(expect.objectContaining({ id: 'key.missing', verdict: 'holds' }))
  expect(stderr).toBe('')
})

test('cedi listen shows a progress line while it reads existing records', async () => {
  const { seen, screen } = createTerminal()
  const at = createTestCli()
  const stop = new AbortController()
  const transport: Transport = async (url, init) => {
    if (seen.lines.length > 0) setTimeout(() => stop.abort(), 300)
    await wait(450)
    return at.server.fetch(new Request(url, { ...(init as RequestInit), redirect: 'follow' }))
  }
  await at.run(['listen', '--to', 'http://127.0.0.1:9/hook', '--url', 'http://127.0.0.1:9'], {
    environment: { CEDI_API_KEY: 'sk_test_all' },
    transport,
    screen,
    signal: AbortSignal.any([stop.signal, AbortSignal.timeout(120_000)]),
  })
  expect(seen.lines[0]).toBe('Reading existing records …')
  expect(seen.line).toBe('')
})

test.each([
  ['a success', 200],
  ['an error', 404],
])('a command that waits for %s shows the pending request on a terminal, and removes the line', async (_, status) => {
  const { seen, screen } = createTerminal()
  const at = createTestCli()
  const transport: Transport = async (url, init) => {
    await wait(600)
    return at.server.fetch(new Request(url, { ...(init as RequestInit), redirect: 'follow' }))
  }
  const environment = { CEDI_API_KEY: 'sk_test_all', CEDI_URL: 'https://pay.example' }
  const words = status === 200 ? ['balance', 'read'] : ['payments', 'read', 'pay_none']
  const path = status === 200 ? '/api/v1/balance' : '/api/v1/payments/{ref}'
  const { code, out, stderr } = await at.run(words, { environment, transport, screen })
  expect(seen.lines).toContain(`Waiting for the response to GET ${path} …`)
  expect(seen.line).toBe('')
  expect([code, out === '', stderr === '']).toEqual(
    status === 200 ? [0, false, true] : [expect.any(Number), true, false],
  )
})
