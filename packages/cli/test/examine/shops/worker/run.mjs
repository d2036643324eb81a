// Runs the Worker on Node: serves requests, stores files, and calls the schedule.
import { createServer } from 'node:http'
import { createFiles } from '../files.mjs'
import worker from './worker.mjs'

const { CEDI_URL = '', CEDI_API_KEY = '', PORT = '3000', DATA = 'data' } = process.env
const env = { CEDI_URL, CEDI_API_KEY, FILES: createFiles(DATA) }

createServer(async (incoming, outgoing) => {
  const chunks = []
  for await (const chunk of incoming) chunks.push(chunk)
  const { method = 'GET', headers, url } = incoming
  const request = new Request(`http://${headers.host}${url}`, {
    method,
    headers: new Headers(/** @type {Record<string, string>} */ (headers)),
    ...(method !== 'GET' && method !== 'HEAD' && { body: Buffer.concat(chunks) }),
  })
  const response = await worker.fetch(request, env)
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
}).listen(Number(PORT), '127.0.0.1')

setInterval(() => void worker.scheduled(undefined, env).catch((error) => console.error(error.message)), 1_000)
