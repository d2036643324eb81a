/**
 * The events and effects of the two state machines of a checkout: the checkout page, and the popup on the shop page. None
 * of them crosses a page; the messages that do are in `checkout-protocol.ts`.
 *
 * @decision 0027
 */

/** Events of the checkout page's machine (`packages/sandbox/src/checkout/machine.ts`). */
export const pageEventNames = [
  /** A token was received. */
  'checkoutOpened',
  /** The page for a popup was opened outside a frame. */
  'frameMissing',
  /** The shop page supplied details of the buyer. */
  'prefillReceived',
  /** The buyer clicked a button. */
  'actionClicked',
  /** The text of an invalid field became valid. */
  'fieldFixed',
  /** The license keys were copied, or the browser rejected it. */
  'keysCopied',
  /** The service responded to a payment, or to an action on one. */
  'responseReceived',
  /** The service responded to a status request. */
  'statusReceived',
  /** The event stream of the service delivered a status. */
  'statusPushed',
  /** The delay before a payment is retried is over. */
  'retryDelayElapsed',
  /** The interval between two status requests is over. */
  'pollDelayElapsed',
  /** A second has passed. */
  'clockTicked',
  /** The device lost its connection. */
  'connectionLost',
  /** The connection is back, or the buyer returned to the page. */
  'pageResumed',
  /** The texts of a language could not be loaded. */
  'textsUnavailable',
  /** The shop page wants to close the popup. */
  'closeRequested',
] as const

/** One of {@link pageEventNames}. */
export type PageEventName = (typeof pageEventNames)[number]

/** Effects of the checkout page's machine. */
export const pageEffectNames = [
  'createPayment',
  'fetchStatus',
  'cancelPayment',
  'resendPrompt',
  'submitCode',
  'copyKeys',
  'scheduleRetry',
  /** Stores the attempt, so that a reload finds the payment. */
  'storeAttempt',
  /** Stores the network for the next checkout. */
  'storeNetwork',
  /** Sends one of `FrameMessages`. */
  'notifyShop',
] as const

/** One of {@link pageEffectNames}. */
export type PageEffectName = (typeof pageEffectNames)[number]

/** Screens of the popup: the checkout page, or a message instead of it. */
export const popupScreens = [
  'opening',
  'slow',
  'unreachable',
  /** The service rejected the checkout intent, with a message for the buyer. */
  'rejected',
  'offline',
  /** The checkout continues in another tab, or on the full page. */
  'external',
  /** Question before a second payment for the same product. */
  'confirmPayAgain',
  /** Link to the page of the bank. */
  'bankLink',
  /** Question before the popup closes. */
  'confirmClose',
  /** The checkout page in the frame. */
  'checkout',
] as const

/** One of {@link popupScreens}. */
export type PopupScreen = (typeof popupScreens)[number]

/** Events of the popup's machine (`packages/service-js/src/popup-machine.ts`). */
export const popupEventNames = [
  'open',
  'retry',
  /** The time limit of the screen is over. */
  'screenTimeout',
  'offline',
  /** The frame loaded a page that sends no message, such as an error page. */
  'unresponsive',
  /** The device lost or regained its connection. */
  'connectionChanged',
  /** The buyer returned to the shop page. */
  'pageResumed',
  /** The buyer wants to close the popup. */
  'closeRequested',
  /** The buyer returns to the checkout page. */
  'resume',
  /** The buyer chose to see the pending payment. */
  'showPayment',
  /** The buyer chose to pay again. */
  'payAgain',
  /** The buyer followed the link to the full page. */
  'leftPage',
  /** Closes without a question. */
  'close',
  /** The popup is removed from the shop page. */
  'removed',
  /** The shop returned a token, or a reason why there is none. */
  'intentLoaded',
  /** The checkout page sent a message. */
  'messageReceived',
] as const

/** One of {@link popupEventNames}. */
export type PopupEventName = (typeof popupEventNames)[number]

/** Effects of the popup's machine. */
export const popupEffectNames = [
  'render',
  'renderSummary',
  'focus',
  'loadFrame',
  'fetchIntent',
  /** Reads the stored payment instead of a new intent. */
  'loadStoredPayment',
  'storePayment',
  'clearStoredPayment',
  'sendOpening',
  'sendToken',
  'syncFrame',
  'resize',
  'redirect',
  /** Calls the listeners of the shop page. */
  'emit',
  /** Resolves `session.result`. */
  'resolveResult',
  'removePopup',
] as const

/** One of {@link popupEffectNames}. */
export type PopupEffectName = (typeof popupEffectNames)[number]
