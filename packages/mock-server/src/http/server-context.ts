import type { Call, Context } from '../service/context.js'
import type { Faults } from './faults.js'
import type { RateLimitState } from './rate-limit.js'
import type { IncomingRequest } from './request.js'
import type { RequestLog } from './request-log.js'

/** What all doors of one mock server share, besides what the use cases share. */
export interface ServerContext extends Context {
  readonly faults: Faults
  readonly log: RequestLog
  /** Counts the requests of a key, when there is a limit. */
  readonly limit: ((key: string, nowMs: number) => RateLimitState) | undefined
}

/** One request of an operation, as the API has it. */
export type ApiCall = Call<IncomingRequest>
