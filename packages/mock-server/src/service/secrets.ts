import { hashText, toHex } from '@cedi/ledger'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/** Returns the SHA-256 hash of a key, hexadecimal. @decision 0012 */
export const sha256Hex = (text: string): string => hashText(text)

// Crockford's alphabet: no letter looks like a digit.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Twenty bytes that depend only on the secret and a name. */
function derived(secret: string, name: string): Uint8Array {
  return hmac(sha256, utf8ToBytes(secret), utf8ToBytes(name)).slice(0, 20)
}

/**
 * The text of an issued API key. It is shown once; the store has its hash.
 *
 * @param nowMs - Part of the key on a server with its own secret. After a reset it counts from the beginning, and a
 * revoked key must not come back. Without it, the same steps make the same keys.
 * @decision 0012
 */
export const apiKeyText = (secret: string, merchant: string, keyId: string, nowMs: number | ''): string =>
  `sk_issued_${toHex(derived(secret, `key/${merchant}/${keyId}${nowMs}`))}`

/**
 * A body's fingerprint. From a plain hash, anybody could find a phone number by trying them all.
 *
 * @decision 0006, 0018
 */
export function fingerprinter(secret: string): (text: string) => string {
  // The secret's part is computed once: for a short text that is half of the work.
  let keyed: ReturnType<typeof hmac.create> | undefined
  return (text) => {
    keyed ??= hmac.create(sha256, utf8ToBytes(secret))
    return toHex(keyed.clone().update(utf8ToBytes(text)).digest())
  }
}

/** The text of a license key: `CEDI-XXXXX-XXXXX-XXXXX-XXXXX`. @decision 0017 */
export function licenseKeyText(secret: string, merchant: string, licenseId: string): string {
  const letters = Array.from(derived(secret, `license/${merchant}/${licenseId}`), (byte) => alphabet[byte & 31]).join(
    '',
  )
  return `CEDI-${letters.match(/.{5}/g)?.join('-')}`
}
