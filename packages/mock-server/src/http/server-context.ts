import type { Result } from '../ledger/index.js'
import type { Call, Context } from '../service/context.js'
import type { Faults } from './faults.js'
import type { RateLimitState } from './rate-limit.js'
import type { IncomingRequest } from './request.js'
import type { RequestLog } from './request-log.js'
import type { ResponseData } from './response.js'

/** The context of one mock server: that of the use cases, faults, log and rate limit. */
export interface ServerContext extends Context {
  readonly faults: Faults
  readonly log: RequestLog
  /** Counts a request of a key; undefined without a rate limit. */
  readonly limit: ((key: string, nowMs: number) => RateLimitState) | undefined
}

/** A call of an API operation. */
export type ApiCall = Call<IncomingRequest>

/** An API operation that only reads. */
export interface ReadHandler {
  read(call: ApiCall): Promise<Result<ResponseData>>
}
