/** French messages about payouts. */
export const payouts = {
  noPayouts: 'Aucun versement',
  noPayoutsText: 'Quand une somme est disponible, faites-la verser sur votre compte mobile money. Sans frais.',
  payOut: 'Demander un versement',
  payOutText:
    '{amount} sont disponibles. Un versement sur un compte mobile money ne coûte rien et se fait le jour même.',
  payOutAmount: 'Montant en GH₵',
  payOutPhone: 'Numéro mobile money',
  payOutPhoneHint: 'Par exemple 024 412 3789',
  payOutYes: 'Demander le versement',
  payOutDone: 'Le versement est en route.',
  badAmount: 'Saisissez un montant, par exemple 45.50.',
  badPhone: 'Saisissez un numéro mobile du Ghana, par exemple 024 412 3789.',
  tooMuch: 'C’est plus que le solde disponible. Saisissez un montant plus petit.',
  sentBefore: 'Vous avez déjà envoyé ce formulaire. Il n’a compté qu’une fois.',
  sentBeforeOther:
    'Vous avez déjà envoyé ce formulaire, avec d’autres données. Celles-là ont compté. Ce que vous venez d’envoyer, non : remplissez un nouveau formulaire si vous le voulez aussi.',
} as const
