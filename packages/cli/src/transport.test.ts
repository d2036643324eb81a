import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { sendHttp } from './transport.js'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function startServer(handle: Parameters<typeof createServer>[1] & object): Promise<string> {
  const server = createServer(handle)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

test('a response that switches the protocol rejects the request', async () => {
  const url = await startServer(({ socket }) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  )
  await expect(sendHttp(url)).rejects.toMatchObject({ code: 'another protocol than HTTP' })
})

test('a response over 4 MiB rejects the request', async () => {
  const url = await startServer((_request, response) => response.end('x'.repeat(5 << 20)))
  await expect(sendHttp(url)).rejects.toMatchObject({ code: 'response over 4 MiB' })
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('a response with Content-Encoding %s is decompressed', async (encoding, compress) => {
  const url = await startServer((_request, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(compress('{"amount":1}')),
  )
  const response = await sendHttp(url)
  expect([await response.text(), response.headers.get('content-encoding')]).toEqual(['{"amount":1}', encoding])
})

test('a response with an invalid compressed body rejects the request', async () => {
  const url = await startServer((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip'),
  )
  await expect(sendHttp(url)).rejects.toMatchObject({ code: 'an invalid gzip body' })
})

test('a redirect is not followed', async () => {
  let requestCount = 0
  const otherUrl = await startServer((_request, response) => {
    requestCount += 1
    response.end()
  })
  const url = await startServer((_request, response) => response.writeHead(302, { location: otherUrl }).end())
  expect((await sendHttp(url, { headers: { Authorization: 'Bearer sk_test_1' } })).status).toBe(302)
  expect(requestCount).toBe(0)
})

test.each([
  ['objects', '{"a":'.repeat(20_000), '}'.repeat(20_000)],
  ['arrays', '['.repeat(1_900_000), ']'.repeat(1_900_000)],
])('a response with nested %s rejects the request before it is parsed', async (_, open, close) => {
  const url = await startServer((_request, response) => response.end(`{"success":true,"data":${open}1${close}}`))
  await expect(sendHttp(url)).rejects.toMatchObject({ code: 'response nested more than 64 levels' })
})

test('brackets in strings are not nesting', async () => {
  const text = JSON.stringify({ data: [`\\"${'['.repeat(1_000)}`, '{'.repeat(1_000)] })
  const url = await startServer((_request, response) => response.end(text))
  expect(await (await sendHttp(url)).text()).toBe(text)
})
