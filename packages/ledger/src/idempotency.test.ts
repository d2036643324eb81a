import { expect, test } from 'vitest'
import {
  checkIdempotencyKey,
  idempotencyKeyId,
  idempotencyLifetimeMs,
  isExpired,
  storeResponse,
} from './idempotency.js'
import type { IdempotencyKeyRow } from './tables/idempotency-keys.js'

const nowMs = Date.UTC(2026, 0, 5, 9)
const command = { merchant: 'ama', scope: 'POST /payments', key: 'k1', fingerprint: 'f1', nowMs }
const row: IdempotencyKeyRow = {
  merchant: 'ama',
  id: 'POST /payments k1',
  fingerprint: 'f1',
  state: 'done',
  status: 201,
  headers: { Location: '/payments/pay_1' },
  body: '{"ref":"pay_1"}',
  created_ms: nowMs - 1000,
}

test('an answer is found by what the key was sent to, and by the key', () => {
  expect(idempotencyKeyId(command)).toBe('POST /payments k1')
})

test('a key that nobody has used is new, and the same command gets its answer again', () => {
  expect(checkIdempotencyKey(undefined, command)).toEqual({ ok: true, outcome: 'new' })
  expect(checkIdempotencyKey(row, command)).toEqual({ ok: true, outcome: 'replay', row })
})

test('a key that was used for another command is refused, even while that one is running', () => {
  for (const state of ['done', 'running'] as const)
    expect(checkIdempotencyKey({ ...row, state }, { ...command, fingerprint: 'f2' })).toEqual({
      ok: false,
      code: 'idempotency_key_reused',
      message: 'This idempotency key was used for another request. Use a new one.',
    })
})

test('a command that is still running is not carried out a second time', () => {
  expect(checkIdempotencyKey({ ...row, state: 'running' }, command)).toEqual({
    ok: false,
    code: 'idempotency_in_progress',
    message: 'The first request with this idempotency key is still running. Try again in a moment.',
  })
})

test('an answer is kept for 24 hours and not a millisecond longer; then its key is new', () => {
  expect(idempotencyLifetimeMs).toBe(24 * 60 * 60 * 1000)
  const endMs = row.created_ms + idempotencyLifetimeMs
  expect([isExpired(row, endMs - 1), isExpired(row, endMs)]).toEqual([false, true])
  expect(checkIdempotencyKey(row, { fingerprint: 'f2', nowMs: endMs })).toEqual({ ok: true, outcome: 'new' })
})

test('the first answer to a key is a new row, and a running command has none yet', () => {
  const answer = { status: 201, headers: { Location: '/payments/pay_1' }, body: '{}' }
  const kept = { merchant: 'ama', id: 'POST /payments k1', fingerprint: 'f1', created_ms: nowMs }
  expect(storeResponse({ ...command, answer }, undefined)).toEqual({
    inserts: [{ table: 'idempotency_keys', row: { ...kept, ...answer, state: 'done' } }],
  })
  expect(storeResponse({ ...command, answer: undefined }, undefined)).toEqual({
    inserts: [{ table: 'idempotency_keys', row: { ...kept, state: 'running', status: null, headers: {}, body: null } }],
  })
  expect(storeResponse({ ...command, answer: { status: 200, body: '' } }, undefined)).toMatchObject({
    inserts: [{ row: { state: 'done', headers: {}, body: '' } }],
  })
})

test('a later answer replaces the row as it was read, so of two commands only one is carried out', () => {
  expect(storeResponse({ ...command, answer: { status: 200, body: 'ok' } }, { ...row, state: 'running' })).toEqual({
    updates: [
      {
        table: 'idempotency_keys',
        id: 'POST /payments k1',
        where: { created_ms: row.created_ms, state: 'running' },
        set: { fingerprint: 'f1', state: 'done', status: 200, headers: {}, body: 'ok', created_ms: nowMs },
      },
    ],
  })
})
