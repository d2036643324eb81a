import { at, type Description } from '../../schema.js'
import type { CheckContext } from '../check-context.js'
import { type Action, holds, type Line, toVerdict, unknown } from '../line.js'
import { isSafeName } from '../schema-actions.js'
import { type Exchange, isErrorResponse, readError, toObject } from '../service-client.js'

const isApi = ({ path }: Exchange): boolean => path.startsWith('/api/') && !path.startsWith('/api/v1/openapi.json')
const endpoint = ({ method, path }: Exchange): string => `${method} ${path.split('?')[0]}`

/** Checks the common properties of all responses. Runs last, because it needs all of them. */
export function checkResponses({ service }: CheckContext, contract: Description): Line[] {
  const members = listMembers(contract)
  const all = service.exchanges.filter(isApi)
  if (all.length === 0) throw new Error('No response was received. This is a bug in cedi compare: report it.')
  const failures = all.filter(isErrorResponse)
  const successes = all.filter((one) => one.status >= 200 && one.status < 300 && !isErrorResponse(one))
  const failure = {
    id: 'envelope.failure',
    title: 'an error response has success false, data null, and error with code, message and request_id',
    source: '0003',
  }
  const success = {
    id: 'envelope.success',
    title: 'the envelope has success, data, error and no other member',
    source: 'Envelope (all responses)',
  }
  return [
    successes.length === 0
      ? unknown(success, 'No request succeeded.')
      : toVerdict(
          success,
          successes.map((one) => findSuccessDeviation(one, members)),
          toMemberActions(successes, members),
        ),
    failures.length === 0
      ? unknown(failure, 'No request was rejected.')
      : toVerdict(failure, failures.map(findErrorDeviation)),
    toVerdict(
      { id: 'header.request-id', title: 'every response has X-Request-Id, and an error repeats it', source: '0003' },
      all.map(findRequestIdDeviation),
    ),
    checkJson(all),
    checkEncoding(all),
    toVerdict(
      { id: 'header.redirect', title: 'the base URL responds without a redirect', source: 'Endpoints' },
      all.map(
        (one) =>
          one.status >= 300 &&
          one.status < 400 &&
          `${endpoint(one)} redirects to another URL (${one.status}): a key must not be sent there.`,
      ),
    ),
  ]
}

/** Checks media type and JSON of all responses. Media types are case-insensitive. */
function checkJson(all: readonly Exchange[]): Line {
  const statement = { id: 'header.json', title: 'responses are JSON', source: 'Endpoints' }
  const readType = ({ headers }: Exchange): string => headers.get('content-type') ?? ''
  const line = toVerdict(statement, [
    ...all.map(
      (one) =>
        !/^application\/json\s*(?:;|$)/i.test(readType(one)) &&
        `${endpoint(one)} is ${readType(one) || 'without a Content-Type'}.`,
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
  const encodings = all.map(({ headers }) => headers.get('content-encoding')).filter((one) => one && one !== 'identity')
  return toVerdict(
    {
      id: 'header.encoding',
      title: 'responses are not compressed for a request without Accept-Encoding',
      source: 'Endpoints',
    },
    [
      encodings.length > 0 &&
        `${encodings.length} responses have Content-Encoding ${[...new Set(encodings)].join(', ')}.`,
    ],
  )
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
  const isExpected = 'data' in body && body['success'] === true && !('error' in body)
  if (isExpected && Object.keys(body).every((name) => members.has(name))) return undefined
  return `${endpoint(one)} has ${Object.keys(body).sort().join(', ') || 'no members'}.`
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
  if (one.status < 400) return `${endpoint(one)} is an error with the status ${one.status}.`
  const members = Object.keys(body).sort().join(', ')
  if (members !== 'data, error, success') return `${endpoint(one)} has ${members || 'no members'}.`
  if (body['success'] !== false || body['data'] !== null) return `${endpoint(one)} has a wrong success or data.`
  const error = toObject(body['error'])
  const missing = ['code', 'message', 'request_id'].filter((name) => typeof error[name] !== 'string')
  return missing.length > 0 ? `${endpoint(one)}: error has no ${missing.join(', ')}.` : undefined
}

function findRequestIdDeviation(one: Exchange): string | undefined {
  const header = one.headers.get('x-request-id')
  if (!header) return `${endpoint(one)} has none.`
  const bodyId = readError(one).request_id
  return one.status >= 400 && bodyId !== undefined && bodyId !== header
    ? `${endpoint(one)} has another one in its body.`
    : undefined
}
