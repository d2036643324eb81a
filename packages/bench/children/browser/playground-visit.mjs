// Functions that run in the pages of the site. Browsers receive their source, so they use no other names of this file.

/** Scrolls to the playground, clicks "Pay with MTN" in its frame, and records times since the navigation of the top page. */
export function watchVisit() {
  if (top === self) {
    addEventListener('DOMContentLoaded', () => document.querySelector('.play')?.scrollIntoView())
    globalThis.visit = {}
    return
  }
  if (!location.pathname.endsWith('/play/')) return
  const record = (name) => {
    top.visit[name] ??= performance.timeOrigin + performance.now() - top.performance.timeOrigin
  }
  /** Records the next frame after the text of an element matches. */
  const recordText = (selector, text, name) => {
    const element = document.querySelector(selector)
    new MutationObserver(() => {
      if (element.textContent.includes(text)) requestAnimationFrame(() => setTimeout(() => record(name)))
    }).observe(element, { childList: true, characterData: true, subtree: true })
  }
  record('frameMs')
  addEventListener('DOMContentLoaded', () => {
    recordText('#start', 'runs in your browser', 'runsMs')
    recordText('#entries', 'Payment available', 'paidMs')
    document.querySelector('[data-scenario=pay]').click()
  })
}

/** Returns the recorded times when the entries are shown. */
export const readVisit = () =>
  new Promise((resolve) => {
    const timer = setInterval(() => {
      if (globalThis.visit.paidMs === undefined) return
      clearInterval(timer)
      resolve(globalThis.visit)
    }, 100)
  })
