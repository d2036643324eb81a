import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { createUtf8Decoder, encodeUtf8, type PaymentRow } from '../ledger/index.js'

const decodeUtf8 = createUtf8Decoder()

const toBase64Url = (bytes: Uint8Array): string => {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

const fromBase64Url = (text: string): Uint8Array => {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)
  return bytes
}

/** HMAC state after the secret, cached because it is half of the work of a signature. */
let cachedMac: { readonly secret: string; readonly mac: ReturnType<typeof hmac.create> } | undefined

function signature(secret: string, payload: string): string {
  if (cachedMac?.secret !== secret) cachedMac = { secret, mac: hmac.create(sha256, encodeUtf8(secret)) }
  return toBase64Url(cachedMac.mac.clone().update(encodeUtf8(payload)).digest())
}

/** Signs a value: `payload.signature`, both base64url. It is not encrypted. */
export function signToken(secret: string, value: object): string {
  const payload = toBase64Url(encodeUtf8(JSON.stringify(value)))
  return `${payload}.${signature(secret, payload)}`
}

/** Creates the token of the bank's page, which identifies the payment by more than its id. @decision 0029 */
export const challengeToken = (secret: string, payment: PaymentRow, returnUrl: string | undefined): string =>
  signToken(secret, {
    m: payment.merchant,
    p: payment.id,
    a: Number(payment.amount_pesewas),
    l: payment.card_last4,
    c: payment.created_ms,
    r: returnUrl,
  })

/** Verifies and reads a token of `signToken`; undefined if it is invalid. */
export function readToken(secret: string, token: string): unknown {
  const [payload = '', receivedSignature = '', ...extraParts] = token.split('.')
  if (extraParts.length > 0 || !equal(receivedSignature, signature(secret, payload))) return undefined
  try {
    return JSON.parse(decodeUtf8(fromBase64Url(payload)))
  } catch {
    return undefined
  }
}

/** Compares two strings in constant time. */
function equal(a: string, b: string): boolean {
  let mismatch = a.length ^ b.length
  for (let index = 0; index < b.length; index++) mismatch |= a.charCodeAt(index) ^ b.charCodeAt(index)
  return mismatch === 0
}
