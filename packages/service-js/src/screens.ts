import type { SessionEvent, SessionModel } from './session-model.js'
import type { Words } from './words.js'

/** A button below a message: its event for the session, and its address if it is a link to a new tab. */
interface Choice {
  readonly label: string
  readonly event: SessionEvent
  readonly href?: string
}

/** What a screen shows instead of the frame; without a message, the frame itself. */
export interface View {
  readonly sentence?: string | undefined
  readonly choices: readonly Choice[]
}

/**
 * What the screen of a session shows.
 *
 * @param fullPage - The address that continues outside this page, if there is one.
 */
export function viewOf(model: SessionModel, words: Words, fullPage: string | undefined): View {
  const { screen, bank, ask, refusal, isMoneyMoving } = model
  const outside: Choice[] = fullPage ? [{ label: words.fullPage, event: 'outside', href: fullPage }] : []
  switch (screen) {
    case 'frame':
      return { choices: [] }
    case 'opening':
    case 'slow':
      return { sentence: words[screen], choices: [] }
    case 'unreachable':
    case 'offline':
      return { sentence: words[screen], choices: [{ label: words.tryAgain, event: 'start' }, ...outside] }
    case 'refused':
      return { sentence: refusal, choices: [{ label: words.toShop, event: 'close' }, ...outside] }
    case 'outside':
      return { sentence: words.outside, choices: outside }
    case 'ask':
      return {
        sentence: ask?.text,
        choices: [
          { label: ask?.again ?? '', event: 'look' },
          { label: ask?.anew ?? '', event: 'anew' },
        ],
      }
    case 'bank':
      return {
        sentence: words.bank.replace('{host}', bank?.host ?? ''),
        choices: [
          { label: words.toBank, event: 'stay', href: bank?.href ?? '' },
          { label: words.back, event: 'stay' },
        ],
      }
    case 'question':
      return {
        sentence: isMoneyMoving ? words.question : words.keyQuestion,
        choices: [
          { label: isMoneyMoving ? words.keepWaiting : words.toKey, event: 'stay' },
          { label: isMoneyMoving ? words.stopWaiting : words.closeAnyway, event: 'close' },
        ],
      }
  }
}
