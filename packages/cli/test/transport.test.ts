import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { sendHttp } from '../src/transport.js'

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

it('a response that switches the protocol rejects the request', async () => {
  const url = await startServer(({ socket }) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  )
  await expect(sendHttp(url)).rejects.toMatchObject({ code: 'another protocol than HTTP' })
})

it('a response over 4 MiB rejects the request', async () => {
  const url = await startServer((_request, response) => response.end('x'.repeat(5 << 20)))
  await expect(sendHttp(url)).rejects.toMatchObject({ code: 'response over 4 MiB' })
})

it.each([
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

it('a response with an invalid compressed body rejects the request', async () => {
  const url = await startServer((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip'),
  )
  await expect(sendHttp(url)).rejects.toMatchObject({ code: 'an invalid gzip body' })
})

it('a redirect is not followed', async () => {
  let requestCount = 0
  const otherUrl = await startServer((_request, response) => {
    requestCount += 1
    response.end()
  })
  const url = await startServer((_request, response) => response.writeHead(302, { location: otherUrl }).end())
  expect((await sendHttp(url, { headers: { Authorization: 'Bearer sk_test_1' } })).status).toBe(302)
  expect(requestCount).toBe(0)
})
