import type { KnownFailureCode } from '@cedi/contract'

/** Failures of a payment that the buyer pays again after. */
type BuyerFailure = Exclude<KnownFailureCode, 'payment_cancelled' | 'intent_completed' | 'intent_expired'>

/** Reason of each failure. */
type FailureTexts = { readonly [code in BuyerFailure]: string }

/** Labels of the checkout. `{amount}` and `{merchant}` are placeholders. Every language has the same keys. */
export interface CheckoutWords {
  readonly noFee: string
  readonly test: string
  readonly loading: string
  readonly method: string
  readonly card: string
  readonly number: string
  readonly phone: string
  readonly phoneHint: string
  readonly deliveryPhone: string
  readonly delivery: string
  readonly name: string
  readonly place: string
  readonly placeHint: string
  readonly reach: string
  readonly reachHint: string
  readonly remark: string
  readonly email: string
  readonly emailHint: string
  readonly suggest: string
  readonly useIt: string
  readonly pay: string
  readonly otherWays: string
  readonly cardNumber: string
  readonly expiry: string
  readonly cvc: string
  readonly cardNote: string
  readonly sending: string
  readonly prompt: string
  readonly asking: string
  readonly promptSee: string
  readonly promptCheck: string
  readonly promptPin: string
  readonly noPrompt: string
  readonly dial: string
  readonly dialOnly: string
  readonly timeLeft: string
  readonly checkNow: string
  readonly sendAgain: string
  readonly haveCode: string
  readonly changeNumber: string
  readonly otp: string
  readonly otpText: string
  readonly voucher: string
  readonly voucherDial: string
  readonly code: string
  readonly confirm: string
  readonly back: string
  readonly redirect: string
  readonly redirectText: string
  readonly toBank: string
  readonly success: string
  readonly successText: string
  readonly paidWith: string
  readonly reference: string
  readonly receipt: string
  readonly license: string
  readonly copy: string
  readonly keepKey: string
  readonly keyQuestion: string
  readonly toPaid: string
  readonly withoutKey: string
  readonly paidElsewhere: string
  readonly done: string
  readonly backTo: string
  readonly pending: string
  readonly pendingText: string
  readonly doNotPayAgain: string
  readonly checkAgain: string
  readonly failed: string
  readonly tryAgain: string
  readonly nothingTaken: string
  readonly priceChanged: string
  readonly priceChangedText: string
  readonly notSold: string
  readonly expired: string
  readonly expiredText: string
  readonly unknown: string
  readonly unknownText: string
  readonly toShop: string
  readonly offline: string
  readonly offlineSent: string
  readonly offlineNotSent: string
  readonly blocked: string
  readonly blockedText: string
  readonly openTab: string
  readonly otherBrowser: string
}

/** Messages of the checkout, by error code or event. */
export interface CheckoutTexts extends FailureTexts {
  readonly cardText: string
  readonly stillWaiting: string
  readonly notAsked: string
  readonly slow: string
  readonly sentAgain: string
  readonly copied: string
  readonly notCopied: string
  readonly cancelledElsewhere: string
  readonly badPhone: string
  readonly badReach: string
  readonly confirmGhana: string
  readonly badCard: string
  readonly badExpiry: string
  readonly badCvc: string
  readonly badCode: string
  readonly badName: string
  readonly badPlace: string
  readonly badEmail: string
  readonly didYouMean: string
  readonly badRequest: string
  readonly outOfStock: string
}

/** Texts of the storefront and related pages. */
export interface StoreWords {
  readonly buy: string
  readonly left: string
  readonly soldOut: string
  readonly soldOutText: string
  readonly notOnSale: string
  readonly fewLeft: string
  readonly onlyLeft: string
  readonly tooMuch: string
  readonly notOpened: string
  readonly pendingPayment: string
  readonly pendingPaymentWithoutPhone: string
  readonly pendingPaymentNotCancellable: string
  readonly showPendingPayment: string
  readonly startNewPayment: string
  readonly quantity: string
  readonly digital: string
  readonly physical: string
  readonly license: string
  readonly service: string
  readonly digitalText: string
  readonly physicalText: string
  readonly licenseText: string
  readonly serviceText: string
  readonly nothing: string
  readonly allProducts: string
  readonly payWith: string
  readonly next: string
  readonly nextReceipt: string
  readonly moreOf: string
  readonly noneHere: string
  readonly noneHereText: string
  readonly notPossible: string
  readonly notPossibleText: string
  readonly unavailable: string
  readonly unavailableText: string
  readonly serverError: string
  readonly serverErrorText: string
  readonly test: string
  readonly more: string
  readonly share: string
  readonly sendByWhatsApp: string
  readonly qrCode: string
  readonly scanStep: string
  readonly buyStep: string
  readonly chooseStep: string
  readonly approveStep: string
  readonly bankTitle: string
  readonly bankNote: string
  readonly bankConfirm: string
  readonly bankDecline: string
  readonly bankTo: string
  readonly bankAmount: string
  readonly bankCard: string
  readonly backTo: string
  readonly noScript: string
  readonly goBack: string
  readonly receipt: string
  readonly bank_succeeded: string
  readonly bank_succeededText: string
  readonly bank_failed: string
  readonly bank_failedText: string
  readonly bank_expired: string
  readonly bank_expiredText: string
  readonly bank_cancelled: string
  readonly bank_cancelledText: string
}

/** Properties of a language. */
export interface LanguageFacts {
  /** Name in the language itself. */
  readonly name: string
  readonly dir: 'ltr' | 'rtl'
  /** Locale for numbers and dates. */
  readonly locale: string
}
