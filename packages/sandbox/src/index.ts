export type {
  Fault,
  FaultMatch,
  FaultRule,
  Faults,
  HttpResponse,
  InjectedFault,
  Listening,
  LoggedRequest,
  MockServer,
  MockServerOptions,
  RateLimit,
  RequestContext,
  RequestDescription,
  RequestLog,
  Scenario,
  Seed,
  ServerSnapshot,
  SettleOptions,
} from '@cedi/mock-server'
export { ConnectionDropped, scenarios } from '@cedi/mock-server'
export type { PersistentStore } from '@cedi/mock-server/internal'
export { createSandbox, type SandboxOptions } from './sandbox.js'
export type { AccessToken, AccessTokenStore, SandboxStore } from './stores/access-tokens.js'
