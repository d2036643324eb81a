import type { LicenseRow, OrderRow, PaymentRow, ProductRow } from '@cedi/mock-server/internal'
import type { World } from '../world/world.js'
import type { Change, Shadow } from './shadow.js'

/** Checks that a buyer gets the goods of a paid order, and keeps them until the payment is fully refunded. */
export interface Orders {
  /** Checks the changes of one plan after they were applied. */
  check(changes: readonly Change[]): void
}

/** Status of an order after its payment: only goods without delivery are fulfilled by the payment. */
const paidStatus: Readonly<Record<ProductRow['type'], string>> = {
  digital: 'fulfilled',
  license: 'fulfilled',
  physical: 'paid',
  service: 'paid',
}

export function createOrders(world: World, shadow: Shadow): Orders {
  const licensesByPayment = new Map<string, Set<string>>()
  const getType = (product: string | null | undefined) => shadow.products.get(product ?? '')?.type

  function checkOrder(before: OrderRow | undefined, { id, base_status: status, ...order }: OrderRow): void {
    const type = getType(order.items[0]?.product_id)
    const expected = type && paidStatus[type]
    if (before?.base_status === 'pending' && status !== 'pending' && status !== 'cancelled' && status !== expected)
      world.fail('only goods without delivery are fulfilled by the payment', `${id}, ${type}, is ${status}`)
    if (before?.base_status === 'paid' && status === 'fulfilled' && order.refunded_pesewas === order.total_pesewas)
      world.fail('a fully refunded order is not fulfilled', id)
    const isFromCheckout = shadow.payments.get(order.payment_ref)?.intent_id !== null
    if (!before && isFromCheckout && expected === 'paid' && order.delivery === null)
      world.fail('an order has the delivery details of its checkout', `${id}, ${type}`)
    if (status === 'cancelled' && order.delivery !== null) world.fail('a cancelled order has no delivery details', id)
  }
  function checkLicense(
    before: LicenseRow | undefined,
    { id, status, payment_ref: ref, ...license }: LicenseRow,
  ): void {
    if (!before) licensesByPayment.set(ref, (licensesByPayment.get(ref) ?? new Set()).add(id))
    const { amount_pesewas: gross, refunded_pesewas: refunded, paid_ms: paidMs } = shadow.payments.get(ref) ?? {}
    if (!before && license.created_ms !== paidMs)
      world.fail('a license has the time of its payment', `${id}: ${license.created_ms}, not ${paidMs}`)
    if (status === 'disabled' && refunded !== gross)
      world.fail('a license is disabled by a full refund', `${id} after ${refunded} of ${gross}`)
  }
  function checkPayment({ id, status, quantity, ...payment }: PaymentRow): void {
    const licenses = [...(licensesByPayment.get(id) ?? [])]
    const expected = status === 'succeeded' && getType(payment.product_id) === 'license' ? quantity : 0
    if (licenses.length !== expected)
      world.fail('a paid license product has a license for each piece', `${id}: ${licenses.length} of ${expected}`)
    const isRefunded = payment.refunded_pesewas === payment.amount_pesewas
    if (isRefunded && licenses.some((license) => shadow.licenses.get(license)?.status !== 'disabled'))
      world.fail('a full refund disables the licenses', id)
  }

  return {
    check(changes) {
      for (const { table, before, after } of changes) {
        if (table === 'orders') checkOrder(before as never, after as never)
        if (table === 'licenses') checkLicense(before as never, after as never)
      }
      // The same payment may be inserted and changed in one plan: only its last state counts.
      for (const id of new Set(changes.flatMap(({ table, after }) => (table === 'payments' ? [after['id']] : []))))
        checkPayment(shadow.payments.get(id as string) as PaymentRow)
    },
  }
}
