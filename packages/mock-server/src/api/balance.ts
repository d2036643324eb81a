import { respondWith } from '../http/response.js'
import type { ReadHandler } from '../http/server-context.js'
import { readBalance as readLedgerBalance } from '../ledger/index.js'
import { balanceRecord } from './serializers.js'

/** `GET /api/v1/balance`. @source Endpoints */
export const readBalance: ReadHandler = {
  async read({ context, merchant, nowMs }) {
    return respondWith(balanceRecord(await readLedgerBalance(context.store, merchant), nowMs))
  },
}
