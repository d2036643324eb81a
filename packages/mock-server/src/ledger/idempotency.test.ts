import { expect, test } from 'vitest'
import {
  checkIdempotencyKey,
  idempotencyKeyId,
  idempotencyLifetimeMs,
  isExpired,
  keyInProgress,
  storeResponse,
} from './idempotency.js'
import { succeed } from './result.js'
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

const rowIn = (state: IdempotencyKeyRow['state']): IdempotencyKeyRow =>
  state === 'done' ? row : { ...row, state, status: null, body: null }

test('the id of a key contains the scope and the key', () => {
  expect(idempotencyKeyId(command)).toBe('POST /payments k1')
})

test('checkIdempotencyKey returns the stored response, or undefined for a new key', () => {
  expect(checkIdempotencyKey(undefined, command)).toEqual(succeed(undefined))
  expect(checkIdempotencyKey(row, command)).toEqual(succeed({ status: 201, headers: row.headers, body: row.body }))
})

test('a key with another fingerprint is rejected, even while the first command is running', () => {
  for (const state of ['done', 'running'] as const)
    expect(checkIdempotencyKey(rowIn(state), { ...command, fingerprint: 'f2' })).toEqual({
      ok: false,
      error: {
        code: 'idempotency_key_reused',
        message: 'This Idempotency-Key was used before with another body. Use a new one for a new request.',
        field: 'Idempotency-Key',
      },
    })
})

test('a key of a running command is rejected as in progress', () => {
  expect(checkIdempotencyKey(rowIn('running'), command)).toEqual(keyInProgress)
})

test('a stored response expires after exactly 24 hours', () => {
  expect(idempotencyLifetimeMs).toBe(24 * 60 * 60 * 1000)
  const endMs = row.created_ms + idempotencyLifetimeMs
  expect([isExpired(row, endMs - 1), isExpired(row, endMs)]).toEqual([false, true])
  expect(checkIdempotencyKey(row, { fingerprint: 'f2', nowMs: endMs })).toEqual(succeed(undefined))
})

test('the first response for a key inserts a row; a running command has no response yet', () => {
  const response = { status: 201, headers: { Location: '/payments/pay_1' }, body: '{}' }
  const key = { merchant: 'ama', id: 'POST /payments k1', fingerprint: 'f1', created_ms: nowMs }
  expect(storeResponse({ ...command, response }, undefined)).toEqual({
    inserts: [{ table: 'idempotency_keys', row: { ...key, ...response, state: 'done' } }],
  })
  expect(storeResponse({ ...command, response: undefined }, undefined)).toEqual({
    inserts: [{ table: 'idempotency_keys', row: { ...key, state: 'running', status: null, headers: {}, body: null } }],
  })
  expect(storeResponse({ ...command, response: { status: 200, body: '' } }, undefined)).toMatchObject({
    inserts: [{ row: { state: 'done', headers: {}, body: '' } }],
  })
})

test('a later response updates the row only if it is unchanged, so only one of two commands is executed', () => {
  expect(storeResponse({ ...command, response: { status: 200, body: 'ok' } }, { ...row, state: 'running' })).toEqual({
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
