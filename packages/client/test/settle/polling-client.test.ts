import { createClient } from '@cedi/client'
import type { FetchLike } from '@cedi/client/fetch'
import { errorResponse, fixture, successResponse } from '@cedi/client/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createPollingClient, type PollingOptions, sleepMs } from '../../src/settle/polling-client.js'

const client = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_all' })
const startMs = Date.UTC(2026, 0, 1)
const payment = fixture('readPayment', 'succeeded')

/** Creates a client over the given responses. Only `sleep` advances the clock. */
function open(
  responses: readonly (() => Awaited<ReturnType<FetchLike>>)[],
  overrides: Omit<PollingOptions, 'nowMs'> = {},
) {
  let elapsedMs = 0
  const requests: { readonly url: string; readonly atMs: number }[] = []
  const polling = createPollingClient(client, {
    nowMs: () => startMs + elapsedMs,
    sleep: async (ms) => {
      elapsedMs += ms
    },
    maxRequestsPerSecond: Number.POSITIVE_INFINITY,
    fetch: async (url) => {
      requests.push({ url, atMs: elapsedMs })
      const next = responses[Math.min(requests.length, responses.length) - 1]
      if (!next) throw new Error('no response')
      return next()
    },
    ...overrides,
  })
  /** Returns the remaining pause. */
  const pauseSeconds = (): number => {
    const atMs = elapsedMs
    while (polling.isPaused()) elapsedMs += 1000
    const seconds = (elapsedMs - atMs) / 1000
    elapsedMs = atMs
    return seconds
  }
  const read = () => polling.readPayment('pay_1').catch((error) => error.code)
  const advance = (ms: number): void => {
    elapsedMs += ms
  }
  return { polling, requests, pauseSeconds, read, advance }
}
const busy = (retryAfter?: string) => () => {
  const error = errorResponse('internal_error', client.payments.read('pay_1' as never))
  return {
    status: 503,
    headers: { get: (name: string) => (name === 'retry-after' ? (retryAfter ?? null) : null) },
    text: () => error.text(),
  }
}
const ok = () => successResponse(payment)

test('the pause doubles after each failed request, up to ten minutes', async () => {
  const { read, pauseSeconds, requests, polling } = open([])
  expect(polling.isPaused()).toBe(false)
  const seconds: number[] = []
  for (let times = 0; times < 11; times++) {
    expect(await read()).toBe('network')
    seconds.push(pauseSeconds())
  }
  expect(seconds).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600])
  // The client does not retry: each attempt is a call of this test.
  expect(requests.length).toBe(11)
})

test('a response resets the pause, and 404 causes none', async () => {
  const missing = () => errorResponse('not_found', client.payments.read('pay_1' as never))
  const { read, pauseSeconds, advance } = open([busy(), busy(), ok, busy(), missing, busy()])
  const seconds: number[] = []
  for (let times = 0; times < 6; times++) {
    await read()
    seconds.push(pauseSeconds())
    advance(pauseSeconds() * 1000)
  }
  expect(seconds).toEqual([2, 4, 0, 2, 0, 4])
})

test('the pause is at least as long as Retry-After, in seconds or as a date', async () => {
  const at = new Date(startMs + 210_000).toUTCString()
  const { read, pauseSeconds, advance } = open([
    busy('120'),
    busy(at),
    busy('1'),
    busy('nonsense'),
    busy(''),
    busy('0'),
  ])
  const seconds: number[] = []
  for (let times = 0; times < 6; times++) {
    await read()
    seconds.push(pauseSeconds())
    advance(pauseSeconds() * 1000)
  }
  expect(seconds).toEqual([120, 90, 8, 16, 32, 64])
})

test('the pause is at most a day for any Retry-After', async () => {
  // Some services send a Unix time instead of seconds.
  for (const retryAfter of [`${startMs / 1000 + 60}`, 'Infinity', 'Wed, 21 Oct 2099 07:28:00 GMT']) {
    const { read, pauseSeconds } = open([busy(retryAfter)])
    await read()
    expect(pauseSeconds()).toBe(86_400)
  }
})

test('an earlier Retry-After does not extend the pause after a later failure', async () => {
  const failing = () => {
    throw new Error('no response')
  }
  const { read, pauseSeconds, advance } = open([busy('3600'), failing])
  await read()
  expect(pauseSeconds()).toBe(3600)
  advance(3_600_000)
  await read()
  expect(pauseSeconds()).toBe(4)
})

test('a concurrent request does not shorten the pause of a Retry-After', async () => {
  const response = busy('600')()
  let [sendBody, failRequest] = [() => {}, () => {}]
  const body = new Promise<void>((resolve) => {
    sendBody = resolve
  })
  const end = new Promise<void>((resolve) => {
    failRequest = resolve
  })
  // The first request has received its headers and waits for its body. The second one fails.
  const responses: FetchLike[] = [
    async () => ({ ...response, text: () => body.then(response.text) }),
    () =>
      end.then(() => {
        throw new Error('no response')
      }),
  ]
  const { polling, pauseSeconds } = open([], { fetch: (url, init) => (responses.shift() as FetchLike)(url, init) })
  const first = polling.readPayment('pay_1', false).catch(() => {})
  await new Promise((resolve) => setTimeout(resolve))
  const second = polling.readPayment('pay_2', false).catch(() => {})
  sendBody()
  await first
  expect(pauseSeconds()).toBe(600)
  failRequest()
  await second
  expect(pauseSeconds()).toBe(600)
})

test('the client sends ten requests per second, or as many as maxRequestsPerSecond', async () => {
  const usual = open([ok], { maxRequestsPerSecond: undefined as never })
  for (let times = 0; times < 4; times++) await usual.read()
  expect(usual.requests.map(({ atMs }) => atMs)).toEqual([100, 200, 300, 400])
  const slow = open([ok], { maxRequestsPerSecond: 2 })
  for (let times = 0; times < 3; times++) await slow.read()
  expect(slow.requests.map(({ atMs }) => atMs)).toEqual([500, 1000, 1500])
})

test('a read for a buyer is not delayed, and each page of a list is', async () => {
  const query = { payment_ref: 'pay_1' }
  const page = () =>
    successResponse([query], 200, { link: '<https://pay.example/api/v1/orders?limit=100&cursor=2>; rel="next"' })
  const { polling, requests } = open([ok, ok, page, () => successResponse([query])], { maxRequestsPerSecond: 10 })
  for (let times = 0; times < 2; times++) await polling.readPayment('pay_1', false)
  for await (const order of polling.listOrders()) expect(order).toEqual(query)
  expect(requests.map(({ atMs }) => atMs)).toEqual([0, 0, 100, 200])
  expect(requests[2]?.url).toBe('https://pay.example/api/v1/orders?limit=100')
})

test('concurrent reads share the rate limit, and a failed delay does not block the queue', async () => {
  const { polling, requests } = open([ok], { maxRequestsPerSecond: 10 })
  await Promise.all(['pay_1', 'pay_2', 'pay_3', 'pay_4'].map((ref) => polling.readPayment(ref)))
  expect(requests.map(({ atMs }) => atMs)).toEqual([100, 200, 300, 400])
  let waitCount = 0
  const broken = open([ok], {
    maxRequestsPerSecond: 10,
    sleep: async () => {
      if (waitCount++ === 0) throw new Error('no timer')
    },
  })
  expect(await broken.read()).toBe('network')
  broken.advance(60_000)
  expect(await broken.read()).toMatchObject({ status: 'succeeded' })
})

test('a failed list request causes a pause, as a read does', async () => {
  const { polling, pauseSeconds, advance } = open([
    busy('30'),
    () => successResponse([{ payment_ref: 'pay_1' }]),
    busy(),
  ])
  const search = async () => {
    for await (const _ of polling.listOrders());
  }
  await expect(search()).rejects.toMatchObject({ status: 503 })
  expect(pauseSeconds()).toBe(30)
  await search()
  advance(30_000)
  await expect(search()).rejects.toMatchObject({ status: 503 })
  expect(pauseSeconds()).toBe(2)
})

test('a request is aborted after timeoutMs', async () => {
  const never: FetchLike = (_, { signal }) =>
    new Promise((_resolve, reject) => {
      const end = signal as AbortSignal
      end.addEventListener('abort', () => reject(end.reason))
    })
  const { polling } = open([], { fetch: never, timeoutMs: 20 })
  await expect(polling.readPayment('pay_1')).rejects.toThrow('did not respond within 20 ms')
})

test('sleepMs uses the timer of the platform', async () => {
  vi.useFakeTimers({ now: startMs, toFake: ['Date', 'setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let isDone = false
  const sleeps = sleepMs(50).then(() => {
    isDone = true
  })
  await vi.advanceTimersByTimeAsync(49)
  expect(isDone).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await sleeps
  expect(isDone).toBe(true)
})

test('the hooks receive each request, and onRetry the pause after a failed one', async () => {
  const calls: [string, number | undefined][] = []
  const { read } = open([busy('30'), ok, () => errorResponse('not_found')], {
    onRequest: ({ route }) => calls.push([route, undefined]),
    onResponse: ({ status }) => calls.push(['response', status]),
    onRetry: ({ delayMs }) => calls.push(['retry', delayMs]),
  })
  for (let times = 0; times < 3; times++) await read()
  const request = ['/api/v1/payments/{ref}', undefined]
  expect(calls).toEqual([
    request,
    ['response', 503],
    ['retry', 30_000],
    request,
    ['response', 200],
    request,
    ['response', 404],
  ])
})
