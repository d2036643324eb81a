import { createClient } from '@cedi/client'
import type { FetchLike } from '@cedi/client/fetch'
import { errorResponse, fixture, successResponse } from '@cedi/client/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Asking, createService, sleepMs } from '../src/ask.js'

const client = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_all' })
const startMs = Date.UTC(2026, 0, 1)
const payment = fixture('readPayment', 'succeeded')

/** A service that gives these answers in turn. Only waiting moves its clock. */
function open(answers: readonly (() => Awaited<ReturnType<FetchLike>>)[], more: Asking = {}) {
  let passedMs = 0
  const asked: { readonly url: string; readonly atMs: number }[] = []
  const service = createService(client, {
    nowMs: () => startMs + passedMs,
    sleep: async (ms) => {
      passedMs += ms
    },
    perSecond: Number.POSITIVE_INFINITY,
    fetch: async (url) => {
      asked.push({ url, atMs: passedMs })
      const next = answers[Math.min(asked.length, answers.length) - 1]
      if (!next) throw new Error('no answer')
      return next()
    },
    ...more,
  })
  /** For how long it would send nothing. */
  const quietSeconds = (): number => {
    const atMs = passedMs
    while (service.isQuiet()) passedMs += 1000
    const seconds = (passedMs - atMs) / 1000
    passedMs = atMs
    return seconds
  }
  const read = () => service.readPayment('pay_1').catch((error) => error.code)
  const pass = (ms: number): void => {
    passedMs += ms
  }
  return { service, asked, quietSeconds, read, pass }
}
const busy = (retryAfter?: string) => () => {
  const said = errorResponse('internal_error', client.payments.read('pay_1' as never))
  return {
    status: 503,
    headers: { get: (name: string) => (name === 'retry-after' ? (retryAfter ?? null) : null) },
    text: () => said.text(),
  }
}
const good = () => successResponse(payment)

test('after each missing answer the pause doubles, up to ten minutes', async () => {
  const { read, quietSeconds, asked, service } = open([])
  expect(service.isQuiet()).toBe(false)
  const seconds: number[] = []
  for (let times = 0; times < 11; times++) {
    expect(await read()).toBe('network')
    seconds.push(quietSeconds())
  }
  expect(seconds).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600])
  // It does not try again by itself. The next look is the second try.
  expect(asked.length).toBe(11)
})

test('an answer resets the pause, and 404 causes none', async () => {
  const missing = () => errorResponse('not_found', client.payments.read('pay_1' as never))
  const { read, quietSeconds, pass } = open([busy(), busy(), good, busy(), missing, busy()])
  const seconds: number[] = []
  for (let times = 0; times < 6; times++) {
    await read()
    seconds.push(quietSeconds())
    pass(quietSeconds() * 1000)
  }
  expect(seconds).toEqual([2, 4, 0, 2, 0, 4])
})

test('it pauses as long as Retry-After says, in seconds or as a date, and never less than its own pause', async () => {
  const at = new Date(startMs + 210_000).toUTCString()
  const { read, quietSeconds, pass } = open([busy('120'), busy(at), busy('1'), busy('nonsense'), busy(''), busy('0')])
  const seconds: number[] = []
  for (let times = 0; times < 6; times++) {
    await read()
    seconds.push(quietSeconds())
    pass(quietSeconds() * 1000)
  }
  expect(seconds).toEqual([120, 90, 8, 16, 32, 64])
})

test('no pause is longer than a day, whatever Retry-After says', async () => {
  // Some services send the time at which they want to be asked, in seconds.
  for (const said of [`${startMs / 1000 + 60}`, 'Infinity', 'Wed, 21 Oct 2099 07:28:00 GMT']) {
    const { read, quietSeconds } = open([busy(said)])
    await read()
    expect(quietSeconds()).toBe(86_400)
  }
})

test('the Retry-After of an answer does not lengthen the pause after a later question without an answer', async () => {
  const dead = () => {
    throw new Error('no answer')
  }
  const { read, quietSeconds, pass } = open([busy('3600'), dead])
  await read()
  expect(quietSeconds()).toBe(3600)
  pass(3_600_000)
  await read()
  expect(quietSeconds()).toBe(4)
})

test('of questions at the same time, none hides the Retry-After of another', async () => {
  const told = busy('600')()
  let [sayBody, breakOff] = [() => {}, () => {}]
  const body = new Promise<void>((resolve) => {
    sayBody = resolve
  })
  const end = new Promise<void>((resolve) => {
    breakOff = resolve
  })
  // The first has its headers and waits for its body. The second begins meanwhile and gets no answer.
  const answers: FetchLike[] = [
    async () => ({ ...told, text: () => body.then(told.text) }),
    () =>
      end.then(() => {
        throw new Error('no answer')
      }),
  ]
  const { service, quietSeconds } = open([], { fetch: (url, init) => (answers.shift() as FetchLike)(url, init) })
  const first = service.readPayment('pay_1', false).catch(() => {})
  await new Promise((resolve) => setTimeout(resolve))
  const second = service.readPayment('pay_2', false).catch(() => {})
  sayBody()
  await first
  expect(quietSeconds()).toBe(600)
  breakOff()
  await second
  expect(quietSeconds()).toBe(600)
})

test('at most ten questions are sent in a second, or as many as the shop allows', async () => {
  const usual = open([good], { perSecond: undefined as never })
  for (let times = 0; times < 4; times++) await usual.read()
  expect(usual.asked.map(({ atMs }) => atMs)).toEqual([100, 200, 300, 400])
  const slow = open([good], { perSecond: 2 })
  for (let times = 0; times < 3; times++) await slow.read()
  expect(slow.asked.map(({ atMs }) => atMs)).toEqual([500, 1000, 1500])
})

test('a question for a buyer does not wait, and each page of a search does', async () => {
  const listed = { payment_ref: 'pay_1' }
  const page = () =>
    successResponse([listed], 200, { link: '<https://pay.example/api/v1/orders?limit=100&cursor=2>; rel="next"' })
  const { service, asked } = open([good, good, page, () => successResponse([listed])], { perSecond: 10 })
  for (let times = 0; times < 2; times++) await service.readPayment('pay_1', false)
  for await (const order of service.listOrders()) expect(order).toEqual(listed)
  expect(asked.map(({ atMs }) => atMs)).toEqual([0, 0, 100, 200])
  expect(asked[2]?.url).toBe('https://pay.example/api/v1/orders?limit=100')
})

test('runs at the same time share the pace, and one whose wait fails stops no other', async () => {
  const { service, asked } = open([good], { perSecond: 10 })
  await Promise.all(['pay_1', 'pay_2', 'pay_3', 'pay_4'].map((ref) => service.readPayment(ref)))
  expect(asked.map(({ atMs }) => atMs)).toEqual([100, 200, 300, 400])
  let waits = 0
  const broken = open([good], {
    perSecond: 10,
    sleep: async () => {
      if (waits++ === 0) throw new Error('no timer')
    },
  })
  expect(await broken.read()).toBe('network')
  broken.pass(60_000)
  expect(await broken.read()).toMatchObject({ status: 'succeeded' })
})

test('a search without an answer causes a pause, as a read does', async () => {
  const { service, quietSeconds, pass } = open([busy('30'), () => successResponse([{ payment_ref: 'pay_1' }]), busy()])
  const search = async () => {
    for await (const _ of service.listOrders());
  }
  await expect(search()).rejects.toMatchObject({ status: 503 })
  expect(quietSeconds()).toBe(30)
  await search()
  pass(30_000)
  await expect(search()).rejects.toMatchObject({ status: 503 })
  expect(quietSeconds()).toBe(2)
})

test('a question may take as long as the shop allows, ten seconds by default', async () => {
  const never: FetchLike = (_, { signal }) =>
    new Promise((_resolve, reject) => {
      const end = signal as AbortSignal
      end.addEventListener('abort', () => reject(end.reason))
    })
  const { service } = open([], { fetch: never, timeoutMs: 20 })
  await expect(service.readPayment('pay_1')).rejects.toThrow('did not respond within 20 ms')
})

test('a shop without its own timer uses that of the platform', async () => {
  vi.useFakeTimers({ now: startMs, toFake: ['Date', 'setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let isOver = false
  const sleeps = sleepMs(50).then(() => {
    isOver = true
  })
  await vi.advanceTimersByTimeAsync(49)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await sleeps
  expect(isOver).toBe(true)
})
