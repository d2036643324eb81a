import type { PaymentInput } from '@cedi/contract'
import { fail, type Network, type PaymentMethod, type Result, succeed } from '../../ledger/index.js'
import { networks } from '../../ledger/payment-methods.js'
import { findCardScenario, findPhoneScenario, type Scenario } from '../outcomes/scenarios.js'
import { cardDigits, cardHasExpired, cardNetwork, hasCheckDigit } from './card.js'
import { maskPhone, parsePhone, suggestNetwork } from './phone.js'

/** The instrument of a payment. The full numbers stay in the request. */
export interface Instrument {
  readonly method: PaymentMethod
  readonly network: Network
  /** The full number of the wallet; null for a card. */
  readonly wallet: string | null
  readonly maskedPhone: string | null
  readonly cardLast4: string | null
  /** The scenario of a test number. */
  readonly scenario: Scenario | undefined
}

type Read = Result<Instrument>
type Fields = Pick<PaymentInput, 'method' | 'network' | 'phone' | 'card'>

/** Reads the wallet or the card of a payment. @decision 0018 @decision 0018 */
export const readInstrument = (input: Fields, nowMs: number): Read => readers[input.method](input, nowMs)

/** Reader of the input of each payment method. */
const readers: Readonly<Record<PaymentMethod, (input: Fields, nowMs: number) => Read>> = {
  mobile_money: readWallet,
  card: readCard,
}

function readWallet({ network, phone, card }: Fields): Read {
  if (card)
    return fail('invalid_request', 'card is only for the method card. Leave it out, or change the method.', 'card')
  if (phone === undefined)
    return fail('invalid_request', 'phone is missing. Add it: a mobile money payment needs it.', 'phone')
  const number = parsePhone(phone)
  if (!number)
    return fail(
      'invalid_phone',
      'phone must be a Ghanaian mobile number, such as 0244123789 or +233244123789.',
      'phone',
    )
  if (network && networks[network].method !== 'mobile_money')
    return fail(
      'network_mismatch',
      'network must be one of mtn, telecel, airteltigo when method is mobile_money.',
      'network',
    )
  const chosenNetwork = network ?? suggestNetwork(number)
  if (!chosenNetwork)
    return fail(
      'invalid_request',
      'network is missing, and the phone number does not tell it. Send mtn, telecel or airteltigo.',
      'network',
    )
  const scenario = findPhoneScenario(number)
  return succeed({
    method: 'mobile_money',
    network: chosenNetwork,
    wallet: number,
    maskedPhone: maskPhone(number),
    cardLast4: null,
    scenario,
  })
}

function readCard({ network, phone, card }: Fields, nowMs: number): Read {
  if (!card) return fail('invalid_request', 'card is missing. Add it: a card payment needs it.', 'card')
  const digits = cardDigits(card.number)
  if (!hasCheckDigit(digits)) return fail('invalid_request', 'card.number has a wrong digit. Check it.', 'card.number')
  const cardNetworkName = cardNetwork(digits)
  if (!cardNetworkName)
    return fail('network_mismatch', 'card.number must be of a Visa or Mastercard card.', 'card.number')
  if (network && network !== cardNetworkName)
    return fail(
      'network_mismatch',
      `network is ${network}, but the card is of ${cardNetworkName}. Leave network out.`,
      'network',
    )
  const number = phone === undefined ? undefined : parsePhone(phone)
  if (phone !== undefined && !number)
    return fail(
      'invalid_phone',
      'phone must be a Ghanaian mobile number, such as 0244123789 or +233244123789.',
      'phone',
    )
  const expired = cardHasExpired(card.expiry_month, card.expiry_year, nowMs)
  const scenario = expired ? 'expired_card' : findCardScenario(digits)
  const maskedPhone = number ? maskPhone(number) : null
  return succeed({
    method: 'card',
    network: cardNetworkName,
    wallet: null,
    maskedPhone,
    cardLast4: digits.slice(-4),
    scenario,
  })
}
