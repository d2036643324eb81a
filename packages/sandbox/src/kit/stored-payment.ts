import type { Context } from '@cedi/mock-server/internal'
import type { StoreLanguage } from './languages/store.js'

/** A payment that a page stored because it may be pending, and the decision of its buyer. */
export interface StoredPayment {
  /** Token of the checkout intent. */
  readonly token: string
  /** Attempt of the buyer; empty if unknown. */
  readonly resume: string
  /** `cancel`: cancel the pending payment, and pay again. `leave`: pay again although it cannot be cancelled. */
  readonly pay_again?: 'cancel' | 'leave'
}

/** Whether the value of a request is a stored payment. */
export function isStoredPayment(value: unknown): value is StoredPayment {
  const { token, resume, pay_again } = (value ?? {}) as Record<string, unknown>
  const isText = typeof token === 'string' && typeof resume === 'string'
  return isText && resume.length <= 400 && (pay_again === undefined || pay_again === 'cancel' || pay_again === 'leave')
}

/** Question before a second payment for the same product. */
export interface PayAgainQuestion {
  readonly text: string
  /** Label of the button that shows the pending payment. */
  readonly show: string
  /** Label of the button that pays again. */
  readonly pay_again: string
}

/** Question before another checkout opens, or the token of the checkout to show instead. */
export type StoredPaymentCheck = { readonly token: string } | { readonly question: PayAgainQuestion }

/** Checks a stored payment. Returns undefined if another checkout may open. */
export type CheckStoredPayment = (
  context: Context,
  storedPayment: StoredPayment,
  language: StoreLanguage,
) => Promise<StoredPaymentCheck | undefined>
