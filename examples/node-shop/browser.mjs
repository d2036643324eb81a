// Opens the checkout over the page. Without this script the form leads to the full-page checkout.

/** @typedef {import('@cedi/service-js').Cedi} Cedi */
/** @typedef {import('@cedi/service-js').CheckoutSession} CheckoutSession */

/**
 * Opens the checkout of the order that a form creates.
 *
 * @param {Cedi} cedi
 * @param {HTMLFormElement} form
 */
function pay(cedi, form) {
  let order = ''
  /** @type {CheckoutSession} */
  const session = cedi.checkout({
    accent: '#a63d22',
    // The popup opens immediately and waits for the shop's server.
    async intent() {
      const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)))
      const headers = { Accept: 'application/json' }
      const response = await fetch(form.action, { method: 'POST', headers, body: fields })
      if (response.status >= 500) throw new Error('The shop does not respond.')
      const body = await response.json()
      order = body.order ?? ''
      if (body.token) return body.token
      // Sold out or already paid: shows the shop's page for it.
      session.close()
      if (order) location.assign(order)
      else form.submit()
      return ''
    },
    // A hint, which the server verifies. The popup stays open until the buyer closes it.
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

/** Polls a pending order at increasing intervals, and reloads the page when its state changes. */
async function pollOrder(/** @type {HTMLElement} */ main) {
  const { order, state } = main.dataset
  for (let waitMs = 1500; ; waitMs = Math.min(waitMs * 1.3, 15_000)) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    if (document.hidden) continue
    try {
      const response = await fetch(`${order}/status`)
      if (response.ok && (await response.json()).state !== state) return location.reload()
    } catch {
      // Offline: the next attempt may succeed.
    }
  }
}

const waiting = document.querySelector('main[data-state="pending"]')
if (waiting instanceof HTMLElement) void pollOrder(waiting)
