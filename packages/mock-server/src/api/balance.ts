import { readBalance as readHeld } from '@cedi/ledger'
import { done } from '../http/answer.js'
import type { ReadAct } from './operation.js'
import { balanceRecord } from './wire.js'

/** `GET /api/v1/balance`. @source Endpoints */
export const readBalance: ReadAct = {
  async read({ context, merchant, nowMs }) {
    return done(balanceRecord(await readHeld(context.store, merchant), nowMs))
  },
}
