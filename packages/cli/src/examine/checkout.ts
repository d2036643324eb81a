import { randomUUID } from 'node:crypto'

/** Part of the checkout's response that this module reads. */
interface CheckoutResponse {
  readonly data: {
    readonly ref?: string
    readonly payment?: { readonly ref: string; readonly status: string } | null
  } | null
  readonly error: { readonly code: string; readonly message: string } | null
}

/**
 * Pays in the hosted checkout, like its script. If a payment is already pending, returns its ref instead.
 *
 * @param checkoutUrl - URL of the checkout, `…/pay/TOKEN`.
 * @param phone - Number of the buyer.
 * @param serviceUrl - Base URL of the service.
 * @returns The ref of the payment.
 * @throws Error if the checkout rejects the payment.
 */
export async function payCheckout(checkoutUrl: string, phone: string, serviceUrl: string): Promise<string> {
  const [, token = ''] = /\/pay\/([^/?#]+)/.exec(checkoutUrl) ?? []
  const attempt = randomUUID()
  const call = async (path: string, latestRef: string, body?: object): Promise<CheckoutResponse> => {
    const response = await fetch(`${serviceUrl}/checkout/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        Authorization: `Intent ${token}`,
        'Content-Type': 'application/json',
        'X-Checkout-Attempt': attempt,
        'X-Checkout-Payment': latestRef,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await response.json()) as CheckoutResponse
  }
  const { payment } = (await call('status', '')).data ?? {}
  if (payment?.status === 'pending') return payment.ref
  const contact = { name: 'Efua Mensah', email: 'efua@mail.example' }
  const body = { method: 'mobile_money', phone, ...contact }
  const { data, error } = await call('payments', payment?.ref ?? '', body)
  if (!data?.ref) throw new Error(`The checkout rejected the payment: ${error?.code}. ${error?.message}`)
  return data.ref
}
