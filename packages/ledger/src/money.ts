/**
 * The smallest payment, in pesewas: GH₵1.00, so that the fee is always smaller than the payment.
 *
 * @decision 0004
 */
export const minimumPaymentPesewas: bigint = 100n

/**
 * The largest payment, in pesewas: GH₵1,000,000.00.
 *
 * @decision 0004
 */
export const maximumPaymentPesewas: bigint = 100_000_000n

/** From 2^46 on, numbers lie more than GH₵0.01 apart: they cannot tell a pesewa from its neighbour. */
const largestExactCedis = 2 ** 46

/**
 * An amount that is not one: a sign, a comma, an exponent, a third decimal.
 *
 * Branch on `code`, not on `instanceof`: two copies of this package may meet.
 *
 * @decision 0004
 */
export class AmountError extends Error {
  override readonly name = 'AmountError'
  /** Always `invalid_amount`. */
  readonly code = 'invalid_amount'

  constructor(amount: unknown) {
    // An object may throw from toString, or return a misleading string.
    const text = typeof amount === 'object' && amount ? Object.prototype.toString.call(amount) : String(amount)
    const shown = typeof amount === 'string' ? JSON.stringify(amount.slice(0, 40)) : text.slice(0, 40)
    super(
      `invalid_amount: ${shown} is not an amount in GH₵. ` +
        'Write digits with at most two decimals, such as 25, 25.5 or "25.50"; nothing is rounded for you. (Resources and their fields)',
    )
  }
}

/**
 * Reads an amount in GH₵ and returns it in pesewas. Never rounds.
 *
 * @param amount - A number or text with at most two decimals: `25`, `25.5`, `"25.50"`.
 * @returns Pesewas: `2550n` for `"25.50"`.
 * @throws {@link AmountError} when it is anything else: a sign, a comma, an exponent, a third decimal,
 *   a number so large that it cannot hold each pesewa, or text of more than 15 digits before the point.
 * @source Resources and their fields ("Amounts are in GH₵")
 * @decision 0004
 */
export function parseCedis(amount: number | string): bigint {
  if (typeof amount !== 'string' && (typeof amount !== 'number' || amount > largestExactCedis)) {
    throw new AmountError(amount)
  }
  // Limits the length of a value that is repeated in a message.
  const match = /^(\d{1,15})(?:\.(\d{1,2}))?$/.exec(String(amount))
  if (!match) throw new AmountError(amount)
  const [, cedis = '', fraction = ''] = match
  return BigInt(cedis) * 100n + BigInt(fraction.padEnd(2, '0'))
}

/**
 * Turns pesewas into the number that goes on the wire: GH₵, at most two decimals.
 *
 * @param pesewas - Pesewas; below zero for an account that may be overdrawn.
 * @returns `25.5` for `2550n`.
 * @throws RangeError when a number cannot hold the amount to the pesewa.
 * @source Resources and their fields ("Amounts are in GH₵")
 * @decision 0004
 */
export function formatCedis(pesewas: bigint): number {
  const cedis = Number(pesewas) / 100
  if (Math.abs(cedis) > largestExactCedis) {
    throw new RangeError(`${pesewas} pesewas do not fit into a number. Use formatCedisText. (decision 0004)`)
  }
  return cedis
}

/**
 * Writes pesewas for people: `GH₵1,234.50`. Not for the wire; that is {@link formatCedis}.
 *
 * @param pesewas - Pesewas, of any size.
 * @returns Text with thousands separated and always two decimals.
 */
export function formatCedisText(pesewas: bigint): string {
  const absolute = pesewas < 0n ? -pesewas : pesewas
  const cedis = String(absolute / 100n).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${pesewas < 0n ? '-' : ''}GH₵${cedis}.${String(absolute % 100n).padStart(2, '0')}`
}
