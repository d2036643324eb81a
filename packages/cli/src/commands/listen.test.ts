import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMockServer } from '@cedi/mock-server'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { createTestCli } from '../../test/test-cli.js'
import { run } from '../commands.js'
import { findChanges, type RecordState } from '../listen/changes.js'
import { deliver } from '../listen/deliver.js'
import { sendHttp, type Transport } from '../transport.js'

const payment = (status: string, refunded = 0): RecordState => ({
  kind: 'payment',
  ref: 'pay_1',
  status,
  refunded,
  record: { status },
})
const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const listChangeTypes = (seen: readonly (readonly RecordState[])[]): string[] => {
  let memory = { byRef: new Map() } as Parameters<typeof findChanges>[0]
  return seen.flatMap((states) => {
    const result = findChanges(memory, states)
    memory = result.memory
    return result.changes.map(({ type }) => type)
  })
}

test('a change between two polls is reported once, in the order of the changes', () => {
  expect(
    listChangeTypes([
      [],
      [payment('pending')],
      [payment('pending')],
      [payment('succeeded')],
      [payment('succeeded', 5)],
      [payment('succeeded', 5)],
    ]),
  ).toEqual(['payment.pending', 'payment.succeeded', 'payment.refunded'])
})

test('a change between two polls is reported oldest first, although lists are newest first', () => {
  const [a, b] = [
    { ...payment('pending'), ref: 'pay_a' },
    { ...payment('pending'), ref: 'pay_b' },
  ]
  expect(findChanges({ byRef: new Map() }, [b, a]).changes.map(({ ref }) => ref)).toEqual(['pay_a', 'pay_b'])
})

test('a change between two polls is not one of a payment before a restart of the sandbox, which uses its reference again', () => {
  const paid = (created_at: string) => ({ ...payment('succeeded'), record: { status: 'succeeded', created_at } })
  const types = listChangeTypes([[paid('2026-11-27T09:00:00Z')], [], [paid('2026-11-27T09:05:00Z')]])
  expect(types).toEqual(['payment.succeeded', 'payment.succeeded'])
})

test('a change between two polls is forgotten after 5,000 later records', () => {
  const orders = Array.from({ length: 6_000 }, (_, index) => ({ ...payment('pending'), ref: `pay_${index}` }))
  expect(findChanges({ byRef: new Map() }, orders).memory.byRef.size).toBe(5_000)
})

const change = { type: 'payment.succeeded', ref: 'pay_1', record: { ref: 'pay_1' } }
const at = Date.UTC(2026, 10, 23)

test('a delivery is signed according to Standard Webhooks, over the exact body', async () => {
  let seen: { headers: Record<string, string>; body: string } | undefined
  const transport: Transport = async (_url, init) => {
    seen = { headers: init?.headers as Record<string, string>, body: init?.body as string }
    return new Response(null, { status: 204 })
  }
  const nowMs = () => Date.now()
  await deliver(change, {
    to: 'http://localhost:3000/',
    secret,
    nowMs,
    sleep: async () => {},
    context: { transport, signal: new AbortController().signal },
  })
  expect(new Webhook(secret).verify(seen?.body ?? '', seen?.headers ?? {})).toMatchObject({
    type: 'payment.succeeded',
    data: { ref: 'pay_1' },
  })
  expect(() => new Webhook(secret).verify(`${seen?.body} `, seen?.headers ?? {})).toThrow()
})

test('a delivery is retried with the same id and growing delays, and then abandoned', async () => {
  const [ids, delays]: [string[], number[]] = [[], []]
  const transport: Transport = async (_url, init) => {
    ids.push(init?.headers?.['webhook-id'] ?? '')
    if (ids.length === 2) throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })
    return new Response(null, { status: 500 })
  }
  const sleep = async (ms: number) => void delays.push(ms)
  const end = await deliver(change, {
    to: 'http://localhost:3000/',
    secret,
    nowMs: () => at,
    sleep,
    context: { transport, signal: new AbortController().signal },
  })
  expect(end).toEqual({ status: 500 })
  expect([ids.length, new Set(ids).size]).toEqual([5, 1])
  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000])
})

/** Runs `cedi listen` on a service without a control API until `isOver`. Returns its output and events. */
async function runListen(
  api: (path: string) => unknown,
  isOver: (seen: { out: string; stderr: string; polls: number }) => boolean,
) {
  const stop = new AbortController()
  const posts: { type: string; data: { ref: string } }[] = []
  const seen = { out: '', stderr: '', polls: 0 }
  const at = createTestCli()
  const check = (): void => {
    if (isOver(seen)) stop.abort()
  }
  const { code } = await at.run(
    ['listen', '--to', 'http://127.0.0.1:9/hook', '--url', 'http://127.0.0.1:9', '--every', '200'],
    {
      environment: { CEDI_API_KEY: 'sk_test_all', CEDI_LISTEN_SECRET: secret },
      write: (text) => {
        seen.out += text
        check()
      },
      log: (text) => {
        seen.stderr += text
        check()
      },
      transport: async (url, init) => {
        const { pathname } = new URL(url)
        if (pathname === '/hook') {
          posts.push(JSON.parse(String(init?.body)))
          return new Response(null, { status: 204 })
        }
        if (pathname.startsWith('/__mock')) return new Response('{}', { status: 404 })
        if (pathname === '/api/v1/orders') seen.polls += 1
        check()
        return Response.json({ success: true, data: api(pathname) })
      },
      signal: AbortSignal.any([stop.signal, AbortSignal.timeout(120_000)]),
    },
  )
  return { ...seen, posted: posts, code }
}

const paidOrder = (at: number, refunded = 0) => ({
  ref: `ord_${at}`,
  payment_ref: `pay_${at}`,
  status: 'paid',
  refunded_amount: refunded,
})
const paidOrderFor = (path: string, refunded = 0) => ({
  ref: path.split('/').at(-1),
  status: 'succeeded',
  refunded_amount: refunded,
})

test('cedi listen reports no payment from before its start, for any number of orders', async () => {
  const orders = Array.from({ length: 45 }, (_, index) => paidOrder(index))
  const { posted: posts } = await runListen(
    (path) => (path === '/api/v1/orders' ? orders : paidOrderFor(path)),
    ({ polls }) => polls > 7,
  )
  expect(posts).toEqual([])
})

test('cedi listen reports all of 300 payments that are paid between two polls', async () => {
  const mock = createMockServer({ clock: 'manual' })
  const { url: base, close } = await mock.listen(0)
  const stop = new AbortController()
  const posts: { type: string }[] = []
  const pay = (): Promise<unknown> =>
    mock.fetch(
      new Request(`${base}/api/v1/payments`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_test_all', 'content-type': 'application/json' },
        body: '{"amount":5,"method":"mobile_money","phone":"0244123789"}',
      }),
    )
  let polls = 0
  await createTestCli().run(['listen', '--to', 'http://127.0.0.1:9/hook', '--url', base, '--every', '200'], {
    environment: { CEDI_API_KEY: 'sk_test_all', CEDI_LISTEN_SECRET: secret },
    transport: async (url, init) => {
      if (url.endsWith('/hook')) {
        posts.push(JSON.parse(String(init?.body)))
        if (posts.length === 300) stop.abort()
        return new Response(null, { status: 204 })
      }
      const response = await sendHttp(url, init)
      if (url.includes('/__mock/payments') && ++polls === 1) {
        for (let count = 0; count < 300; count++) await pay()
        await mock.clock.advance(10_000)
      }
      return response
    },
    signal: AbortSignal.any([stop.signal, AbortSignal.timeout(120_000)]),
  })
  await close()
  expect([posts.length, [...new Set(posts.map(({ type }) => type))]]).toEqual([300, ['payment.succeeded']])
})

test('cedi listen reports a refund that only its order shows', async () => {
  let polls = 0
  const { posted: posts } = await runListen(
    (path) => (path === '/api/v1/orders' ? [paidOrder(1, ++polls > 2 ? 5 : 0)] : paidOrderFor(path, polls > 2 ? 5 : 0)),
    ({ polls: seen, out }) => out !== '' || seen > 7,
  )
  expect(posts).toMatchObject([{ type: 'payment.refunded', data: { ref: 'pay_1' } }])
})

test.each([null, 'text', {}, [null], [{ ref: 1 }]])(
  'cedi listen reports invalid orders and continues: %j',
  async (orders) => {
    const { stderr, code } = await runListen(
      () => orders,
      ({ stderr }) => stderr.includes('Retrying'),
    )
    expect(stderr).toContain("The service's orders do not match the contract. Run cedi compare.\nRetrying.")
    expect(code).toBe(0)
  },
)

test('cedi listen escapes control characters of a record', async () => {
  let polls = 0
  const { out } = await runListen(
    (path) =>
      path === '/api/v1/orders'
        ? ++polls > 1
          ? [{ ...paidOrder(1), status: 'x\u001b[2J\u202e' }]
          : []
        : paidOrderFor(path),
    ({ out }) => out !== '',
  )
  expect(out).toContain('order.x\\u001b[2J\\u202e')
})

test.each([
  [['listen'], '--to is missing: the URL of your server'],
  [['listen', '--to', 'https://shop.example/hook'], '--to must be a URL on this machine'],
  [['listen', '--to', 'http://127.0.0.1.evil.example/'], '--to must be a URL on this machine'],
  [['listen', '--to', 'http://user:pw@127.0.0.1/'], '--to must be a URL on this machine'],
  [['listen', '--to', 'http://localhost:1/', '--every', '1'], '--every must be'],
])('cedi listen %j is rejected', async (words, text) => {
  const { code, stderr } = await createTestCli().run(words)
  expect(stderr).toContain(text)
  expect(code).toBe(2)
})

test('cedi listen rejects a live key', async () => {
  const { stderr } = await createTestCli().run(['listen', '--to', 'http://localhost:1/'], {
    environment: { CEDI_API_KEY: 'sk_live_1', CEDI_URL: 'https://pay.example' },
  })
  expect(stderr).toContain('This is a live key')
  expect(stderr).not.toContain('sk_live_1')
})

test('cedi listen posts a payment without a product, and an order, from pending to paid, to a local server', async () => {
  const mock = createMockServer({ clock: 'manual' })
  const { url, close } = await mock.listen(0)
  const events: { type: string; data: { ref: string } }[] = []
  const shop = createServer(async (request: IncomingMessage, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    events.push(new Webhook(secret).verify(body, request.headers as Record<string, string>) as never)
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const stop = new AbortController()
  let stderr = ''
  const listening = run(
    ['listen', '--url', url, '--to', `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`, '--every', '200'],
    {
      environment: { CEDI_API_KEY: 'sk_test_all', CEDI_LISTEN_SECRET: secret },
      home: '/nowhere',
      folder: '/nowhere',
      isTerminal: false,
      columns: 80,
      screen: { write: () => {} },
      write: () => {},
      log: (text) => {
        stderr += text
      },
      readInput: async () => '',
      ask: async () => '',
      transport: sendHttp,
      signal: stop.signal,
    },
  )
  const isReady = await waitFor(() => stderr.includes('To ') && mock.requests.list().length > 1)
  expect(isReady).toBe(true)
  const createPayment = async (body: object) =>
    fetch(`${url}/api/v1/payments`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_all', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await createPayment({ amount: 5, method: 'mobile_money', phone: '0244123789' })
  await waitFor(() => events.length >= 1)
  await mock.clock.advance(10_000)
  await waitFor(() => events.length >= 2)
  stop.abort()
  await listening
  await close()
  shop.closeAllConnections()
  await new Promise((resolve) => shop.close(resolve))
  expect(events.map(({ type }) => type)).toEqual(['payment.pending', 'payment.succeeded'])
  expect(stderr).toContain('The service sends no webhooks')
  expect(stderr).not.toContain('sk_test_all')
  expect(stderr).not.toContain(secret)
})

async function waitFor(isReached: () => boolean): Promise<boolean> {
  for (let turn = 0; turn < 200 && !isReached(); turn++) await new Promise((resolve) => setTimeout(resolve, 50))
  return isReached()
}
