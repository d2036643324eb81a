import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { encodeUtf8, hashText, toHex } from '../ledger/index.js'

/** Returns the SHA-256 hash of a key, hexadecimal. @decision 0012 */
export const sha256Hex = (text: string): string => hashText(text)

// Crockford's alphabet: no letter looks like a digit.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Derives twenty bytes from the secret and a name. */
function deriveBytes(secret: string, name: string): Uint8Array {
  return hmac(sha256, encodeUtf8(secret), encodeUtf8(name)).slice(0, 20)
}

/**
 * Derives an issued API key. It is shown once; the store has its hash.
 *
 * @param nowMs - Time of creation if the server has a configured secret: ids restart after a reset, and a revoked key
 * must not be derived again. An empty string otherwise, so that the same requests create the same keys in each run.
 * @decision 0012
 */
export const createApiKey = (secret: string, merchant: string, keyId: string, nowMs: number | ''): string =>
  `sk_issued_${toHex(deriveBytes(secret, `key/${merchant}/${keyId}${nowMs}`))}`

/**
 * Creates the function that fingerprints a body with HMAC. A plain hash would reveal a phone number to a brute-force search.
 *
 * @decision 0006, 0018
 */
export function createFingerprinter(secret: string): (text: string) => string {
  // The HMAC state after the secret is cached, which halves the work for a short body.
  let keyed: ReturnType<typeof hmac.create> | undefined
  return (text) => {
    keyed ??= hmac.create(sha256, encodeUtf8(secret))
    return toHex(keyed.clone().update(encodeUtf8(text)).digest())
  }
}

/** Derives a license key: `CEDI-XXXXX-XXXXX-XXXXX-XXXXX`. @decision 0017 */
export function createLicenseKey(secret: string, merchant: string, licenseId: string): string {
  const suffix = Array.from(
    deriveBytes(secret, `license/${merchant}/${licenseId}`),
    (byte) => alphabet[byte & 31],
  ).join('')
  return `CEDI-${suffix.match(/.{5}/g)?.join('-')}`
}
