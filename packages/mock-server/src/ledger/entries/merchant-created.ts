import { makePlan, type Plan } from '../plan.js'
import { type Result, succeed } from '../result.js'
import type { MerchantRow } from '../tables/merchants.js'

/** Command: creates a merchant. */
export interface MerchantCreated {
  readonly id: string
  readonly name: string
  /** The handle in `/@handle`, without the `@`. */
  readonly handle: string | null
  readonly nowMs: number
}

/** Plans a merchant. Posts no entries. */
export function merchantCreated(command: MerchantCreated): Result<Plan<{ merchant: MerchantRow }>> {
  const { id, name, handle, nowMs } = command
  const merchant: MerchantRow = Object.freeze({ merchant: id, id, name, handle, created_ms: nowMs })
  return succeed(makePlan(id, { inserts: [{ table: 'merchants', row: merchant }] }, { merchant }))
}
