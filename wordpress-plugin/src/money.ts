const amountPattern = /^(\d{1,13})(?:\.(\d{1,2}))?$/

/**
 * Parses an amount in GH₵ without rounding.
 *
 * @param text - Digits, thousands with commas or spaces, at most two decimals after a point or, without a point, after a comma:
 *   `25`, `1,250.5`, `GH₵25.50`, `45,50`.
 * @returns Pesewas; undefined if it is invalid.
 * @source Resources and their fields ("Amounts are in GH₵")
 * @decision 0004
 */
export function parseCedis(text: string): bigint | undefined {
  const digits = text
    .replace(/\s/g, '')
    .replace(/^(?:GH₵|GHS|₵)|(?:GH₵|GHS|₵)$/i, '')
    .replace(/^([^.]*),(\d{1,2})$/, '$1.$2')
    .replaceAll(',', '')
  const match = amountPattern.exec(digits)
  if (!match) return undefined
  const [, cedis = '', fraction = ''] = match
  return BigInt(cedis) * 100n + BigInt(fraction.padEnd(2, '0'))
}

/**
 * Calculates the fee of a payment on the free plan.
 *
 * @returns Pesewas: 3.5 % plus 50, half a pesewa rounded up.
 * @source Limits (the rate)
 * @decision 0007 (the rounding)
 */
export function feePesewas(grossPesewas: bigint): bigint {
  // Adding 500n before dividing by 1000n rounds half a pesewa up.
  return (grossPesewas * 35n + 500n) / 1000n + 50n
}

/**
 * Calculates the smallest gross amount with at least `netPesewas` after the fee.
 *
 * @decision 0007
 */
export function grossPesewas(netPesewas: bigint): bigint {
  // The fee grows by 0 or 1 pesewa per pesewa, so the result is at most two steps from the estimate.
  let gross = ((netPesewas + 50n) * 1000n) / 965n
  while (gross > 0n && gross - 1n - feePesewas(gross - 1n) >= netPesewas) gross -= 1n
  while (gross - feePesewas(gross) < netPesewas) gross += 1n
  return gross
}

/** Formats pesewas in the language of the page, such as `GH₵1,234.50`, in French `1 234,50 GH₵`. */
export function formatCedis(pesewas: bigint): string {
  const isFrench = globalThis.document?.documentElement.lang.startsWith('fr') ?? false
  const absolute = pesewas < 0n ? -pesewas : pesewas
  const digits = String(absolute / 100n)
  let cedis = ''
  for (let end = digits.length; end > 0; end -= 3)
    cedis = digits.slice(Math.max(0, end - 3), end) + (cedis && `${isFrench ? '\u00a0' : ','}${cedis}`)
  const sign = pesewas < 0n ? '-' : ''
  const fraction = String(absolute % 100n).padStart(2, '0')
  return isFrench ? `${sign}${cedis},${fraction}\u00a0GH₵` : `${sign}GH₵${cedis}.${fraction}`
}

/**
 * Formats an amount of the API.
 *
 * @param amount - GH₵ as number or string.
 * @returns `GH₵25.50`; an invalid amount is returned unchanged.
 */
export function formatAmount(amount: number | string): string {
  const match = /^(-?)(.*)$/.exec(String(amount))
  const pesewas = parseCedis(match?.[2] ?? '')
  return pesewas === undefined ? String(amount) : formatCedis(match?.[1] ? -pesewas : pesewas)
}
