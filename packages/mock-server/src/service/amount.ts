import { AmountError, fail, parseCedis, type Result, succeed } from '../ledger/index.js'

/** Parses an amount of an input. @returns Pesewas, or `invalid_amount`. @decision 0004 */
export function readAmount(amount: number | string, field: string): Result<bigint> {
  try {
    return succeed(parseCedis(amount))
  } catch (error) {
    if (!(error instanceof AmountError)) throw error
    const example = 'such as 45.5 or "45.50"'
    return fail('invalid_amount', `${field} must be a number in GH₵ with at most two decimals, ${example}.`, field)
  }
}

/** Reads `amount`, `product_id` and `quantity` of an input. */
export function readPrice(input: {
  readonly amount?: number | string | undefined
  readonly product_id?: string | undefined
  readonly quantity?: number | undefined
}): Result<{ amountPesewas?: bigint; productId: string | null; quantity: number }> {
  const { amount, product_id, quantity } = input
  if (product_id !== undefined) {
    if (amount !== undefined) return fail('invalid_request', 'Send amount or product_id, not both.', 'amount')
    return succeed({ productId: product_id, quantity: quantity ?? 1 })
  }
  if (amount === undefined) return fail('invalid_request', 'amount is missing. Send amount or product_id.', 'amount')
  if (quantity !== undefined)
    return fail('invalid_request', 'quantity needs a product_id. Send both, or only an amount.', 'quantity')
  const read = readAmount(amount, 'amount')
  return read.ok ? succeed({ amountPesewas: read.value, productId: null, quantity: 1 }) : read
}
