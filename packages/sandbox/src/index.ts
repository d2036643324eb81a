export type {
  Answer,
  Delivery,
  Fault,
  FaultMatch,
  FaultOrder,
  Faults,
  Listening,
  LoggedRequest,
  MockServer,
  MockServerOptions,
  Peer,
  RateLimit,
  RequestDescription,
  RequestLog,
  Scenario,
  Seed,
  ServerSnapshot,
} from '@cedi/mock-server'
export { ConnectionDropped, scenarios } from '@cedi/mock-server'
export type { KeptStore } from '@cedi/mock-server/service'
export { createSandbox, type SandboxOptions } from './sandbox.js'
export type { AccessToken, AccessTokenStore, SandboxStore } from './stores/access-tokens.js'
