import { addStyle, element } from './dom.js'
import { popupStyle } from './style.js'

/** A way on, offered under a sentence: its label, what it does, and where it leads if it is a link to a new tab. */
export type Choice = readonly [label: string, act: () => void, href?: string]

/** How a popup is dressed. */
interface PopupLook {
  readonly dir: string
  readonly theme: string
  readonly accent: string
}

/** The window of the checkout in the shop page: a dialog with a title, a close button, one sentence, and the frame. */
export interface Popup {
  readonly frame: HTMLIFrameElement
  /** Loads the frame, or loads it again. */
  load(address: string): void
  open(words: readonly string[], look: PopupLook, history: boolean, leave: () => void): void
  /** Shows a sentence in place of the frame; with an empty sentence, the frame. */
  say(sentence: string, ...choices: Choice[]): void
  resize(height: number): void
  focus(): void
  /** Takes away everything that was added, gives the focus back, then calls `done`. */
  close(done: () => void): void
}

/**
 * Makes a popup that is in the page but not yet seen.
 *
 * @param container - Shows the checkout there, without a dialog.
 * @param nonce - For browsers without constructable stylesheets only.
 * @decision 0027
 */
export function createPopup(container?: HTMLElement, nonce?: string): Popup {
  const frame = element('iframe', { referrerPolicy: 'strict-origin' })
  const closer = element('button', { type: 'button', textContent: '×' })
  const heading = element('span', {})
  const spinner = element('i', {})
  const sentence = element('p', {})
  sentence.setAttribute('role', 'status')
  const layer = element('div', {}, spinner, sentence)
  const dialog = element('dialog', {}, element('header', {}, heading, closer), layer, frame)
  const host = document.createElement('cedi-checkout')
  const root = host.attachShadow({ mode: 'open' })
  addStyle(root, popupStyle, nonce)
  root.append(dialog)
  ;(container ?? document.body).append(host)

  // The address at which an entry of ours is on top of the page's history, or empty.
  let entry = ''
  let before: HTMLElement | null
  let leavePopup: (() => void) | undefined
  let unlock = (): void => {}
  const enter = (): void => {
    // The page's own state stays, so that a router finds what it wrote.
    history.pushState(history.state, '')
    entry = location.href
  }
  const onBack = (): void => {
    entry = ''
    leavePopup?.()
    if (leavePopup) enter()
  }

  return {
    frame,
    load(address) {
      // Put in anew, so that nothing is left of a load that hangs, and no entry is added to the page's history.
      frame.remove()
      frame.src = address
      dialog.append(frame)
    },
    open(words, { dir, theme, accent }, keepsHistory, leave) {
      dialog.lang = words[12] ?? ''
      dialog.dir = dir
      dialog.style.colorScheme = theme === 'auto' ? 'light dark' : theme
      spinner.style.color = accent
      heading.textContent = frame.title = words[0] ?? ''
      dialog.setAttribute('aria-label', frame.title)
      closer.setAttribute('aria-label', words[1] ?? '')
      leavePopup = closer.onclick = leave
      if (container) dialog.style.position = 'static'
      if (container || !dialog.showModal) return dialog.setAttribute('open', '')
      before = document.activeElement as HTMLElement
      // A page that scrolls keeps the place of its scroll bar, so nothing moves.
      const gutter = innerWidth > document.documentElement.clientWidth ? ';scrollbar-gutter:stable' : ''
      unlock = addStyle(document, `html{overflow:hidden!important${gutter}}`, nonce)
      dialog.oncancel = (event) => {
        event.preventDefault()
        leave()
      }
      // A browser may close a dialog without asking, as with the back gesture of Android.
      dialog.onclose = () => {
        leavePopup?.()
        if (leavePopup) dialog.showModal()
      }
      dialog.showModal()
      if (keepsHistory) {
        enter()
        addEventListener('popstate', onBack)
      }
    },
    say(text, ...choices) {
      layer.hidden = !text
      spinner.hidden = !!choices[0]
      sentence.textContent = text
      while (sentence.nextSibling) layer.lastChild?.remove()
      for (const [textContent, onclick, href] of choices)
        layer.append(
          element(href ? 'a' : 'button', {
            textContent,
            onclick,
            ...(href && { href, target: '_blank', rel: 'noopener noreferrer' }),
          }),
        )
      if (!container) (sentence.nextSibling as HTMLElement | null)?.focus()
    },
    // The title bar comes on top. The style keeps it inside the screen.
    resize: (height) => dialog.style.setProperty('--h', `${height + 59}px`),
    focus: () => (layer.hidden ? frame : closer).focus(),
    close(done) {
      host.remove()
      leavePopup = undefined
      unlock()
      removeEventListener('popstate', onBack)
      if (before?.isConnected) before.focus({ preventScroll: true })
      // A page that went elsewhere meanwhile is left where it is.
      if (entry !== location.href) return done()
      entry = ''
      history.back()
      // Going back takes a moment, and a page that leaves in `onClose` must not be overtaken by it.
      setTimeout(done, 100)
    },
  }
}
