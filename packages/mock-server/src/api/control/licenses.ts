import { respondWith } from '../../http/response.js'
import { readLicenseKey } from '../../service/licenses.js'
import { runDueEvents } from '../../service/outcomes/events.js'
import { licenseRecord } from '../serializers.js'
import { type Routes, readLimit } from './call.js'

/** The license keys that buyers were given, newest first: no record of the API shows them. @decision 0017 */
export const licenseRoutes: Routes = {
  'GET licenses': async (call) => {
    const { context, merchant, nowMs } = call
    await runDueEvents(context, merchant, nowMs)
    const rows = await context.store.list('licenses', merchant, { limit: readLimit(call) })
    return respondWith(
      rows.map((row) => ({
        id: row.id,
        license_key: readLicenseKey(context.secret, row) ?? null,
        payment_ref: row.payment_ref,
        order_ref: row.order_ref,
        ...licenseRecord(row, nowMs),
      })),
    )
  },
}
