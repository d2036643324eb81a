import { once } from 'node:events'
import { connect } from 'node:net'
import { createMemoryStore } from '@cedi/mock-server/internal'
import { StoreUnavailable } from '@cedi/sandbox/stores'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { listen as listenWith } from '../../mock-server/src/transports/node.js'
import { createHealthMonitor } from '../src/health.js'
import { createSandbox, type Listening, type MockServer, type PersistentStore } from '../src/index.js'

const listening: Listening[] = []
async function serve(mock: MockServer): Promise<string> {
  const server = await mock.listen()
  listening.push(server)
  return server.url
}
afterEach(async () => {
  for (const server of listening.splice(0)) await server.close()
})

/** A store that can be switched off, delayed, or given a full disk. */
type Shaky = PersistentStore & { isUnreachable: boolean; isFull: boolean; gate: Promise<void> | undefined }
function persistentStore(): Shaky {
  const memory = createMemoryStore()
  const isReached =
    <T>(action: () => T | Promise<T>) =>
    async (): Promise<T> => {
      await store.gate
      if (store.isUnreachable)
        throw Object.assign(new Error('The database cannot be reached (57P01).'), { code: 'store_unavailable' })
      return action()
    }
  const roomy = <T>(action: () => T): T => {
    if (store.isFull) throw new StoreUnavailable('53100')
    return action()
  }
  const store: Shaky = {
    isUnreachable: false,
    isFull: false,
    gate: undefined,
    get: (...query) => isReached(() => memory.get(...query))(),
    list: (...query) => isReached(() => memory.list(...query))(),
    commit: (plan) => isReached(() => roomy(() => memory.commit(plan)))(),
    snapshot: isReached(() => memory.snapshot()),
    restore: (snapshot) => isReached(() => memory.restore(snapshot))(),
    clear: isReached(() => memory.clear()),
    ping: isReached(() => roomy(() => undefined)),
  }
  return store
}

const headers = { Authorization: 'Bearer sk_test_all' }

/** An HTTP server with low limits. */
const listen = (server: MockServer, port: number, host: string, limits: object): ReturnType<typeof listenWith> =>
  listenWith(server, port, host, { ...limits, health: createHealthMonitor() })

describe('a monitored server', () => {
  it('is alive but not ready without its store, and responds with the reason and Retry-After', async () => {
    const store = persistentStore()
    const url = await serve(createSandbox({ store }))
    const states = async () =>
      Promise.all(['healthz', 'readyz'].map(async (path) => (await fetch(`${url}/${path}`)).status))
    expect(await states()).toEqual([200, 200])
    store.isUnreachable = true
    expect(await states()).toEqual([200, 503])
    const response = await fetch(`${url}/api/v1/balance`, { headers })
    const body = await response.json()
    expect([response.status, response.headers.get('retry-after'), body.error.code]).toEqual([
      503,
      '1',
      'provider_unavailable',
    ])
    expect(body.error.request_id).toBe(response.headers.get('x-request-id'))
    store.isUnreachable = false
    expect(await states()).toEqual([200, 200])
    expect((await fetch(`${url}/api/v1/balance`, { headers })).status).toBe(200)
  })

  it('reports a full disk, in its responses and its log, until space is free', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const store = persistentStore()
    const url = await serve(createSandbox({ store }))
    const readiness = async () => {
      const response = await fetch(`${url}/readyz`)
      return [response.status, await response.text()]
    }
    const write = async () => {
      const request = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' } }
      const body = JSON.stringify({ amount: 10, method: 'mobile_money', phone: '0244123789' })
      return (await fetch(`${url}/api/v1/payments`, { ...request, body })).status
    }
    const read = async () => (await fetch(`${url}/api/v1/balance`, { headers })).status
    expect([await write(), await readiness()]).toEqual([201, [200, 'ok\n']])
    store.isFull = true
    // A successful read does not prove that a write would succeed.
    for (let at = 0; at < 3; at++) expect([await write(), await read()]).toEqual([503, 200])
    const full = 'The disk of the database is full (53100). Free some space: reads succeed, writes fail until then.'
    expect(await readiness()).toEqual([503, `not ready: ${full}\n`])
    store.isFull = false
    expect([await readiness(), await write(), await read()]).toEqual([[200, 'ok\n'], 201, 200])
    await vi.waitFor(
      () =>
        expect(consoleError.mock.calls).toEqual([[`[cedi-mock] ${full}`], ['[cedi-mock] The database answers again.']]),
      { timeout: 60_000 },
    )
    consoleError.mockRestore()
  })

  it('reports a store that fails in the middle of a request as unavailable, not as a bug', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const store = persistentStore()
    const server = createSandbox({ store })
    const balance = { method: 'GET', url: 'http://cedi.test/api/v1/balance', headers }
    expect((await server.handle(balance)).status).toBe(200)
    // The store responds when the request begins, and fails afterwards.
    const { list, get } = store
    const rejectCall = () => Promise.reject(new StoreUnavailable('57P01'))
    Object.assign(store, {
      list: rejectCall,
      get: (table: 'counters', ...rest: [string, string]) =>
        table === 'counters' ? get(table, ...rest) : rejectCall(),
    })
    const response = await server.handle(balance)
    const { code, request_id } = JSON.parse(response.body).error
    expect([response.status, response.headers['Retry-After'], code]).toEqual([503, '1', 'provider_unavailable'])
    // The request had begun, so its id is a sequence number, not random.
    expect(request_id).toMatch(/^req_\d{8}$/)
    Object.assign(store, { list, get })
    expect((await server.handle(balance)).status).toBe(200)
    consoleError.mockRestore()
  })

  it('responds to health checks in time when its store hangs, with one query for all of them', async () => {
    const store = persistentStore()
    const url = await serve(createSandbox({ store }))
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    let probeCount = 0
    let open = () => {}
    const silent = new Promise<void>((resolve) => {
      open = resolve
    })
    Object.assign(store, {
      ping: () => {
        probeCount += 1
        return silent
      },
    })
    const responses = await Promise.all(Array.from({ length: 5 }, async () => (await fetch(`${url}/readyz`)).text()))
    expect(new Set(responses)).toEqual(
      new Set(['not ready: The store did not respond within 900 milliseconds. Check the database.\n']),
    )
    expect(probeCount).toBe(1)
    open()
    await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), { timeout: 60_000 })
  })

  it('responds to HEAD like GET at its health URLs, and accepts a query', async () => {
    const store = persistentStore()
    const url = await serve(createSandbox({ store }))
    const head = async (path: string) => {
      const response = await fetch(url + path, { method: 'HEAD' })
      return [response.status, await response.text()]
    }
    for (const path of ['/healthz', '/readyz']) expect(await head(path)).toEqual([200, ''])
    expect((await fetch(`${url}/readyz?verbose`)).status).toBe(200)
    store.isUnreachable = true
    expect([await head('/healthz'), await head('/readyz')]).toEqual([
      [200, ''],
      [503, ''],
    ])
  })

  it('logs the error when a store check fails', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const store = persistentStore()
    const url = await serve(createSandbox({ store }))
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const error = new Error('a fault of the store')
    Object.assign(store, { ping: () => Promise.reject(error) })
    const response = await fetch(`${url}/readyz`)
    expect([response.status, await response.text()]).toEqual([
      503,
      'not ready: The store check failed. See the log of the server.\n',
    ])
    expect(consoleError.mock.calls).toEqual([['[cedi-mock]', error]])
    consoleError.mockRestore()
  })
})

/** Sends an incomplete request, and returns the response when the server closes the connection. */
async function hang(port: number, beginning: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  let output = ''
  socket.on('data', (text) => {
    output += text
  })
  socket.on('error', () => undefined)
  socket.write(beginning)
  await once(socket, 'close')
  return output
}

const post = 'POST /api/v1/payments HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer sk_test_all\r\n'

describe('slow clients', () => {
  it('are disconnected, in the headers or in the body, and do not block other clients', async () => {
    const server = await listen(createSandbox(), 0, '127.0.0.1', {
      requestTimeout: 400,
      headersTimeout: 400,
      connectionsCheckingInterval: 50,
    })
    listening.push(server)
    const json = 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"amount'
    const slow = Array.from({ length: 100 }, (_, index) => hang(server.port, index % 2 ? post : post + json))
    const { status } = await fetch(`${server.url}/api/v1/balance`, { headers })
    expect(status).toBe(200)
    for (const output of await Promise.all(slow)) expect(output).toMatch(/^(?:HTTP\/1\.1 408 |$)/)
  })
})
