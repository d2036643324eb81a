import type { Pages } from '../kit/visit.js'
import { merchantsPages } from './merchants.js'
import { deskPages } from './overview.js'
import { payoutDesk } from './payouts.js'
import { refundDesk } from './refunds.js'
import { settlementDesk } from './settlements.js'
import { suspenseDesk } from './suspense.js'

/** What staff of the service do by hand. @source What the service does (refunds are operator-marked) @decision 0038 */
export const operatorPages: Pages = {
  ...deskPages,
  ...refundDesk,
  ...payoutDesk,
  ...settlementDesk,
  ...suspenseDesk,
  ...merchantsPages,
}
