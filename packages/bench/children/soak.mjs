// Keeps a server busy for some minutes, with many callers over open connections. Prints the results as JSON. Arguments:
// the address, the server's process, how many callers, how many seconds.
import { Agent, request as send } from 'node:http'
import { residentMb } from '../measure.mjs'
import { cardPayment } from './contract-examples.mjs'

const [base, pid, handsGiven, secondsGiven] = process.argv.slice(2)
const [hands, seconds] = [Number(handsGiven), Number(secondsGiven)]
const agent = new Agent({ keepAlive: true, maxSockets: hands })
const until = performance.now() + seconds * 1000
const statuses = {}
const waits = []
const samples = []
let made = 0

function ask(method, path, key, body) {
  const text = body && JSON.stringify(body)
  const headers = { Authorization: `Bearer ${key}` }
  if (text) headers['Content-Type'] = 'application/json'
  if (text) headers['Idempotency-Key'] = `soak-${++made}`
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const request = send(`${base}${path}`, { agent, method, headers }, (response) => {
      const parts = []
      response.on('data', (part) => parts.push(part))
      response.once('end', () => {
        const { statusCode: status } = response
        statuses[status] = (statuses[status] ?? 0) + 1
        waits.push(performance.now() - started)
        resolve({ status, data: status < 300 ? JSON.parse(Buffer.concat(parts)).data : undefined })
      })
    })
    request.once('error', reject)
    request.end(text)
  })
}

/** A shop's day, again and again: a payment, and reading it. Fifty merchants. */
async function hand(number) {
  const key = `sk_test_soak${number % 50}`
  while (performance.now() < until) {
    const paid = await ask('POST', '/api/v1/payments', key, cardPayment)
    if (paid.status !== 201) continue
    for (let look = 0; look < 3; look++) await ask('GET', `/api/v1/payments/${paid.data.ref}`, key)
    await ask('GET', '/api/v1/orders?limit=20', key)
    await ask('GET', '/api/v1/balance', key)
  }
}

const sample = () => samples.push({ mb: residentMb(pid), answered: waits.length })
sample()
const timer = setInterval(sample, Math.min(5_000, seconds * 100))
await Promise.all(Array.from({ length: hands }, (_, number) => hand(number)))
clearInterval(timer)
sample()
agent.destroy()
waits.sort((one, other) => one - other)
const quantile = (part) => waits[Math.min(waits.length - 1, Math.floor(waits.length * part))]
console.log(
  JSON.stringify({ statuses, samples, perSecond: waits.length / seconds, p50: quantile(0.5), p99: quantile(0.99) }),
)
