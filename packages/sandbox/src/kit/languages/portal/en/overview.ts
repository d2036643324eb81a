/** English messages of the overview. */
export const overview = {
  available: 'Available',
  availableText: 'Yours to pay out now, or to refund from.',
  pending: 'Pending',
  pendingText: 'Card payments that become available tonight at midnight.',
  reserved: 'Reserved',
  reservedText: 'For refunds and payouts that are not done yet.',
  latest: 'Latest payments',
  allPayments: 'All payments',
} as const
