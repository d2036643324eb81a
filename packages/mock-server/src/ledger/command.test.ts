import { expect, test } from 'vitest'
import { checkAmount, checkBalance } from './command.js'
import { licenseStatus } from './license-status.js'
import { maximumPaymentPesewas, minimumPaymentPesewas } from './money.js'
import { orderStatus } from './order-status.js'
import type { LicenseRow } from './tables/licenses.js'
import type { OrderRow } from './tables/orders.js'

test('checkAmount accepts the minimum and the maximum, and rejects one pesewa beyond', () => {
  const codes = [-1n, 0n].flatMap((difference) => [
    checkAmount(minimumPaymentPesewas + difference)?.error.code,
    checkAmount(maximumPaymentPesewas - difference)?.error.code,
  ])
  expect(codes).toEqual(['amount_too_small', 'amount_too_large', undefined, undefined])
})

test('checkBalance accepts the full balance and rejects one pesewa more', () => {
  expect(checkBalance(500n, 500n)).toBeUndefined()
  expect(checkBalance(501n, 500n)).toEqual({
    ok: false,
    error: {
      code: 'insufficient_balance',
      message: 'GH₵5.01 is more than the available balance of GH₵5.00. Ask for less.',
      field: 'amount',
    },
  })
})

test('a license expires at its time, and a disabled license stays disabled', () => {
  const statusAt = (nowMs: number, license: Partial<LicenseRow>) =>
    licenseStatus({ status: 'active', expires_ms: 100, ...license } as LicenseRow, nowMs)
  expect([99, 100].map((nowMs) => statusAt(nowMs, {}))).toEqual(['active', 'expired'])
  expect(statusAt(100, { expires_ms: null })).toBe('active')
  expect([99, 100].map((nowMs) => statusAt(nowMs, { status: 'disabled' }))).toEqual(['disabled', 'disabled'])
})

test('the status of an order shows the refunded amount when no refund is pending', () => {
  const getStatus = (refund_reserved_pesewas: bigint, refunded_pesewas: bigint) =>
    orderStatus({
      base_status: 'fulfilled',
      total_pesewas: 100n,
      refund_reserved_pesewas,
      refunded_pesewas,
    } as OrderRow)
  expect([getStatus(0n, 0n), getStatus(40n, 0n), getStatus(40n, 40n)]).toEqual([
    'fulfilled',
    'refund_pending',
    'partially_refunded',
  ])
  expect([getStatus(100n, 40n), getStatus(100n, 100n)]).toEqual(['refund_pending', 'refunded'])
})
