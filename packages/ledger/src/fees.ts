/**
 * The fee on one buyer payment on the free plan.
 *
 * @param grossPesewas - What the buyer paid.
 * @returns Pesewas: 3.5 % plus 50, halves of a pesewa rounded up.
 * @source Limits (the rate)
 * @decision 0007 (the rounding)
 */
export function feePesewas(grossPesewas: bigint): bigint {
  // 3.5 % is 35/1000 and can leave part of a pesewa: adding 500n first rounds halves up.
  return (grossPesewas * 35n + 500n) / 1000n + 50n
}
