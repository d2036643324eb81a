import { once } from 'node:events'
import { connect } from 'node:net'
import { createMemoryStore } from '@cedi/ledger'
import { StoreUnavailable } from '@cedi/ledger/sql'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { listen as listenWith } from '../../mock-server/src/transports/node.js'
import { createHealthEndpoint } from '../src/health.js'
import { createSandbox, type Listening, type MockServer, type PersistentStore } from '../src/index.js'

const listening: Listening[] = []
async function serve(mock: MockServer): Promise<string> {
  const served = await mock.listen()
  listening.push(served)
  return served.url
}
afterEach(async () => {
  for (const served of listening.splice(0)) await served.close()
})

/** A store that can be switched off, delayed, or given a full disk. */
type Shaky = PersistentStore & { isAway: boolean; isFull: boolean; gate: Promise<void> | undefined }
function keptStore(): Shaky {
  const memory = createMemoryStore()
  const reached =
    <T>(act: () => T | Promise<T>) =>
    async (): Promise<T> => {
      await store.gate
      if (store.isAway)
        throw Object.assign(new Error('The database cannot be reached (57P01).'), { code: 'store_unavailable' })
      return act()
    }
  const roomy = <T>(act: () => T): T => {
    if (store.isFull) throw new StoreUnavailable('53100')
    return act()
  }
  const store: Shaky = {
    isAway: false,
    isFull: false,
    gate: undefined,
    get: (...query) => reached(() => memory.get(...query))(),
    list: (...query) => reached(() => memory.list(...query))(),
    commit: (plan) => reached(() => roomy(() => memory.commit(plan)))(),
    snapshot: reached(() => memory.snapshot()),
    restore: (snapshot) => reached(() => memory.restore(snapshot))(),
    clear: reached(() => memory.clear()),
    ping: reached(() => roomy(() => undefined)),
  }
  return store
}

const headers = { Authorization: 'Bearer sk_test_all' }

/** A server on a port, with low limits. */
const listen = (server: MockServer, port: number, host: string, limits: object): ReturnType<typeof listenWith> =>
  listenWith(server, port, host, { ...limits, health: createHealthEndpoint() })

describe('a monitored server', () => {
  it('is alive but not ready without its store, and tells callers why and to try again', async () => {
    const store = keptStore()
    const url = await serve(createSandbox({ store }))
    const states = async () =>
      Promise.all(['healthz', 'readyz'].map(async (path) => (await fetch(`${url}/${path}`)).status))
    expect(await states()).toEqual([200, 200])
    store.isAway = true
    expect(await states()).toEqual([200, 503])
    const away = await fetch(`${url}/api/v1/balance`, { headers })
    const body = await away.json()
    expect([away.status, away.headers.get('retry-after'), body.error.code]).toEqual([503, '1', 'provider_unavailable'])
    expect(body.error.request_id).toBe(away.headers.get('x-request-id'))
    store.isAway = false
    expect(await states()).toEqual([200, 200])
    expect((await fetch(`${url}/api/v1/balance`, { headers })).status).toBe(200)
  })

  it('reports a full disk, in its answers and its log, until there is room again', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const store = keptStore()
    const url = await serve(createSandbox({ store }))
    const readiness = async () => {
      const answer = await fetch(`${url}/readyz`)
      return [answer.status, await answer.text()]
    }
    const write = async () => {
      const asked = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' } }
      const body = JSON.stringify({ amount: 10, method: 'mobile_money', phone: '0244123789' })
      return (await fetch(`${url}/api/v1/payments`, { ...asked, body })).status
    }
    const read = async () => (await fetch(`${url}/api/v1/balance`, { headers })).status
    expect([await write(), await readiness()]).toEqual([201, [200, 'ok\n']])
    store.isFull = true
    // A successful read does not show that there is room to write.
    for (let at = 0; at < 3; at++) expect([await write(), await read()]).toEqual([503, 200])
    const full =
      'The database has no room left on its disk (53100). Nothing is written until there is room; what is there can be read.'
    expect(await readiness()).toEqual([503, `not ready: ${full}\n`])
    store.isFull = false
    expect([await readiness(), await write(), await read()]).toEqual([[200, 'ok\n'], 201, 200])
    await vi.waitFor(() =>
      expect(said.mock.calls).toEqual([[`[cedi-mock] ${full}`], ['[cedi-mock] The database answers again.']]),
    )
    said.mockRestore()
  })

  it('does not report a store that fails in the middle of a request as its own fault', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const store = keptStore()
    const server = createSandbox({ store })
    const balance = { method: 'GET', url: 'http://cedi.test/api/v1/balance', headers }
    expect((await server.handle(balance)).status).toBe(200)
    // The store answers when the request begins, and fails after that.
    const { list, get } = store
    const away = () => Promise.reject(new StoreUnavailable('57P01'))
    Object.assign(store, {
      list: away,
      get: (table: 'counters', ...rest: [string, string]) => (table === 'counters' ? get(table, ...rest) : away()),
    })
    const answer = await server.handle(balance)
    const { code, request_id } = JSON.parse(answer.body).error
    expect([answer.status, answer.headers['Retry-After'], code]).toEqual([503, '1', 'provider_unavailable'])
    // The request had begun, so its number is one that the server counted, not a random one.
    expect(request_id).toMatch(/^req_\d{8}$/)
    Object.assign(store, { list, get })
    expect((await server.handle(balance)).status).toBe(200)
    said.mockRestore()
  })

  it('answers health checks in time when its store hangs, and asks the store once for all of them', async () => {
    const store = keptStore()
    const url = await serve(createSandbox({ store }))
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    let asked = 0
    let open = () => {}
    const silent = new Promise<void>((go) => {
      open = go
    })
    Object.assign(store, {
      ping: () => {
        asked += 1
        return silent
      },
    })
    const answers = await Promise.all(Array.from({ length: 5 }, async () => (await fetch(`${url}/readyz`)).text()))
    expect(new Set(answers)).toEqual(
      new Set(['not ready: The store did not answer within 900 milliseconds. Check the database.\n']),
    )
    expect(asked).toBe(1)
    open()
    await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200))
  })

  it('answers HEAD like GET on its health pages, and takes a query there', async () => {
    const store = keptStore()
    const url = await serve(createSandbox({ store }))
    const head = async (path: string) => {
      const answer = await fetch(url + path, { method: 'HEAD' })
      return [answer.status, await answer.text()]
    }
    for (const path of ['/healthz', '/readyz', '/metrics']) expect(await head(path)).toEqual([200, ''])
    expect((await fetch(`${url}/readyz?verbose`)).status).toBe(200)
    store.isAway = true
    expect([await head('/healthz'), await head('/readyz')]).toEqual([
      [200, ''],
      [503, ''],
    ])
  })

  it('writes into its log what it could not look at, when it says so', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const store = keptStore()
    const url = await serve(createSandbox({ store }))
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const wrong = new Error('a fault of the store')
    Object.assign(store, { ping: () => Promise.reject(wrong) })
    const answer = await fetch(`${url}/readyz`)
    expect([answer.status, await answer.text()]).toEqual([
      503,
      'not ready: The server could not look at its store. See its log.\n',
    ])
    expect(said.mock.calls).toEqual([['[cedi-mock]', wrong]])
    said.mockRestore()
  })

  it('counts its answers by method and status, and shows no key and no path', async () => {
    const url = await serve(createSandbox())
    await (await fetch(`${url}/api/v1/balance`, { headers })).text()
    await (await fetch(`${url}/api/v1/balance?key=sk_test_secret`)).text()
    const text = await (await fetch(`${url}/metrics`)).text()
    expect(text).toContain('cedi_requests_total{method="GET",status="200"} 1\n')
    expect(text).toContain('cedi_requests_total{method="GET",status="401"} 1\n')
    expect(text).toMatch(/cedi_request_seconds_count 2\n/)
    expect(text).toMatch(/process_resident_memory_bytes \d{7,}\n/)
    expect(text).not.toMatch(/sk_|balance/)
    for (const line of text.trimEnd().split('\n'))
      expect(line).toMatch(/^(?:|# TYPE \w+ \w+|# HELP \w+ [^.]+\.|\w+(?:\{[^}]*\})? [\d.]+)$/)
  })
})

/** Sends only the beginning of a request, and returns the answer when the server closes the connection. */
async function hang(port: number, beginning: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  let told = ''
  socket.on('data', (text) => {
    told += text
  })
  socket.on('error', () => undefined)
  socket.write(beginning)
  await once(socket, 'close')
  return told
}

const post = 'POST /api/v1/payments HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer sk_test_all\r\n'

describe('slow callers', () => {
  it('are cut off, in the headers or in the body, and do not block other callers', async () => {
    const served = await listen(createSandbox(), 0, '127.0.0.1', {
      requestTimeout: 400,
      headersTimeout: 400,
      connectionsCheckingInterval: 50,
    })
    listening.push(served)
    const json = 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"amount'
    const slow = Array.from({ length: 100 }, (_, index) => hang(served.port, index % 2 ? post : post + json))
    const { status } = await fetch(`${served.url}/api/v1/balance`, { headers })
    expect(status).toBe(200)
    for (const told of await Promise.all(slow)) expect(told).toMatch(/^(?:HTTP\/1\.1 408 |$)/)
    expect(await (await fetch(`${served.url}/metrics`)).text()).toContain('cedi_requests_in_flight 0\n')
  })
})
