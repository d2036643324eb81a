import { encodeUtf8, type PaymentRow, toHex } from '@cedi/ledger'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes } from '@noble/hashes/utils.js'

/** Payment of an encrypted wallet number. Ids restart after a reset, so the time of creation is part of its identity. */
type SealedPayment = Pick<PaymentRow, 'merchant' | 'id' | 'created_ms'>

const algorithm = 'AES-GCM'
const nonceBytes = 12

/** Derives the key of wallet numbers from the server's secret. Web Crypto, because the sandbox also runs in a service worker. */
async function deriveKey(secret: string): Promise<CryptoKey> {
  const { subtle } = crypto
  const material = await subtle.importKey('raw', encodeUtf8(secret), 'HKDF', false, ['deriveKey'])
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encodeUtf8('cedi wallet numbers') }
  return subtle.deriveKey(parameters, material, { name: algorithm, length: 256 }, false, ['encrypt', 'decrypt'])
}

const identify = ({ merchant, id, created_ms }: SealedPayment): string => JSON.stringify([merchant, id, created_ms])

/** Parameters of the cipher. A number is valid for its own payment only. */
const toParameters = (payment: SealedPayment, iv: Uint8Array<ArrayBuffer>) => ({
  name: algorithm,
  iv,
  additionalData: encodeUtf8(identify(payment)),
})

/** Derives the nonce from payment and number, so that no nonce is used for two numbers and the same requests store the same data. */
function deriveNonce(secret: string, payment: SealedPayment, phone: string): Uint8Array<ArrayBuffer> {
  const message = encodeUtf8(`wallet number nonce/${identify(payment)}/${phone}`)
  return new Uint8Array(hmac(sha256, encodeUtf8(secret), message)).slice(0, nonceBytes)
}

/**
 * Encrypts the wallet number of a payment with AES-256-GCM.
 *
 * @returns Nonce, ciphertext and tag as hexadecimal text.
 * @decision 0018
 */
export async function sealPhone(secret: string, payment: SealedPayment, phone: string): Promise<string> {
  const nonce = deriveNonce(secret, payment, phone)
  const sealed = await crypto.subtle.encrypt(toParameters(payment, nonce), await deriveKey(secret), encodeUtf8(phone))
  return toHex(nonce) + toHex(new Uint8Array(sealed))
}

/**
 * Decrypts the wallet number of a payment.
 *
 * @returns Null for a payment without one.
 * @throws Error if the stored number was changed, belongs to another payment, or was encrypted with another secret.
 * @decision 0018
 */
export async function unsealPhone(secret: string, payment: PaymentRow): Promise<string | null> {
  if (payment.sealed_phone === null) return null
  try {
    const bytes = new Uint8Array(hexToBytes(payment.sealed_phone))
    const parameters = toParameters(payment, bytes.slice(0, nonceBytes))
    const phone = await crypto.subtle.decrypt(parameters, await deriveKey(secret), bytes.slice(nonceBytes))
    return new TextDecoder().decode(phone)
  } catch {
    throw new Error(
      `The stored wallet number of ${payment.id} was changed, or encrypted with another secret. Start the server with the secret that it had before, or ask the buyer for the number.`,
    )
  }
}
