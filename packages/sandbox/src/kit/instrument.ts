import { mobileNetworks, type PaymentRow } from '@cedi/mock-server/internal'

const cardNames: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard' }

/** Returns the display name of a network. */
export const networkName = (network: string): string =>
  Object.hasOwn(mobileNetworks, network)
    ? mobileNetworks[network as keyof typeof mobileNetworks].name
    : (cardNames[network] ?? network)

/** Returns the masked phone number or card of a payment. */
export const formatInstrument = ({
  phone,
  card_last4,
}: Pick<PaymentRow, 'phone' | 'card_last4'>): string | undefined =>
  phone === null ? (card_last4 === null ? undefined : `••••\u00a0${card_last4}`) : formatMaskedPhone(phone)

/** Converts a masked phone number to local format: `+23324***3789` becomes `024 ••• 3789`, with non-breaking spaces. */
export const formatMaskedPhone = (maskedPhone: string): string =>
  maskedPhone.replace(/^\+233(\d\d)\*+(\d{4})$/, '0$1\u00a0•••\u00a0$2')
