import { at, type Description } from '../../schema.js'
import type { CheckContext } from '../check-context.js'
import { type Action, differs, holds, joinWords, type Line, toVerdict, unknown } from '../line.js'
import { listAcceptedRoutes, toRoute } from '../operations.js'
import { isSafeName } from '../schema-actions.js'
import {
  describeRedirect,
  describeResponse,
  type Exchange,
  isErrorResponse,
  isSuccess,
  readError,
  toObject,
} from '../service-client.js'
import { absentPath } from './paths.js'

/** Returns whether a request belongs to an operation of the API with the envelope. Another line reports an extra resource. */
const isApi = ({ path }: Exchange): boolean =>
  path.startsWith('/api/') && !path.startsWith('/api/v1/openapi.json') && path !== absentPath
const isJson = ({ body }: Exchange): boolean => body !== undefined
/** Returns whether a body has members of the envelope, and not another format of errors. */
const hasEnvelope = ({ body }: Exchange): boolean => ['success', 'data', 'error'].some((name) => name in toObject(body))

/** Maximum number of requests that a finding names. */
const maxNamed = 3

/** Returns up to three routes, or the first and the number of the others. */
const nameRoutes = (routes: ReadonlySet<string>): string =>
  routes.size > maxNamed ? `${[...routes][0]} and ${routes.size - 1} others` : joinWords([...routes])

/**
 * Names the responses of a finding: by their statuses if all responses with these statuses have it, otherwise by their
 * requests.
 */
function describeSubject(some: readonly Exchange[], all: readonly Exchange[]): string {
  const statuses = [...new Set(some.map(({ status }) => status))].sort()
  const areErrors = statuses.every((status) => status >= 400)
  const sameStatuses = all.filter(({ status }) => statuses.includes(status))
  if (areErrors && sameStatuses.length === some.length) return `Responses with ${joinWords(statuses)}`
  const named = nameRoutes(new Set(some.map(toRoute)))
  return areErrors ? `${named} (${joinWords(statuses)})` : named
}

/** Returns one sentence for each finding: `GET /api/v1/balance and 40 others: no X-Request-Id.` */
function describeFindings(exchanges: readonly Exchange[], find: (one: Exchange) => string | undefined): string[] {
  const found = new Map<string, Exchange[]>()
  for (const one of exchanges) {
    const finding = find(one)
    if (finding !== undefined) found.set(finding, [...(found.get(finding) ?? []), one])
  }
  return [...found].map(([finding, some]) => `${describeSubject(some, exchanges)}: ${finding}.`)
}

/** Checks the common properties of all responses. Runs last, because it needs all of them. */
export function checkResponses(context: CheckContext, contract: Description): Line[] {
  const { service } = context
  const members = listMembers(contract)
  const all = service.exchanges.filter(isApi)
  const readable = all.filter(isJson)
  const failures = readable.filter(isErrorResponse)
  const successes = readable.filter((one) => isSuccess(one) && !isErrorResponse(one))
  const describeNone = (reason: string): string =>
    readable.length < all.length ? `${reason} The other responses are not JSON: see header.json.` : reason
  const failure = {
    id: 'envelope.failure',
    title: 'an error response has success false, data null, and error with code, message and request_id',
    source: '0003',
  }
  const success = {
    id: 'envelope.success',
    title: 'the envelope has success and data, error only if the request failed, and no other member',
    source: 'Envelope (all responses)',
  }
  return [
    checkKeyAccepted(context),
    successes.length === 0
      ? unknown(success, describeNone('No request succeeded with JSON.'))
      : toVerdict(
          success,
          describeFindings(successes, (one) => findSuccessDeviation(one, members)),
          toMemberActions(successes, members),
        ),
    failures.length === 0
      ? unknown(failure, describeNone('No request was rejected with JSON.'))
      : toVerdict(failure, describeFindings(failures, findErrorDeviation)),
    checkRequestIds(readable.some(hasEnvelope) ? readable.filter(hasEnvelope) : readable),
    checkJson(all),
    checkRedirects(context),
    checkRateLimit(service.rateLimited),
  ]
}

/** Checks that at least one request with the key is accepted. */
function checkKeyAccepted({ balance, products, orders, payments }: CheckContext): Line {
  const statement = {
    id: 'key.accepted',
    title: 'the key in Authorization: Bearer is accepted',
    source: 'Authentication, rule 1',
  }
  const seen = [balance, products, orders, ...payments].filter(({ problem }) => problem === undefined)
  const [first] = seen
  if (first === undefined) return unknown(statement, 'No request with the key had a usable response.')
  if (seen.every(({ status }) => status === 401))
    return differs(
      statement,
      `The service rejects the key in every request: ${describeResponse(first)}. Check the key first.`,
    )
  return seen.some((one) => one.status === 403 || (isSuccess(one) && 'data' in toObject(one.body)))
    ? holds(statement)
    : unknown(statement, `Got ${describeResponse(first)}.`)
}

/** Checks the error of rate-limited requests. */
function checkRateLimit(rateLimited: readonly Exchange[]): Line {
  const statement = {
    id: 'rate.limited',
    title: '429 is rate_limited with Retry-After in seconds',
    source: '0016',
  }
  if (rateLimited.length === 0) return unknown(statement, 'No request was rate limited.')
  return toVerdict(
    statement,
    rateLimited.flatMap((one) => [
      readError(one).code !== 'rate_limited' &&
        `Got 429 ${String(readError(one).code ?? 'without a code').slice(0, 60)}.`,
      describeRetryAfter(one.headers.get('retry-after')),
    ]),
  )
}

function describeRetryAfter(value: string | null): string | undefined {
  if (value === null) return 'There is no Retry-After.'
  if (/^\d+$/.test(value.trim())) return undefined
  return Number.isNaN(Date.parse(value))
    ? `Retry-After is ${value.slice(0, 40)}.`
    : 'Retry-After is a date, not seconds.'
}

function checkRedirects({ service, baseUrl }: CheckContext): Line {
  const statement = { id: 'header.redirect', title: 'no request is redirected', source: 'Endpoints' }
  // A redirect only without a key is reported with the keys.
  const acceptedRoutes = listAcceptedRoutes(service.exchanges)
  const redirected = service.redirected.filter(
    (one) => (isApi(one) || one.path.endsWith('.js')) && !acceptedRoutes.has(toRoute(one)),
  )
  return redirected.length === 0
    ? holds(statement)
    : differs(
        statement,
        [
          ...describeRedirects(redirected, baseUrl),
          'Redirects are not followed, because a key must not be sent to another URL.',
        ].join(' '),
      )
}

/** Returns one sentence for each target: `GET /api/v1/products and GET /api/v1/orders redirect to …`. */
function describeRedirects(redirected: readonly Exchange[], baseUrl: string): string[] {
  const routesByTarget = new Map<string, Set<string>>()
  for (const one of redirected) {
    const target = describeRedirect(one, baseUrl)
    routesByTarget.set(target, (routesByTarget.get(target) ?? new Set()).add(toRoute(one)))
  }
  return [...routesByTarget].map(([target, routes]) => {
    const text = `${nameRoutes(routes)} ${target}.`
    return routes.size > 1 ? text.replace(' redirects ', ' redirect ') : text
  })
}

/** Checks the identifiers of requests. Responses that are not JSON are reported in another line. */
function checkRequestIds(all: readonly Exchange[]): Line {
  const statement = {
    id: 'header.request-id',
    title: 'every response has X-Request-Id, and an error repeats it',
    source: '0003',
  }
  if (all.length === 0) return unknown(statement, 'No response was JSON.')
  const [first, ...more] = all.map(({ headers }) => headers.get('x-request-id'))
  return toVerdict(statement, [
    ...describeFindings(all, findRequestIdDeviation),
    more.length > 0 &&
      Boolean(first) &&
      more.every((id) => id === first) &&
      'All responses have the same X-Request-Id.',
  ])
}

/** Checks media type and JSON of all responses. Media types are case-insensitive. */
function checkJson(all: readonly Exchange[]): Line {
  const statement = { id: 'header.json', title: 'responses are JSON', source: 'Endpoints' }
  if (all.length === 0) return unknown(statement, 'Every request was redirected.')
  const line = toVerdict(statement, [
    ...describeFindings(all, findMediaDeviation),
    all.some(({ text }) => text.startsWith('\uFEFF')) &&
      'Bodies begin with a byte order mark, which JSON parsers reject. The other statements were checked without it.',
  ])
  return line.verdict === 'holds' ? holds(statement, describeMedia(all)) : line
}

const readType = ({ headers }: Exchange): string => (headers.get('content-type') ?? '').slice(0, 100)

function findMediaDeviation(one: Exchange): string | undefined {
  const type = readType(one)
  const isJsonType = /^application\/json\s*(?:;|$)/i.test(type)
  // Another format of errors is reported with the envelope.
  if (isJson(one) && /\+json/i.test(type) && !hasEnvelope(one)) return undefined
  if (isJson(one))
    return isJsonType ? undefined : type ? `JSON with the Content-Type ${type}` : 'there is no Content-Type'
  const noId = one.headers.has('x-request-id') ? '' : ', without X-Request-Id'
  if (one.text === '') return `the body is empty${noId}`
  return isJsonType
    ? `the body is not JSON, although the Content-Type is ${type}${noId}`
    : `${/html/i.test(type) || /^\s*</.test(one.text) ? 'HTML' : 'no JSON'} (${type || 'without a Content-Type'})${noId}`
}

/** Describes properties of responses that the contract allows. */
function describeMedia(all: readonly Exchange[]): string {
  const unusual = all
    .map(readType)
    .find((type) => /^application\/json/i.test(type) && !type.startsWith('application/json'))
  const encodings = all.map(({ headers }) => headers.get('content-encoding')).filter((one) => one && one !== 'identity')
  return [
    ...(unusual === undefined ? [] : [`It is written ${unusual}.`]),
    ...(encodings.length === 0
      ? []
      : [
          `${encodings.length} responses are compressed (${[...new Set(encodings)].join(', ')}) although the requests have no Accept-Encoding. They were decoded.`,
        ]),
  ].join(' ')
}

/** Returns the members of the envelope in the contract. */
const listMembers = (contract: Description): ReadonlySet<string> =>
  new Set([
    ...['success', 'data', 'error'],
    ...Object.keys(
      toObject(
        at(contract, '#/paths/~1api~1v1~1balance/get/responses/200/content/application~1json/schema/properties'),
      ),
    ),
  ])

function findSuccessDeviation(one: Exchange, members: ReadonlySet<string>): string | undefined {
  const body = toObject(one.body)
  const isExpected = 'data' in body && body['success'] === true && Object.keys(body).every((name) => members.has(name))
  if (isExpected && !('error' in body)) return undefined
  if (isExpected) return `a success has error: ${JSON.stringify(body['error'])?.slice(0, 60)}`
  if ('data' in body && 'success' in body && Object.keys(body).every((name) => members.has(name)))
    return `success is ${JSON.stringify(body['success'])?.slice(0, 60)}, not true`
  return describeMembers(one)
}

/** Describes the members of a body that is not the envelope. */
function describeMembers(one: Exchange): string {
  const { body } = one
  const type = readType(one)
  const note = `${/\+json/i.test(type) ? ` (${type})` : ''}${hasEnvelope(one) || one.headers.has('x-request-id') ? '' : ', without X-Request-Id'}`
  if (Array.isArray(body)) return 'the body is an array'
  const members = Object.keys(toObject(body)).sort()
  if (members.length === 0) return `the body is ${JSON.stringify(body)?.slice(0, 60)}`
  return `the members are ${members.join(', ').slice(0, 200)}${note}`
}

/** Returns actions that add the unknown envelope members to every operation. */
function toMemberActions(successes: readonly Exchange[], members: ReadonlySet<string>): Action[] {
  const names = new Set(successes.flatMap(({ body }) => Object.keys(toObject(body))))
  return [...names]
    .filter((name) => !members.has(name) && isSafeName(name))
    .map((name) => ({
      target: "$.paths[*][*].responses[*].content['application/json'].schema.properties",
      update: { [name]: { description: 'Observed in a response of the service.' } },
    }))
}

function findErrorDeviation(one: Exchange): string | undefined {
  const body = toObject(one.body)
  if (one.status < 400) return `an error with the status ${one.status}`
  const members = Object.keys(body).sort().join(', ')
  if (members !== 'data, error, success') return describeMembers(one)
  if (body['success'] !== false) return `success is ${JSON.stringify(body['success'])?.slice(0, 60)}, not false`
  if (body['data'] !== null) return `data is ${JSON.stringify(body['data'])?.slice(0, 60)}, not null`
  const error = toObject(body['error'])
  const missing = ['code', 'message', 'request_id'].filter((name) => typeof error[name] !== 'string')
  return missing.length > 0 ? `error has no ${missing.join(', ')}` : undefined
}

function findRequestIdDeviation(one: Exchange): string | undefined {
  const header = one.headers.get('x-request-id')
  if (!header) return 'there is none'
  const bodyId = readError(one).request_id
  return one.status >= 400 && bodyId !== undefined && bodyId !== header ? 'error.request_id is another one' : undefined
}
