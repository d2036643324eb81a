import { scopes } from '@cedi/contract'
import { removeTrailingSlashes } from '@cedi/contract/trailing-slashes'
import { type CheckClient, createCheckClient, type Exchange, readError } from '../check-client.js'
import type { CliContext } from '../command.js'
import { type Account, isLoopback } from '../connection.js'
import { openSandbox } from '../mcp/sandbox.js'
import { withTimeout } from '../timeout.js'
import { type CheckResult, failed, ok, warning } from './result.js'

/** Maximum clock skew in ms that is not reported. */
const maxSkewMs = 30_000
/** Timeout of the control API in ms. */
const controlTimeoutMs = 10_000

/** Result of the checks that send requests. */
interface ServiceChecks {
  readonly results: readonly CheckResult[]
  /** Whether the service sent a response. */
  readonly isReachable: boolean
}

/** Checks a service with reads and one simulated product, which the service does not store. */
export async function checkService(account: Account, context: CliContext): Promise<ServiceChecks> {
  const baseUrl = removeTrailingSlashes(account.baseUrl)
  const client = createCheckClient(baseUrl, context, 'simulate')
  const balance = await client.get('/api/v1/balance', { key: account.apiKey })
  if (balance.problem !== undefined) {
    const isRedirected = balance.isRedirect === true
    // A problem with a status, such as 503: the service responded.
    const hasStatus = /\(\d{3}\)\.$/.test(balance.problem)
    const fix = isRedirected
      ? 'Use the URL that it redirects to. A key is never redirected.'
      : hasStatus
        ? 'Try again later. If it persists, contact its operator.'
        : /\((?:EPROTO|ERR_SSL_\w+)\)/.test(balance.problem)
          ? describeTlsFix(baseUrl)
          : isLoopback(baseUrl)
            ? 'Start it with "cedi sandbox", or set --url or CEDI_URL.'
            : 'Check the URL, the network, and a firewall or proxy.'
    return { results: [failed('service', balance.problem.replace(/\.$/, ''), fix)], isReachable: isRedirected }
  }
  const response = checkResponse(balance)
  return {
    isReachable: true,
    results: [
      response,
      checkClock(balance),
      // Another server knows nothing about the key.
      ...(response.status === 'ok' ? await checkKey(client, account, balance) : []),
      await checkDescription(client),
      await checkScripts(client),
      ...(await checkControl({ ...account, baseUrl }, context)),
    ],
  }
}

/** Describes the fix for a server that does not use TLS although the URL is https. */
const describeTlsFix = (baseUrl: string): string =>
  isLoopback(baseUrl)
    ? `The server does not use TLS. Set the URL to ${baseUrl.replace('https:', 'http:')}.`
    : 'The server does not use TLS on this port. Check the port of the URL.'

/** Checks that the response has the envelope of the API. */
function checkResponse({ status, body }: Exchange): CheckResult {
  if (typeof body !== 'object' || body === null || !('success' in body))
    return failed(
      'service',
      `it responds with ${status}, but not as the API does`,
      'Check the URL: it must be the base URL of the service, without /api/v1.',
    )
  return status >= 500
    ? failed('service', `it responds with ${status}`, 'Try again later. If it persists, contact its operator.')
    : ok('service', 'it responds')
}

/** Compares the clocks with the `Date` header, which has a resolution of one second. */
function checkClock({ headers }: Exchange): CheckResult {
  const serviceMs = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(serviceMs))
    return warning('clock', 'the response has no Date header', 'Check the clock of this machine yourself.')
  const skewMs = Date.now() - serviceMs
  if (Math.abs(skewMs) <= maxSkewMs) return ok('clock', 'it agrees with the service')
  return warning(
    'clock',
    `it is ${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs > 0 ? 'ahead of' : 'behind'} the service`,
    'Synchronize the clock of this machine. Times of payments and orders would look wrong.',
  )
}

/** Checks that the service accepts the key, and which scopes it has. */
async function checkKey(client: CheckClient, account: Account, balance: Exchange): Promise<CheckResult[]> {
  const kind = describeKey(account)
  const code = readError(balance).code
  if (balance.status === 401 || code === 'invalid_api_key')
    return [
      failed('key', `${kind}; the service rejects it`, 'Issue a key in the developers section of the merchant portal.'),
    ]
  return [ok('key', `${kind}; the service accepts it`), await checkScopes(client, account.apiKey, balance)]
}

/** Describes the kind and the source of a key without revealing it. */
const describeKey = ({ apiKey, isLive, keySource }: Account): string =>
  `${apiKey.startsWith('sk_issued_') ? 'key of a sandbox, handled as a live key' : isLive ? 'live key' : 'test key'} from ${keySource}`

/** Scopes that only a real write can confirm. */
const unchecked = ['payments:write', 'refunds:write']

async function checkScopes(client: CheckClient, key: string, balance: Exchange): Promise<CheckResult> {
  const product = { name: 'cedi doctor', price: 1, type: 'service' }
  const exchanges: Readonly<Record<string, Exchange>> = {
    'balance:read': balance,
    // This payment does not exist, so a key with the scope receives 404.
    'payments:read': await client.get('/api/v1/payments/pay_doctor', { key }),
    'products:read': await client.get('/api/v1/products?limit=1', { key }),
    'products:write': await client.simulate({ key, body: product }),
    'orders:read': await client.get('/api/v1/orders?limit=1', { key }),
  }
  const isMissing = (exchange: Exchange): boolean =>
    exchange.status === 403 || readError(exchange).code === 'insufficient_scope'
  const isGranted = (exchange: Exchange): boolean => exchange.status < 300 || readError(exchange).code === 'not_found'
  const findScopes = (matches: (exchange: Exchange) => boolean): string[] =>
    scopes.filter((scope) => exchanges[scope]?.problem === undefined && exchanges[scope] && matches(exchanges[scope]))
  const granted = findScopes(isGranted)
  const missing = findScopes(isMissing)
  const unknown = scopes.filter((scope) => !granted.includes(scope) && !missing.includes(scope))
  const list = (names: readonly string[]): string => names.join(', ') || 'none'
  const message = `granted: ${list(granted)}; not granted: ${list(missing)}; not checked: ${list(unknown)}`
  if (missing.length > 0)
    return warning('scopes', message, 'If you need them, issue a key with these scopes in the merchant portal.')
  return unknown.some((scope) => !unchecked.includes(scope))
    ? warning('scopes', message, 'Some requests failed. Run cedi compare for details.')
    : ok('scopes', message)
}

async function checkDescription(client: CheckClient): Promise<CheckResult> {
  const { status, problem } = await client.get('/api/v1/openapi.json')
  if (problem === undefined && status === 200) return ok('description', '/api/v1/openapi.json is reachable')
  const reason = problem ?? `/api/v1/openapi.json responds with ${status}.`
  return warning('description', reason.replace(/\.$/, ''), 'Code generators need it. Everything else works without it.')
}

async function checkScripts(client: CheckClient): Promise<CheckResult> {
  const missing: string[] = []
  for (const path of ['/service.js', '/embed.js']) if ((await client.get(path)).status !== 200) missing.push(path)
  return missing.length === 0
    ? ok('scripts', '/service.js and /embed.js are reachable')
    : warning(
        'scripts',
        `not reachable: ${missing.join(', ')}`,
        'The popup and the buy button need them. The mock server has no pages: use cedi sandbox.',
      )
}

/** Checks the control API, which only a sandbox or a mock server has. The control token is not sent if the key is live. */
async function checkControl({ baseUrl, isLive }: Account, context: CliContext): Promise<CheckResult[]> {
  const hasToken = Boolean(context.environment['CEDI_CONTROL_TOKEN'])
  if (isLive || !(isLoopback(baseUrl) || hasToken)) return []
  try {
    await withTimeout(context.signal, controlTimeoutMs, (signal) =>
      openSandbox(baseUrl, { ...context, signal }).control('GET', 'clock'),
    )
    return [ok('control', 'the control API of the sandbox is reachable')]
  } catch {
    return [
      warning(
        'control',
        'the control API is not reachable',
        'cedi payments approve, cedi logs and others need it. Set CEDI_CONTROL_TOKEN to the control token.',
      ),
    ]
  }
}
