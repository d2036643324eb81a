import { type PaymentStatus, pollStatus } from '../poll-status'

/** Response of `GET /orders/{id}/payment`. */
interface OrderPaymentStatus extends PaymentStatus {
  readonly redirect?: string
}

/** A page without the hooks of WooCommerce has the status at its end. */
const moved = document.querySelector('[data-cedi-moved]')
if (moved) document.querySelector('main, [role=main], .entry-content, #content')?.prepend(moved)

const element = document.querySelector<HTMLElement>('[data-cedi-payment]')
const output = element?.querySelector('[role=status]')

if (element && output && element.dataset['state'] === 'pending') {
  const { url: restUrl = '', fallback = '', late: lateMessage = '', offline: offlineMessage = '' } = element.dataset
  let url = restUrl

  pollStatus({
    output,
    lateMessage,
    offlineMessage,
    async request() {
      const response = await fetch(url, { cache: 'no-store', headers: { accept: 'application/json' } })
      // A security plugin may close the REST API to visitors: it returns an error or redirects to a page.
      const isJson = response.headers.get('content-type')?.includes('json')
      if (fallback && (!isJson || [401, 403, 404].includes(response.status))) url = fallback
      if (!response.ok || !isJson) throw response
      return (await response.json()) as OrderPaymentStatus
    },
    onFinal({ state, redirect }) {
      element.dataset['state'] = state
      if (redirect) location.assign(redirect)
    },
  })
}
