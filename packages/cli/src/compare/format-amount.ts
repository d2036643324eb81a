/** Formats pesewas: `GH₵45.50`. */
export function formatAmount(pesewas: bigint): string {
  const digits = (pesewas < 0n ? -pesewas : pesewas).toString().padStart(3, '0')
  return `${pesewas < 0n ? '-' : ''}GH₵${digits.slice(0, -2)}.${digits.slice(-2)}`
}
