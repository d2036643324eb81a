import type { ColumnsOf, MerchantRecord } from './table.js'

export const refunds = {
  columns: {
    payment_ref: { kind: 'text' },
    /** The order of the payment, when it has one. */
    order_ref: { kind: 'text', nullable: true },
    amount_pesewas: { kind: 'pesewas' },
    currency: { kind: 'text', oneOf: ['GHS'] },
    status: { kind: 'text', oneOf: ['pending', 'paid', 'rejected'] },
    /** In the words of the merchant, who asked for it. */
    reason: { kind: 'text', nullable: true },
    /** In the words of the operator, who decided. */
    note: { kind: 'text', nullable: true },
    created_ms: { kind: 'number' },
    /** Time of the operator's decision; null while it is pending. */
    resolved_ms: { kind: 'number', nullable: true },
  },
  lookupColumns: ['payment_ref'],
  filters: ['payment_ref', 'status'],
  times: ['created_ms', 'resolved_ms'],
  indexes: [
    { name: 'refunds_payment', on: ['merchant_id', 'payment_ref'] },
    { name: 'refunds_status', on: ['merchant_id', 'status', 'id'] },
    { name: 'refunds_waiting', on: ['status', 'created_ms', 'id', 'merchant_id'] },
    { name: 'refunds_resolved', on: ['resolved_ms', 'id', 'merchant_id'], where: 'resolved_ms IS NOT NULL' },
    { name: 'refunds_id', on: ['id'] },
  ],
} as const

/** A request to give money back; an operator pays or rejects it. @decision 0009 */
export interface RefundRow extends MerchantRecord, ColumnsOf<typeof refunds> {}
