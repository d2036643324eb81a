// Minimal adapter from node:http to msw 2 handlers.
import { createServer } from 'node:http'
import { importPeer } from '../../peers.mjs'
import { handWrittenHandlers } from '../msw-handlers.mjs'

const msw = await importPeer('msw', 'lib/core/index.mjs')
const port = Number(process.argv[2])
const base = `http://127.0.0.1:${port}`
const handlers = handWrittenHandlers(msw, base)

createServer(async (incoming, outgoing) => {
  const chunks = []
  for await (const chunk of incoming) chunks.push(chunk)
  const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined
  const request = new Request(base + incoming.url, { method: incoming.method, headers: incoming.headers, body })
  const response = await msw.getResponse(handlers, request)
  if (!response) return void outgoing.writeHead(404).end()
  // The headers include the content length.
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}).listen(port, '127.0.0.1')
