import type { CheckContext } from '../check-context.js'
import { type Action, type Line, toVerdict, unknown } from '../line.js'
import { type Exchange, readError, toObject } from '../service-client.js'

const isApi = ({ path }: Exchange): boolean => path.startsWith('/api/') && !path.startsWith('/api/v1/openapi.json')
const endpoint = ({ method, path }: Exchange): string => `${method} ${path.split('?')[0]}`

/** Checks the common properties of all responses. Runs last, because it needs all of them. */
export function checkResponses({ service }: CheckContext): Line[] {
  const all = service.exchanges.filter(isApi)
  const failures = all.filter(({ status }) => status >= 400)
  const successes = all.filter(({ status }) => status >= 200 && status < 300)
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
      : toVerdict(success, successes.map(findSuccessDeviation), toMemberActions(successes)),
    failures.length === 0
      ? unknown(failure, 'No request was rejected.')
      : toVerdict(failure, failures.map(findErrorDeviation)),
    toVerdict(
      { id: 'header.request-id', title: 'every response has X-Request-Id, and an error repeats it', source: '0003' },
      all.map(findRequestIdDeviation),
    ),
    toVerdict(
      { id: 'header.json', title: 'responses are JSON', source: 'Endpoints' },
      all.map(
        (one) =>
          !one.headers.get('content-type')?.startsWith('application/json') &&
          `${endpoint(one)} is ${one.headers.get('content-type') ?? 'without a Content-Type'}.`,
      ),
    ),
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

function findSuccessDeviation(one: Exchange): string | undefined {
  const members = Object.keys(toObject(one.body)).sort().join(', ')
  if (members === 'data, success' && toObject(one.body)['success'] === true) return undefined
  return `${endpoint(one)} has ${members || 'no members'}.`
}

/** Returns actions that add the unknown envelope members to every operation. */
function toMemberActions(successes: readonly Exchange[]): Action[] {
  const names = new Set(successes.flatMap(({ body }) => Object.keys(toObject(body))))
  return [...names]
    .filter((name) => !['success', 'data', 'error'].includes(name))
    .map((name) => ({
      target: "$.paths[*][*].responses[*].content['application/json'].schema.properties",
      update: { [name]: { description: 'Observed in a response of the service.' } },
    }))
}

function findErrorDeviation(one: Exchange): string | undefined {
  const body = toObject(one.body)
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
