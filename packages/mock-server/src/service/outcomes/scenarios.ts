import type { KnownFailureCode } from '@cedi/contract'
import type { Failure } from '../../ledger/index.js'

/**
 * Scenario of a payment. A failure code makes it fail with that code. `late_money` confirms the payment after its expiry.
 *
 * @decision 0013
 */
export type Scenario =
  | 'succeed'
  | 'fail'
  | 'pending'
  | 'expire'
  | 'late_money'
  | 'double_confirmation'
  | 'challenge'
  | Exclude<KnownFailureCode, 'payment_expired' | 'payment_cancelled' | 'intent_completed' | 'intent_expired'>

/** Every scenario, as the header `X-Mock-Scenario` and `metadata.mock_scenario` name them. */
export const scenarios: readonly Scenario[] = [
  'succeed',
  'fail',
  'pending',
  'expire',
  'late_money',
  'double_confirmation',
  'challenge',
  'payer_limit_reached',
  'payer_not_found',
  'payment_not_approved',
  'insufficient_funds',
  'provider_error',
  'card_declined',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
]

/** Returns whether a string is a scenario. */
export const isScenario = (text: string): text is Scenario => (scenarios as readonly string[]).includes(text)

const byLastDigits: Readonly<Record<string, Scenario>> = {
  '789': 'succeed',
  '987': 'succeed',
  '019': 'payer_limit_reached',
  '029': 'payer_not_found',
  '039': 'payment_not_approved',
  '049': 'insufficient_funds',
  '069': 'provider_error',
  '079': 'expire',
  '129': 'pending',
  '139': 'late_money',
  '149': 'double_confirmation',
}

const byCard: Readonly<Record<string, Scenario>> = {
  '4242424242424242': 'succeed',
  '5555555555554444': 'succeed',
  '4000000000000002': 'card_declined',
  '4000000000009995': 'insufficient_funds',
  '4000000000000069': 'expired_card',
  '4000000000000127': 'incorrect_cvc',
  '4000000000000119': 'processing_error',
  '4000002500003155': 'challenge',
}

/** Returns the scenario for the last three digits of a phone number. @decision 0013 */
export const findPhoneScenario = (phone: string): Scenario | undefined => byLastDigits[phone.slice(-3)]

/** Returns the scenario of a test card. @decision 0013 */
export const findCardScenario = (digits: string): Scenario | undefined => byCard[digits]

/** Descriptions of payout failures by code. @decision 0013 */
export const payoutFailureMessages = {
  recipient_not_found: 'The number has no wallet.',
  payout_failed: 'The network could not deliver the payout.',
} as const

/** Creates the failure of a payout. */
export const createPayoutFailure = (code: keyof typeof payoutFailureMessages): Failure => ({
  code,
  message: payoutFailureMessages[code],
})

/** Returns the failure of a payout by the last three digits of the wallet's number. @decision 0013 */
export function findPayoutFailure(phone: string): Failure | undefined {
  if (phone.endsWith('089')) return createPayoutFailure('recipient_not_found')
  if (phone.endsWith('119')) return createPayoutFailure('payout_failed')
  return undefined
}
