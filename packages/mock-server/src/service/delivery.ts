import type { DeliveryInput } from '@cedi/contract'
import { type Delivery, fail, type Result, succeed } from '../ledger/index.js'
import { parsePhone } from './instruments/phone.js'

/** Lifetime of a stored delivery address: long enough for a complaint. @decision 0072 */
export const deliveryLifetimeMs: number = 180 * 86_400_000

/** Reads the delivery details of a payment. */
export function readDelivery(input: DeliveryInput | undefined, productId: string | null): Result<Delivery | null> {
  if (!input) return succeed(null)
  if (productId === null)
    return fail('invalid_request', 'delivery belongs to an order. Send product_id with it.', 'delivery')
  const { name, place, note = '' } = input
  const phone = parsePhone(input.phone)
  if (!phone) {
    const message = 'delivery.phone must be a Ghanaian mobile number, such as 0244123789 or +233244123789.'
    return fail('invalid_phone', message, 'delivery.phone')
  }
  return succeed({ name: name.trim(), phone, place: place.trim(), note: note.trim() || null })
}
