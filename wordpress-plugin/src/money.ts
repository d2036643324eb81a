const amountShape = /^(\d{1,13})(?:\.(\d{1,2}))?$/

/**
 * Reads an amount in GH₵ that somebody typed. Never rounds.
 *
 * @param text - Digits, thousands with commas or spaces, at most two decimals: `25`, `1,250.5`, `GH₵25.50`.
 * @returns Pesewas; undefined when it is not an amount.
 * @source Resources and their fields ("Amounts are in GH₵")
 * @decision 0004
 */
export function readCedis(text: string): bigint | undefined {
  const plain = text.replace(/^\s*(?:GH₵|GHS|₵)/i, '').replace(/[\s,]/g, '')
  const match = amountShape.exec(plain)
  if (!match) return undefined
  const [, cedis = '', fraction = ''] = match
  return BigInt(cedis) * 100n + BigInt(fraction.padEnd(2, '0'))
}

/**
 * The fee on one buyer payment on the free plan.
 *
 * @returns Pesewas: 3.5 % plus 50, half a pesewa rounded up.
 * @source Limits (the rate)
 * @decision 0007 (the rounding)
 */
export function feePesewas(grossPesewas: bigint): bigint {
  // 3.5 % is 35/1000 and can leave part of a pesewa: adding 500n first rounds halves up.
  return (grossPesewas * 35n + 500n) / 1000n + 50n
}

/**
 * The smallest gross amount that leaves at least `netPesewas` after the fee.
 *
 * @decision 0007
 */
export function grossPesewas(netPesewas: bigint): bigint {
  // The fee grows by 0 or 1 pesewa per pesewa, so the answer lies a step or two from the division.
  let gross = ((netPesewas + 50n) * 1000n) / 965n
  while (gross > 0n && gross - 1n - feePesewas(gross - 1n) >= netPesewas) gross -= 1n
  while (gross - feePesewas(gross) < netPesewas) gross += 1n
  return gross
}

/** Writes pesewas for people: `GH₵1,234.50`. */
export function writeCedis(pesewas: bigint): string {
  const absolute = pesewas < 0n ? -pesewas : pesewas
  const cedis = String(absolute / 100n).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${pesewas < 0n ? '-' : ''}GH₵${cedis}.${String(absolute % 100n).padStart(2, '0')}`
}

/**
 * Writes an amount of the wire for people.
 *
 * @param amount - GH₵, as number or text.
 * @returns `GH₵25.50`; the text itself when it is not an amount.
 */
export function writeAmount(amount: number | string): string {
  const match = /^(-?)(.*)$/.exec(String(amount))
  const pesewas = readCedis(match?.[2] ?? '')
  return pesewas === undefined ? String(amount) : writeCedis(match?.[1] ? -pesewas : pesewas)
}
