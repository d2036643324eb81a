// Creates servers in one process, one after another, and prints CPU milliseconds.
import { measureCpuMs } from '../measure.mjs'
import { importBuilt, importPeer } from '../peers.mjs'
import { handWrittenHandlers } from './msw-handlers.mjs'

const base = 'http://cedi.test'
const headers = { Authorization: 'Bearer sk_test_all' }
const list = { method: 'GET', url: `${base}/api/v1/products?limit=20`, headers }

function assertOk(status) {
  if (status !== 200) throw new Error(`GET products returned ${status}`)
}

/** Measures the CPU milliseconds per call after a warm-up. */
async function measureMsPerCall(task, calls = 100) {
  for (let call = 0; call < calls / 2; call++) await task()
  const ms = await measureCpuMs(async () => {
    for (let call = 0; call < calls; call++) await task()
  })
  return ms / calls
}

async function measureMock() {
  let module
  const importMs = await measureCpuMs(async () => {
    module = await importBuilt('mock-server', 'index.js')
  })
  const createAndRequest = async () => {
    const mock = module.createMockServer()
    assertOk((await mock.handle(list)).status)
  }
  const firstMs = await measureCpuMs(createAndRequest)
  const nextMs = await measureMsPerCall(createAndRequest)
  return { importMs, firstMs, nextMs }
}

async function measureMsw() {
  let core
  let node
  const importMs = await measureCpuMs(async () => {
    core = await importPeer('msw', 'lib/core/index.mjs')
    node = await importPeer('msw', 'lib/node/index.mjs')
  })
  const createAndRequest = async () => {
    const server = node.setupServer(...handWrittenHandlers(core, base))
    server.listen({ onUnhandledRequest: 'error' })
    const response = await fetch(list.url, list)
    await response.text()
    server.close()
    assertOk(response.status)
  }
  const firstMs = await measureCpuMs(createAndRequest)
  return { importMs, firstMs, nextMs: await measureMsPerCall(createAndRequest) }
}

console.log(JSON.stringify(await (process.argv[2] === 'mock' ? measureMock() : measureMsw())))
process.exit(0)
