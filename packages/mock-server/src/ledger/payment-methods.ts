import type { ProviderAccount } from './accounts.js'
import type { Network, PaymentMethod } from './tables/payments.js'

const dayMs = 86_400_000

/** Rules of a payment method. */
export interface PaymentMethodRules {
  /**
   * Returns the time at which the net amount becomes available.
   *
   * @param paidMs - Time of the confirmation by the provider, epoch milliseconds.
   */
  availableAtMs(paidMs: number): number
}

/** The payment methods. A new method does not compile without its rules. */
export const paymentMethods: Readonly<Record<PaymentMethod, PaymentMethodRules>> = {
  /** @source Limits ("mobile money payouts are available the same day") */
  mobile_money: { availableAtMs: (paidMs) => paidMs },
  /** The next midnight in Ghana, which keeps UTC all year. @decision 0014 */
  card: { availableAtMs: (paidMs) => (Math.floor(paidMs / dayMs) + 1) * dayMs },
}

/** Rules of a network. */
export interface NetworkRules {
  readonly method: PaymentMethod
  /** Account that collects its money. @decision 0014 */
  readonly account: ProviderAccount
}

/** The networks. A new network does not compile without its rules. */
export const networks: Readonly<Record<Network, NetworkRules>> = {
  mtn: { method: 'mobile_money', account: 'psp:mtn' },
  telecel: { method: 'mobile_money', account: 'psp:telecel' },
  airteltigo: { method: 'mobile_money', account: 'psp:airteltigo' },
  visa: { method: 'card', account: 'psp:card' },
  mastercard: { method: 'card', account: 'psp:card' },
}
