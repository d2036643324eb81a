import { addStyle, element, page } from './dom.js'
import type { IntentSummary } from './intent-token.js'
import type { PopupEvent } from './popup-model.js'
import type { PopupView } from './popup-view.js'
import { popupStyle } from './style.js'
import type { Translations } from './translations.js'

/** Options of `Overlay.open`. */
interface OverlayOptions {
  readonly frame: HTMLIFrameElement
  readonly texts: Translations
  readonly dir: string
  readonly theme: 'auto' | 'light' | 'dark'
  /** Whether the Back button closes the overlay. */
  readonly closeOnBack: boolean
  /** Called for each action of the buyer. */
  dispatch(event: PopupEvent): void
}

/** The dialog in the page, in its own shadow root. */
export interface Overlay {
  readonly dialog: HTMLDialogElement
  /** Whether the page contains it. A page that re-renders may remove it. */
  isConnected(): boolean
  /** Adds it to the page, invisible until it opens. */
  attach(): void
  open(options: OverlayOptions): void
  /**
   * Adds a dialog again that the page has removed, as React does when it hydrates a whole document.
   *
   * @returns Whether it did. An inline checkout belongs to its container, and a page that goes on removing the dialog wins.
   */
  reopen(): boolean
  /** Shows a message with its buttons above the frame, or the frame. */
  render(view: PopupView): void
  /** Shows the shop name and the amount above the message. */
  renderSummary(summary: IntentSummary | undefined): void
  focus(): void
  /** Sets the height of an inline checkout. A dialog has a fixed height, to avoid layout shifts. */
  resize(height: number): void
  /** Removes everything that was added, and calls `onRemoved` when the page's history is restored. */
  remove(onRemoved: () => void): void
}

/** Delay after which a slow phone has painted the empty dialog: two frames. */
export const firstPaintMs = 32

/** Number of times that a dialog returns to a page that removes it. */
const maxReopenings = 3

/** Duration of `history.back()`. It must finish before a page navigates in `onClose`. */
const historyBackMs = 100

/**
 * Adds an entry to the page's history while the popup is open, so that Back closes the popup instead of the page.
 *
 * @returns A function that goes back to the page's own entry, unless the page has navigated.
 */
function interceptBack(isOpen: () => boolean, close: () => void, signal: AbortSignal): (done: () => void) => void {
  let url: string | undefined
  const addEntry = (): void => {
    // Keeps the page's own state, because its router may need it.
    history.pushState(history.state, '')
    url = location.href
  }
  addEntry()
  addEventListener(
    'popstate',
    () => {
      url = undefined
      close()
      if (isOpen()) addEntry()
    },
    { signal },
  )
  return (done) => {
    if (url !== location.href) return done()
    history.back()
    setTimeout(done, historyBackMs)
  }
}

/**
 * Makes an element inert, or interactive again. An inert element stays laid out and painted, so that it appears
 * immediately. Browsers before 2023 do not support `inert`: there it is hidden.
 */
function setInert(element: HTMLElement, isInert: boolean): void {
  element.inert = isInert
  element.hidden = isInert && !element.hasAttribute('inert')
}

/** Events that a focus trap of the page may stop, or handle by moving the focus. */
const trappedEvents = ['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'touchstart', 'touchend', 'focusin']

/**
 * Keeps the events of an element from listeners of the page. On the window, a capturing listener is called before those
 * of the document, on which focus traps listen.
 *
 * @param onClick - Called with the path of each click, because a stopped click does not reach its target.
 */
function shieldEvents(host: Element, onClick: (path: readonly EventTarget[]) => void, signal: AbortSignal): void {
  for (const type of trappedEvents)
    addEventListener(
      type,
      (event) => {
        const path = event.composedPath()
        if (!path.includes(host)) return
        event.stopImmediatePropagation()
        if (type === 'click') onClick(path)
      },
      { capture: true, signal },
    )
}

/** Stops the page behind the dialog from scrolling. @returns A function that allows it again. */
function disableScrolling(nonce: string): () => void {
  // Reserves the space of the scroll bar, to avoid a layout shift.
  const gutter = innerWidth > page.documentElement.clientWidth ? 'scrollbar-gutter:stable' : ''
  return addStyle(page, `html{overflow:hidden!important;${gutter}}`, nonce)
}

/**
 * Creates the dialog without adding it to the page.
 *
 * @param nonce - For browsers without constructable stylesheets.
 * @param container - Parent of an inline checkout.
 * @param signal - Aborted when the popup closes.
 * @decision 0027
 */
export function createOverlay(nonce: string, container: HTMLElement | undefined, signal: AbortSignal): Overlay {
  const host = element('cedi-checkout' as 'div')
  const root = host.attachShadow({ mode: 'open' })
  const dialog = element('dialog')
  const spinner = element('i', { class: 'spinner' })
  const shop = element('bdi', { class: 'shop' })
  const amount = element('bdi', { class: 'amount', dir: 'ltr' })
  const message = element('p', { role: 'status' })
  const choices = element('div', { class: 'choices' })
  const address = element('input', { readonly: '', size: '1' })
  // Both languages are written from left to right, in a page of any direction.
  const layer = element('div', { class: 'layer', dir: 'ltr' }, shop, amount, spinner, message, choices, address)
  const closeButton = element('button', {}, '×')
  let enableScrolling = (): void => {}
  let restoreHistory = (done: () => void): void => done()
  let dispatch: OverlayOptions['dispatch'] = () => {}
  let frame: HTMLIFrameElement | undefined
  let reopenings = 0
  /** Action of each button. */
  const actions = new Map<EventTarget, () => void>()
  const setAction = (button: HTMLElement, action: () => void): void => {
    actions.set(button, action)
    button.onclick = action
  }
  addStyle(root, popupStyle, nonce)
  root.append(dialog)

  const isConnected = (): boolean => host.isConnected
  const focus = (): void => {
    const target = layer.hidden ? frame : (choices.firstElementChild ?? closeButton)
    ;(target as HTMLElement | undefined)?.focus()
  }
  const requestClose = (): void => dispatch('closeRequested')

  function openDialog(closeOnBack: boolean): void {
    shieldEvents(host, (path) => actions.get(path.find((node) => actions.has(node)) as EventTarget)?.(), signal)
    enableScrolling = disableScrolling(nonce)
    dialog.onclose = dialog.oncancel = (event) => {
      event.preventDefault()
      requestClose()
      // A browser may close a dialog by itself, for example with Android's back gesture.
      if (!dialog.open && isConnected()) dialog.showModal()
    }
    // Before the frame loads, because Chromium then counts the page's history entries.
    if (closeOnBack) restoreHistory = interceptBack(isConnected, requestClose, signal)
    dialog.showModal()
  }

  return {
    dialog,
    isConnected,
    attach() {
      setInert(dialog, true)
      // Next to the body, because a router may replace the body.
      ;(container ?? page.documentElement).append(host)
    },
    open(options) {
      const { texts, dir, theme, closeOnBack } = options
      dispatch = options.dispatch
      frame = options.frame
      frame.title = texts.title
      dialog.setAttribute('aria-label', texts.title)
      dialog.lang = texts.language
      dialog.dir = dir
      dialog.style.colorScheme = theme === 'auto' ? 'light dark' : theme
      closeButton.setAttribute('aria-label', texts.close)
      address.setAttribute('aria-label', texts.external)
      address.onfocus = () => address.select()
      setAction(closeButton, requestClose)
      setInert(dialog, false)
      if (container || !dialog.showModal) {
        dialog.className = 'in-page'
        dialog.setAttribute('open', '')
      } else openDialog(closeOnBack)
      // Paints the dialog before its content: on a slow phone the first line of text takes as long as the dialog.
      setTimeout(() => {
        const title = element('span', { class: 'title' }, texts.title)
        // Not a `header`, because a second one confuses users who navigate by landmarks.
        dialog.prepend(element('div', { class: 'bar', dir: 'ltr' }, title, closeButton), layer)
        if (!container) focus()
      }, firstPaintMs)
    },
    reopen() {
      if (!dialog.open || container || reopenings++ === maxReopenings) return false
      page.documentElement.append(host)
      // It is still marked as open, but the browser shows it no longer.
      dialog.removeAttribute('open')
      dialog.showModal()
      return true
    },
    render(view) {
      const isFrameVisible = view.message === undefined
      layer.hidden = isFrameVisible
      if (frame) setInert(frame, !isFrameVisible)
      spinner.hidden = !view.isLoading
      message.textContent = view.message ?? ''
      address.hidden = !view.address
      address.value = view.address ?? ''
      choices.replaceChildren(
        ...view.choices.map(({ label, event, href }) => {
          const button = href
            ? element('a', { target: '_blank', href, rel: 'noopener noreferrer' }, label)
            : element('button', {}, label)
          setAction(button, () => dispatch(event))
          return button
        }),
      )
      // An inline checkout does not move the focus.
      if (!container) focus()
    },
    renderSummary(summary) {
      shop.textContent = summary?.shop ?? ''
      amount.textContent = summary?.amount ?? ''
    },
    focus,
    resize(height) {
      // 60 px for the title bar.
      dialog.style.setProperty('--height', `${height + 60}px`)
    },
    remove(onRemoved) {
      enableScrolling()
      // Also restores the focus.
      dialog.close?.()
      host.remove()
      restoreHistory(onRemoved)
    },
  }
}
