import type { World } from '../world/world.js'
import type { Auditor } from './auditor.js'

/** Content of a checkout window. */
interface CheckoutView {
  readonly state: string
  readonly payment: { readonly ref: string; readonly status: string; readonly phone: string | null } | null | undefined
  /** Number of license keys. */
  readonly licenses: number
  /** Whether the service reports the payment as the window's own. */
  readonly isOwn: boolean
  /** Buttons of the window. */
  readonly actions: readonly string[]
}

/** Checks that a window of the checkout distinguishes its own payment from that of another window. */
export interface WindowCheck {
  /** Checks what a window shows. @param owner - Email address that only this window sends. */
  recordWindow(owner: string, view: CheckoutView): void
  /** Checks that a browser does not start another checkout of an order while its own payment is pending. */
  recordNewCheckout(order: string, ownPayments: ReadonlySet<string>): void
}

/** Buttons that change a payment. */
const changingActions = ['change', 'other', 'resend', 'code', 'otp']

export const createWindowCheck = (world: World, { shadow }: Auditor): WindowCheck => ({
  recordNewCheckout(order, ownPayments) {
    for (const ref of ownPayments)
      if (shadow.payments.get(ref)?.status === 'pending')
        world.fail('a browser remembers its pending payment', `order ${order} is paid again although ${ref} is pending`)
  },
  recordWindow(owner, { state, payment, isOwn, licenses, actions }) {
    if (!payment) return
    const sold = [...shadow.licenses.values()].filter(({ payment_ref: ref }) => ref === payment.ref).length
    if (state === 'success' && licenses !== (isOwn ? sold : 0))
      world.fail('a window shows the license keys of its own payment', `${owner}: ${licenses} of ${sold} keys`)
    const text = `${payment.ref} in the window of ${owner}`
    if (shadow.payments.get(payment.ref)?.email === owner) {
      const isMoving = ['pending', 'succeeded'].includes(payment.status)
      if (isMoving && !isOwn) world.fail('a window knows its own payment', text)
      return
    }
    if (isOwn || payment.phone !== null) world.fail('a window shows only its own payment as its own', text)
    const isPaying = state === 'prompt' || state === 'otp' || state === 'redirect'
    if (isPaying && actions.some((action) => changingActions.includes(action)))
      world.fail('a window changes only its own payment', `${text}: ${actions.join(', ')}`)
  },
})
