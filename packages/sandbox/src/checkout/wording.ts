import type { CheckoutState } from '@cedi/contract/checkout-protocol'
import type { CheckoutTexts } from '../kit/languages/language.js'
import type { LanguageTag } from '../kit/languages/words.js'
import type { Template } from '../kit/template.js'
import type { ViewModel } from './model.js'

/** A state, or a variant of one. */
export type ViewName =
  | CheckoutState
  /** `number` with fields for the contact details. */
  | 'contact'
  /** Another browser is paying. */
  | 'otherBrowser'
  /** The intent is unknown. */
  | 'unknown'
  /** Question before the buyer leaves an unsaved license key. */
  | 'confirmLeave'

/** The code to dial for a network, and its menu entries. */
export interface NetworkMenu {
  readonly ussd: string
  readonly approvals: string
  readonly voucher: string
}

/**
 * The checkout in one language. A page includes the texts for the time before the first request. The script loads the
 * rest when the buyer chooses a payment method, and all of it when the language changes.
 */
export interface Wording {
  readonly tag: LanguageTag
  readonly dir: 'ltr' | 'rtl'
  /** For numbers. */
  readonly locale: string
  /** Texts by the code of an error or a notice. */
  readonly texts: Partial<CheckoutTexts>
  /** Header and footer are omitted if the page already shows them. */
  readonly header?: Template
  readonly footer?: Template
  readonly views: Readonly<Partial<Record<ViewName, readonly Template[]>> & { loading: readonly Template[] }>
  /** Styles that are not needed for the first render. */
  readonly style?: string
  readonly menus?: Readonly<Record<string, NetworkMenu>>
  /** Suggestion of another network for a number. */
  readonly suggestion: readonly Template[]
}

/** Data that a page includes for its script. */
export interface PageData {
  readonly wording: Wording
  readonly model: Omit<ViewModel, 'nowMs'>
}
