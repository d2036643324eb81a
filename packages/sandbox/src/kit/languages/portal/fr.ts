import { common } from './fr/common.js'
import { developers } from './fr/developers.js'
import { overview } from './fr/overview.js'
import { payments } from './fr/payments.js'
import { payouts } from './fr/payouts.js'
import { products } from './fr/products.js'
import { signIn } from './fr/sign-in.js'

export { operator } from './fr/operator.js'

/** French messages of the portal. */
export const portal: typeof common &
  typeof signIn &
  typeof overview &
  typeof payments &
  typeof products &
  typeof developers &
  typeof payouts = {
  ...common,
  ...signIn,
  ...overview,
  ...payments,
  ...products,
  ...developers,
  ...payouts,
}

/** Messages for failure codes that the checkout does not show. */
export const failures = {
  payment_cancelled: 'Le client ou le marchand a renoncé au paiement.',
  intent_completed: 'Cette page de paiement avait déjà été payée.',
  intent_expired: 'La page de paiement avait expiré quand l’argent est arrivé.',
  recipient_not_found: 'Ce numéro n’a pas de compte mobile money.',
  payout_failed: 'Le réseau n’a pas pu remettre le versement.',
} as const
