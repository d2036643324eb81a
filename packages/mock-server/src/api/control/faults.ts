import { parseFault } from '../../http/faults.js'
import { respondWith } from '../../http/response.js'
import { fail } from '../../ledger/index.js'
import type { Routes } from './call.js'

/** Routes for fault injection. @decision 0023 */
export const faultRoutes: Routes = {
  'GET faults': ({ context }) => respondWith(context.faults.list()),
  'POST faults': {
    handle({ context, body }) {
      const fault = parseFault(body)
      return typeof fault === 'string' ? fail('invalid_request', fault) : respondWith(context.faults.add(fault), 201)
    },
  },
  'DELETE faults': ({ context }) => respondWith({ removed: context.faults.remove() }),
  'DELETE faults/*': ({ context, parts: [id = ''] }) =>
    context.faults.remove(id)
      ? respondWith({ removed: true })
      : fail('not_found', 'There is no such fault. Read their ids at GET /__mock/faults.'),
}
