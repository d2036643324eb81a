import { once } from 'node:events'
import { connect } from 'node:net'
import { createMemoryStore } from '@cedi/ledger'
import { afterEach, describe, expect, it } from 'vitest'
import { listen as listenWith } from '../../mock-server/src/transports/node.js'
import { createWatch } from '../src/health.js'
import { createSandbox, type KeptStore, type Listening, type MockServer } from '../src/index.js'

const listening: Listening[] = []
async function serve(mock: MockServer): Promise<string> {
  const served = await mock.listen()
  listening.push(served)
  return served.url
}
afterEach(async () => {
  for (const served of listening.splice(0)) await served.close()
})

/** A store that can be taken away, or made to wait. */
type Shaky = KeptStore & { isAway: boolean; gate: Promise<void> | undefined }
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
  const store: Shaky = {
    isAway: false,
    gate: undefined,
    get: (...query) => reached(() => memory.get(...query))(),
    list: (...query) => reached(() => memory.list(...query))(),
    commit: (plan) => reached(() => memory.commit(plan))(),
    snapshot: reached(() => memory.snapshot()),
    restore: (snapshot) => reached(() => memory.restore(snapshot))(),
    clear: reached(() => memory.clear()),
    ping: reached(() => undefined),
  }
  return store
}

const headers = { Authorization: 'Bearer sk_test_all' }

/** Behind a port, with the limits of a test. */
const listen = (server: MockServer, port: number, host: string, limits: object): ReturnType<typeof listenWith> =>
  listenWith(server, port, host, { ...limits, watch: createWatch() })

describe('a server that is watched over', () => {
  it('is alive without its store, but not ready, and says why in one answer that can be sent again', async () => {
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

  it('counts what it answered, by method and status, and tells no key and no path', async () => {
    const url = await serve(createSandbox())
    await (await fetch(`${url}/api/v1/balance`, { headers })).text()
    await (await fetch(`${url}/api/v1/balance?key=sk_test_secret`)).text()
    const text = await (await fetch(`${url}/metrics`)).text()
    expect(text).toContain('cedi_requests_total{method="GET",status="200"} 1\n')
    expect(text).toContain('cedi_requests_total{method="GET",status="401"} 1\n')
    expect(text).toMatch(/cedi_request_seconds_count 2\n/)
    expect(text).toMatch(/process_resident_memory_bytes \d{7,}\n/)
    expect(text).not.toMatch(/sk_|balance/)
    for (const line of text.trimEnd().split('\n')) expect(line).toMatch(/^(?:# TYPE \w+ \w+|\w+(?:\{[^}]*\})? [\d.]+)$/)
  })

  it('with more to do than it can hold tells the rest to come again, and then goes on', async () => {
    const store = keptStore()
    const url = await serve(createSandbox({ store }))
    let open = () => {}
    store.gate = new Promise((go) => {
      open = go
    })
    let refused = 0
    const ask = async () => {
      const response = await fetch(`${url}/api/v1/balance`, { headers })
      const told = [response.status, response.headers.get('retry-after'), (await response.json()).error?.code]
      // Those that were let in wait for the store, until all others have been told.
      if (response.status === 503 && ++refused === 88) open()
      return told
    }
    const answers = await Promise.all(Array.from({ length: 600 }, ask))
    expect(answers.filter(([status]) => status === 200)).toHaveLength(512)
    for (const told of answers.filter(([status]) => status !== 200)) {
      expect(told).toEqual([503, '1', 'provider_unavailable'])
    }
    expect((await ask())[0]).toBe(200)
  })
})

/** Sends the beginning of a request and nothing more; gives what is answered until the server hangs up. */
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

describe('callers that take their time', () => {
  it('are cut off, in the headers as in the body, and take no place from the others meanwhile', async () => {
    const served = await listen(createSandbox(), 0, '127.0.0.1', {
      requestTimeout: 400,
      headersTimeout: 400,
      connectionsCheckingInterval: 50,
    })
    listening.push(served)
    const json = 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"amount'
    // More of them than requests are carried out at once.
    const slow = Array.from({ length: 600 }, (_, index) => hang(served.port, index % 2 ? post : post + json))
    const { status } = await fetch(`${served.url}/api/v1/balance`, { headers })
    expect(status).toBe(200)
    for (const told of await Promise.all(slow)) expect(told).toMatch(/^(?:HTTP\/1\.1 408 |$)/)
    expect(await (await fetch(`${served.url}/metrics`)).text()).toContain('cedi_requests_in_flight 0\n')
  })

  it('and send much are told to come again when all of it together is too much, and the room is given back', async () => {
    const store = keptStore()
    const served = await listen(createSandbox({ store }), 0, '127.0.0.1', { roomBytes: 200_000 })
    listening.push(served)
    let open = () => {}
    store.gate = new Promise((go) => {
      open = go
    })
    const body = JSON.stringify({ amount: 'x'.repeat(60_000) })
    let refused = 0
    const send = async () => {
      const asked = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body }
      const response = await fetch(`${served.url}/api/v1/payments`, asked)
      await response.text()
      if (response.status === 503 && ++refused === 3) open()
      return response.status
    }
    const statuses = await Promise.all(Array.from({ length: 6 }, send))
    expect(statuses.sort()).toEqual([422, 422, 422, 503, 503, 503])
    expect(await Promise.all([send(), send(), send()])).toEqual([422, 422, 422])
  })
})
