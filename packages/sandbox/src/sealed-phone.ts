import { encodeUtf8, fail, type PaymentRow, type Result, succeed, toHex } from '@cedi/mock-server/internal'
import { gcmsiv } from '@noble/ciphers/aes.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes } from '@noble/hashes/utils.js'

/** Payment of an encrypted wallet number. Ids restart after a reset, so the time of creation is part of its identity. */
type SealedPayment = Pick<PaymentRow, 'merchant' | 'id' | 'created_ms'>

/** AES-GCM-SIV derives a nonce from the text, so this one may be constant, and the same requests store the same data. */
const nonce = new Uint8Array(12)

/**
 * Creates the cipher of a payment's wallet number. The key is derived from the server's secret, and the number is valid
 * for its own payment only. Not Web Crypto, because simulated DOMs lack it.
 */
function createCipher(secret: string, { merchant, id, created_ms }: SealedPayment) {
  const key = hkdf(sha256, encodeUtf8(secret), undefined, encodeUtf8('cedi wallet numbers'), 32)
  return gcmsiv(key, nonce, encodeUtf8(JSON.stringify([merchant, id, created_ms])))
}

/**
 * Encrypts the wallet number of a payment with AES-256-GCM-SIV.
 *
 * @returns Ciphertext and tag as hexadecimal text.
 * @decision 0018
 */
export const sealPhone = (secret: string, payment: SealedPayment, phone: string): string =>
  toHex(createCipher(secret, payment).encrypt(encodeUtf8(phone)))

/**
 * Decrypts the wallet number of a payment.
 *
 * @returns Null for a payment without one. An error if the stored number was changed, belongs to another payment, or was
 *   encrypted with another secret.
 * @decision 0018
 */
export function unsealPhone(secret: string, payment: PaymentRow): Result<string | null> {
  if (payment.sealed_phone === null) return succeed(null)
  try {
    // A wallet number consists of ASCII characters.
    return succeed(String.fromCharCode(...createCipher(secret, payment).decrypt(hexToBytes(payment.sealed_phone))))
  } catch {
    return fail(
      'invalid_state',
      `The stored wallet number of ${payment.id} was changed, or encrypted with another secret. Start the server with the secret that it had before, or ask the buyer for the number.`,
    )
  }
}
