// A static server for tests and for trying: files of a folder below a path, compressed as hosts of pages do it.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}
const dist = fileURLToPath(new URL('../dist/', import.meta.url))
/** What a piece of an answer holds on a slow network. */
const pieceBytes = 1400

/**
 * Serves a folder on this machine.
 *
 * @param path - Where it stands on the host, with a slash at both ends.
 * @param port - 0 takes a free one.
 * @param slow - As over a slow network, which all connections share.
 */
export async function serve({ folder = dist, path = '/cedi/play/', port = 0, slow } = {}) {
  const asked = []
  const compressed = new Map()
  let line = Promise.resolve()
  /** Sends piece by piece, in turns with the other answers. */
  async function send(response, body) {
    for (let at = 0; at < body.length; at += pieceBytes) {
      const piece = body.subarray(at, at + pieceBytes)
      line = line.then(() => wait((1000 * piece.length) / slow.bytesPerSecond))
      await line
      response.write(piece)
    }
    response.end()
  }
  const known = new WeakSet()
  async function answer(request, response) {
    if (slow) {
      // The first request of a connection waits for the connection too.
      await wait(known.has(request.socket) ? slow.roundTripMs : 2 * slow.roundTripMs)
      known.add(request.socket)
    }
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    asked.push(pathname)
    const name = pathname.startsWith(path) ? normalize(pathname.slice(path.length)) : '..'
    const file = join(folder, name === '.' || name === '' ? 'index.html' : name)
    if (name.startsWith('..') || !existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end()
    const body = compressed.get(file) ?? brotliCompressSync(readFileSync(file))
    compressed.set(file, body)
    response.writeHead(200, {
      'Content-Type': types[extname(file)] ?? 'application/octet-stream',
      'Content-Encoding': 'br',
      'Content-Length': body.length,
      'Cache-Control': 'max-age=600',
    })
    return slow ? send(response, body) : response.end(body)
  }
  const server = createServer(answer)
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${server.address().port}`
  const close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { origin, url: origin + path, asked, close }
}
