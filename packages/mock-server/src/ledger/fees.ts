/**
 * Returns the fee of a payment on the free plan.
 *
 * @param grossPesewas - The amount of the payment.
 * @returns Pesewas: 3.5 % plus 50, halves of a pesewa rounded up.
 * @source Limits (the rate)
 * @decision 0007 (the rounding)
 */
export function feePesewas(grossPesewas: bigint): bigint {
  // 3.5 % is 35/1000. Adding 500n before the division rounds half up.
  return (grossPesewas * 35n + 500n) / 1000n + 50n
}
