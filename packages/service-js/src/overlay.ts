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
  /** Told of what the buyer does. */
  send(event: SessionEvent): void
}

/** The dialog in the page, in a shadow root of its own. */
export interface Overlay {
  readonly dialog: HTMLDialogElement
  /** Whether it is in the page. A page that draws itself anew may take it away. */
  isThere(): boolean
  /** Puts it into the page, where it is not seen before it is open. */
  attach(): void
  open(opened: Opened): void
  /** Shows a sentence in place of the frame, with its ways on and what is paid to whom; or the frame. */
  draw(view: View, facts: Facts | undefined): void
  focus(): void
  /** Gives a checkout that stands in the page the height that it asks for. A dialog keeps its own: nothing jumps. */
  resize(height: number): void
  /** Takes away all that was added, and calls `done` when the page's history is as it was. */
  remove(done: () => void): void
}

/** Until then the words of a slow phone wait for the empty sheet to be drawn. */
export const firstPictureMs = 32

/** Going back takes a moment, and a page that leaves in `onClose` must not be overtaken by it. */
const goingBackMs = 100

/**
 * Keeps one entry of ours on top of the page's history while the popup is open, so that Back closes it and not the page.
 *
 * @returns Goes back to the page's own entry, unless the page went elsewhere meanwhile.
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

/** Stops the page behind the dialog from scrolling. @returns Lets it scroll again. */
function stopScrolling(nonce: string): () => void {
  // A page that scrolls keeps the place of its scroll bar, so nothing moves.
  const gutter = innerWidth > document.documentElement.clientWidth ? 'scrollbar-gutter:stable' : ''
  return addStyle(document, `html{overflow:hidden!important;${gutter}}`, nonce)
}

/**
 * Makes the dialog, which is not in the page yet.
 *
 * @param nonce - For browsers without constructable stylesheets only.
 * @param container - Shows it there, as a part of the page and no dialog above it.
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
  // The words are read from left to right, whatever the page around them does.
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
      // A browser may close a dialog without asking, as with the back gesture of Android.
      if (!dialog.open && isThere()) dialog.showModal()
    }
    // Before the frame is asked for: Chromium counts the entries of the page when it begins to load one.
    if (isClosedByBack) goBack = catchBack(isThere, leave, signal)
    dialog.showModal()
  }

  return {
    dialog,
    isThere,
    attach() {
      // Beside the body, which a router may put away as a whole.
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
      if (container || !dialog.showModal) {
        dialog.className = 'in-page'
        dialog.setAttribute('open', '')
      } else openAbovePage(opened)
      // First the sheet, then what is on it: to set the first line of text costs a slow phone as much as the sheet itself.
      setTimeout(() => {
        const title = element('span', { class: 'title' }, words.title)
        // Not a header: the shop's page may have its own, and a second one confuses who finds their way by landmarks.
        dialog.prepend(element('div', { class: 'bar' }, title, closer), layer)
        if (!container) focus()
      }, firstPictureMs)
    },
    draw(view, facts) {
      const isFrame = view.sentence === undefined
      layer.hidden = isFrame
      if (frame) frame.hidden = !isFrame
      spinner.hidden = view.choices.length > 0
      shop.textContent = facts?.shop ?? ''
      amount.textContent = facts?.amount ?? ''
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
      // Drawn in the page it leaves the focus where the buyer is.
      if (!container) focus()
    },
    focus,
    resize(height) {
      // The title bar comes on top.
      dialog.style.setProperty('--height', `${height + 60}px`)
    },
    remove(done) {
      scroll()
      // Gives the focus back to where it was.
      dialog.close?.()
      host.remove()
      goBack(done)
    },
  }
}
