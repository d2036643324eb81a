/** 2 ** 46: above it, numbers lie more than GH₵0.01 apart. */
const largestExactCedis = 70_368_744_177_664

/**
 * Reads an amount in GH₵ and returns it in pesewas. Exact: nothing is rounded.
 *
 * @param amount - A number or text with at most two decimals: `25`, `25.5`, `'25.50'`.
 * @returns Pesewas: `2550n` for `'25.50'`.
 * @throws TypeError when it is anything else: a sign, a comma, an exponent, a third decimal, a number so large
 *   that it cannot hold each pesewa, or text of more than 15 digits before the point.
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
  const exact = typeof amount === 'string' || (typeof amount === 'number' && amount <= largestExactCedis)
  const match = exact && /^(\d{1,15})(?:\.(\d{1,2}))?$/.exec(String(amount))
  if (!match) throw TypeError('amount must be GH₵ in digits with at most two decimals, such as 25.5 or "25.50"')
  const [, cedis = '', fraction = ''] = match
  return BigInt(cedis) * BigInt(100) + BigInt(fraction.padEnd(2, '0'))
}

/**
 * Turns pesewas into the number that goes on the wire: GH₵.
 *
 * @param pesewas - Pesewas, not below zero.
 * @returns GH₵ with at most two decimals: `25.5` for `2550n`.
 * @throws TypeError when it is below zero, no bigint, or so large that a number cannot hold it to the pesewa.
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
  if (typeof pesewas !== 'bigint' || pesewas < 0 || pesewas > largestExactCedis * 100) {
    throw TypeError(`pesewas must be a bigint from 0n to ${largestExactCedis * 100}n`)
  }
  return Number(pesewas) / 100
}
