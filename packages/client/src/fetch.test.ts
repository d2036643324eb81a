/// <reference types="node" />
import { execFile } from 'node:child_process'
import { getEventListeners } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect, promisify } from 'node:util'
import { build } from 'esbuild'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { version } from '../package.json'
import { type FetchLike, type FetchResponse, items, pages, send } from './fetch.js'
import { createClient, type RequestDescription } from './index.js'
import { errorResponse, successResponse } from './testing.js'

const key = 'sk_test_never_shown'
// Created inside each test, because code that runs at import belongs to no test.
const createTestClient = () => createClient({ baseUrl: 'https://pay.example', apiKey: key })
const createWrite = () =>
  createTestClient().payments.create(
    { amount: 1, method: 'mobile_money', phone: '0244123789' },
    { idempotencyKey: 'basket-1' },
  )

/** Creates a transport that returns these responses in order and records the requests. Like fetch, it rejects after an abort. */
const createTransport = (...responses: (FetchResponse | Error)[]) => {
  const requests: [string, Parameters<FetchLike>[1]][] = []
  const fetch: FetchLike = async (url, init) => {
    ;(init.signal as AbortSignal).throwIfAborted()
    requests.push([url, init])
    const next = responses[Math.min(requests.length, responses.length) - 1] as FetchResponse | Error
    if (next instanceof Error) throw next
    return next
  }
  return { fetch, sent: requests }
}
const retryNow = { 'Retry-After': '0' }
const unavailable = () => errorResponse('provider_unavailable', undefined, retryNow)
const catchError = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => new Error('expected an error'),
    (error: Error) => error,
  )
  expect(inspect(error, { depth: 9 })).not.toContain(key)
  return error
}

test('send returns the data and passes the description, a signal and redirect: manual to the transport', async () => {
  const { fetch, sent: requests } = createTransport(successResponse([]))
  const request = createTestClient().products.list({ limit: '5' })
  expect(await send(request, { fetch })).toEqual([])
  const [url, { signal, ...init }] = requests[0] as (typeof requests)[0]
  expect(signal).toBeInstanceOf(AbortSignal)
  const headers = { ...request.headers, 'User-Agent': `cedi-client/${version}` }
  expect([url, { ...init, headers: { ...init.headers } }]).toEqual([
    request.url,
    { ...request, headers, redirect: 'manual' },
  ])
})

test('send accepts a mock response without headers, and with only json()', async () => {
  const fetch = async () => ({ status: 200, json: async () => ({ success: true, data: [] }) }) as never
  expect(await send(createTestClient().orders.list(), { fetch })).toEqual([])
  for await (const page of pages(createTestClient().orders.list(), { fetch })) expect(page).toEqual([])
})

test('send rejects a transport that returns another value than a response', async () => {
  for (const value of [undefined, { data: [] }, 'ok'])
    expect(
      (await catchError(send(createTestClient().orders.list(), { fetch: async () => value as never }))).message,
    ).toMatch(/^response must have a status/)
})

test('send rethrows the error with which Next.js makes a route dynamic, and does not retry', async () => {
  const dynamic = Object.assign(new Error('Dynamic server usage: no-store fetch'), { digest: 'DYNAMIC_SERVER_USAGE' })
  const { fetch, sent: requests } = createTransport(dynamic)
  expect(await catchError(send(createTestClient().orders.list(), { fetch }))).toBe(dynamic)
  expect(requests.length).toBe(1)
})

test('send works if an instrumentation of fetch writes the headers of its options', async () => {
  const seen: unknown[] = []
  const fetch: FetchLike = async (_, requestInit) => {
    const init = requestInit as { headers: Record<string, string> }
    // OpenTelemetry assigns headers, other agents add one.
    init.headers['traceparent'] = `00-${seen.length}`
    init.headers = Object.assign({ baggage: 'a' }, init.headers)
    seen.push(init.headers['traceparent'])
    return seen.length === 1 ? unavailable() : successResponse([])
  }
  const request = createTestClient().orders.list()
  expect(await send(request, { fetch })).toEqual([])
  expect(seen).toEqual(['00-0', '00-1'])
  expect(Object.keys(request.headers)).toEqual(['Authorization', 'Accept'])
})

test('send throws an ApiError with the required scope for an error response', async () => {
  const { fetch, sent: requests } = createTransport(errorResponse('insufficient_scope'))
  expect(await catchError(send(createTestClient().orders.list(), { fetch }))).toMatchObject({
    name: 'ApiError',
    status: 403,
    requiredScope: 'orders:read',
  })
  expect(requests.length).toBe(1)
})

// Refills the retry budget of the service.
beforeEach(async () => {
  const { fetch } = createTransport(successResponse([]))
  for (let call = 0; call < 100; call++) await send(createTestClient().orders.list(), { fetch })
})

describe('retries', () => {
  test('a read is retried, and retries: 0 disables retries', async () => {
    const { fetch, sent: requests } = createTransport(unavailable(), new TypeError('fetch failed'), successResponse([]))
    expect(await send(createTestClient().orders.list(), { fetch })).toEqual([])
    expect(requests.length).toBe(3)
    const noRetries = createTransport(unavailable())
    expect(
      await catchError(send(createTestClient().orders.list(), { fetch: noRetries.fetch, retries: 0 })),
    ).toMatchObject({ status: 503 })
    expect(noRetries.sent.length).toBe(1)
  })

  test('a write is sent once without retryWrites or without an Idempotency-Key', async () => {
    for (const [request, options] of [
      [createWrite(), {}],
      [
        createTestClient().payments.create({ amount: 1, method: 'mobile_money', phone: '0244123789' }),
        { retryWrites: true },
      ],
    ] as const) {
      const { fetch, sent: requests } = createTransport(unavailable())
      await catchError(send(request, { fetch, ...options }))
      expect(requests.length).toBe(1)
    }
    const { fetch, sent: requests } = createTransport(
      unavailable(),
      errorResponse('idempotency_in_progress'),
      successResponse({ ref: 'p' }, 201),
    )
    expect(await send(createWrite(), { fetch, retryWrites: true })).toEqual({ ref: 'p' })
    expect(new Set(requests.map(([, { headers, body }]) => JSON.stringify([{ ...headers }, body]))).size).toBe(1)
    expect(requests.length).toBe(3)
  })

  test('only the documented responses are retried', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => void vi.restoreAllMocks())
    const retried: (number | string)[] = []
    const countAttempts = async (response: FetchResponse | Error) => {
      const { fetch, sent: requests } = createTransport(response)
      await catchError(send(createTestClient().orders.list(), { fetch, retries: 1 }))
      await send(createTestClient().orders.list(), { fetch: createTransport(successResponse([])).fetch })
      return requests.length
    }
    for (const status of [0, 199, 302, 400, 401, 403, 404, 405, 407, 408, 409, 410, 413, 415, 422, 425, 429, 451, 499])
      if ((await countAttempts(successResponse(null, status))) > 1) retried.push(status)
    for (const status of [500, 502, 503, 504, 599])
      if ((await countAttempts(successResponse(null, status))) > 1) retried.push(status)
    if ((await countAttempts(new TypeError('fetch failed'))) > 1) retried.push('no response')
    if ((await countAttempts(successResponse(null, 422, retryNow))) > 1) retried.push('Retry-After')
    expect(retried).toEqual([0, 408, 409, 429, 500, 502, 503, 504, 599, 'no response', 'Retry-After'])
  })

  test('an exhausted retry budget stops the retries to one service, and successes refill it', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => void vi.restoreAllMocks())
    const countAttempts = async (client = createTestClient()) => {
      const { fetch, sent: requests } = createTransport(unavailable())
      await catchError(send(client.orders.list(), { fetch, retries: 99 }))
      return requests.length
    }
    expect(await countAttempts()).toBe(21)
    expect(await countAttempts()).toBe(1)
    expect(await countAttempts(createClient({ baseUrl: 'https://pay.example/shop', apiKey: key }))).toBe(1)
    // Retries to another service continue.
    const other = createClient({ baseUrl: 'https://other.example', apiKey: key })
    expect(await countAttempts(other)).toBe(21)
    for (let call = 0; call < 10; call++)
      await send(createTestClient().orders.list(), { fetch: createTransport(successResponse([])).fetch })
    expect(await countAttempts()).toBe(3)
    expect(await countAttempts(other)).toBe(1)
  })

  test.each([
    ['15', 5_000],
    ['1', 1_000],
  ])(
    'with Retry-After: %s and a deadline of %i ms, send throws the error response immediately',
    async (retryAfter, timeoutMs) => {
      const { fetch } = createTransport(errorResponse('rate_limited', undefined, { 'Retry-After': retryAfter }))
      expect(await catchError(send(createTestClient().orders.list(), { fetch, timeoutMs }))).toMatchObject({
        code: 'rate_limited',
      })
    },
  )
})

describe('deadline and abort', () => {
  // Like fetch, this rejects when the signal aborts.
  const rejectOnAbort = (signal: unknown) =>
    new Promise<never>((_, reject) => {
      ;(signal as AbortSignal).addEventListener('abort', () => reject((signal as AbortSignal).reason))
    })
  const unresponsive: FetchLike = (_, { signal }) => rejectOnAbort(signal)
  const stalled: FetchLike = async (_, { signal }) => ({
    status: 200,
    headers: { get: () => null },
    text: () => rejectOnAbort(signal),
  })

  test.each([
    ['the connection', unresponsive],
    ['the body', stalled],
  ])('the deadline ends %s', async (_, fetch) => {
    const startMs = performance.now()
    const keepAlive = setTimeout(() => {}, 20_000)
    expect(await catchError(send(createWrite(), { fetch, timeoutMs: 60 }))).toMatchObject({
      code: 'timeout',
      status: 0,
      message:
        'timeout: createPayment: https://pay.example did not respond within 60 ms. The request may have succeeded: check before you send it again.',
      cause: { name: 'TimeoutError' },
    })
    clearTimeout(keepAlive)
    expect(performance.now() - startMs).toBeLessThan(5_000)
  })

  test.each<[object, string]>([
    [{ timeoutMs: -1 }, 'timeoutMs must be a whole number of ms from 0 to 2147483647. Got -1.'],
    [{ timeoutMs: Infinity }, 'timeoutMs must be a whole number of ms from 0 to 2147483647. Got Infinity.'],
    [{ timeoutMs: Number.NaN }, 'timeoutMs must be a whole number of ms from 0 to 2147483647. Got NaN.'],
    [{ timeoutMs: 2 ** 31 }, 'timeoutMs must be a whole number of ms from 0 to 2147483647. Got 2147483648.'],
    [{ timeoutMs: '5000' }, 'timeoutMs must be a whole number of ms from 0 to 2147483647. Got a string.'],
    [{ timeoutMs: null }, 'timeoutMs must be a whole number of ms from 0 to 2147483647. Got null.'],
    [{ timeout: 5000 }, 'send has no option timeout. Did you mean timeoutMs?'],
    [{ retries: '2' }, 'retries must be a whole number from 0 to 1000. Got a string.'],
    [{ retries: Number.NaN }, 'retries must be a whole number from 0 to 1000. Got NaN.'],
    [{ retryWrites: 'false' }, 'retryWrites must be true or false. Got a string.'],
    [{ signal: new AbortController() }, 'signal must be an AbortSignal. Got an object of the class AbortController.'],
    [{ fetch: 'fetch' }, 'fetch must be a function. Got a string.'],
    [{ maxPages: 5 }, 'send has no option maxPages.'],
  ])('send rejects the options %j and sends nothing', async (options, message) => {
    const { fetch, sent: requests } = createTransport(successResponse([]))
    const error = await catchError(send(createTestClient().orders.list(), { fetch, ...options }))
    expect(error).toBeInstanceOf(TypeError)
    expect(error.message.slice(0, message.length)).toBe(message)
    expect(requests.length).toBe(0)
  })

  test.each([undefined, null, 'https://pay.example', Promise.resolve({}), {}])(
    'send rejects %j in place of a description',
    async (request) => {
      expect((await catchError(send(request as never))).message).toMatch(/^request must be a request description/)
    },
  )

  test('send rejects a description that was stored without its key', async () => {
    const { fetch, sent: requests } = createTransport(successResponse({}))
    const stored = JSON.parse(JSON.stringify(createTestClient().balance.read()))
    expect((await catchError(send(stored, { fetch }))).message).toMatch(/Store reveal\(request\)/)
    expect(requests.length).toBe(0)
  })

  test('items rejects a write before it sends a request, and a read that returns no list', async () => {
    const { fetch, sent: requests } = createTransport(successResponse({}))
    const cedi = createTestClient()
    const write = cedi.refunds.create({ payment_ref: 'pay_1' })
    const errors = [await catchError(items(write as never, { fetch }).next())]
    expect(requests.length).toBe(0)
    errors.push(await catchError(items(cedi.balance.read() as never, { fetch, validate: 'off' }).next()))
    expect(errors.map(({ message }) => message)).toEqual([
      'pages and items need the description of a list. Got createRefund, which writes. Use send for it.',
      'items needs the description of a list. readBalance returns an object. Use send for it.',
    ])
  })

  test('pages rejects a wrong option before it sends a request', async () => {
    const { fetch, sent: requests } = createTransport(successResponse([]))
    for (const options of [{ maxPages: '5' }, { maxPages: 0 }, { maxPage: 5 }])
      expect(
        await catchError(pages(createTestClient().orders.list(), { fetch, ...options } as never).next()),
      ).toBeInstanceOf(TypeError)
    expect(requests.length).toBe(0)
  })

  test('send has a deadline and accepts a signal without AbortSignal.any and AbortSignal.timeout', async () => {
    vi.spyOn(AbortSignal, 'any').mockImplementation(undefined as never)
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(undefined as never)
    onTestFinished(() => void vi.restoreAllMocks())
    const { signal } = new AbortController()
    expect(await catchError(send(createWrite(), { fetch: unresponsive, timeoutMs: 20, signal }))).toMatchObject({
      code: 'timeout',
    })
    expect(getEventListeners(signal, 'abort').length).toBe(0)
  })

  test('the signal of the caller aborts a request, a body and a retry delay, and no listener remains', async () => {
    for (const fetch of [
      unresponsive,
      stalled,
      createTransport(errorResponse('rate_limited', undefined, { 'Retry-After': '9' })).fetch,
    ]) {
      const controller = new AbortController()
      const startMs = performance.now()
      const sending = catchError(send(createTestClient().orders.list(), { fetch, signal: controller.signal }))
      setTimeout(() => controller.abort(new Error('cancelled')), 20)
      expect(await sending).toMatchObject({ code: 'aborted', cause: { message: 'cancelled' } })
      expect(performance.now() - startMs).toBeLessThan(5_000)
      expect(getEventListeners(controller.signal, 'abort').length).toBe(0)
    }
  })

  test('500 calls with one signal leave no listener on it', async () => {
    const { signal } = new AbortController()
    const { fetch } = createTransport(successResponse([]))
    await Promise.all(Array.from({ length: 500 }, () => send(createTestClient().orders.list(), { fetch, signal })))
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

  test('the deadline ends a stalled body during garbage collection, and the process exits', async () => {
    const localClient = await listen((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"success":')
    })
    const { outputFiles } = await build({
      stdin: {
        contents: `
          import { createClient } from './index.ts'
          import { send } from './fetch.ts'
          const cedi = createClient({ baseUrl: ${JSON.stringify(new URL(localClient.balance.read().url).origin)}, apiKey: '${key}' })
          setTimeout(() => gc(), 50).unref()
          const startMs = performance.now()
          send(cedi.balance.read(), { timeoutMs: 300, signal: new AbortController().signal }).catch((error) => {
            console.log(JSON.stringify([error.code, performance.now() - startMs]))
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

  test('send with an aborted signal sends nothing', async () => {
    let hits = 0
    const localClient = await listen((_, response) => {
      hits++
      response.end()
    })
    expect(await catchError(send(localClient.balance.read(), { signal: AbortSignal.abort() }))).toMatchObject({
      code: 'aborted',
    })
    expect(hits).toBe(0)
  })

  test('send names the target of a redirect and does not follow it', async () => {
    let hits = 0
    const localClient = await listen((_, response) => {
      hits++
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    expect(await catchError(send(localClient.balance.read()))).toMatchObject({
      code: 'invalid_response',
      status: 302,
      message: expect.stringContaining('the address redirects to /elsewhere. Redirects are not followed'),
    })
    expect(hits).toBe(1)
  })

  test('a refused connection is reported with the URL, the system error and the fix', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await new Promise((resolve) => server.close(resolve))
    const unreachable = createClient({ baseUrl, apiKey: key })
    const requests: RequestDescription<unknown>[] = [
      unreachable.balance.read(),
      unreachable.refunds.create({ payment_ref: 'p' }),
    ]
    for (const request of requests)
      expect(await catchError(send(request, { retries: 0 }))).toMatchObject({
        code: 'network',
        status: 0,
        message: `network: ${request.operation}: ${baseUrl} could not be reached (ECONNREFUSED). Start the mock server with npx @cedi/cli mock if it is not running.`,
        cause: expect.any(Error),
      })
  })
})

describe('a request without a response', () => {
  const sendAndGetMessage = async (request: RequestDescription<unknown>, cause: Error) =>
    (await catchError(send(request, { fetch: createTransport(cause).fetch, retries: 0 }))).message

  test('an unknown host is reported with ENOTFOUND', async () => {
    const cause = new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ENOTFOUND' }) })
    expect(await sendAndGetMessage(createTestClient().balance.read(), cause)).toBe(
      'network: readBalance: https://pay.example could not be reached (ENOTFOUND). Check baseUrl and the network.',
    )
  })

  test('the error of a write that was not sent has no warning', async () => {
    for (const code of ['ENOTFOUND', 'ECONNREFUSED']) {
      const cause = new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) })
      expect(await sendAndGetMessage(createWrite(), cause)).toBe(
        `network: createPayment: https://pay.example could not be reached (${code}). Check baseUrl and the network.`,
      )
    }
  })

  test('the errors of a timed-out and an aborted read have no warning', async () => {
    const keepAlive = setTimeout(() => {}, 20_000)
    const request = createTestClient().balance.read()
    const unresponsive: FetchLike = (_, { signal }) =>
      new Promise((_resolve, reject) => {
        const end = signal as unknown as AbortSignal
        if (end.aborted) reject(end.reason)
        end.addEventListener('abort', () => reject(end.reason))
      })
    expect((await catchError(send(request, { fetch: unresponsive, timeoutMs: 60 }))).message).toBe(
      'timeout: readBalance: https://pay.example did not respond within 60 ms. Send it again later.',
    )
    expect((await catchError(send(request, { fetch: unresponsive, signal: AbortSignal.abort() }))).message).toBe(
      'aborted: readBalance: The call was aborted by its signal.',
    )
    clearTimeout(keepAlive)
  })

  test('the error of a write whose connection was reset warns that it may have succeeded', async () => {
    const cause = new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) })
    expect(await sendAndGetMessage(createWrite(), cause)).toBe(
      'network: createPayment: https://pay.example could not be reached (ECONNRESET). Check baseUrl and the network. The request may have succeeded: check before you send it again.',
    )
  })

  test.each([undefined, null])('send reports a transport that throws %s as a network error', async (cause) => {
    const fetch: FetchLike = () => Promise.reject(cause)
    expect(await catchError(send(createTestClient().balance.read(), { fetch, retries: 0 }))).toMatchObject({
      code: 'network',
      message: 'network: readBalance: https://pay.example could not be reached. Check baseUrl and the network.',
    })
  })

  test('a circular cause is reported as a network error', async () => {
    const cause = new Error('circular')
    cause.cause = cause
    expect(await sendAndGetMessage(createTestClient().balance.read(), cause)).toContain('could not be reached. ')
  })
})

test('pages follows the Link header and stops at a page that was already read', async () => {
  const link = (cursor: string) => ({ Link: `</api/v1/orders?cursor=${cursor}>; rel="next"` })
  const { fetch, sent: requests } = createTransport(
    successResponse([1], 200, link('b')),
    successResponse([2], 200, link('c')),
    successResponse([3], 200, link('b')),
  )
  const items: unknown[] = []
  for await (const page of pages(createTestClient().orders.list(), { fetch })) items.push(page)
  expect(items).toEqual([[1], [2], [3]])
  expect(requests.map(([url]) => url.replace(/.*orders/, ''))).toEqual(['', '?cursor=b', '?cursor=c'])
})

describe('items', () => {
  const link = (cursor: string) => ({ Link: `</api/v1/orders?cursor=${cursor}>; rel="next"` })

  test('yields the records of all pages and requests each page when its first record is read', async () => {
    const { fetch, sent: requests } = createTransport(
      successResponse(['a', 'b'], 200, link('b')),
      successResponse([], 200, link('c')),
      successResponse(['c']),
    )
    const pages: unknown[] = []
    const requestCounts: number[] = []
    for await (const order of items(createTestClient().orders.list(), { fetch })) {
      pages.push(order)
      requestCounts.push(requests.length)
    }
    expect(pages).toEqual(['a', 'b', 'c'])
    expect(requestCounts).toEqual([1, 1, 3])
  })

  test('sends no request after the loop is left', async () => {
    const { fetch, sent: requests } = createTransport(
      successResponse(['a', 'b'], 200, link('b')),
      successResponse(['c']),
    )
    for await (const _ of items(createTestClient().orders.list(), { fetch })) break
    expect(requests.length).toBe(1)
  })

  test('throws a RangeError after maxPages pages', async () => {
    let page = 0
    const endless: FetchLike = async () => successResponse([page], 200, link(String(++page)))
    const pages: unknown[] = []
    const error = await catchError(
      (async () => {
        for await (const order of items(createTestClient().orders.list(), { fetch: endless, maxPages: 3 }))
          pages.push(order)
      })(),
    )
    expect(pages).toEqual([0, 1, 2])
    expect(error).toBeInstanceOf(RangeError)
    expect(error.message).toBe('The list of listOrders has more than 3 pages. Raise maxPages to read more.')
    expect(page).toBe(3)
  })

  test('applies the deadline to each page', async () => {
    const stalledSecondPage: FetchLike = (url, { signal }) =>
      url.includes('cursor')
        ? new Promise((_, reject) => {
            ;(signal as AbortSignal).addEventListener('abort', () => reject((signal as AbortSignal).reason))
          })
        : Promise.resolve(successResponse(['a'], 200, link('b')))
    const keepAlive = setTimeout(() => {}, 20_000)
    const pages: unknown[] = []
    const readAll = (async () => {
      for await (const order of items(createTestClient().orders.list(), { fetch: stalledSecondPage, timeoutMs: 60 }))
        pages.push(order)
    })()
    expect(await catchError(readAll)).toMatchObject({ code: 'timeout' })
    expect(pages).toEqual(['a'])
    clearTimeout(keepAlive)
  })
})

test('send names the package and its version in User-Agent, except in a browser and beside the header of the caller', async () => {
  const agents: (string | null)[] = []
  const fetch: FetchLike = async (_, { headers }) => {
    agents.push(new Headers(headers).get('user-agent'))
    return successResponse(null)
  }
  const create = (options: object) =>
    createClient({
      baseUrl: 'https://pay.example',
      apiKey: 'k',
      dangerouslyAllowBrowser: true,
      ...options,
    }).balance.read()
  await send(create({}), { fetch })
  await send(create({ headers: { 'user-agent': 'shop/1' } }), { fetch })
  vi.stubGlobal('location', {})
  vi.stubGlobal('process', {})
  onTestFinished(() => void vi.unstubAllGlobals())
  await send(create({}), { fetch })
  expect(agents).toEqual([`cedi-client/${version}`, 'shop/1', null])
})
