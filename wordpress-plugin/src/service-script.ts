/** What the shop's pages use of `service.js`. */
interface Cedi {
  checkout(options: { intent: string; prefill: { phone?: string; network?: string } }): {
    /** A hint, never proof of payment: the shop asks the service. Never rejects. */
    readonly result: Promise<{ readonly status: 'succeeded' | 'pending' | 'failed' | 'expired' | 'cancelled' }>
  }
}

declare global {
  interface Window {
    Cedi?: Cedi
  }
}

/** After this long without `service.js`, the buyer pays on a page of the service. */
const patienceMs = 8_000

/**
 * Opens the popup checkout of an intent.
 *
 * @param src - The address of `service.js`, which is loaded if it is missing.
 * @returns Whether the money came or may still come, after the end of the checkout too; rejects when there can be no
 *   popup.
 */
export async function payInPopup(src: string, intent: string, phone = '', network = ''): Promise<boolean> {
  if (!window.Cedi) {
    await new Promise((resolve, reject) => {
      const script = document.createElement('script')
      script.onload = resolve
      script.onerror = reject
      script.src = src
      setTimeout(reject, patienceMs)
      document.head.append(script)
    })
  }
  const prefill = { ...(phone && { phone }), ...(network && { network }) }
  // If the page uses the name for itself, there is no popup either.
  const { status } = await (window.Cedi as Cedi).checkout({ intent, prefill }).result
  return status !== 'failed' && status !== 'cancelled'
}
