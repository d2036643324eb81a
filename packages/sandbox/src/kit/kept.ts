import type { Context } from '@cedi/mock-server/service'
import type { StoreLanguage } from './languages/store.js'

/** What the page of a button remembers of a payment that may still wait, and what its buyer has decided about it. */
export interface Kept {
  /** Of its checkout intent. */
  readonly token: string
  /** What makes it this buyer's; empty when that is not known. */
  readonly resume: string
  /** `cancel`: pay anew, and call the one that waits off. `leave`: pay anew, though it cannot be called off. */
  readonly anew?: 'cancel' | 'leave'
}

/** Whether a value of a request is one. */
export function isKept(value: unknown): value is Kept {
  const { token, resume, anew } = (value ?? {}) as Record<string, unknown>
  const isText = typeof token === 'string' && typeof resume === 'string'
  return isText && resume.length <= 400 && (anew === undefined || anew === 'cancel' || anew === 'leave')
}

/** What the buyer is asked before another checkout is opened, or the checkout that has to be looked at instead. */
export type Before = { readonly token: string } | { readonly ask: Readonly<Record<'text' | 'again' | 'anew', string>> }

/** Looks at the payment that a page remembers; nothing when there is nothing to say about it. */
export type AskAboutKept = (context: Context, kept: Kept, language: StoreLanguage) => Promise<Before | undefined>
