import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.js'
import { noResponse, readError, StoreUnavailable } from './driver.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const timeout = new StoreUnavailable(noResponse)

describe('createCircuitBreaker', () => {
  it('sends one probe for all waiting statements, and none in the following second', async () => {
    const probe = vi.fn(() => new Promise(() => undefined))
    const breaker = createCircuitBreaker(probe)
    await breaker.check()
    breaker.recordError(timeout)
    const pendingChecks = Promise.allSettled(Array.from({ length: 100 }, () => breaker.check()))
    await vi.advanceTimersByTimeAsync(2_000)
    for (const { status } of await pendingChecks) expect(status).toBe('rejected')
    await expect(breaker.check()).rejects.toMatchObject({ code: 'store_unavailable', reason: noResponse })
    expect(probe).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1_000)
    const secondCheck = breaker.check()
    const rejected = expect(secondCheck).rejects.toThrow('The database does not respond (no response).')
    await vi.advanceTimersByTimeAsync(2_000)
    await rejected
    // The first probe is still pending, so no second probe takes a connection.
    expect(probe).toHaveBeenCalledTimes(1)
  })

  it('closes after the first successful probe', async () => {
    const probe = vi.fn(() => Promise.resolve())
    const breaker = createCircuitBreaker(probe)
    breaker.recordError(timeout)
    await breaker.check()
    await breaker.check()
    expect(probe).toHaveBeenCalledTimes(1)
  })

  it('stays closed when the database is unreachable instead of unresponsive', async () => {
    const probe = vi.fn(() => Promise.reject(new Error('away')))
    const breaker = createCircuitBreaker(probe)
    breaker.recordError(new StoreUnavailable('ECONNREFUSED'))
    await breaker.check()
    expect(probe).not.toHaveBeenCalled()
  })
})

describe('readError', () => {
  it.each([
    [{ code: '53100', message: 'could not extend file' }, /disk of the database is full \(53100\)\. Free some space/],
    [{ message: 'Query read timeout' }, /does not respond \(no response\)/],
    [{ message: 'timeout exceeded when trying to connect' }, /too busy \(no connection free\)/],
    [{ code: 'ECONNREFUSED' }, /cannot be reached \(ECONNREFUSED\)\. Check that it is running/],
    [{ message: 'Connection terminated unexpectedly' }, /cannot be reached \(connection lost\)/],
  ])('describes %j', (error, text) => {
    expect(readError(error, true).message).toMatch(text)
  })
})
