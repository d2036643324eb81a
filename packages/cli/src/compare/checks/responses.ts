import { at, type Description } from '../../schema.js'
import type { CheckContext } from '../check-context.js'
import { type Action, differs, holds, type Line, toVerdict, unknown } from '../line.js'
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

const isApi = ({ path }: Exchange): boolean => path.startsWith('/api/') && !path.startsWith('/api/v1/openapi.json')
const endpoint = ({ method, path }: Exchange): string => `${method} ${path.split('?')[0]}`

/** Returns one sentence for each finding: `GET /api/v1/balance and 40 others: no X-Request-Id.` */
function describeFindings(exchanges: readonly Exchange[], find: (one: Exchange) => string | undefined): string[] {
  const requestsByFinding = new Map<string, Set<string>>()
  for (const one of exchanges) {
    const finding = find(one)
    if (finding !== undefined)
      requestsByFinding.set(finding, (requestsByFinding.get(finding) ?? new Set()).add(endpoint(one)))
  }
  return [...requestsByFinding].map(([finding, requests]) => {
    const [first, second] = requests
    const others = requests.size > 2 ? ` and ${requests.size - 1} others` : second === undefined ? '' : ` and ${second}`
    return `${first}${others}: ${finding}.`
  })
}

/** Checks the common properties of all responses. Runs last, because it needs all of them. */
export function checkResponses(context: CheckContext, contract: Description): Line[] {
  const { service } = context
  const members = listMembers(contract)
  const all = service.exchanges.filter(isApi)
  const failures = all.filter(isErrorResponse)
  const successes = all.filter((one) => one.status >= 200 && one.status < 300 && !isErrorResponse(one))
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
      ? unknown(success, 'No request succeeded.')
      : toVerdict(
          success,
          describeFindings(successes, (one) => findSuccessDeviation(one, members)),
          toMemberActions(successes, members),
        ),
    failures.length === 0
      ? unknown(failure, 'No request was rejected.')
      : toVerdict(failure, describeFindings(failures, findErrorDeviation)),
    checkRequestIds(all),
    checkJson(all),
    checkEncoding(all),
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
  const redirected = service.redirected.filter((one) => isApi(one) || one.path.endsWith('.js'))
  return redirected.length === 0
    ? holds(statement)
    : differs(
        statement,
        [
          ...describeFindings(redirected, (one) => describeRedirect(one, baseUrl)),
          'Redirects are not followed, because a key must not be sent to another URL.',
        ].join(' '),
      )
}

function checkRequestIds(all: readonly Exchange[]): Line {
  const statement = {
    id: 'header.request-id',
    title: 'every response has X-Request-Id, and an error repeats it',
    source: '0003',
  }
  if (all.length === 0) return unknown(statement, 'Every request was redirected.')
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
  const readType = ({ headers }: Exchange): string => headers.get('content-type') ?? ''
  const line = toVerdict(statement, [
    ...describeFindings(all, (one) =>
      /^application\/json\s*(?:;|$)/i.test(readType(one))
        ? undefined
        : readType(one).slice(0, 100) || 'no Content-Type',
    ),
    all.some(({ text }) => text.startsWith('\uFEFF')) &&
      'Bodies begin with a byte order mark, which JSON parsers reject. The other statements were checked without it.',
  ])
  const unusual = all
    .map(readType)
    .find((type) => /^application\/json/i.test(type) && !type.startsWith('application/json'))
  return line.verdict === 'holds' && unusual !== undefined ? holds(statement, `It is written ${unusual}.`) : line
}

function checkEncoding(all: readonly Exchange[]): Line {
  const statement = {
    id: 'header.encoding',
    title: 'responses are not compressed for a request without Accept-Encoding',
    source: 'Endpoints',
  }
  if (all.length === 0) return unknown(statement, 'Every request was redirected.')
  const encodings = all.map(({ headers }) => headers.get('content-encoding')).filter((one) => one && one !== 'identity')
  return toVerdict(statement, [
    encodings.length > 0 &&
      `${encodings.length} responses have Content-Encoding ${[...new Set(encodings)].join(', ')}.`,
  ])
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
  return `the members are ${Object.keys(body).sort().join(', ') || 'missing'}`
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
  if (members !== 'data, error, success') return `the members are ${members || 'missing'}`
  if (body['success'] !== false || body['data'] !== null) return 'success is not false, or data is not null'
  const error = toObject(body['error'])
  const missing = ['code', 'message', 'request_id'].filter((name) => typeof error[name] !== 'string')
  return missing.length > 0 ? `error has no ${missing.join(', ')}` : undefined
}

function findRequestIdDeviation(one: Exchange): string | undefined {
  const header = one.headers.get('x-request-id')
  if (!header) return 'there is none'
  const bodyId = readError(one).request_id
  return one.status >= 400 && bodyId !== undefined && bodyId !== header ? 'there is another one in the body' : undefined
}
