// In the buyer's browser: the checkout opens over the page. Without this file the form leads to the same checkout as a page.

/** @typedef {import('@cedi/service-js').Cedi} Cedi */
/** @typedef {import('@cedi/service-js').CheckoutSession} CheckoutSession */

/**
 * Opens the checkout of the order that a form makes.
 *
 * @param {Cedi} cedi
 * @param {HTMLFormElement} form
 */
function pay(cedi, form) {
  let order = ''
  /** @type {CheckoutSession} */
  const session = cedi.checkout({
    accent: '#a63d22',
    // The popup is there at once, and waits for the shop's server.
    async intent() {
      const body = new URLSearchParams(/** @type {any} */ (new FormData(form)))
      const response = await fetch(form.action, { method: 'POST', headers: { Accept: 'application/json' }, body })
      if (response.status >= 500) throw new Error('The shop does not answer.')
      const answer = await response.json()
      order = answer.order ?? ''
      if (answer.token) return answer.token
      // Sold out, or paid already: the shop has a page that says so.
      session.close()
      if (order) location.assign(order)
      else form.submit()
      return ''
    },
    // A hint that the server looks up. The popup stays until the buyer has read it.
    onSuccess: ({ ref }) => void fetch(`${order}/status?payment=${ref}`, { keepalive: true }).catch(() => {}),
    onClose({ status, ref }) {
      if (order && ref && status !== 'cancelled') location.assign(`${order}?payment=${ref}`)
    },
  })
}

document.addEventListener('submit', (event) => {
  const form = event.target
  const cedi = /** @type {{ Cedi?: Cedi }} */ (window).Cedi
  if (!cedi || !(form instanceof HTMLFormElement) || !form.matches('[data-checkout]')) return
  event.preventDefault()
  pay(cedi, form)
})

/** A page that waits asks how it stands: often at first, then less and less. */
async function follow(/** @type {HTMLElement} */ main) {
  const { order, state } = main.dataset
  for (let waitMs = 1500; ; waitMs = Math.min(waitMs * 1.3, 15_000)) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    if (document.hidden) continue
    try {
      const response = await fetch(`${order}/status`)
      if (response.ok && (await response.json()).state !== state) return location.reload()
    } catch {
      // No connection just now: the next look may have one.
    }
  }
}

const waiting = document.querySelector('main[data-state="pending"]')
if (waiting instanceof HTMLElement) void follow(waiting)
