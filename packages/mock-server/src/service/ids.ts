import { sha256 } from '@noble/hashes/sha2.js'
import { encodeUtf8 } from '../ledger/index.js'

// Crockford's alphabet is in character order, so ids sort by creation.
const digits = '0123456789abcdefghjkmnpqrstvwxyz'

/** Number of characters of a hash. Each has five bits of one byte. */
const hashLength = 16

/** Prefix of an id. */
export type IdKind = 'pay' | 'int' | 'ref' | 'pyo' | 'ord' | 'prd' | 'lic' | 'key' | 'evt'

function base32(value: number, length: number): string {
  let text = ''
  let rest = value
  for (let index = 0; index < length; index++) {
    text = digits[rest & 31] + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** Hashes a string to a number (FNV-1a with a final mix). Returns the same number in every engine. */
export function hashNumber(text: string, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0
  return (hash ^ (hash >>> 16)) >>> 0
}

/**
 * Formats an id: its kind, its number in the merchant's count, and 16 characters (80 bits of SHA-256) that distinguish
 * merchants. A shorter hash would allow a caller to choose a test key whose merchant has the ids of another one.
 *
 * @returns Such as `pay_000001k7q2m4x9d3t8w5h1`.
 */
export function formatId(kind: IdKind, merchant: string, number: number, seed: number): string {
  const hash = sha256(encodeUtf8(`${seed}/${merchant}/${number}`)).subarray(0, hashLength)
  return `${kind}_${base32(number, 6)}${Array.from(hash, (byte) => digits[byte & 31]).join('')}`
}
