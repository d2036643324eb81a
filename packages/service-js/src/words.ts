/** What the popup itself says, and where it is in the list of words; the rest is said by the page in the frame. */
export const at = {
  title: 0,
  close: 1,
  /** The language that the words are in. */
  language: 2,
  opening: 3,
  slow: 4,
  dead: 5,
  offline: 6,
  outside: 7,
  ask: 8,
  keep: 9,
  stop: 10,
  retry: 11,
  full: 12,
} as const

const english =
  'Checkout|Close|en|Opening…|Slow connection.|Could not open.|You are offline.|Continue outside this page.|Stop waiting? If you approved it, do not pay again.|Keep waiting|Stop waiting|Try again|Full page'

const french =
  'Paiement|Fermer|fr|Ouverture…|Connexion lente.|Ouverture impossible.|Hors ligne.|Continuez hors de cette page.|Si vous avez approuvé, ne payez plus.|Attendre|Ne plus attendre|Réessayer|Pleine page'

/** The words for a language tag: French for `fr` and `fr-…`, English for all others. */
export const wordsFor = (locale: string): Readonly<Record<(typeof at)[keyof typeof at], string>> =>
  (/^fr\b/i.test(locale) ? french : english).split('|') as never
