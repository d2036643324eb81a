import type { OrderRow, PaymentRow } from '@cedi/ledger'
import { baseUrlOf, type Call } from './context.js'
import { readToken, signToken } from './token.js'

/** The complete receipt, for its buyer; or the public proof that there is one. */
export type ReceiptKind = 'receipt' | 'proof'

/** The contents of a receipt's token. It does not reveal who paid. @decision 0071 */
export interface ReceiptClaims {
  readonly k: ReceiptKind
  /** The merchant. */
  readonly m: string
  /** The payment. */
  readonly p: string
  /** Pesewas. */
  readonly a: number
  /** When it was created, in milliseconds since 1970: after a reset, an id may name another payment. */
  readonly c: number
}

/** The part of a payment that a receipt names. */
interface Receipted {
  readonly merchant: string
  readonly ref: string
  readonly amountPesewas: bigint
  readonly createdMs: number
}

/** The content of a receipt, read from the payment or its order. */
export const receiptedBy = (row: PaymentRow | OrderRow): Receipted => ({
  merchant: row.merchant,
  ref: 'payment_ref' in row ? row.payment_ref : row.id,
  amountPesewas: 'payment_ref' in row ? row.total_pesewas : row.amount_pesewas,
  createdMs: row.created_ms,
})

/** A receipt's token. Only the server can make one. @decision 0071 */
export const receiptToken = (
  secret: string,
  kind: ReceiptKind,
  { merchant, ref, amountPesewas, createdMs }: Receipted,
): string =>
  signToken(secret, {
    k: kind,
    m: merchant,
    p: ref,
    a: Number(amountPesewas),
    c: createdMs,
  } satisfies ReceiptClaims)

/** The contents of a token; undefined when it is not a receipt of this server. */
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
 * The address of a payment's or an order's receipt; null until it is paid, and on a server without pages.
 *
 * @decision 0071
 */
export function receiptUrlOf(call: Pick<Call, 'context' | 'request'>, row: PaymentRow | OrderRow): string | null {
  const { secret, hasReceipts } = call.context
  if (!hasReceipts || !isPaid(row)) return null
  return `${baseUrlOf(call)}/receipt/${receiptToken(secret, 'receipt', receiptedBy(row))}`
}
