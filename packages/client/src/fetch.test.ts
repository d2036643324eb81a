/// <reference types="node" />
import { execFile } from 'node:child_process'
import { getEventListeners } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect, promisify } from 'node:util'
import { build } from 'esbuild'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type FetchAnswer, type FetchLike, items, pages, send } from './fetch.js'
import { createClient, type RequestDescription } from './index.js'
import { answer, refusal } from './testing.js'

const key = 'sk_test_never_shown'
// Made inside of each test: what runs while the file is read belongs to no test.
const make = () => createClient({ baseUrl: 'https://pay.example', apiKey: key })
const write = () =>
  make().payments.create({ amount: 1, method: 'mobile_money', phone: '0244123789' }, { idempotencyKey: 'basket-1' })

/** A transport that gives these answers in turn, and keeps what it was given. Like fetch it sends nothing after an abort. */
const transport = (...answers: (FetchAnswer | Error)[]) => {
  const sent: [string, Parameters<FetchLike>[1]][] = []
  const fetch: FetchLike = async (url, init) => {
    ;(init.signal as AbortSignal).throwIfAborted()
    sent.push([url, init])
    const next = answers[Math.min(sent.length, answers.length) - 1] as FetchAnswer | Error
    if (next instanceof Error) throw next
    return next
  }
  return { fetch, sent }
}
const soon = { 'Retry-After': '0' }
const busy = () => refusal('provider_unavailable', undefined, soon)
const caught = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => new Error('nothing was thrown'),
    (error: Error) => error,
  )
  expect(inspect(error, { depth: 9 })).not.toContain(key)
  return error
}

test('a success gives the data; the transport gets the description, a signal, and no redirects', async () => {
  const { fetch, sent } = transport(answer([]))
  const request = make().products.list({ limit: '5' })
  expect(await send(request, { fetch })).toEqual([])
  const [url, { signal, ...init }] = sent[0] as (typeof sent)[0]
  expect(signal).toBeInstanceOf(AbortSignal)
  expect([url, init]).toEqual([request.url, { ...request, redirect: 'manual' }])
  expect(init.headers).toBe(request.headers)
})

test('a refusal is thrown as an ApiError that names the scope', async () => {
  const { fetch, sent } = transport(refusal('insufficient_scope'))
  expect(await caught(send(make().orders.list(), { fetch }))).toMatchObject({
    name: 'ApiError',
    status: 403,
    requiredScope: 'orders:read',
  })
  expect(sent.length).toBe(1)
})

// Each service has a budget for retries; each success gives a part of it back.
beforeEach(async () => {
  const { fetch } = transport(answer([]))
  for (let done = 0; done < 100; done++) await send(make().orders.list(), { fetch })
})

describe('retries', () => {
  test('a read is tried again, and 0 means 0', async () => {
    const { fetch, sent } = transport(busy(), new TypeError('fetch failed'), answer([]))
    expect(await send(make().orders.list(), { fetch })).toEqual([])
    expect(sent.length).toBe(3)
    const none = transport(busy())
    expect(await caught(send(make().orders.list(), { fetch: none.fetch, retries: 0 }))).toMatchObject({ status: 503 })
    expect(none.sent.length).toBe(1)
  })

  test('a write is sent once, unless the caller says so and it carries an Idempotency-Key', async () => {
    for (const [request, options] of [
      [write(), {}],
      [make().payments.create({ amount: 1, method: 'mobile_money', phone: '0244123789' }), { retryWrites: true }],
    ] as const) {
      const { fetch, sent } = transport(busy())
      await caught(send(request, { fetch, ...options }))
      expect(sent.length).toBe(1)
    }
    const { fetch, sent } = transport(busy(), refusal('idempotency_in_progress'), answer({ ref: 'p' }, 201))
    expect(await send(write(), { fetch, retryWrites: true })).toEqual({ ref: 'p' })
    expect(new Set(sent.map(([, { headers, body }]) => JSON.stringify([{ ...headers }, body]))).size).toBe(1)
    expect(sent.length).toBe(3)
  })

  test('what is tried again is the documented list, and nothing else', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => void vi.restoreAllMocks())
    const tried: (number | string)[] = []
    const attempts = async (outcome: FetchAnswer | Error) => {
      const { fetch, sent } = transport(outcome)
      await caught(send(make().orders.list(), { fetch, retries: 1 }))
      await send(make().orders.list(), { fetch: transport(answer([])).fetch })
      return sent.length
    }
    for (const status of [0, 199, 302, 400, 401, 403, 404, 405, 407, 408, 409, 410, 413, 415, 422, 425, 429, 451, 499])
      if ((await attempts(answer(null, status))) > 1) tried.push(status)
    for (const status of [500, 502, 503, 504, 599]) if ((await attempts(answer(null, status))) > 1) tried.push(status)
    if ((await attempts(new TypeError('fetch failed'))) > 1) tried.push('no answer')
    if ((await attempts(answer(null, 422, soon))) > 1) tried.push('Retry-After')
    expect(tried).toEqual([0, 408, 409, 429, 500, 502, 503, 504, 599, 'no answer', 'Retry-After'])
  })

  test('an exhausted budget ends them for all calls to that service, and success refills it', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => void vi.restoreAllMocks())
    const attempts = async (client = make()) => {
      const { fetch, sent } = transport(busy())
      await caught(send(client.orders.list(), { fetch, retries: 99 }))
      return sent.length
    }
    expect(await attempts()).toBe(21)
    expect(await attempts()).toBe(1)
    expect(await attempts(createClient({ baseUrl: 'https://pay.example/shop', apiKey: key }))).toBe(1)
    // Another service is not stopped by the one that is down.
    const other = createClient({ baseUrl: 'https://other.example', apiKey: key })
    expect(await attempts(other)).toBe(21)
    for (let done = 0; done < 10; done++) await send(make().orders.list(), { fetch: transport(answer([])).fetch })
    expect(await attempts()).toBe(3)
    expect(await attempts(other)).toBe(1)
  })

  test.each([
    ['15', 5_000],
    ['1', 1_000],
  ])('a wait of %s s is not begun with a deadline of %i ms: the reason is told instead', async (wait, timeoutMs) => {
    const { fetch } = transport(refusal('rate_limited', undefined, { 'Retry-After': wait }))
    expect(await caught(send(make().orders.list(), { fetch, timeoutMs }))).toMatchObject({
      code: 'rate_limited',
    })
  })
})

describe('deadline and abort', () => {
  // As fetch does: nothing comes, until the signal says that it is over.
  const never = (signal: unknown) =>
    new Promise<never>((_, reject) => {
      ;(signal as AbortSignal).addEventListener('abort', () => reject((signal as AbortSignal).reason))
    })
  const unreached: FetchLike = (_, { signal }) => never(signal)
  const stalled: FetchLike = async (_, { signal }) => ({
    status: 200,
    headers: { get: () => null },
    text: () => never(signal),
  })

  test.each([
    ['the connection', unreached],
    ['the body', stalled],
  ])('%s may not take longer than the deadline', async (_, fetch) => {
    const from = performance.now()
    const alive = setTimeout(() => {}, 20_000)
    expect(await caught(send(write(), { fetch, timeoutMs: 60 }))).toMatchObject({
      code: 'timeout',
      status: 0,
      message:
        'timeout: createPayment: https://pay.example gave no answer within 60 ms. It may have been done: look before you send it again.',
      cause: { name: 'TimeoutError' },
    })
    clearTimeout(alive)
    expect(performance.now() - from).toBeLessThan(5_000)
  })

  test.each([-1, Number.POSITIVE_INFINITY, Number.NaN])(
    'a deadline of %d ms is refused, and nothing is sent',
    async (timeoutMs) => {
      const { fetch, sent } = transport(answer([]))
      expect(await caught(send(make().orders.list(), { fetch, timeoutMs }))).toBeInstanceOf(RangeError)
      expect(sent.length).toBe(0)
    },
  )

  test('the signal of the caller ends it, in a pause too, and keeps no listener', async () => {
    for (const fetch of [
      unreached,
      stalled,
      transport(refusal('rate_limited', undefined, { 'Retry-After': '9' })).fetch,
    ]) {
      const controller = new AbortController()
      const from = performance.now()
      const sending = caught(send(make().orders.list(), { fetch, signal: controller.signal }))
      setTimeout(() => controller.abort(new Error('changed my mind')), 20)
      expect(await sending).toMatchObject({ code: 'aborted', cause: { message: 'changed my mind' } })
      expect(performance.now() - from).toBeLessThan(5_000)
      expect(getEventListeners(controller.signal, 'abort').length).toBe(0)
    }
  })

  test('many calls over one signal leave no listener on it', async () => {
    const { signal } = new AbortController()
    const { fetch } = transport(answer([]))
    await Promise.all(Array.from({ length: 500 }, () => send(make().orders.list(), { fetch, signal })))
    expect(getEventListeners(signal, 'abort').length).toBe(0)
  })
})

describe('over a real socket', () => {
  const listen = async (handler: RequestListener) => {
    const server = createServer(handler).listen(0, '127.0.0.1')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    await new Promise((resolve) => server.once('listening', resolve))
    return createClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: key })
  }

  test('a stalled body ends at the deadline, under garbage collection, and the process exits by itself', async () => {
    const local = await listen((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"success":')
    })
    const { outputFiles } = await build({
      stdin: {
        contents: `
          import { createClient } from './index.ts'
          import { send } from './fetch.ts'
          const cedi = createClient({ baseUrl: ${JSON.stringify(new URL(local.balance.read().url).origin)}, apiKey: '${key}' })
          setTimeout(() => gc(), 50).unref()
          const from = performance.now()
          send(cedi.balance.read(), { timeoutMs: 300, signal: new AbortController().signal }).catch((error) => {
            console.log(JSON.stringify([error.code, performance.now() - from]))
          })`,
        resolveDir: import.meta.dirname,
      },
      bundle: true,
      format: 'esm',
      write: false,
      tsconfigRaw: { compilerOptions: { paths: { '@cedi/contract/*': ['../../contract/src/*.ts'] } } },
    })
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--expose-gc', '--input-type=module', '-e', outputFiles[0]?.text ?? ''],
      { timeout: 20_000 },
    )
    const [code, ms] = JSON.parse(stdout)
    expect(code).toBe('timeout')
    expect(ms).toBeGreaterThan(250)
    expect(ms).toBeLessThan(5_000)
  })

  test('an aborted signal sends nothing', async () => {
    let hits = 0
    const local = await listen((_, response) => {
      hits++
      response.end()
    })
    expect(await caught(send(local.balance.read(), { signal: AbortSignal.abort() }))).toMatchObject({ code: 'aborted' })
    expect(hits).toBe(0)
  })

  test('a redirect is not followed, so the key stays', async () => {
    let hits = 0
    const local = await listen((_, response) => {
      hits++
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    expect(await caught(send(local.balance.read()))).toMatchObject({ code: 'invalid_response', status: 302 })
    expect(hits).toBe(1)
  })

  test('no connection says which address, why, and what to do', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await new Promise((resolve) => server.close(resolve))
    const nobody = createClient({ baseUrl, apiKey: key })
    const requests: RequestDescription<unknown>[] = [nobody.balance.read(), nobody.refunds.create({ payment_ref: 'p' })]
    for (const request of requests)
      expect(await caught(send(request, { retries: 0 }))).toMatchObject({
        code: 'network',
        status: 0,
        message: `network: ${request.operation}: ${baseUrl} could not be reached (ECONNREFUSED). Is the mock server running? Start it by npx cedi-mock.`,
        cause: expect.any(Error),
      })
  })
})

describe('when no answer comes', () => {
  const message = async (request: RequestDescription<unknown>, cause: Error) =>
    (await caught(send(request, { fetch: transport(cause).fetch, retries: 0 }))).message

  test('a name that nobody knows is named with the address', async () => {
    const cause = new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ENOTFOUND' }) })
    expect(await message(make().balance.read(), cause)).toBe(
      'network: readBalance: https://pay.example could not be reached (ENOTFOUND). Look at baseUrl and the network.',
    )
  })

  test('a write that could not be sent was not carried out', async () => {
    for (const code of ['ENOTFOUND', 'ECONNREFUSED']) {
      const cause = new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) })
      expect(await message(write(), cause)).toBe(
        `network: createPayment: https://pay.example could not be reached (${code}). Look at baseUrl and the network.`,
      )
    }
  })

  test('a read that takes too long can be tried again, and one that was given up says so', async () => {
    const alive = setTimeout(() => {}, 20_000)
    const read = make().balance.read()
    const silent: FetchLike = (_, { signal }) =>
      new Promise((_resolve, reject) => {
        const end = signal as unknown as AbortSignal
        if (end.aborted) reject(end.reason)
        end.addEventListener('abort', () => reject(end.reason))
      })
    expect((await caught(send(read, { fetch: silent, timeoutMs: 60 }))).message).toBe(
      'timeout: readBalance: https://pay.example gave no answer within 60 ms. Try again later.',
    )
    expect((await caught(send(read, { fetch: silent, signal: AbortSignal.abort() }))).message).toBe(
      'aborted: readBalance: Your signal ended the call.',
    )
    clearTimeout(alive)
  })

  test('a write that broke off may have been carried out', async () => {
    const cause = new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) })
    expect(await message(write(), cause)).toBe(
      'network: createPayment: https://pay.example could not be reached (ECONNRESET). Look at baseUrl and the network. It may have been done: look before you send it again.',
    )
  })

  test.each([undefined, null])('a transport that throws %s is told as a network error', async (cause) => {
    const fetch: FetchLike = () => Promise.reject(cause)
    expect(await caught(send(make().balance.read(), { fetch, retries: 0 }))).toMatchObject({
      code: 'network',
      message: 'network: readBalance: https://pay.example could not be reached. Look at baseUrl and the network.',
    })
  })

  test('a cause that leads back to itself is no riddle', async () => {
    const cause = new Error('round')
    cause.cause = cause
    expect(await message(make().balance.read(), cause)).toContain('could not be reached. ')
  })
})

test('pages follow the Link header, and never in a circle', async () => {
  const link = (cursor: string) => ({ Link: `</api/v1/orders?cursor=${cursor}>; rel="next"` })
  const { fetch, sent } = transport(
    answer([1], 200, link('b')),
    answer([2], 200, link('c')),
    answer([3], 200, link('b')),
  )
  const read: unknown[] = []
  for await (const page of pages(make().orders.list(), { fetch })) read.push(page)
  expect(read).toEqual([[1], [2], [3]])
  expect(sent.map(([url]) => url.replace(/.*orders/, ''))).toEqual(['', '?cursor=b', '?cursor=c'])
})

describe('items', () => {
  const link = (cursor: string) => ({ Link: `</api/v1/orders?cursor=${cursor}>; rel="next"` })

  test('gives the records of all pages one by one, and asks for a page when it is needed', async () => {
    const { fetch, sent } = transport(answer(['a', 'b'], 200, link('b')), answer([], 200, link('c')), answer(['c']))
    const read: unknown[] = []
    const asked: number[] = []
    for await (const order of items(make().orders.list(), { fetch })) {
      read.push(order)
      asked.push(sent.length)
    }
    expect(read).toEqual(['a', 'b', 'c'])
    expect(asked).toEqual([1, 1, 3])
  })

  test('a reader that stops asks for nothing more', async () => {
    const { fetch, sent } = transport(answer(['a', 'b'], 200, link('b')), answer(['c']))
    for await (const _ of items(make().orders.list(), { fetch })) break
    expect(sent.length).toBe(1)
  })

  test('more pages than maxPages throw, after what was read', async () => {
    let page = 0
    const endless: FetchLike = async () => answer([page], 200, link(String(++page)))
    const read: unknown[] = []
    const error = await caught(
      (async () => {
        for await (const order of items(make().orders.list(), { fetch: endless, maxPages: 3 })) read.push(order)
      })(),
    )
    expect(read).toEqual([0, 1, 2])
    expect(error).toBeInstanceOf(RangeError)
    expect(error.message).toBe('The list of listOrders has more than 3 pages. Raise maxPages to read on.')
    expect(page).toBe(3)
  })

  test('a page that hangs ends at the deadline of its own', async () => {
    const hangs: FetchLike = (url, { signal }) =>
      url.includes('cursor')
        ? new Promise((_, reject) => {
            ;(signal as AbortSignal).addEventListener('abort', () => reject((signal as AbortSignal).reason))
          })
        : Promise.resolve(answer(['a'], 200, link('b')))
    const alive = setTimeout(() => {}, 20_000)
    const read: unknown[] = []
    const reading = (async () => {
      for await (const order of items(make().orders.list(), { fetch: hangs, timeoutMs: 60 })) read.push(order)
    })()
    expect(await caught(reading)).toMatchObject({ code: 'timeout' })
    expect(read).toEqual(['a'])
    clearTimeout(alive)
  })
})
