// Sends a counted number of requests when asked to, sixteen at a time over kept connections.
import { Agent, request as send } from 'node:http'
import { cardPayment } from './contract-examples.mjs'

const concurrency = 16
const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
const body = JSON.stringify(cardPayment)
let keys = 0

function once({ method, url, headers, expected }) {
  return new Promise((resolve, reject) => {
    const own =
      method === 'POST'
        ? {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
            'Idempotency-Key': `bench-${++keys}`,
          }
        : {}
    const request = send(url, { agent, method, headers: { ...headers, ...own } }, (response) => {
      response.resume()
      response.once('end', () => {
        if (response.statusCode === expected) resolve()
        else reject(new Error(`${method} ${url} was answered with ${response.statusCode}`))
      })
    })
    request.once('error', reject)
    request.end(method === 'POST' ? body : undefined)
  })
}

async function load(order) {
  let left = order.count
  const startedMs = performance.now()
  const lane = async () => {
    while (left-- > 0) await once(order)
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  return performance.now() - startedMs
}

process.on('message', async (order) => {
  try {
    process.send({ wallMs: await load(order) })
  } catch (error) {
    process.send({ failure: error.message })
  }
})
