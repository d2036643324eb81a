import { expect, test } from 'vitest'
import { readError } from './driver.js'

test.each([
  [{ code: '53100', message: 'could not extend file' }, /disk of the database is full \(53100\)\. Free some space/],
  [{ code: '57P01', message: 'terminating connection' }, /cannot be reached \(57P01\)/],
  [{ code: '08006', message: 'connection failure' }, /cannot be reached \(08006\)/],
  [{ code: '25006', message: 'read-only transaction' }, /is read-only \(25006\)/],
  [{ message: 'Query read timeout' }, /does not respond \(no response\)/],
  [{ message: 'timeout exceeded when trying to connect' }, /too busy \(no connection free\)/],
  [{ code: 'ECONNREFUSED' }, /cannot be reached \(ECONNREFUSED\)\. Check that it is running/],
  [{ message: 'Connection terminated unexpectedly' }, /cannot be reached \(connection lost\)/],
])('the error %j is described as an unavailable store', (error, text) => {
  expect(readError(error, true)).toMatchObject({ code: 'store_unavailable', message: expect.stringMatching(text) })
})
