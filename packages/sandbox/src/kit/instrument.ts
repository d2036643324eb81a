import type { PaymentRow } from '@cedi/ledger'
import { mobileNetworks } from '@cedi/mock-server/instruments'

const cardNames: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard' }

/** What users call a network. */
export const networkName = (network: string): string =>
  Object.hasOwn(mobileNetworks, network)
    ? mobileNetworks[network as keyof typeof mobileNetworks].name
    : (cardNames[network] ?? network)

/** The buyer's number or card, masked. */
export const instrumentOf = ({ phone, card_last4 }: Pick<PaymentRow, 'phone' | 'card_last4'>): string | undefined =>
  phone === null ? (card_last4 === null ? undefined : `•••• ${card_last4}`) : phoneText(phone)

/** A masked number as written in Ghana: `+23324***3789` becomes `024 ••• 3789`. */
export const phoneText = (masked: string): string => masked.replace(/^\+233(\d\d)\*+(\d{4})$/, '0$1 ••• $2')
