import { once } from 'node:events'
import { Agent, request as ask } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { createMockServer, type Listening, type MockServer, type MockServerOptions } from '../src/index.js'
import { findControlToken } from '../src/transports/control-token.js'
import { listen } from '../src/transports/node.js'
import { check, wallet } from './service.js'

const open: Listening[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((listening) => listening.close()))
})
async function startServer(options: MockServerOptions = {}, host?: string): Promise<Listening & { mock: MockServer }> {
  const mock = createMockServer(options)
  const listening = await mock.listen(0, host)
  open.push(listening)
  return { ...listening, mock }
}
const headers = { Authorization: 'Bearer sk_test_all', 'Content-Type': 'application/json' }
const post = (body: string | object = wallet) => ({
  method: 'POST',
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

/** Sends these bytes and returns the whole response. */
async function raw(port: number, bytes: string, ms = 2000): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => undefined)
  socket.setTimeout(ms, () => socket.destroy())
  socket.write(bytes)
  await once(socket, 'close')
  return text
}
const parseBody = (text: string) => JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4))

describe('a server on a port', () => {
  it('responds as in process', async () => {
    const { url, mock } = await startServer()
    for (const [method, path, init] of [
      ['GET', '/api/v1/balance', { headers }],
      ['POST', '/api/v1/payments', post()],
      ['GET', '/api/v1/nothing', {}],
    ] as const) {
      const response = await fetch(`${url}${path}`, { method, ...init })
      const body = await response.text()
      const responseHeaders = {
        'Content-Type': response.headers.get('content-type') ?? '',
        'X-Request-Id': response.headers.get('x-request-id') ?? '',
      }
      check(method, path, { headers, body: undefined }, { status: response.status, headers: responseHeaders, body })
      expect(Number(response.headers.get('content-length'))).toBe(Buffer.byteLength(body))
    }
    expect(mock.requests.list()).toHaveLength(3)
  })

  it('listens on a free port when the port is 0', async () => {
    const [one, two] = [await startServer(), await startServer()]
    expect(one.port).not.toBe(two.port)
    await fetch(`${one.url}/api/v1/payments`, post())
    expect([one.mock.requests.list().length, two.mock.requests.list().length]).toEqual([1, 0])
  })

  it('an occupied port is reported', async () => {
    const { port } = await startServer()
    await expect(createMockServer().listen(port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  it('does not listen with a seed that is rejected', async () => {
    const seed = { merchants: [{ id: 'a', name: 'x', products: [{ name: 'y', price: 0.5 }] }] }
    await expect(createMockServer({ seed }).listen(0)).rejects.toThrow(TypeError)
  })

  it('reads bodies that are chunked, sent in pieces or in another encoding', async () => {
    const { url, port } = await startServer()
    const body = JSON.stringify(wallet)
    const chunked = await fetch(`${url}/api/v1/payments`, {
      method: 'POST',
      headers,
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(chunked.status).toBe(201)
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST /api/v1/payments HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer sk_test_all\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    for (const character of body) {
      socket.write(character)
      await new Promise(setImmediate)
    }
    expect(String((await once(socket, 'data'))[0])).toContain('201 Created')
    const latin = await raw(
      port,
      `POST /api/v1/products HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer sk_test_all\r\nContent-Type: application/json\r\nContent-Length: 23\r\n\r\n{"name":"\xff","price":5}`,
    )
    expect(latin).toContain('201')
    const broken = connect(port, '127.0.0.1')
    broken.write(
      'POST /api/v1/products HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer sk_test_all\r\nContent-Type: application/json\r\nContent-Length: 22\r\n\r\n',
    )
    broken.write(Buffer.from('{"name":"\xff","price":5}', 'latin1'))
    expect(parseBody(String((await once(broken, 'data'))[0])).error.code).toBe('malformed_json')
  })

  it('rejects bodies over 1 MiB, with and without a Content-Length', async () => {
    const { url } = await startServer()
    const body = JSON.stringify({ ...wallet, name: 'x'.repeat(1_100_000) })
    const knownResponse = await fetch(`${url}/api/v1/payments`, post(body))
    expect([knownResponse.status, (await knownResponse.json()).error.code]).toEqual([413, 'body_too_large'])
    const unknown = await fetch(`${url}/api/v1/payments`, {
      ...post(),
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect([unknown.status, (await unknown.json()).error.code]).toEqual([413, 'body_too_large'])
    // A client that sends everything before it reads gets the response too.
    const clientRequest = ask(`${url}/api/v1/payments`, { method: 'POST', headers })
    clientRequest.end('x'.repeat(20_000_000))
    const [response] = await once(clientRequest, 'response')
    response.resume()
    expect(response.statusCode).toBe(413)
  })

  it('restores a snapshot of more than a mebibyte over HTTP', async () => {
    const { url, mock, controlToken } = await startServer({ seed: 'empty' })
    const withToken = { headers: { 'X-Mock-Token': controlToken } }
    for (let index = 0; index < 300; index++)
      await mock.handle({
        url: '/api/v1/products',
        ...post({ name: `P${index}`, price: 5, description: 'x'.repeat(5000) }),
      })
    const text = JSON.stringify((await (await fetch(`${url}/__mock/snapshot`, withToken)).json()).data)
    expect(text.length).toBeGreaterThan(1_048_576)
    const put = await fetch(`${url}/__mock/snapshot`, { method: 'PUT', body: text, ...withToken })
    expect([put.status, JSON.stringify({ ...mock.snapshot(), requests: 0 })]).toEqual([
      200,
      JSON.stringify({ ...JSON.parse(text), requests: 0 }),
    ])
  })

  it('responds to many requests on one connection, and two sent immediately', async () => {
    const { port, url } = await startServer()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const sockets = new Set<Socket>()
    for (let index = 0; index < 20; index++) {
      const clientRequest = ask(`${url}/api/v1/balance`, { agent, headers })
      clientRequest.end()
      const [response] = await once(clientRequest, 'response')
      sockets.add(response.socket)
      response.resume()
      await once(response, 'end')
    }
    expect(sockets.size).toBe(1)
    agent.destroy()
    const one = 'GET /api/v1/balance HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer sk_test_all\r\n'
    const both = await raw(port, `${one}\r\n${one}Connection: close\r\n\r\n`)
    expect(both.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
  })

  it('responds to HEAD where GET works, without a body, and rejects it elsewhere', async () => {
    const { port, mock } = await startServer()
    const sendRaw = (path: string, key = 'Authorization: Bearer sk_test_all\r\n') =>
      raw(port, `HEAD ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n${key}Connection: close\r\n\r\n`)
    const paths = ['/api/v1/balance', '/api/v1/products', '/api/v1/orders', '/api/v1/openapi.json']
    for (const path of [...paths, '/api/licenses/verify?key=none']) {
      const text = await sendRaw(path)
      expect(text, path).toMatch(/^HTTP\/1\.1 200 .*\r\n[\s\S]*Content-Length: [1-9]\d*\r\n[\s\S]*\r\n\r\n$/)
    }
    expect(await sendRaw('/api/v1/balance', '')).toMatch(/^HTTP\/1\.1 401 [\s\S]*\r\n\r\n$/)
    expect(await sendRaw('/api/v1/payments')).toMatch(/^HTTP\/1\.1 405 [\s\S]*Allow: POST\r\n[\s\S]*\r\n\r\n$/)
    expect(mock.requests.list()[0]).toMatchObject({ method: 'HEAD', path: '/api/v1/payments', status: 405 })
  })

  it.each([
    ['an empty Host', 'Host:\r\n'],
    ['two Hosts', 'Host: localhost\r\nHost: localhost\r\n'],
    ['two Hosts that differ', 'Host: localhost\r\nHost: evil.example\r\n'],
    ['a whole address for a Host', 'Host: http://localhost/\r\n'],
    ['a Host that is no name', 'Host: "><script>\r\n'],
    ['a tab in the Host', 'Host: a\tb\r\n'],
    ['a Host with a name before it', 'Host: 127.0.0.1@evil\r\n'],
    ['two keys', 'Host: localhost\r\nAuthorization: Bearer sk_test_none\r\n'],
    ['another scheme beside the key', 'Host: localhost\r\nAuthorization: Basic YTpi\r\n'],
  ])('rejects the malformed header %s', async (_, lines) => {
    const { port } = await startServer()
    for (const target of ['/api/v1/balance', '/__mock/clock']) {
      const text = await raw(
        port,
        `GET ${target} HTTP/1.1\r\nAuthorization: Bearer sk_test_all\r\n${lines}Connection: close\r\n\r\n`,
      )
      expect(text).toMatch(/^HTTP\/1\.1 400 /)
      const field = lines.includes('Authorization') ? 'Authorization' : 'Host'
      expect(parseBody(text).error).toMatchObject({ code: 'invalid_header', field })
      expect(text).not.toMatch(/script|evil/)
    }
  })

  it('accepts HTTP/1.0 without a Host header, and does not treat its caller as local', async () => {
    const { port } = await startServer()
    const sendRaw = (path: string) => raw(port, `GET ${path} HTTP/1.0\r\nAuthorization: Bearer sk_test_all\r\n\r\n`)
    expect(await sendRaw('/api/v1/balance')).toContain('200 OK')
    expect(await sendRaw('/__mock/clock')).toContain('401 Unauthorized')
  })

  it('accepts a full URL as the target, and links to its own URL regardless of target and Host', async () => {
    const { port, url } = await startServer()
    for (const [target, host] of [
      ['http://evil.example/api/v1/products?limit=1', 'evil.example'],
      ['/api/v1/products?limit=1', 'evil.example'],
    ]) {
      const text = await raw(
        port,
        `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nAuthorization: Bearer sk_test_all\r\n\r\n`,
      )
      expect(text).toContain('200 OK')
      expect(text).toContain(`Link: <${url}/api/v1/products?limit=1&cursor=`)
      expect(text).not.toMatch(/evil|<script/)
    }
  })

  it('links use the URL of the request when the server listens on all addresses', async () => {
    const { port, url } = await startServer({}, '0.0.0.0')
    expect(url).toBe(`http://127.0.0.1:${port}`)
    for (const [host, expectedUrl] of [
      [`localhost:${port}`, `http://localhost:${port}`],
      ['shop.test:80', 'http://shop.test:80'],
    ]) {
      const text = await raw(
        port,
        `GET /api/v1/products?limit=1 HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nAuthorization: Bearer sk_test_all\r\n\r\n`,
      )
      expect(text).toContain(`Link: <${expectedUrl}/api/v1/products`)
    }
  })

  it.each([
    ['no HTTP', 'garbage\r\n\r\n'],
    ['a method alone', 'GET\r\n\r\n'],
    ['a version that does not exist', 'GET / HTTP/9.9\r\n\r\n'],
    ['an address of 100,000 characters', `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['a length that is no number', 'POST /api/v1/payments HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n'],
    ['a control character in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX: \u0001\r\n\r\n'],
    ['a TLS handshake', '\u0016\u0003\u0001'],
  ])('survives %s', async (_, bytes) => {
    const { port, url } = await startServer()
    // A caller that is disconnected while it sends may receive a reset instead of the response.
    const response = await raw(port, bytes, 500).catch(({ code }: NodeJS.ErrnoException) => code ?? '')
    expect(response).toMatch(/^(?:HTTP\/1\.1 4\d\d |ECONNRESET$|EPIPE$|$)/)
    expect(response).not.toContain('200 OK')
    expect((await fetch(`${url}/api/v1/balance`, { headers })).status).toBe(200)
  })

  it.each([
    ['headers of 20 kB', `GET /api/v1/balance HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['an HTTP version that does not exist', 'GET / HTTP/9.9\r\n\r\n', 400],
    [
      'an unknown expectation',
      'GET /api/v1/balance HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nConnection: close\r\n\r\n',
      417,
    ],
    ['no Host', 'GET /api/v1/nothing HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ])('lets Node reject a request with %s', async (_, bytes, status) => {
    const { port } = await startServer()
    expect(await raw(port, bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  it('survives callers that disconnect in the middle of a request', async () => {
    const { port, url, mock } = await startServer()
    for (let index = 0; index < 20; index++) {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(
        'POST /api/v1/payments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer sk_test_all\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"amount"',
      )
      await new Promise(setImmediate)
      socket.destroy()
    }
    expect((await fetch(`${url}/api/v1/balance`, { headers })).status).toBe(200)
    expect(JSON.stringify(mock.snapshot())).not.toContain('payments":[{')
  })
})

describe('connections', () => {
  it('a body of many parts is copied into one buffer of at most twice its size', async () => {
    const { url } = await startServer()
    const parts = 20_000
    const allocate = vi.spyOn(Buffer, 'allocUnsafe')
    const body = Readable.from(
      (function* () {
        yield '{"name":"'
        for (let index = 0; index < parts; index++) yield 'x'
        yield '"}'
      })(),
    )
    const response = await fetch(`${url}/api/v1/products`, { method: 'POST', headers, body, duplex: 'half' } as never)
    expect(response.status).toBe(422)
    const sizes = allocate.mock.calls.map(([sizeBytes]) => sizeBytes).filter((sizeBytes) => sizeBytes >= 16_384)
    expect(sizes).toEqual([16_384, 32_768])
    allocate.mockRestore()
  })

  test('a connection with more than eight pipelined requests is closed, and other callers are served', async () => {
    const { port, url } = await startServer()
    const one = 'GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'
    const responses = await raw(port, one.repeat(60))
    expect(responses.match(/HTTP\/1\.1 200/g)?.length ?? 0).toBeLessThanOrEqual(8)
    expect((await fetch(`${url}/api/v1/openapi.json`)).status).toBe(200)
  })

  test('a response that its caller does not read is aborted', async () => {
    // Larger than the buffers of the operating system.
    const large = { status: 200, headers: {}, body: 'x'.repeat(32 * 1_048_576) }
    const server = { ...createMockServer(), deliver: async () => large } as MockServer
    const listening = await listen(server, 0, '127.0.0.1', { unreadTimeout: 200, drainTimeout: 3_600_000 })
    open.push(listening)
    const socket = connect(listening.port, '127.0.0.1')
    socket.write('GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n')
    // Nothing reads. `close` arrives only after the received part is read, so the end is seen on the side of the server.
    await listening.close()
    socket.destroy()
  })

  it('a connection without a byte is closed after the timeout of the headers', async () => {
    const listening = await listen(createMockServer(), 0, '127.0.0.1', {
      headersTimeout: 50,
      requestTimeout: 100,
      connectionsCheckingInterval: 20,
    })
    open.push(listening)
    const socket = connect(listening.port, '127.0.0.1')
    socket.resume()
    await once(socket, 'close')
  })
})

describe('faults on a port', () => {
  it('drop the connection, before and after the effect', async () => {
    const { url, mock } = await startServer({ seed: 'empty' })
    const keyed = { ...post(), headers: { ...headers, 'Idempotency-Key': 'k' } }
    mock.faults.add({ fault: { drop: 'before' }, times: 1 })
    await expect(fetch(`${url}/api/v1/payments`, keyed)).rejects.toThrow('fetch failed')
    mock.faults.add({ fault: { drop: 'after_commit' }, times: 1 })
    await expect(fetch(`${url}/api/v1/payments`, keyed)).rejects.toThrow('fetch failed')
    const retriedResponse = await fetch(`${url}/api/v1/payments`, keyed)
    expect([retriedResponse.status, retriedResponse.headers.get('idempotency-hit')]).toEqual([201, 'true'])
  })

  it('truncate, delay or corrupt the body', async () => {
    const { url, mock } = await startServer()
    const balance = () => fetch(`${url}/api/v1/balance`, { headers })
    mock.faults.add({ fault: { truncate: true }, times: 1 })
    const result = await balance()
    await expect(result.text()).rejects.toThrow('terminated')
    mock.faults.add({ fault: { slow_body_ms: 30 }, times: 1 })
    expect((await (await balance()).json()).success).toBe(true)
    mock.faults.add({ fault: { malformed_json: true }, times: 1 })
    await expect((await balance()).json()).rejects.toThrow(SyntaxError)
    mock.faults.add({ fault: { latency_ms: 30, status: 503 }, times: 1 })
    expect((await balance()).headers.get('retry-after')).toBe('1')
    mock.faults.add({ fault: { latency_ms: 60_000 }, times: 1 })
    await expect(fetch(`${url}/api/v1/balance`, { headers, signal: AbortSignal.timeout(30) })).rejects.toThrow()
  })
})

describe('close', () => {
  it('and a second listen use the new port, and in-process responses link to the URL of their request', async () => {
    const mock = createMockServer()
    const readLink = async (base: string) =>
      (await fetch(`${base}/api/v1/products?limit=1`, { headers })).headers.get('link')
    const first = await mock.listen(0)
    const second = await mock.listen(0)
    for (const { url } of [first, second]) expect(await readLink(url)).toContain(`<${url}/api/v1/products`)
    await Promise.all([first.close(), second.close()])
    const third = await mock.listen(0)
    open.push(third)
    expect(await readLink(third.url)).toContain(`<${third.url}/api/v1/products`)
    expect(await readLink(third.url.replace('127.0.0.1', 'localhost'))).toContain(`<${third.url}/api/v1/products`)
    const response = await mock.handle({ method: 'GET', url: 'https://pay.test/api/v1/products?limit=1', headers })
    expect(response.headers['Link']).toContain('<https://pay.test/api/v1/products')
  })

  it('lets a running request finish, and then ends immediately', async () => {
    const mock = createMockServer()
    const listening = await mock.listen(0)
    mock.faults.add({ fault: { latency_ms: 60 } })
    const agent = new Agent({ keepAlive: true })
    const clientRequest = ask(`${listening.url}/api/v1/balance`, { agent, headers })
    clientRequest.end()
    while (mock.requests.list().length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const closing = listening.close()
    const [response] = await once(clientRequest, 'response')
    let text = ''
    response.on('data', (chunk: Buffer) => {
      text += chunk
    })
    await once(response, 'end')
    expect(JSON.parse(text).success).toBe(true)
    await closing
    agent.destroy()
    await expect(fetch(`${listening.url}/api/v1/balance`)).rejects.toThrow()
  })

  it('ends after the last response, although another caller has sent only half a request', async () => {
    const mock = createMockServer()
    const listening = await listen(mock, 0, '127.0.0.1', { drainTimeout: 60_000 })
    const openSocket = connect(listening.port, '127.0.0.1').on('error', () => undefined)
    await once(openSocket, 'connect')
    openSocket.write('GET /api/v1/bal')
    mock.faults.add({ fault: { slow_body_ms: 100 } })
    const slow = await fetch(`${listening.url}/api/v1/balance`, { headers })
    const socketClosing = once(openSocket, 'close')
    const closing = listening.close()
    expect(await slow.json()).toMatchObject({ success: true })
    await Promise.all([closing, socketClosing])
    // Far less than the deadline, so the server did not wait for it.
  }, 20_000)

  it('aborts requests that are unfinished at the deadline, and lists them', async () => {
    const mock = createMockServer()
    const listening = await listen(mock, 0, '127.0.0.1', { drainTimeout: 300 })
    const errorLog = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    mock.faults.add({ fault: { latency_ms: 60_000 } })
    const slow = fetch(`${listening.url}/api/v1/balance?key=secret`, { headers }).catch((error) => error.message)
    while (mock.requests.list().length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const openSocket = connect(listening.port, '127.0.0.1').on('error', () => undefined)
    openSocket.write('POST /api/v1/payments HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{')
    const closing = once(openSocket, 'close')
    await new Promise((resolve) => setTimeout(resolve, 50))
    await listening.close()
    await closing
    expect(await slow).toBe('fetch failed')
    expect(errorLog.mock.calls).toEqual([
      [
        '[cedi-mock] The server stopped 0.3 seconds after it was asked to, and cut off: GET /api/v1/balance (not answered yet), POST /api/v1/payments (not sent whole).',
      ],
    ])
    errorLog.mockRestore()
  })

  it('does not wait for idle connections', async () => {
    const mock = createMockServer()
    const listening = await mock.listen(0)
    const idleSocket = connect(listening.port, '127.0.0.1')
    const openSocket = connect(listening.port, '127.0.0.1')
    for (const socket of [idleSocket, openSocket]) socket.on('error', () => undefined)
    await Promise.all([once(idleSocket, 'connect'), once(openSocket, 'connect')])
    openSocket.write('GET /api/v1/bal')
    await (await fetch(`${listening.url}/api/v1/balance`, { headers })).text()
    await listening.close()
    idleSocket.destroy()
    openSocket.destroy()
  })
})

describe('the control API on a port', () => {
  test('a caller on the same machine needs the token, whatever the headers say', async () => {
    const { port, url, controlToken } = await startServer()
    const read = (headers: Record<string, string>) => fetch(`${url}/__mock/clock`, { headers })
    expect((await read({})).status).toBe(401)
    expect((await read({ 'X-Mock-Token': 'x' })).status).toBe(401)
    expect((await read({ 'X-Mock-Token': controlToken })).status).toBe(200)
    for (const head of [`HTTP/1.1\r\nHost: 127.0.0.1:${port}`, `HTTP/1.1\r\nHost: localhost:${port}`, 'HTTP/1.0'])
      expect(await raw(port, `GET /__mock/keys ${head}\r\nConnection: close\r\n\r\n`)).toContain('401')
  })

  test('the token is in a file for programs of the same user until the server stops', async () => {
    const { url, port, controlToken, close } = await createMockServer().listen(0)
    expect(findControlToken(url, {})).toBe(controlToken)
    expect(findControlToken(`http://localhost:${port}`, { CEDI_CONTROL_TOKEN: 'set' })).toBe('set')
    expect(findControlToken(`https://pay.example:${port}`, {})).toBeUndefined()
    await close()
    expect(findControlToken(url, {})).toBeUndefined()
  })

  test('callers in the process need no token while the server listens', async () => {
    const { mock } = await startServer()
    expect((await mock.handle({ method: 'GET', url: '/__mock/clock' }, { isTrusted: true })).status).toBe(200)
    expect((await mock.handle({ method: 'GET', url: '/__mock/clock' })).status).toBe(401)
  })

  it('stores at most 1 MiB of a body from a caller without access', async () => {
    const { port } = await startServer({ control: { token: 'geheim' } })
    const length = 4 * 1_048_576
    const send = (token: string) =>
      raw(
        port,
        `POST /__mock/clock/advance HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Mock-Token: ${token}\r\nContent-Length: ${length}\r\n\r\n${' '.repeat(length)}`,
      )
    const allocate = vi.spyOn(Buffer, 'allocUnsafe')
    expect(await send('x')).toContain('401')
    expect(Math.max(...allocate.mock.calls.map(([sizeBytes]) => sizeBytes))).toBeLessThanOrEqual(1_048_576)
    expect(await send('geheim')).toContain('malformed_json')
    expect(Math.max(...allocate.mock.calls.map(([sizeBytes]) => sizeBytes))).toBeGreaterThanOrEqual(length)
    allocate.mockRestore()
  })

  it('with a token responds to every caller that sends it', async () => {
    const { port } = await startServer({ control: { token: 'geheim' } })
    const response = (token: string) =>
      raw(port, `GET /__mock/clock HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\nX-Mock-Token: ${token}\r\n\r\n`)
    expect(await response('geheim')).toContain('200 OK')
    expect(await response('x')).toContain('401')
  })
})
