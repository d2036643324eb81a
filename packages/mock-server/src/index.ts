export type { Fault, FaultMatch, FaultRule, Faults, InjectedFault } from './http/faults.js'
export type { RateLimit } from './http/rate-limit.js'
export type { RequestDescription } from './http/request.js'
export type { LoggedRequest, RequestLog } from './http/request-log.js'
export type { HttpResponse } from './http/response.js'
export { createMockServer } from './server/mock-server.js'
export type { MockServerOptions } from './server/options.js'
export type { ServerSnapshot } from './server/snapshot.js'
export {
  ConnectionDropped,
  type Listening,
  type MockServer,
  type QueuedOutcomes,
  type RequestContext,
  type SettleOptions,
} from './server/types.js'
export { type Scenario, scenarios } from './service/outcomes/scenarios.js'
export type { Seed } from './service/seed.js'
