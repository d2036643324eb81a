import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { parseDuration, realClock } from '../src/service/clock.js'
import { card, createPersistentMemory, createService, wallet } from './service.js'

describe('the clock', () => {
  it('the clock moves by durations and to times, and returns the executed events', async () => {
    const service = createService()
    const { ref } = (await service.post('/api/v1/payments', card())).data
    const { data } = await service.control('POST', 'clock/advance', { by: 'P1D' })
    expect(data).toEqual({
      now: '2026-01-06T09:00:00.000Z',
      kind: 'manual',
      happened: [{ at: '2026-01-06T00:00:00.000Z', kind: 'available', ref, merchant: 'demo' }],
    })
    expect((await service.control('PUT', 'clock', { now: '2026-03-01T00:00:00Z' })).data.now).toBe(
      '2026-03-01T00:00:00.000Z',
    )
    await service.mock.clock.advance(1500)
    expect(service.mock.clock.now().toISOString()).toBe('2026-03-01T00:00:01.500Z')
  })

  it('rejects a text that is neither a duration nor a time, and never moves back', async () => {
    const service = createService()
    for (const by of [
      undefined,
      null,
      '',
      'P',
      'PT',
      'P1',
      'P1M',
      'P1Y',
      '1h',
      '-PT1S',
      'PT1.5M',
      'PT1.2345S',
      5,
      `PT${'9'.repeat(400)}S`,
      'P1DT',
      'P9999999D',
      'PT1S\n',
    ])
      expect((await service.control('POST', 'clock/advance', { by })).error.field).toBe('by')
    for (const now of [
      undefined,
      null,
      0,
      'tomorrow',
      '2026-01-05',
      'March 7',
      '2026-13-45T00:00:00Z',
      '2026-02-30T00:00:00Z',
      ['2026-03-01T00:00:00Z'],
      '+012026-01-05T09:00:00Z',
      '2026-01-05T08:59:59Z',
      '9999-01-01T00:00:01Z',
    ])
      expect((await service.control('PUT', 'clock', { now })).error.field).toBe('now')
    for (const by of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
      await expect(service.mock.clock.advance(by)).rejects.toThrow()
    expect(service.mock.clock.now().toISOString()).toBe('2026-01-05T09:00:00.000Z')
  })

  it('rejects an object, even if it converts to a valid string', async () => {
    const service = createService()
    for (const by of [{ toString: 1 }, ['PT5M'], { toString: 'PT5M' }])
      expect((await service.control('POST', 'clock/advance', { by })).error.field).toBe('by')
  })

  it('accepts requests at its maximum time', async () => {
    const service = createService()
    await service.control('PUT', 'clock', { now: '9999-01-01T00:00:00Z' })
    expect((await service.post('/api/v1/payments', wallet)).data.expires_at).toBe('9999-01-01T00:05:00.000Z')
    const laterPayment = { ...card(), card: { ...card().card, expiry_year: 2100 } }
    expect((await service.post('/api/v1/payments', laterPayment)).data.failure.code).toBe('expired_card')
    expect((await service.post('/api/v1/checkout/intent', { amount: 5 })).status).toBe(201)
    expect((await service.control('POST', 'clock/advance', { by: 'PT1S' })).error.field).toBe('by')
  })

  it('of several servers on one store adds up concurrent moves, and returns the new time to each caller', async () => {
    const store = createPersistentMemory()
    const [one, two] = [createService({ store }), createService({ store })]
    const advances = ['PT1M', 'PT1H', 'PT1M', 'PT1H'].map((by, index) =>
      (index < 2 ? one : two).control('POST', 'clock/advance', { by }),
    )
    const times = (await Promise.all(advances)).map(({ data }) => data.now).sort()
    expect(new Set(times).size).toBe(4)
    expect(times.at(-1)).toBe('2026-01-05T11:02:00.000Z')
    const set = ['2026-01-06T00:00:00.000Z', '2026-01-07T00:00:00.000Z', '2026-01-06T12:00:00.000Z']
    const responses = await Promise.all(
      set.map(async (now, index) => (await (index ? one : two).control('PUT', 'clock', { now })).data.now),
    )
    expect(responses.every((now, index) => now >= String(set[index]))).toBe(true)
    for (const { mock } of [one, two])
      expect((await mock.control('GET', 'clock')) as object).toMatchObject({ now: set[1] })
    await Promise.all([one, two].map((each) => each.control('POST', 'clock/advance', { by: 'P2900000D' })))
    expect((await one.control('GET', 'clock')).data.now).toBe('9999-01-01T00:00:00.000Z')
  })

  it('advances with the system time if it is real, and cannot be set', async () => {
    const service = createService({ clock: 'real', approvalDelayMs: 0 })
    const before = Date.now()
    const { ref, created_at } = (await service.post('/api/v1/payments', wallet)).data
    expect(Date.parse(created_at)).toBeGreaterThanOrEqual(before)
    expect((await service.get(`/api/v1/payments/${ref}`)).data.status).toBe('succeeded')
    expect((await service.control('POST', 'clock/advance', { by: 'PT1S' })).error.code).toBe('invalid_state')
    expect((await service.control('PUT', 'clock', { now: '2099-01-01T00:00:00Z' })).error.code).toBe('invalid_state')
  })

  it('follows fake timers that are installed after the server was created', () => {
    const { mock } = createService({ clock: 'real' })
    vi.useFakeTimers({ now: Date.UTC(2030, 0, 1), toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    expect(mock.clock.now()).toEqual(new Date('2030-01-01T00:00:00Z'))
  })

  it('the error for a real clock explains how to get a manual one', () => {
    expect(() => realClock().move((fromMs) => fromMs)).toThrow(
      new Error('The clock is real and cannot be moved. Start the mock server with a manual clock.'),
    )
  })

  it.each([
    ['PT12H', 12 * 3_600_000],
    ['P10DT11H12M13.014S', (((10 * 24 + 11) * 60 + 12) * 60 + 13) * 1000 + 14],
    ['P2D', 2 * 86_400_000],
    ['PT30M', 30 * 60_000],
    ['PT90S', 90_000],
  ])('reads the duration %s as %i milliseconds', (text, ms) => {
    expect(parseDuration(text)).toBe(ms)
  })

  it('lists the scheduled events with their times', async () => {
    const service = createService()
    const { ref } = (await service.post('/api/v1/payments', { ...wallet, phone: '0244123139' })).data
    expect((await service.control('GET', 'events')).data).toMatchObject([
      { kind: 'expire', ref, due_at: '2026-01-05T09:05:00.000Z' },
      { kind: 'confirm', ref, due_at: '2026-01-05T09:06:00.000Z' },
    ])
  })

  it('ends a checkout intent after half an hour', async () => {
    const service = createService()
    const { id, expires_at } = (await service.post('/api/v1/checkout/intent', { amount: 5 })).data
    expect(expires_at).toBe('2026-01-05T09:30:00.000Z')
    expect(await service.advance('PT30M')).toMatchObject([{ kind: 'intent_expire', ref: id }])
  })
})
