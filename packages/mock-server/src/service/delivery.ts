import type { DeliveryInput } from '@cedi/contract'
import type { Delivery } from '@cedi/ledger'
import { parsePhone } from './instruments/phone.js'
import { type Stop, stop } from './stop.js'

/** How long a delivery address is kept: long enough for a complaint. @decision 0072 */
export const deliveryKeptMs: number = 180 * 86_400_000

/** Reads how to reach a product's buyer. */
export function readDelivery(
  asked: DeliveryInput | undefined,
  productId: string | null,
): { ok: true; delivery: Delivery | null } | Stop {
  if (!asked) return { ok: true, delivery: null }
  if (productId === null)
    return stop('invalid_request', 'delivery belongs to an order. Send product_id with it.', 'delivery')
  const { name, place, note = '' } = asked
  const phone = parsePhone(asked.phone)
  if (!phone) {
    const message = 'delivery.phone must be a Ghanaian mobile number, such as 0244123789 or +233244123789.'
    return stop('invalid_phone', message, 'delivery.phone')
  }
  return { ok: true, delivery: { name: name.trim(), phone, place: place.trim(), note: note.trim() || null } }
}
