import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const readFile = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

test.each([
  ['packages/mock-server/src/http/body.ts', 'bodyLimitBytes: number = 1_048_576', '1 MiB; 64 MiB for callers'],
  ['packages/mock-server/src/http/body.ts', 'number = 64 * bodyLimitBytes', '1 MiB; 64 MiB for callers'],
  ['packages/mock-server/src/transports/node.ts', 'headersTimeout: 10_000', 'closed after 10 seconds'],
  ['packages/mock-server/src/transports/node.ts', 'requestTimeout: 30_000', 'closed after 30 seconds'],
  ['packages/mock-server/src/transports/node.ts', 'keepAliveTimeout: 65_000', 'closed after 65 seconds'],
  ['packages/mock-server/src/transports/node.ts', 'maxConnections: 900', '900; then the oldest'],
  ['packages/mock-server/src/service/outcomes/events.ts', 'maxEventsPerRequest = 500', '500; expiries of intents'],
  ['packages/mock-server/src/service/outcomes/events.ts', 'maxExpiriesPerCommit = 100', 'in batches of 100'],
  ['packages/sandbox/src/checkout/status-stream.ts', 'maxStreams = 100', '100, each for 25 seconds'],
  ['packages/sandbox/src/checkout/status-stream.ts', 'streamLifetimeMs = 25_000', '100, each for 25 seconds'],
  ['packages/sandbox/src/checkout/status-stream.ts', 'pollIntervalMs = 400', 'every 400 ms'],
  ['packages/sandbox/src/checkout/status-stream.ts', "'Retry-After': '10'", '`Retry-After: 10`'],
  ['packages/mock-server/src/http/request-log.ts', 'capacity = 1000', 'the last 1,000 requests'],
  ['packages/mock-server/src/http/request-log.ts', 'pathLimit = 500', '500 characters of a path'],
  ['packages/mock-server/src/http/request-log.ts', 'queryLimit = 2000', '2,000 of a query'],
  ['packages/mock-server/src/http/request-log.ts', 'headerLimit = 1000', '1,000 of a header'],
  ['packages/mock-server/src/service/ids.ts', 'hashLength = 16', '80 bits of SHA-256'],
  ['packages/mock-server/src/cli/program.ts', 'minSecretLength = 16', 'at least 16 characters'],
  ['packages/sandbox/src/sealed-phone.ts', 'return gcmsiv(key, nonce', 'encrypted with AES-256-GCM-SIV'],
  ['packages/sandbox/src/stores/open-store.ts', 'mode: 0o700', 'the mode 0700'],
  ['packages/mock-server/src/service/checkout-intents.ts', 'lifetimeMs = 30 * 60_000', 'valid for 30 minutes'],
  ['packages/contract/src/checkout-protocol.ts', 'messageLimit = 8192', '8,192 characters'],
  ['packages/cli/src/transport.ts', 'maxResponseBytes = 4_194_304', '4 MiB, decompressed too'],
  ['packages/cli/src/show.ts', 'maxFields = 200', '200 fields of a record'],
  ['packages/cli/src/mcp/server.ts', 'maxResultLength = 20_000', '20,000 characters'],
  ['packages/cli/src/compare/schema-actions.ts', '{1,60}$/', '60 letters, digits'],
  ['wordpress-plugin/includes/Support/class-wordpress-transport.php', '=> 2097152', '2 MiB; no redirect'],
])('the security model states the limit of %s: %s', (file, code, text) => {
  expect(readFile(`../../../${file}`)).toContain(code)
  expect(readFile('../../../docs/guides/security-model.md')).toContain(text)
})
