/** What the popup itself says; the rest is said by the page in the frame. */
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
  outside: 'Continue outside this page.',
  question: 'Stop waiting? If you approved it, do not pay again.',
  keepWaiting: 'Keep waiting',
  stopWaiting: 'Stop waiting',
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
  outside: 'Continuez hors de cette page.',
  question: 'Si vous avez approuvé, ne payez plus.',
  keepWaiting: 'Attendre',
  stopWaiting: 'Ne plus attendre',
  tryAgain: 'Réessayer',
  fullPage: 'Pleine page',
}

/** The words for a language tag: French for `fr` and `fr-…`, English for all others. */
export const wordsFor = (locale: string): Words => (/^fr\b/i.test(locale) ? french : english)
