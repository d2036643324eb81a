// Runs the Worker on Node, and without CEDI_URL also a local service.
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { createSandbox } from '@cedi/sandbox'
import worker from './worker.mjs'

const { CEDI_URL, CEDI_API_KEY = 'sk_test_all', PORT = '3003' } = process.env
const service = CEDI_URL ? undefined : await createSandbox({ clock: 'real' }).listen(0)
const env = { CEDI_URL: CEDI_URL ?? service?.url ?? '', CEDI_API_KEY }

const server = createServer(async (incoming, outgoing) => {
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method ?? 'GET',
    headers: new Headers(/** @type {Record<string, string>} */ (incoming.headers)),
    ...(hasBody && { body: /** @type {ReadableStream} */ (Readable.toWeb(incoming)), duplex: 'half' }),
  })
  const response = await worker.fetch(request, env)
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
})
server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
  console.error(
    error.code === 'EADDRINUSE' ? `Port ${PORT} is taken. Choose another: PORT=3004 npm start` : error.message,
  )
  process.exit(1)
})
server.listen(Number(PORT), '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  console.log(`The shop is open: http://127.0.0.1:${port}`)
})
