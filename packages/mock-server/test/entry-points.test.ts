import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import fc from 'fast-check'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMockServer, type Listening, type MockServer } from '../src/index.js'
import { handlers } from '../src/msw.js'

const base = 'https://pay.example'
const path = '/api/v1/products?limit=2'
type HeaderValues = Record<string, string>

/** The parts of a response in which transports could differ; `refused` when a header is not valid in HTTP. */
async function readResponse(pending: Promise<{ status: number; body: string }>): Promise<unknown> {
  try {
    const { status, body } = await pending
    const { success, data, error } = JSON.parse(body)
    if (error?.code === 'invalid_header' && error.message.includes('character')) return 'refused'
    return [status, success, data?.length ?? error.code, error?.field]
  } catch (failure) {
    if (failure instanceof TypeError) return 'refused'
    throw failure
  }
}

const read = async (pending: Promise<Response>) => {
  const response = await pending
  return { status: response.status, body: await response.text() }
}

describe('every transport', () => {
  let mock: MockServer
  let listening: Listening
  const network = setupServer()
  beforeAll(async () => {
    mock = createMockServer()
    listening = await mock.listen()
    network.use(...handlers(mock, base))
    network.listen({ onUnhandledRequest: 'bypass' })
  })
  afterAll(async () => {
    network.close()
    await listening.close()
  })

  const listResponses = (headers: HeaderValues) =>
    Promise.all([
      readResponse(mock.handle({ method: 'GET', url: base + path, headers })),
      readResponse(read(mock.fetch(base + path, { headers }))),
      readResponse(read(fetch(base + path, { headers }))),
      readResponse(read(fetch(listening.url + path, { headers }))),
    ])

  it.each<[string, HeaderValues, unknown]>([
    ['a key', { Authorization: 'Bearer sk_test_all' }, [200, true, 2, undefined]],
    ['a name in any case', { aUTHORIZATION: 'Bearer sk_test_all' }, [200, true, 2, undefined]],
    ['space around a value', { Authorization: ' \t\nBearer sk_test_all\r\n ' }, [200, true, 2, undefined]],
    [
      'two spellings of a name',
      { Authorization: 'Bearer sk_test_all', authorization: 'Bearer sk_test_all' },
      [400, false, 'invalid_header', 'Authorization'],
    ],
    [
      'a value that is not there',
      { Authorization: undefined as never },
      [401, false, 'missing_api_key', 'Authorization'],
    ],
    [
      'one byte beyond ASCII',
      { Authorization: 'Bearer sk_test_\u00e9' },
      [401, false, 'invalid_api_key', 'Authorization'],
    ],
    [
      'a key and one without its scheme',
      { Authorization: 'Bearer sk_test_all, sk_test_none' },
      [400, false, 'invalid_header', 'Authorization'],
    ],
    [
      'a body in another coding',
      { Authorization: 'Bearer sk_test_all', 'Content-Encoding': 'gzip' },
      [400, false, 'invalid_header', 'Content-Encoding'],
    ],
    [
      'a body in no other coding',
      { Authorization: 'Bearer sk_test_all', 'Content-Encoding': 'identity' },
      [200, true, 2, undefined],
    ],
    ['more than one byte', { Authorization: 'Bearer sk_test_all', 'X-Note': '₵' }, 'refused'],
    ['a line end inside', { Authorization: 'Bearer sk_test_all', 'X-Note': 'a\r\nb' }, 'refused'],
    ['a name that is none', { Authorization: 'Bearer sk_test_all', 'X Note': 'a' }, 'refused'],
  ])('handles %s in the same way', async (_, headers, expected) => {
    expect(await listResponses(headers)).toEqual([expected, expected, expected, expected])
  })

  it('responds the same for any headers', async () => {
    const space = fc.constantFrom('', ' ', '\t', ' \r\n')
    const value = fc.oneof(
      fc
        .tuple(space, fc.constantFrom('Bearer sk_test_all', 'bearer sk_test_none', 'Basic YTpi', ''), space)
        .map((parts) => parts.join('')),
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.string({ maxLength: 12 }),
      fc.constant(undefined as never),
    )
    const name = fc.oneof(
      fc.constantFrom(
        'Authorization',
        'authorization',
        'AUTHORIZATION',
        'X-Mock-Scenario',
        'Idempotency-Key',
        'x-note',
      ),
      fc.string({ maxLength: 6 }).map((end) => `x-${end}`),
    )
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, value, { maxKeys: 4 }), async (headers) => {
        const [first, ...otherResponses] = await listResponses(headers)
        expect(otherResponses).toEqual([first, first, first])
      }),
      { numRuns: 300 },
    )
  })

  it('accepts Headers and pairs too, as fetch does', async () => {
    for (const headers of [
      new Headers({ Authorization: 'Bearer sk_test_all' }),
      [['authorization', 'Bearer sk_test_all']],
    ])
      expect(await listResponses(headers as never)).toEqual(Array(4).fill([200, true, 2, undefined]))
  })
})

describe('a port', () => {
  let mock: MockServer
  let listening: Listening
  beforeAll(async () => {
    mock = createMockServer()
    listening = await mock.listen()
  })
  afterAll(() => listening.close())

  const wallet = JSON.stringify({ amount: 45.5, method: 'mobile_money', phone: '0244123789' })
  /** Sends a request with exactly these headers, in this order, including repeated ones. */
  async function send(method: string, target: string, headers: readonly (readonly [string, string])[], body = '') {
    const { port } = listening
    const length = body ? ['Content-Length', String(Buffer.byteLength(body))] : []
    const lines = ['Host', `127.0.0.1:${port}`, ...headers.flat(), ...length]
    const clientRequest = request({ port, method, path: target, headers: lines as never, setHost: false })
    clientRequest.end(body)
    const [response] = (await once(clientRequest, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
  const key = ['Authorization', 'Bearer sk_test_all'] as const
  const json = ['Content-Type', 'application/json'] as const

  it('handles a repeated header like a joined one', async () => {
    expect(await send('POST', '/api/v1/payments', [key, json, ['Content-Type', 'text/plain']], wallet)).toBe(415)
    expect(await send('POST', '/api/v1/payments', [key, json], wallet)).toBe(201)
    for (const second of ['Bearer sk_test_none', 'sk_test_none'])
      expect(await send('GET', path, [key, ['Authorization', second]])).toBe(400)
  })

  it('rejects a body with an unsupported encoding', async () => {
    const sendEncoded = (name: string, value: string) =>
      send('POST', '/api/v1/payments', [key, json, [name, value]], wallet)
    expect(await sendEncoded('Content-Encoding', 'br')).toBe(400)
    const chunk = `${wallet.length.toString(16)}\r\n${wallet}\r\n0\r\n\r\n`
    const socket = connect(listening.port, '127.0.0.1')
    socket.end(
      `POST /api/v1/payments HTTP/1.1\r\nHost: x\r\n${[key, json].map((line) => line.join(': ')).join('\r\n')}\r\nTransfer-Encoding: gzip, chunked\r\n\r\n${chunk}`,
    )
    const [data] = await once(socket, 'data')
    expect(String(data)).toMatch(/^HTTP\/1\.1 400 .*"field":"Transfer-Encoding"/s)
    socket.destroy()
  })
})
