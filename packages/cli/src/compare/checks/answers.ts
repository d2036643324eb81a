import type { CheckContext } from '../check-context.js'
import { type Action, type Line, toVerdict, unknown } from '../line.js'
import { type Exchange, readError, toObject } from '../service-client.js'

const isApi = ({ path }: Exchange): boolean => path.startsWith('/api/') && !path.startsWith('/api/v1/openapi.json')
const at = ({ method, path }: Exchange): string => `${method} ${path.split('?')[0]}`

/** Checks the common properties of all responses. Runs last, because it needs all of them. */
export function answerLines({ service }: CheckContext): Line[] {
  const all = service.exchanges.filter(isApi)
  const failed = all.filter(({ status }) => status >= 400)
  const done = all.filter(({ status }) => status >= 200 && status < 300)
  const failure = {
    id: 'envelope.failure',
    title: 'a refusal is success false, data null, and error with code, message and request_id',
    source: '0003',
  }
  const success = {
    id: 'envelope.success',
    title: 'success, data, error and nothing else',
    source: 'Envelope (all responses)',
  }
  return [
    done.length === 0
      ? unknown(success, 'Nothing was answered with success.')
      : toVerdict(success, done.map(wrongSuccess), addedMembers(done)),
    failed.length === 0 ? unknown(failure, 'Nothing was refused.') : toVerdict(failure, failed.map(wrongFailure)),
    toVerdict(
      { id: 'header.request-id', title: 'every answer has X-Request-Id, which a refusal repeats', source: '0003' },
      all.map(wrongRequestId),
    ),
    toVerdict(
      { id: 'header.json', title: 'answers are JSON', source: 'Endpoints' },
      all.map(
        (one) =>
          !one.headers.get('content-type')?.startsWith('application/json') &&
          `${at(one)} is ${one.headers.get('content-type') ?? 'of no type'}.`,
      ),
    ),
    toVerdict(
      { id: 'header.redirect', title: 'the address answers itself', source: 'Endpoints' },
      all.map(
        (one) =>
          one.status >= 300 &&
          one.status < 400 &&
          `${at(one)} leads to another address (${one.status}): a key must not follow it.`,
      ),
    ),
  ]
}

function wrongSuccess(one: Exchange): string | undefined {
  const members = Object.keys(toObject(one.body)).sort().join(', ')
  if (members === 'data, success' && toObject(one.body)['success'] === true) return undefined
  return `${at(one)} has ${members || 'no members'}.`
}

/** Returns actions that add the unknown envelope members to every operation. */
function addedMembers(done: readonly Exchange[]): Action[] {
  const names = new Set(done.flatMap(({ body }) => Object.keys(toObject(body))))
  return [...names]
    .filter((name) => !['success', 'data', 'error'].includes(name))
    .map((name) => ({
      target: "$.paths[*][*].responses[*].content['application/json'].schema.properties",
      update: { [name]: { description: 'As the service was seen to send it.' } },
    }))
}

function wrongFailure(one: Exchange): string | undefined {
  const body = toObject(one.body)
  const members = Object.keys(body).sort().join(', ')
  if (members !== 'data, error, success') return `${at(one)} has ${members || 'no members'}.`
  if (body['success'] !== false || body['data'] !== null) return `${at(one)} has another success or data.`
  const error = toObject(body['error'])
  const missing = ['code', 'message', 'request_id'].filter((name) => typeof error[name] !== 'string')
  return missing.length > 0 ? `${at(one)}: error has no ${missing.join(', ')}.` : undefined
}

function wrongRequestId(one: Exchange): string | undefined {
  const header = one.headers.get('x-request-id')
  if (!header) return `${at(one)} has none.`
  const said = readError(one).request_id
  return one.status >= 400 && said !== undefined && said !== header
    ? `${at(one)} says another one in its body.`
    : undefined
}
