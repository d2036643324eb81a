/** Texts of the popup. The checkout page has its own. */
export interface Translations {
  /** Language tag of the texts. */
  readonly language: string
  readonly title: string
  readonly close: string
  readonly opening: string
  readonly slow: string
  readonly unreachable: string
  readonly offline: string
  readonly external: string
  /** Instead of `external` in a frame, with the address to copy. */
  readonly framed: string
  readonly stopWaitingQuestion: string
  readonly keepWaiting: string
  readonly stopWaiting: string
  readonly unsavedKeyQuestion: string
  readonly toKey: string
  readonly closeAnyway: string
  /** `{host}` is the host of the bank's page. */
  readonly bank: string
  readonly toBank: string
  readonly back: string
  readonly toShop: string
  readonly tryAgain: string
  readonly fullPage: string
  /** Replaces `fullPage` without a checkout intent. */
  readonly productPage: string
}

const english: Translations = {
  language: 'en',
  title: 'Checkout',
  close: 'Close',
  opening: 'Opening…',
  slow: 'Slow connection.',
  unreachable: 'The checkout could not start.',
  offline: 'You are offline.',
  external: 'Payment goes on in a new tab.',
  framed: 'Payment goes on in a new tab. If it does not open, copy this address into your browser.',
  stopWaitingQuestion: 'Stop waiting? If you approved it, do not pay again.',
  keepWaiting: 'Keep waiting',
  stopWaiting: 'Stop waiting',
  unsavedKeyQuestion: 'Copy the license key before you close.',
  toKey: 'Back to the key',
  closeAnyway: 'Close without copying the key',
  bank: 'Your bank wants you to confirm this payment. Its page opens: {host}',
  toBank: 'To your bank',
  back: 'Back',
  toShop: 'Back to the shop',
  tryAgain: 'Try again',
  fullPage: 'Open the full page',
  productPage: 'Open the product page',
}

const french: Translations = {
  language: 'fr',
  title: 'Paiement',
  close: 'Fermer',
  opening: 'Ouverture…',
  slow: 'Connexion lente.',
  unreachable: 'Le paiement n’a pas pu démarrer.',
  offline: 'Hors ligne.',
  external: 'Le paiement continue dans un nouvel onglet.',
  framed:
    'Le paiement continue dans un nouvel onglet. S’il ne s’ouvre pas, copiez cette adresse dans votre navigateur.',
  stopWaitingQuestion: 'Arrêter d’attendre ? Si vous avez déjà validé, ne payez pas une deuxième fois.',
  keepWaiting: 'Continuer d’attendre',
  stopWaiting: 'Ne plus attendre',
  unsavedKeyQuestion: 'Copiez la clé de licence avant de fermer.',
  toKey: 'Revoir la clé',
  closeAnyway: 'Fermer sans copier la clé',
  bank: 'Votre banque demande de confirmer ce paiement. Sa page s’ouvre : {host}',
  toBank: 'À votre banque',
  back: 'Retour',
  toShop: 'Retour à la boutique',
  tryAgain: 'Réessayer',
  fullPage: 'Ouvrir la page entière',
  productPage: 'Ouvrir la page du produit',
}

/** Returns the texts for a language tag: French for `fr` and `fr-…`, English for all others. */
export const getTranslations = (locale: string): Translations => (/^fr\b/i.test(locale) ? french : english)
