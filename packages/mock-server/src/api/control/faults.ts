import { done, refused } from '../../http/answer.js'
import { parseFault } from '../../http/faults.js'
import type { Routes } from './call.js'

/** What goes wrong between the service and its callers. @decision 0025 */
export const faultRoutes: Routes = {
  'GET faults': ({ context }) => done(context.faults.list()),
  'POST faults': ({ context, body }) => {
    const fault = parseFault(body)
    return typeof fault === 'string' ? refused('invalid_request', fault) : done(context.faults.add(fault), 201)
  },
  'DELETE faults': ({ context }) => done({ removed: context.faults.remove() }),
  'DELETE faults/*': ({ context, parts: [id = ''] }) =>
    context.faults.remove(id)
      ? done({ removed: true })
      : refused('not_found', 'There is no such fault. Read their ids at GET /__mock/faults.'),
}
