import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Transport } from '../src/transport.js'
import { type Desk, desk, type Ran } from './around.js'

/** A terminal: the text of its last line, and the longest text that was shown there. */
function terminal() {
  const seen = { line: '', lines: [] as string[] }
  const write = (text: string): void => {
    seen.line = `${seen.line}${text}`.split('\r\x1b[2K').at(-1) ?? ''
    seen.lines.push(seen.line)
  }
  return { seen, screen: { isTTY: true, columns: 120, write } }
}

/** A network with slow first answers. */
function slow({ server }: Desk): Transport {
  let asked = 0
  return async (url, given) => {
    if (asked++ < 6) await wait(90)
    return server.fetch(new Request(url, { ...(given as RequestInit), redirect: 'follow' }))
  }
}

const compared = (at: Desk, words: readonly string[], more: object): Promise<Ran> =>
  at.run(['compare', 'https://pay.example', ...words], {
    environment: { CEDI_API_KEY: 'sk_test_all' },
    transport: slow(at),
    ...more,
  })

it('a comparison shows on a screen which request it waits for, and removes the line', async () => {
  const { seen, screen } = terminal()
  const { out, told } = await compared(desk(), [], { screen })
  expect(seen.lines).toContainEqual(
    expect.stringMatching(/^Looking at https:\/\/pay\.example: request \d+, (?:GET|POST) \/api\/v1\//),
  )
  expect(seen.line).toBe('')
  expect(told).toBe('')
  expect(out).toMatch(/holds/)
})

it('the JSON of a comparison is the same with and without a screen', async () => {
  const [{ out: plain }, { out: shown, told }] = [
    await compared(desk(), ['--json'], {}),
    await compared(desk(), ['--json'], { screen: terminal().screen }),
  ]
  expect(shown).toBe(plain)
  expect(JSON.parse(shown)).toHaveProperty('lines')
  expect(told).toBe('')
})

it('cedi listen shows that it reads the existing records, until it has them', async () => {
  const { seen, screen } = terminal()
  const at = desk()
  const stop = new AbortController()
  const transport: Transport = async (url, given) => {
    if (seen.lines.length > 0) setTimeout(() => stop.abort(), 300)
    await wait(450)
    return at.server.fetch(new Request(url, { ...(given as RequestInit), redirect: 'follow' }))
  }
  await at.run(['listen', '--to', 'http://127.0.0.1:9/hook', '--url', 'http://127.0.0.1:9'], {
    environment: { CEDI_API_KEY: 'sk_test_all' },
    transport,
    screen,
    signal: AbortSignal.any([stop.signal, AbortSignal.timeout(4_000)]),
  })
  expect(seen.lines[0]).toBe('Looking at what is there …')
  expect(seen.line).toBe('')
})

it.each([
  ['an answer', 200],
  ['a refusal', 404],
])('a call that waits for %s shows on a screen what it waits for, and removes the line', async (_, status) => {
  const { seen, screen } = terminal()
  const at = desk()
  const transport: Transport = async (url, given) => {
    await wait(600)
    return at.server.fetch(new Request(url, { ...(given as RequestInit), redirect: 'follow' }))
  }
  const environment = { CEDI_API_KEY: 'sk_test_all', CEDI_URL: 'https://pay.example' }
  const words = status === 200 ? ['balance', 'read'] : ['payments', 'read', 'pay_none']
  const path = status === 200 ? '/api/v1/balance' : '/api/v1/payments/{ref}'
  const { code, out, told } = await at.run(words, { environment, transport, screen })
  expect(seen.lines).toContain(`Waiting for the answer to GET ${path} …`)
  expect(seen.line).toBe('')
  expect([code, out === '', told === '']).toEqual(status === 200 ? [0, false, true] : [expect.any(Number), true, false])
})
