import { respondWith } from '../../http/response.js'
import { type Routes, readLimit, timeOrNull } from './call.js'

/** Past requests, and events still to come. @decision 0023 */
export const logRoutes: Routes = {
  'GET requests': (call) => respondWith(call.context.log.list(readLimit(call))),
  'DELETE requests': ({ context }) => {
    context.log.clear()
    return respondWith({ removed: true })
  },
  'GET events': async ({ context, merchant }) => {
    const rows = await context.store.list('events', merchant, { limit: 1000, order: 'due' })
    return respondWith(rows.map(({ id, kind, ref, due_ms }) => ({ id, kind, ref, due_at: timeOrNull(due_ms) })))
  },
}
