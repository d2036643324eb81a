/** 2 ** 46: adjacent numbers above it are more than GH₵0.01 apart. */
const maxExactCedis = 70_368_744_177_664

/**
 * Converts an amount in GH₵ to pesewas. Exact: nothing is rounded.
 *
 * @param amount - Number or string with at most two decimals: `25`, `25.5`, `'25.50'`.
 * @returns Pesewas: `2550n` for `'25.50'`.
 * @throws TypeError if the amount has another format (a sign, a comma, an exponent, a third decimal), if it is a number too
 *   large to be exact to the pesewa, or if it is a string with more than 15 digits before the decimal point.
 * @source Resources and their fields ("Amounts are in GH₵")
 * @decision 0004
 * @example
 * ```ts
 * import { toPesewas } from '@cedi/client/money'
 *
 * console.log(toPesewas('19.99') * 3n) // 5997n
 * ```
 */
export function toPesewas(amount: number | string): bigint {
  const isExact = typeof amount === 'string' || (typeof amount === 'number' && amount <= maxExactCedis)
  const match = isExact && /^(\d{1,15})(?:\.(\d{1,2}))?$/.exec(String(amount))
  if (!match) throw new TypeError('amount must be GH₵ in digits with at most two decimals, such as 25.5 or "25.50".')
  const [, cedis = '', fraction = ''] = match
  return BigInt(cedis) * BigInt(100) + BigInt(fraction.padEnd(2, '0'))
}

/**
 * Converts pesewas to an amount in GH₵, as the API uses it.
 *
 * @param pesewas - Pesewas. Must not be negative.
 * @returns GH₵ with at most two decimals: `25.5` for `2550n`.
 * @throws TypeError if the value is negative, not a bigint, or too large for a number that is exact to the pesewa.
 * @source Resources and their fields ("Amounts are in GH₵")
 * @decision 0004
 * @example
 * ```ts
 * import { fromPesewas } from '@cedi/client/money'
 *
 * console.log(fromPesewas(2550n)) // 25.5
 * ```
 */
export function fromPesewas(pesewas: bigint): number {
  if (typeof pesewas !== 'bigint' || pesewas < 0 || pesewas > maxExactCedis * 100) {
    throw new TypeError(`pesewas must be a bigint from 0n to ${maxExactCedis * 100}n.`)
  }
  return Number(pesewas) / 100
}
