import type { SessionEvent, SessionModel } from './session-model.js'
import type { Words } from './words.js'

/** A way on, offered under a sentence: what happens to the session, and where it leads if it is a link to a new tab. */
interface Choice {
  readonly label: string
  readonly event: SessionEvent
  readonly href?: string
}

/** What a screen shows in place of the frame; without a sentence, the frame itself. */
export interface View {
  readonly sentence?: string
  readonly choices: readonly Choice[]
}

/**
 * What the screen of a session shows.
 *
 * @param fullPage - The address that goes on outside this page, if there is one.
 */
export function viewOf({ screen, bank }: SessionModel, words: Words, fullPage: string | undefined): View {
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
    case 'outside':
      return { sentence: words.outside, choices: outside }
    case 'bank':
      return {
        sentence: words.outside,
        choices: bank ? [{ label: bank.host, event: 'stay', href: bank.href }] : [],
      }
    case 'question':
      return {
        sentence: words.question,
        choices: [
          { label: words.keepWaiting, event: 'stay' },
          { label: words.stopWaiting, event: 'close' },
        ],
      }
  }
}
