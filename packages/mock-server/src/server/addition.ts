import type { Store } from '@cedi/ledger'
import type { Routes } from '../api/control/call.js'
import type { Response } from '../api/respond.js'
import type { IncomingRequest } from '../http/request.js'
import type { Context } from '../service/context.js'
import type { KeptStore } from './shared.js'
import type { Watch } from './watch.js'

/**
 * What a server has besides the API: by it the sandbox brings its pages, its store and what operators of servers
 * watch. Nothing of it is loaded before it is asked for.
 *
 * @decision 0048
 */
export interface Addition {
  /** Where everything is kept; in memory when left out. Servers with the same store act as one. @decision 0034 */
  readonly store?: KeptStore | undefined
  /** Whether it has the page of a receipt, to which orders lead. @decision 0071 */
  readonly hasReceipts?: boolean
  /** Answers for a path that neither the API nor the control API has; nothing when it has none there either. */
  respond?(context: Context, request: IncomingRequest, requestId: string): Promise<Response | undefined>
  /** More routes of the control API. */
  control?(): Promise<Routes>
  /** Forgets what it keeps beside the store: the server is put back to its start. */
  clear?(store: Store): Promise<void>
  /** Health and counts, for a server that listens. */
  watch?(): Promise<Watch>
}
