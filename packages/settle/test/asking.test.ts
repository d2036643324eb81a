import { createClient } from '@cedi/client'
import type { FetchLike } from '@cedi/client/fetch'
import { answer, fixture, refusal } from '@cedi/client/testing'
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
    fetch: async (url) => {
      asked.push({ url, atMs: passedMs })
      const next = answers[Math.min(asked.length, answers.length) - 1]
      if (!next) throw new Error('no answer')
      return next()
    },
    ...more,
  })
  const quietSeconds = (): number => (service.quietUntilMs() - startMs - passedMs) / 1000
  const read = () => service.read('pay_1').catch((error) => error.code)
  const pass = (ms: number): void => {
    passedMs += ms
  }
  return { service, asked, quietSeconds, read, pass }
}
const busy = (retryAfter?: string) => () => {
  const said = refusal('internal_error', client.payments.read('pay_1' as never))
  return {
    status: 503,
    headers: { get: (name: string) => (name === 'retry-after' ? (retryAfter ?? null) : null) },
    text: () => said.text(),
  }
}
const good = () => answer(payment)

test('after each missing answer the pause doubles, up to ten minutes', async () => {
  const { read, quietSeconds, asked, service } = open([])
  expect(service.quietUntilMs()).toBe(0)
  const seconds: number[] = []
  for (let times = 0; times < 11; times++) {
    expect(await read()).toBe('network')
    seconds.push(quietSeconds())
  }
  expect(seconds).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600])
  // It does not try again by itself. The next look is the second try.
  expect(asked.length).toBe(11)
})

test('any answer resets the pause, and 404 is an answer', async () => {
  const missing = () => refusal('not_found', client.payments.read('pay_1' as never))
  const { read, quietSeconds } = open([busy(), good, busy(), missing, busy(), busy()])
  const seconds: number[] = []
  for (let times = 0; times < 6; times++) {
    await read()
    seconds.push(Math.max(quietSeconds(), 0))
  }
  // The earlier time to wait for stays after an answer, but it is in the past by the next question.
  expect(seconds.filter((_, index) => index !== 1 && index !== 3)).toEqual([2, 2, 2, 4])
})

test('it pauses as long as Retry-After says, in seconds or as a date, and never less than its own pause', async () => {
  const at = new Date(startMs + 210_000).toUTCString()
  const { read, quietSeconds, pass } = open([busy('120'), busy(at), busy('1'), busy('nonsense'), busy(''), busy('0')], {
    perSecond: Number.POSITIVE_INFINITY,
  })
  const seconds: number[] = []
  for (let times = 0; times < 6; times++) {
    await read()
    seconds.push(quietSeconds())
    pass(quietSeconds() * 1000)
  }
  expect(seconds).toEqual([120, 90, 8, 16, 32, 64])
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
  const first = service.read('pay_1', false).catch(() => {})
  await new Promise((resolve) => setTimeout(resolve))
  const second = service.read('pay_2', false).catch(() => {})
  sayBody()
  await first
  expect(quietSeconds()).toBe(600)
  breakOff()
  await second
  expect(quietSeconds()).toBe(600)
})

test('at most ten questions are sent in a second, or as many as the shop allows, and none waits after an idle time', async () => {
  const usual = open([good])
  for (let times = 0; times < 4; times++) await usual.read()
  expect(usual.asked.map(({ atMs }) => atMs)).toEqual([0, 100, 200, 300])
  usual.pass(60_000)
  for (let times = 0; times < 2; times++) await usual.read()
  expect(usual.asked.slice(4).map(({ atMs }) => atMs)).toEqual([60_300, 60_400])
  const slow = open([good], { perSecond: 2 })
  for (let times = 0; times < 3; times++) await slow.read()
  expect(slow.asked.map(({ atMs }) => atMs)).toEqual([0, 500, 1000])
})

test('a question for a buyer waits for no other question, and a search of the orders does', async () => {
  const list = () => answer([])
  const { service, asked } = open([good, good, good, list])
  for (let times = 0; times < 3; times++) await service.read('pay_1', false)
  await service.read('pay_1')
  for await (const page of service.orders()) expect(page).toEqual([])
  expect(asked.map(({ atMs }) => atMs)).toEqual([0, 0, 0, 0, 100])
  expect(asked[4]?.url).toBe('https://pay.example/api/v1/orders?limit=100')
})

test('a search without an answer causes a pause, as a read does', async () => {
  const { service, quietSeconds, pass } = open([busy('30'), () => answer([]), busy()])
  const search = async () => {
    for await (const _ of service.orders());
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
  await expect(service.read('pay_1')).rejects.toThrow('no answer within 20 ms')
})

test('a question that is allowed now does not wait at all', async () => {
  const slept: number[] = []
  const { read } = open([good], { sleep: async (ms) => void slept.push(ms) })
  await read()
  expect(slept).toEqual([])
  await read()
  expect(slept).toEqual([100])
})

test('a shop without its own clock and timer uses those of the platform', async () => {
  vi.useFakeTimers({ now: startMs, toFake: ['Date', 'setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const service = createService(client, { fetch: async () => Promise.reject(new Error('no answer')) })
  await service.read('pay_1', false).catch(() => {})
  expect(service.quietUntilMs()).toBe(startMs + 2000)
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
