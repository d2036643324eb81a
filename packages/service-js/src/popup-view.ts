import type { PopupEvent, PopupModel } from './popup-model.js'
import type { Translations } from './translations.js'

/** A button below a message. With a URL it is a link to a new tab. */
interface Choice {
  readonly label: string
  readonly event: PopupEvent
  readonly href?: string
}

/** Content of the popup above the frame. Without a message, the frame is visible. */
export interface PopupView {
  readonly message?: string | undefined
  readonly choices: readonly Choice[]
  /** Whether the checkout is still loading. */
  readonly isLoading?: boolean
  /** Address to copy, where the browser may not open it. */
  readonly address?: string | undefined
}

/**
 * Returns the content of a popup's screen.
 *
 * @param fullPageUrl - URL that continues outside this page, if there is one.
 * @param isFramed - Whether this page is in a frame, which may forbid new tabs.
 */
export function toPopupView(
  model: PopupModel,
  texts: Translations,
  fullPageUrl: string | undefined,
  isFramed = false,
): PopupView {
  const { screen, bank, question, errorMessage, isMoneyMoving } = model
  const label = model.token ? texts.fullPage : texts.productPage
  const fullPage: Choice[] = fullPageUrl ? [{ label, event: 'leftPage', href: fullPageUrl }] : []
  switch (screen) {
    case 'checkout':
      return { choices: [] }
    case 'opening':
      return { message: texts.opening, choices: [], isLoading: true }
    case 'slow':
      return { message: texts.slow, choices: fullPage, isLoading: true }
    case 'unreachable':
    case 'offline':
      return { message: texts[screen], choices: [{ label: texts.tryAgain, event: 'retry' }, ...fullPage] }
    case 'rejected':
      return { message: errorMessage, choices: [{ label: texts.toShop, event: 'close' }, ...fullPage] }
    case 'external':
      return isFramed
        ? { message: texts.framed, choices: fullPage, address: fullPageUrl }
        : { message: texts.external, choices: fullPage }
    case 'confirmPayAgain':
      return {
        message: question?.text,
        choices: [
          { label: question?.show ?? '', event: 'showPayment' },
          { label: question?.pay_again ?? '', event: 'payAgain' },
        ],
      }
    case 'bankLink':
      return {
        message: texts.bank.replace('{host}', bank?.host ?? ''),
        choices: [
          { label: texts.toBank, event: 'resume', href: bank?.href ?? '' },
          { label: texts.back, event: 'resume' },
        ],
      }
    case 'confirmClose':
      return {
        message: isMoneyMoving ? texts.stopWaitingQuestion : texts.unsavedKeyQuestion,
        choices: [
          { label: isMoneyMoving ? texts.keepWaiting : texts.toKey, event: 'resume' },
          { label: isMoneyMoving ? texts.stopWaiting : texts.closeAnyway, event: 'close' },
        ],
      }
  }
}
