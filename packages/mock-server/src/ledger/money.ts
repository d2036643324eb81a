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

/** Largest number with a precision of one pesewa: beyond 2^46, the distance between two numbers exceeds GH₵0.01. */
const largestExactCedis = 2 ** 46

/**
 * Error for an invalid amount: a sign, a comma, an exponent, a third decimal.
 *
 * Check `code`, not `instanceof`: a process may load two copies of this package.
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
    const excerpt = typeof amount === 'string' ? JSON.stringify(amount.slice(0, 40)) : text.slice(0, 40)
    super(
      `invalid_amount: ${excerpt} is not an amount in GH₵. ` +
        'Write digits with at most two decimals, such as 25, 25.5 or "25.50"; nothing is rounded for you. (Resources and their fields)',
    )
  }
}

/**
 * Parses an amount in GH₵ and returns it in pesewas. Never rounds.
 *
 * @param amount - A number or string with at most two decimals: `25`, `25.5`, `"25.50"`.
 * @returns Pesewas: `2550n` for `"25.50"`.
 * @throws {@link AmountError} for any other value: a sign, a comma, an exponent, a third decimal, a number above 2^46,
 *   or a string with more than 15 digits before the point.
 * @source Resources and their fields ("Amounts are in GH₵")
 * @decision 0004
 */
export function parseCedis(amount: number | string): bigint {
  if (typeof amount !== 'string' && (typeof amount !== 'number' || amount > largestExactCedis)) {
    throw new AmountError(amount)
  }
  // The limit also bounds the length of a value in an error message.
  const match = /^(\d{1,15})(?:\.(\d{1,2}))?$/.exec(String(amount))
  if (!match) throw new AmountError(amount)
  const [, cedis = '', fraction = ''] = match
  return BigInt(cedis) * 100n + BigInt(fraction.padEnd(2, '0'))
}

/**
 * Converts pesewas to the number in responses: GH₵, at most two decimals.
 *
 * @param pesewas - Pesewas; negative for an overdrawn account.
 * @returns `25.5` for `2550n`.
 * @throws RangeError if a number cannot represent the amount exactly.
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
 * Formats pesewas for display: `GH₵1,234.50`. Use {@link formatCedis} for responses.
 *
 * @param pesewas - Pesewas, of any size.
 * @returns A string with thousands separators and two decimals.
 */
export function formatCedisText(pesewas: bigint): string {
  const absolute = pesewas < 0n ? -pesewas : pesewas
  const digits = String(absolute / 100n)
  let cedis = ''
  for (let end = digits.length; end > 0; end -= 3)
    cedis = digits.slice(Math.max(0, end - 3), end) + (cedis && `,${cedis}`)
  return `${pesewas < 0n ? '-' : ''}GH₵${cedis}.${String(absolute % 100n).padStart(2, '0')}`
}
