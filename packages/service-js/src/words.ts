/**
 * What the popup itself says; the rest is said by the page in the frame. In this order: title, close, opening, slow,
 * dead, offline, outside, ask, keep, stop, retry, full, and the language that they are in.
 */
const english =
  'Checkout|Close|Opening…|Still opening: slow connection.|The checkout did not open.|You are offline.|The payment goes on outside this page.|Stop waiting? If you approved it, do not pay again.|Keep waiting|Stop waiting|Try again|Full page|en'

const french =
  'Paiement|Fermer|Ouverture…|Ouverture : connexion lente.|Le paiement ne s’ouvre pas.|Vous êtes hors ligne.|Le paiement continue hors de cette page.|Ne plus attendre ? Si vous avez approuvé, ne payez pas de nouveau.|Attendre|Ne plus attendre|Réessayer|Page complète|fr'

/** The words for a language tag: French for `fr` and `fr-…`, English for all others. */
export const wordsFor = (locale: string): string[] => (/^fr\b/i.test(locale) ? french : english).split('|')
