/** French messages of the overview. */
export const overview = {
  available: 'Disponible',
  availableText: 'Vous pouvez le faire verser maintenant, ou rembourser avec.',
  pending: 'En attente',
  pendingText: 'Les paiements par carte, disponibles ce soir à minuit.',
  reserved: 'Réservé',
  reservedText: 'Pour les remboursements et les versements qui ne sont pas finis.',
  latest: 'Derniers paiements',
  allPayments: 'Tous les paiements',
} as const
