// Creates servers in one process, one after another, and prints CPU milliseconds.
import { cpuMsOf } from '../measure.mjs'
import { importBuilt, importPeer } from '../peers.mjs'
import { handWrittenHandlers } from './msw-handlers.mjs'

const base = 'http://cedi.test'
const headers = { Authorization: 'Bearer sk_test_all' }
const list = { method: 'GET', url: `${base}/api/v1/products?limit=20`, headers }

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

async function measureMock() {
  let module
  const importMs = await cpuMsOf(async () => {
    module = await importBuilt('mock-server', 'index.js')
  })
  const make = async () => {
    const mock = module.createMockServer()
    mustBe200((await mock.handle(list)).status)
  }
  const firstMs = await cpuMsOf(make)
  const nextMs = await msEach(make)
  return { importMs, firstMs, nextMs }
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
