import { makePlan, type Planned } from '../plan.js'
import type { MerchantRow } from '../tables/merchants.js'

/** Opens a merchant's ledger. */
export interface MerchantCreated {
  readonly id: string
  readonly name: string
  /** A name as in `/@handle`, without the `@`. */
  readonly handle: string | null
  readonly nowMs: number
}

/** Plans a merchant. No money moves. */
export function merchantCreated(command: MerchantCreated): Planned<{ merchant: MerchantRow }> {
  const { id, name, handle, nowMs } = command
  const merchant: MerchantRow = Object.freeze({ merchant: id, id, name, handle, created_ms: nowMs })
  return { ok: true, plan: makePlan(id, { inserts: [{ table: 'merchants', row: merchant }] }), records: { merchant } }
}
