import { __ } from '@wordpress/i18n'

/** Returns the label of a payment or attempt state; an unknown state is returned unchanged. */
export function stateLabel(state: string): string {
  switch (state) {
    case 'pending':
      return __('Waiting for the buyer', 'cedi-commerce')
    case 'paid':
    case 'succeeded':
      return __('Paid', 'cedi-commerce')
    case 'failed':
      return __('Failed', 'cedi-commerce')
    case 'expired':
      return __('Expired', 'cedi-commerce')
    case 'cancelled':
      return __('Cancelled', 'cedi-commerce')
    case 'mismatch':
      return __('Does not match the order', 'cedi-commerce')
    case 'paid_twice':
      return __('Paid twice', 'cedi-commerce')
    case 'returned':
      return __('Refunded', 'cedi-commerce')
    case 'duplicate':
      return __('Second payment', 'cedi-commerce')
    case 'review':
      return __('To check', 'cedi-commerce')
    case 'manual':
      return __('Changed manually', 'cedi-commerce')
    default:
      return state
  }
}

/** Returns the label of a refund state. A requested refund is not paid yet. */
export function refundLabel(state: string): string {
  switch (state) {
    case 'requested':
    case 'pending':
      return __('Refund requested, not yet paid', 'cedi-commerce')
    case 'refunded':
    case 'paid':
      return __('Paid out', 'cedi-commerce')
    case 'rejected':
      return __('Rejected', 'cedi-commerce')
    default:
      return state
  }
}

/** Returns the notice type of a state. */
export function noticeType(state: string): 'good' | 'bad' | 'open' {
  if (/^(paid|succeeded|refunded|returned)$/.test(state)) return 'good'
  return /^(failed|expired|cancelled|mismatch|duplicate|paid_twice|review|rejected)$/.test(state) ? 'bad' : 'open'
}

/** Formats an ISO 8601 time in the local time zone. */
export function formatTime(iso: string): string {
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return iso
  return time.toLocaleString(document.documentElement.lang || undefined, { dateStyle: 'medium', timeStyle: 'short' })
}
