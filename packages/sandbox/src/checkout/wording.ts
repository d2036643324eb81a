import type { CheckoutState } from '@cedi/contract/checkout-messages'
import type { CheckoutTexts } from '../kit/languages/language.js'
import type { LanguageTag } from '../kit/languages/words.js'
import type { Template } from '../kit/template.js'
import type { Model } from './model.js'

/**
 * A state, or one of these views: a number with what the seller has to know, another browser is paying, this browser
 * knows nothing, or the question before a license key is left behind.
 */
export type ViewName = CheckoutState | 'goods' | 'elsewhere' | 'unknown' | 'question'

/** A network as buyers meet it: the code to dial, and the menu entry to choose. */
export interface Menu {
  readonly ussd: string
  readonly approvals: string
  readonly voucher: string
}

/**
 * The checkout in one language. A page includes the texts that its buyer needs until something is sent. The rest is
 * loaded when a way to pay is chosen, and all of it when the language changes.
 */
export interface Wording {
  readonly tag: LanguageTag
  readonly dir: 'ltr' | 'rtl'
  /** For numbers. */
  readonly locale: string
  /** By the code of the error or the news. */
  readonly texts: Partial<CheckoutTexts>
  /** Parts that the page already has are not sent again. */
  readonly header?: Template
  readonly footer?: Template
  readonly views: Readonly<Partial<Record<ViewName, readonly Template[]>> & { loading: readonly Template[] }>
  /** The styles that no first view needs. They come with the later texts. */
  readonly style?: string
  readonly menus?: Readonly<Record<string, Menu>>
  /** The warning that a number looks like another network's. */
  readonly suggest: readonly Template[]
}

/** What a page includes for its script: its texts, and what it shows. */
export interface Carried {
  readonly wording: Wording
  readonly model: Omit<Model, 'nowMs'>
}
