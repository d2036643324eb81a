/** English messages about payouts. */
export const payouts = {
  noPayouts: 'No payout yet',
  noPayoutsText: 'When something is available, have it paid out to your wallet. There is no fee.',
  payOut: 'Request a payout',
  payOutText: '{amount} is available. A payout to a wallet costs nothing and is made the same day.',
  payOutAmount: 'Amount in GH₵',
  payOutPhone: 'Mobile money number',
  payOutPhoneHint: 'For example 024 412 3789',
  payOutYes: 'Request payout',
  payOutDone: 'The payout is on its way.',
  badAmount: 'Enter an amount such as 45.50.',
  badPhone: 'Enter a Ghana mobile number, such as 024 412 3789.',
  tooMuch: 'That is more than the available balance. Enter a smaller amount.',
  sentBefore: 'You sent this form before. It was carried out once.',
  sentBeforeOther:
    'You sent this form before, with other details. Those were carried out. What you sent now was not: fill in a new form if you want it too.',
} as const
