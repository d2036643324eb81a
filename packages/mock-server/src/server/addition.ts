import type { Store } from '@cedi/ledger'
import type { Routes } from '../api/control/call.js'
import type { Response } from '../api/respond.js'
import type { IncomingRequest } from '../http/request.js'
import type { Context } from '../service/context.js'
import type { KeptStore } from './shared.js'
import type { Watch } from './watch.js'

/**
 * What a server has besides the API. The sandbox uses it to add its pages, its store and its health pages. Nothing of
 * it is loaded before it is needed.
 *
 * @decision 0023
 */
export interface Addition {
  /** Where data is stored; in memory by default. Servers with the same store act as one. @decision 0034 */
  readonly store?: KeptStore | undefined
  /** Whether it has receipt pages, to which orders link. @decision 0071 */
  readonly hasReceipts?: boolean
  /** Answers a path outside the API and the control API; undefined when it has none there either. */
  respond?(context: Context, request: IncomingRequest, requestId: string): Promise<Response | undefined>
  /** More routes of the control API. */
  control?(): Promise<Routes>
  /** Deletes what it stores outside the store, when the server is reset. */
  clear?(store: Store): Promise<void>
  /** Health and metrics, for a server on a port. */
  watch?(): Promise<Watch>
}
