import { expect, test } from 'vitest'
import { feePesewas } from './fees.js'
import { minimumPaymentPesewas } from './money.js'

test.each([
  [100n, 54n],
  [300n, 61n],
  [1_000n, 85n],
  [1_443n, 101n],
  [1_500n, 103n],
  [4_550n, 209n],
  [10_000n, 400n],
  [999_999n, 35_050n],
])('the fee on %i pesewas is %i', (gross, fee) => {
  expect(feePesewas(gross)).toBe(fee)
})

test('the fee equals the formula in integers, rounds half up, and is less than the payment', () => {
  for (let gross = 1; gross <= 10_000_000; gross++) {
    const exact = gross * 35
    const rounded = Math.trunc(exact / 1000) + (exact % 1000 >= 500 ? 1 : 0) + 50
    // Numbers keep ten million iterations fast.
    if (Number(feePesewas(BigInt(gross))) !== rounded) expect(feePesewas(BigInt(gross))).toBe(BigInt(rounded))
    if (gross >= Number(minimumPaymentPesewas) && rounded >= gross) expect(rounded).toBeLessThan(gross)
  }
})
