import type { CheckoutState } from '@cedi/contract/checkout-messages'
import type { CheckoutTexts } from '../kit/languages/language.js'
import type { LanguageTag } from '../kit/languages/words.js'
import type { Template } from '../kit/template.js'
import type { Model } from './model.js'

/**
 * A state, or a number with what the seller has to know, or that another browser is paying, or that this one knows
 * nothing, or what is asked before a license key is left behind.
 */
export type ViewName = CheckoutState | 'goods' | 'elsewhere' | 'unknown' | 'question'

/** A network as buyers meet it: what to dial, and what to choose there. */
export interface Menu {
  readonly ussd: string
  readonly approvals: string
  readonly voucher: string
}

/**
 * The checkout in one language. A page brings along what its buyer needs until something is sent; the rest is asked
 * for when a way to pay is chosen, and all of it when the language is changed.
 */
export interface Wording {
  readonly tag: LanguageTag
  readonly dir: 'ltr' | 'rtl'
  /** For numbers. */
  readonly locale: string
  /** By the code of what went wrong, or of what has just happened. */
  readonly texts: Partial<CheckoutTexts>
  /** What stands there already is not sent again. */
  readonly header?: Template
  readonly footer?: Template
  readonly views: Readonly<Partial<Record<ViewName, readonly Template[]>> & { loading: readonly Template[] }>
  /** The style of what no first view shows; it comes with the rest of the words. */
  readonly style?: string
  readonly menus?: Readonly<Record<string, Menu>>
  /** That a number looks like one of another network. */
  readonly suggest: readonly Template[]
}

/** What a page brings along for its script: its words, and what it shows. */
export interface Carried {
  readonly wording: Wording
  readonly model: Omit<Model, 'nowMs'>
}
