import type { LicenseRow, PaymentReceived, PaymentRow, ProductRow } from '../ledger/index.js'
import type { Context, Ids } from './context.js'
import { createLicenseKey, sha256Hex } from './secrets.js'

/** One license for each piece of a license product, with the hash of a key that can be made again. @decision 0017 */
export function newLicenses(
  { secret }: Pick<Context, 'secret'>,
  payment: PaymentRow,
  product: ProductRow | undefined,
  ids: Ids,
): NonNullable<PaymentReceived['licenses']> {
  if (product?.type !== 'license') return []
  return Array.from({ length: payment.quantity }, () => {
    const id = ids.next('lic')
    return { id, keyHash: sha256Hex(createLicenseKey(secret, payment.merchant, id)), expiresMs: null }
  })
}

/**
 * Returns the key of a license; undefined if it was created with another secret, from which alone it can be made again.
 *
 * @decision 0017
 */
export function readLicenseKey(secret: string, { merchant, id, key_hash }: LicenseRow): string | undefined {
  const key = createLicenseKey(secret, merchant, id)
  return sha256Hex(key) === key_hash ? key : undefined
}
