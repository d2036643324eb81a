import { amountText } from '@cedi/contract/amount-text'

/** Formats pesewas: `-GH₵1,045.50`. */
export const formatAmount = (pesewas: bigint): string =>
  `${pesewas < 0n ? '-' : ''}${amountText(Number(pesewas < 0n ? -pesewas : pesewas), 'en')}`
