import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noAnswer, readError, StoreUnavailable } from './driver.js'
import { createSilence } from './silence.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const silent = new StoreUnavailable(noAnswer)

describe('a database that says nothing', () => {
  it('is asked one short question for all that wait, and then none for a second', async () => {
    const ask = vi.fn(() => new Promise(() => undefined))
    const silence = createSilence(ask)
    await silence.pass()
    silence.note(silent)
    const waiting = Promise.allSettled(Array.from({ length: 100 }, () => silence.pass()))
    await vi.advanceTimersByTimeAsync(2_000)
    for (const { status } of await waiting) expect(status).toBe('rejected')
    await expect(silence.pass()).rejects.toMatchObject({ code: 'store_unavailable', reason: noAnswer })
    expect(ask).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1_000)
    const again = silence.pass()
    const refused = expect(again).rejects.toThrow('The database does not answer (no answer).')
    await vi.advanceTimersByTimeAsync(2_000)
    await refused
    // The first question is still on its way: no second takes another connection.
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('is used again with the first answer', async () => {
    const ask = vi.fn(() => Promise.resolve())
    const silence = createSilence(ask)
    silence.note(silent)
    await silence.pass()
    await silence.pass()
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('is told from one that is away', async () => {
    const ask = vi.fn(() => Promise.reject(new Error('away')))
    const silence = createSilence(ask)
    silence.note(new StoreUnavailable('ECONNREFUSED'))
    await silence.pass()
    expect(ask).not.toHaveBeenCalled()
  })
})

describe('what is said of a database', () => {
  it.each([
    [{ code: '53100', message: 'could not extend file' }, /no room left on its disk \(53100\)\. Nothing is written/],
    [{ message: 'Query read timeout' }, /does not answer \(no answer\)/],
    [{ message: 'timeout exceeded when trying to connect' }, /too busy \(no connection free\)/],
    [{ code: 'ECONNREFUSED' }, /cannot be reached \(ECONNREFUSED\)\. Is it running\?/],
    [{ message: 'Connection terminated unexpectedly' }, /cannot be reached \(connection lost\)/],
  ])('is true of %j', (error, text) => {
    expect(readError(error, true).message).toMatch(text)
  })
})
