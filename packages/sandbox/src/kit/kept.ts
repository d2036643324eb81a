import type { Context } from '@cedi/mock-server/service'
import type { StoreLanguage } from './languages/store.js'

/** What a button's page remembers about a payment that may be waiting, and what its buyer has decided. */
export interface Kept {
  /** Of its checkout intent. */
  readonly token: string
  /** The attempt that proves that it is this buyer's; empty when unknown. */
  readonly resume: string
  /** `cancel`: pay anew, and cancel the waiting payment. `leave`: pay anew, although it cannot be cancelled. */
  readonly anew?: 'cancel' | 'leave'
}

/** Whether a request's value has this form. */
export function isKept(value: unknown): value is Kept {
  const { token, resume, anew } = (value ?? {}) as Record<string, unknown>
  const isText = typeof token === 'string' && typeof resume === 'string'
  return isText && resume.length <= 400 && (anew === undefined || anew === 'cancel' || anew === 'leave')
}

/** The question for the buyer before another checkout opens, or the checkout to show instead. */
export type Before = { readonly token: string } | { readonly ask: Readonly<Record<'text' | 'again' | 'anew', string>> }

/** Checks the payment that a page remembers; undefined when there is nothing to say about it. */
export type AskAboutKept = (context: Context, kept: Kept, language: StoreLanguage) => Promise<Before | undefined>
