import type { Failure } from './json.js'
import type { ColumnsOf, MerchantRecord } from './table.js'

export const payouts = {
  columns: {
    amount_pesewas: { kind: 'pesewas' },
    currency: { kind: 'text', oneOf: ['GHS'] },
    status: { kind: 'text', oneOf: ['pending', 'paid', 'failed'] },
    /** The wallet it goes to, masked before it gets here. */
    phone: { kind: 'text', nullable: true },
    network: { kind: 'text', oneOf: ['mtn', 'telecel', 'airteltigo'] },
    /** Null unless it failed. */
    failure: { kind: 'json', nullable: true, shape: 'object', as: {} as Failure },
    created_ms: { kind: 'number' },
    /** Time at which the provider paid or rejected it; null while it is pending. */
    resolved_ms: { kind: 'number', nullable: true },
  },
  filters: ['status'],
  times: ['created_ms', 'resolved_ms'],
  indexes: [
    { name: 'payouts_status', on: ['merchant_id', 'status', 'id'] },
    { name: 'payouts_waiting', on: ['status', 'created_ms', 'id', 'merchant_id'] },
    { name: 'payouts_resolved', on: ['resolved_ms', 'id', 'merchant_id'], where: 'resolved_ms IS NOT NULL' },
    { name: 'payouts_id', on: ['id'] },
  ],
} as const

/** Money leaving to a wallet. @decision 0008 */
export interface PayoutRow extends MerchantRecord, ColumnsOf<typeof payouts> {}
