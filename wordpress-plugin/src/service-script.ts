/** Part of `service.js` that the pages of the shop use. */
interface Cedi {
  checkout(options: { intent: string; prefill: { phone?: string; network?: string } }): {
    /** Resolves with a hint that does not prove a payment. Never rejects. */
    readonly result: Promise<{ readonly status: 'succeeded' | 'pending' | 'failed' | 'expired' | 'cancelled' }>
  }
}

declare global {
  interface Window {
    Cedi?: Cedi
  }
}

/** Time to load `service.js` before the hosted checkout is opened instead. */
const loadTimeoutMs = 8_000

/**
 * Opens the popup checkout of an intent.
 *
 * @param src - URL of `service.js`, which is loaded if needed.
 * @returns Whether the payment was made or may still arrive; rejects if the popup cannot be opened.
 */
export async function payInPopup(src: string, intent: string, phone = '', network = ''): Promise<boolean> {
  if (!window.Cedi) {
    await new Promise((resolve, reject) => {
      const script = document.createElement('script')
      script.onload = resolve
      script.onerror = reject
      script.src = src
      setTimeout(reject, loadTimeoutMs)
      document.head.append(script)
    })
  }
  const prefill = { ...(phone && { phone }), ...(network && { network }) }
  // The type is asserted, because another script of the page may have defined the global.
  const { status } = await (window.Cedi as Cedi).checkout({ intent, prefill }).result
  return status !== 'failed' && status !== 'cancelled'
}
