/** The popup's own texts; the page in the frame has the rest. */
export interface Words {
  /** The language that the words are in. */
  readonly language: string
  readonly title: string
  readonly close: string
  readonly opening: string
  readonly slow: string
  readonly unreachable: string
  readonly offline: string
  readonly outside: string
  readonly question: string
  readonly keepWaiting: string
  readonly stopWaiting: string
  /** Closing would lose a license key. */
  readonly keyQuestion: string
  readonly toKey: string
  readonly closeAnyway: string
  /** Which page opens, and why. */
  readonly bank: string
  readonly toBank: string
  readonly back: string
  readonly toShop: string
  readonly tryAgain: string
  readonly fullPage: string
}

const english: Words = {
  language: 'en',
  title: 'Checkout',
  close: 'Close',
  opening: 'Opening…',
  slow: 'Slow connection.',
  unreachable: 'Could not open.',
  offline: 'You are offline.',
  outside: 'Payment goes on in a new tab.',
  question: 'Stop waiting? If you approved it, do not pay again.',
  keepWaiting: 'Keep waiting',
  stopWaiting: 'Stop waiting',
  keyQuestion: 'Copy the license key before you close.',
  toKey: 'Back to the key',
  closeAnyway: 'Close without it',
  bank: 'Your bank wants you to confirm this payment. Its page opens: {host}',
  toBank: 'To your bank',
  back: 'Back',
  toShop: 'Back to the shop',
  tryAgain: 'Try again',
  fullPage: 'Full page',
}

const french: Words = {
  language: 'fr',
  title: 'Paiement',
  close: 'Fermer',
  opening: 'Ouverture…',
  slow: 'Connexion lente.',
  unreachable: 'Ouverture impossible.',
  offline: 'Hors ligne.',
  outside: 'Le paiement continue dans un nouvel onglet.',
  question: 'Si vous avez approuvé, ne payez plus.',
  keepWaiting: 'Attendre',
  stopWaiting: 'Ne plus attendre',
  keyQuestion: 'Copiez la clé de licence avant de fermer.',
  toKey: 'Revoir la clé',
  closeAnyway: 'Fermer sans elle',
  bank: 'Votre banque demande de confirmer ce paiement. Sa page s’ouvre : {host}',
  toBank: 'À votre banque',
  back: 'Retour',
  toShop: 'Retour à la boutique',
  tryAgain: 'Réessayer',
  fullPage: 'Pleine page',
}

/** The words for a language tag: French for `fr` and `fr-…`, English for all others. */
export const wordsFor = (locale: string): Words => (/^fr\b/i.test(locale) ? french : english)
