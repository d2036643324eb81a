// Static server for tests and local use. Serves compressed files of a folder below a path.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}
const dist = fileURLToPath(new URL('../dist/', import.meta.url))
/** Size of a response chunk on a slow network. */
const chunkBytes = 1400

/**
 * Serves a folder on localhost.
 *
 * @param path - URL path, with a slash at both ends.
 * @param port - Port; 0 chooses a free one.
 * @param networkLimits - Limits of a slow network that all connections share.
 */
export async function serve({ folder = dist, path = '/cedi/play/', port = 0, networkLimits } = {}) {
  const requestedPaths = []
  const compressed = new Map()
  /** Time at which the network has transmitted all chunks so far. */
  let networkFreeMs = 0
  /** Sends a body in chunks, interleaved with other responses. Late timers on a busy machine do not slow the network down. */
  async function send(response, body) {
    let chunkDueMs = performance.now()
    for (let index = 0; index < body.length; index += chunkBytes) {
      const chunk = body.subarray(index, index + chunkBytes)
      networkFreeMs = Math.max(networkFreeMs, chunkDueMs) + (1000 * chunk.length) / networkLimits.bytesPerSecond
      chunkDueMs = networkFreeMs
      await wait(Math.max(0, chunkDueMs - performance.now()))
      response.write(chunk)
    }
    response.end()
  }
  const knownSockets = new WeakSet()
  async function handleRequest(request, response) {
    if (networkLimits) {
      // The first request of a connection also waits for the TCP handshake.
      await wait(knownSockets.has(request.socket) ? networkLimits.roundTripMs : 2 * networkLimits.roundTripMs)
      knownSockets.add(request.socket)
    }
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    requestedPaths.push(pathname)
    const name = pathname.startsWith(path) ? normalize(pathname.slice(path.length)) : '..'
    const file = join(folder, /^\.?$|\/$/.test(name) ? `${name}/index.html` : name)
    if (name.startsWith('..') || !existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end()
    const body = compressed.get(file) ?? gzipSync(readFileSync(file))
    compressed.set(file, body)
    response.writeHead(200, {
      'Content-Type': types[extname(file)] ?? 'application/octet-stream',
      'Content-Encoding': 'gzip',
      'Content-Length': body.length,
      'Cache-Control': 'max-age=600',
    })
    return networkLimits ? send(response, body) : response.end(body)
  }
  const server = createServer(handleRequest)
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${server.address().port}`
  const close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { origin, url: origin + path, requestedPaths, close }
}
