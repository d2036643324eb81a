// Load generator: sends a number of requests over sixteen keep-alive connections.
import { Agent, request as httpRequest } from 'node:http'
import { cardPayment } from './contract-examples.mjs'

const concurrency = 16
const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
const body = JSON.stringify(cardPayment)
let keys = 0

function sendRequest({ method, url, headers, expected }) {
  return new Promise((resolve, reject) => {
    const bodyHeaders =
      method === 'POST'
        ? {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
            'Idempotency-Key': `bench-${++keys}`,
          }
        : {}
    const request = httpRequest(url, { agent, method, headers: { ...headers, ...bodyHeaders } }, (response) => {
      response.resume()
      response.once('end', () => {
        if (response.statusCode === expected) resolve()
        else reject(new Error(`${method} ${url} returned ${response.statusCode}`))
      })
    })
    request.once('error', reject)
    request.end(method === 'POST' ? body : undefined)
  })
}

async function runJob(job) {
  let remaining = job.count
  const startedMs = performance.now()
  const runConnection = async () => {
    while (remaining-- > 0) await sendRequest(job)
  }
  await Promise.all(Array.from({ length: concurrency }, runConnection))
  return performance.now() - startedMs
}

process.on('message', async (job) => {
  try {
    process.send({ wallMs: await runJob(job) })
  } catch (error) {
    process.send({ failure: error.message })
  }
})
