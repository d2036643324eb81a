import type { OrderRow, PaymentRow } from '../ledger/index.js'
import { type Call, getBaseUrl } from './context.js'
import { readToken, signToken } from './token.js'

/** The complete receipt for its buyer, or the public proof of payment. */
export type ReceiptKind = 'receipt' | 'proof'

/** The claims of a receipt token, which do not reveal the buyer. @decision 0071 */
export interface ReceiptClaims {
  readonly k: ReceiptKind
  /** The merchant. */
  readonly m: string
  /** The payment. */
  readonly p: string
  /** Pesewas. */
  readonly a: number
  /** Creation time, in milliseconds since 1970, because after a reset an id may belong to another payment. */
  readonly c: number
}

/** The fields of a payment in a receipt. */
interface ReceiptSubject {
  readonly merchant: string
  readonly ref: string
  readonly amountPesewas: bigint
  readonly createdMs: number
}

/** Converts a payment or its order to the subject of a receipt. */
export const toReceiptSubject = (row: PaymentRow | OrderRow): ReceiptSubject => ({
  merchant: row.merchant,
  ref: 'payment_ref' in row ? row.payment_ref : row.id,
  amountPesewas: 'payment_ref' in row ? row.total_pesewas : row.amount_pesewas,
  createdMs: row.created_ms,
})

/** Creates a signed receipt token. @decision 0071 */
export const receiptToken = (
  secret: string,
  kind: ReceiptKind,
  { merchant, ref, amountPesewas, createdMs }: ReceiptSubject,
): string =>
  signToken(secret, {
    k: kind,
    m: merchant,
    p: ref,
    a: Number(amountPesewas),
    c: createdMs,
  } satisfies ReceiptClaims)

/** Verifies a receipt token; undefined if it is invalid. */
export function readReceipt(secret: string, token: string): ReceiptClaims | undefined {
  const claims = readToken(secret, token) as Partial<ReceiptClaims> | undefined
  const isReceipt = claims?.k === 'receipt' || claims?.k === 'proof'
  return isReceipt && typeof claims.m === 'string' && typeof claims.p === 'string'
    ? (claims as ReceiptClaims)
    : undefined
}

const isPaid = (row: PaymentRow | OrderRow): boolean =>
  'payment_ref' in row ? row.base_status === 'paid' || row.base_status === 'fulfilled' : row.status === 'succeeded'

/**
 * Returns the URL of the receipt of a payment or order; null until it is paid, and on a server without pages.
 *
 * @decision 0071
 */
export function getReceiptUrl(call: Pick<Call, 'context' | 'request'>, row: PaymentRow | OrderRow): string | null {
  const { secret, hasReceipts } = call.context
  if (!hasReceipts || !isPaid(row)) return null
  return `${getBaseUrl(call)}/receipt/${receiptToken(secret, 'receipt', toReceiptSubject(row))}`
}
