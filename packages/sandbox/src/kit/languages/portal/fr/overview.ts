/** French messages of the overview. */
export const overview = {
  available: 'Disponible',
  availableText: 'Vous pouvez le faire verser maintenant, ou rembourser avec.',
  pending: 'En route',
  pendingText: 'Les paiements par carte, disponibles au prochain minuit.',
  reserved: 'Mis de côté',
  reservedText: 'Pour les remboursements et les versements qui ne sont pas finis.',
  latest: 'Derniers paiements',
  allPayments: 'Tous les paiements',
} as const
