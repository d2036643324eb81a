export type { Answer } from './answer.js'
export type { Fault, FaultMatch, FaultOrder, Faults } from './faults.js'
export {
  ConnectionDropped,
  createMockServer,
  type Delivery,
  type Listening,
  type MockServer,
  type Peer,
} from './mock-server.js'
export type { MockServerOptions } from './options.js'
export type { RateLimit } from './rate-limit.js'
export type { RequestDescription } from './request.js'
export type { LoggedRequest, RequestLog } from './request-log.js'
export { type Scenario, scenarios } from './scenarios.js'
export type { Seed } from './seed.js'
export type { KeptStore } from './shared.js'
export type { ServerSnapshot } from './snapshot.js'
