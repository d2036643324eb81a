// The cost of making servers in one process, one after another. Prints CPU milliseconds and kilobytes.
import { get } from 'node:http'
import { cpuMsOf } from '../measure.mjs'
import { importBuilt, importPeer } from '../peers.mjs'
import { cardPayment } from './contract-examples.mjs'
import { handWrittenHandlers } from './msw-handlers.mjs'

const base = 'http://cedi.test'
const headers = { Authorization: 'Bearer sk_test_all' }
const list = { method: 'GET', url: `${base}/api/v1/products?limit=20`, headers }

const overHttp = (url) =>
  new Promise((resolve, reject) => {
    const asked = get(`${url}/api/v1/products?limit=20`, { headers, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode))
    })
    asked.once('error', reject)
  })

function mustBe200(status) {
  if (status !== 200) throw new Error(`GET products was answered with ${status}`)
}

/** Milliseconds for one call, from several after a warm-up. */
async function msEach(work, calls = 100) {
  for (let call = 0; call < calls / 2; call++) await work()
  const ms = await cpuMsOf(async () => {
    for (let call = 0; call < calls; call++) await work()
  })
  return ms / calls
}

function keptBytes() {
  globalThis.gc()
  globalThis.gc()
  return process.memoryUsage().heapUsed
}

/** Kilobytes that remain for one payment, measured with more payments than the request log keeps. */
async function paymentKb({ createMockServer }, payments = 10_000) {
  const mock = createMockServer()
  const body = JSON.stringify(cardPayment)
  const pay = async (call) => {
    const own = { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': `bench-${call}` }
    await mock.handle({ method: 'POST', url: `${base}/api/v1/payments`, headers: own, body })
  }
  for (let call = 0; call < 4000; call++) await pay(call)
  const before = keptBytes()
  for (let call = 4000; call < 4000 + payments; call++) await pay(call)
  const kept = keptBytes() - before
  mustBe200((await mock.handle(list)).status)
  return kept / payments / 1024
}

async function measureMock() {
  let module
  const importMs = await cpuMsOf(async () => {
    module = await importBuilt('mock-server', 'index.js')
  })
  const make = async () => {
    const mock = module.createMockServer()
    mustBe200((await mock.handle(list)).status)
    return mock
  }
  const firstMs = await cpuMsOf(make)
  const nextMs = await msEach(make)
  const portMs = await msEach(async () => {
    const listening = await module.createMockServer().listen()
    mustBe200(await overHttp(listening.url))
    await listening.close()
  })
  const before = keptBytes()
  const kept = []
  const thousandMs = await cpuMsOf(async () => {
    while (kept.length < 1000) kept.push(await make())
  })
  const serverKb = (keptBytes() - before) / kept.length / 1024
  return { importMs, firstMs, nextMs, portMs, thousandMs, serverKb, paymentKb: await paymentKb(module) }
}

async function measureMsw() {
  let core
  let node
  const importMs = await cpuMsOf(async () => {
    core = await importPeer('msw', 'lib/core/index.mjs')
    node = await importPeer('msw', 'lib/node/index.mjs')
  })
  const make = async () => {
    const server = node.setupServer(...handWrittenHandlers(core, base))
    server.listen({ onUnhandledRequest: 'error' })
    const response = await fetch(list.url, list)
    await response.text()
    server.close()
    mustBe200(response.status)
  }
  const firstMs = await cpuMsOf(make)
  return { importMs, firstMs, nextMs: await msEach(make) }
}

console.log(JSON.stringify(await (process.argv[2] === 'mock' ? measureMock() : measureMsw())))
process.exit(0)
