import { addStyle, element } from './dom.js'
import type { View } from './screens.js'
import type { SessionEvent } from './session-model.js'
import { popupStyle } from './style.js'
import type { Facts } from './token.js'
import type { Words } from './words.js'

/** What an overlay needs to know when it opens. */
interface Opened {
  readonly frame: HTMLIFrameElement
  readonly words: Words
  readonly dir: string
  readonly theme: 'auto' | 'light' | 'dark'
  /** Whether Back closes it. */
  readonly isClosedByBack: boolean
  /** Called for what the buyer does. */
  send(event: SessionEvent): void
}

/** The dialog in the page, in its own shadow root. */
export interface Overlay {
  readonly dialog: HTMLDialogElement
  /** Whether it is in the page. A page that redraws itself may remove it. */
  isThere(): boolean
  /** Puts it into the page, invisible until it opens. */
  attach(): void
  open(opened: Opened): void
  /** Shows a message above the frame, with its buttons; or shows the frame. */
  draw(view: View): void
  /** Shows above the message what is paid to whom, as far as it is known. */
  showFacts(facts: Facts | undefined): void
  focus(): void
  /** Gives an inline checkout the height that it asks for. A dialog keeps its own height, so nothing jumps. */
  resize(height: number): void
  /** Removes everything that was added, and calls `done` when the page's history is restored. */
  remove(done: () => void): void
}

/** On a slow phone, the text waits until the empty sheet is drawn. */
export const firstPictureMs = 32

/** Going back takes a moment, and must finish before a page leaves in `onClose`. */
const goingBackMs = 100

/**
 * Keeps our entry on top of the page's history while the popup is open, so that Back closes the popup, not the page.
 *
 * @returns A function that goes back to the page's own entry, unless the page went elsewhere meanwhile.
 */
function catchBack(isOpen: () => boolean, leave: () => void, signal: AbortSignal): (done: () => void) => void {
  let address: string | undefined
  const addEntry = (): void => {
    // The page's own state stays, so that a router finds what it wrote.
    history.pushState(history.state, '')
    address = location.href
  }
  addEntry()
  addEventListener(
    'popstate',
    () => {
      address = undefined
      leave()
      if (isOpen()) addEntry()
    },
    { signal },
  )
  return (done) => {
    if (address !== location.href) return done()
    history.back()
    setTimeout(done, goingBackMs)
  }
}

/**
 * Puts an element out of reach of the buyer, or back. It is laid out and painted meanwhile, so that it appears at once. In
 * browsers before 2023, which do not know `inert`, it is hidden instead.
 */
function putAway(element: HTMLElement, isAway: boolean): void {
  element.inert = isAway
  element.hidden = isAway && !element.hasAttribute('inert')
}

/** Stops the page behind the dialog from scrolling. @returns A function that allows it again. */
function stopScrolling(nonce: string): () => void {
  // A scrolling page keeps the space of its scroll bar, so nothing moves.
  const gutter = innerWidth > document.documentElement.clientWidth ? 'scrollbar-gutter:stable' : ''
  return addStyle(document, `html{overflow:hidden!important;${gutter}}`, nonce)
}

/**
 * Makes the dialog, without putting it into the page.
 *
 * @param nonce - For browsers without constructable stylesheets only.
 * @param container - Shows it inline there, not as a dialog.
 * @param signal - Aborted when it closes.
 * @decision 0027
 */
export function createOverlay(nonce: string, container: HTMLElement | undefined, signal: AbortSignal): Overlay {
  const host = element('cedi-checkout' as 'div')
  const root = host.attachShadow({ mode: 'open' })
  const dialog = element('dialog')
  const spinner = element('i', { class: 'spinner' })
  const shop = element('bdi', { class: 'shop' })
  const amount = element('bdi', { class: 'amount', dir: 'ltr' })
  const sentence = element('p', { role: 'status' })
  const choices = element('div', { class: 'choices' })
  // The text is read from left to right, whatever the page's direction.
  const layer = element('div', { class: 'layer', dir: 'ltr' }, shop, amount, spinner, sentence, choices)
  const closer = element('button', {}, '×')
  let scroll = (): void => {}
  let goBack = (done: () => void): void => done()
  let send: Opened['send'] = () => {}
  let frame: HTMLIFrameElement | undefined
  addStyle(root, popupStyle, nonce)
  root.append(dialog)

  const isThere = (): boolean => host.isConnected
  const focus = (): void => {
    const target = layer.hidden ? frame : (choices.firstElementChild ?? closer)
    ;(target as HTMLElement | undefined)?.focus()
  }
  const leave = (): void => send('leave')

  function openAbovePage({ isClosedByBack }: Opened): void {
    scroll = stopScrolling(nonce)
    dialog.onclose = dialog.oncancel = (event) => {
      event.preventDefault()
      leave()
      // A browser may close a dialog without asking, for example with Android's back gesture.
      if (!dialog.open && isThere()) dialog.showModal()
    }
    // Before the frame loads, because Chromium then counts the page's history entries.
    if (isClosedByBack) goBack = catchBack(isThere, leave, signal)
    dialog.showModal()
  }

  return {
    dialog,
    isThere,
    attach() {
      putAway(dialog, true)
      // Beside the body, because a router may replace the whole body.
      ;(container ?? document.documentElement).append(host)
    },
    open(opened) {
      const { words, dir, theme } = opened
      send = opened.send
      frame = opened.frame
      frame.title = words.title
      dialog.setAttribute('aria-label', words.title)
      dialog.lang = words.language
      dialog.dir = dir
      dialog.style.colorScheme = theme === 'auto' ? 'light dark' : theme
      closer.setAttribute('aria-label', words.close)
      closer.onclick = leave
      putAway(dialog, false)
      if (container || !dialog.showModal) {
        dialog.className = 'in-page'
        dialog.setAttribute('open', '')
      } else openAbovePage(opened)
      // First the sheet, then its content: the first line of text costs a slow phone as much as the sheet itself.
      setTimeout(() => {
        const title = element('span', { class: 'title' }, words.title)
        // Not a header: the shop's page may have its own, and a second one confuses people who navigate by landmarks.
        dialog.prepend(element('div', { class: 'bar' }, title, closer), layer)
        if (!container) focus()
      }, firstPictureMs)
    },
    draw(view) {
      const isFrame = view.sentence === undefined
      layer.hidden = isFrame
      if (frame) putAway(frame, !isFrame)
      spinner.hidden = view.choices.length > 0
      sentence.textContent = view.sentence ?? ''
      choices.replaceChildren(
        ...view.choices.map(({ label, event, href }) => {
          const way = href
            ? element('a', { target: '_blank', href, rel: 'noopener noreferrer' }, label)
            : element('button', {}, label)
          way.onclick = () => send(event)
          return way
        }),
      )
      // An inline checkout leaves the focus where the buyer is.
      if (!container) focus()
    },
    showFacts(facts) {
      shop.textContent = facts?.shop ?? ''
      amount.textContent = facts?.amount ?? ''
    },
    focus,
    resize(height) {
      // The title bar is above it.
      dialog.style.setProperty('--height', `${height + 60}px`)
    },
    remove(done) {
      scroll()
      // Returns the focus to where it was.
      dialog.close?.()
      host.remove()
      goBack(done)
    },
  }
}
