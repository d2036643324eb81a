// Measures requests to a mock in this process. Prints CPU microseconds per request.
import { measureCpuUsPerCall } from '../measure.mjs'
import { importBuilt, importPeer } from '../peers.mjs'
import { cardPayment } from './contract-examples.mjs'
import { handWrittenHandlers } from './msw-handlers.mjs'

const base = 'http://cedi.test'
const headers = { Authorization: 'Bearer sk_test_all' }
const list = { method: 'GET', url: `${base}/api/v1/products?limit=20`, headers }
const body = JSON.stringify(cardPayment)
const pay = (call) => ({
  method: 'POST',
  url: `${base}/api/v1/payments`,
  headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': `bench-${call}` },
  body,
})

const subjects = {
  async handle() {
    const { createMockServer } = await importBuilt('mock-server', 'index.js')
    const mock = createMockServer()
    return async (description) => (await mock.handle(description)).status
  },
  async fetch() {
    const { createMockServer } = await importBuilt('mock-server', 'index.js')
    const mock = createMockServer()
    return async (description) => {
      const response = await mock.fetch(description.url, description)
      await response.text()
      return response.status
    }
  },
  async msw() {
    const msw = await importPeer('msw', 'lib/core/index.mjs')
    const { setupServer } = await importPeer('msw', 'lib/node/index.mjs')
    setupServer(...handWrittenHandlers(msw, base)).listen({ onUnhandledRequest: 'error' })
    return async (description) => {
      const response = await fetch(description.url, description)
      await response.text()
      return response.status
    }
  },
}

const send = await subjects[process.argv[2]]()
const expect = async (status, description) => {
  const actualStatus = await send(description)
  if (actualStatus !== status) throw new Error(`${description.method} ${description.url} returned ${actualStatus}`)
}

// Writes run much code, which is optimised only after a few thousand calls.
const options = { cpuMs: 400, warmUpMs: 1200 }
let calls = 0
const getUs = await measureCpuUsPerCall(() => expect(200, list), options)
const postUs = await measureCpuUsPerCall(() => expect(201, pay(++calls)), options)
console.log(JSON.stringify({ getUs, postUs }))
process.exit(0)
