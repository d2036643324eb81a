import { endpointTable } from '@cedi/contract/generated/operations'
import type { Description } from '../../schema.js'
import type { CheckContext } from '../check-context.js'
import { judgeError, judgeErrors, type RejectedRequest } from '../expected-error.js'
import { differs, holds, judge, type Line, type Statement, unknown } from '../line.js'
import { findOperation } from '../operations.js'
import {
  describeResponse,
  type Exchange,
  isErrorResponse,
  readData,
  readField,
  readRecords,
  toObject,
} from '../service-client.js'

/** Resource that the service's description excludes. */
export const absentPath = '/api/v1/customers'

/** Returns the paths of records that do not exist. Their identifiers have the form of the service's. */
function listUnknownPaths({ singles, payments }: CheckContext): readonly string[] {
  const resources = [
    ['/api/v1/payments/', 'pay_compare000000', payments[0]],
    ['/api/v1/products/', 'prd_compare000000', singles.product],
    ['/api/v1/orders/', 'ord_compare000000', singles.order],
  ] as const
  return resources.map(([path, example, known]) => {
    const identifier = known?.path.slice(path.length) ?? ''
    return path + (toUnknownIdentifier(identifier) ?? example)
  })
}

/** Returns another identifier of the same form if it is a number or a UUID, which a service may validate. */
function toUnknownIdentifier(identifier: string): string | undefined {
  if (/^\d+$/.test(identifier)) return '9'.repeat(9)
  return /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(identifier)
    ? `${identifier.slice(0, -12)}${'0'.repeat(12)}`
    : undefined
}

/** Paths that accept POST only. */
const writePaths = ['/api/v1/checkout/intent', '/api/v1/payments', '/api/v1/refunds']

const withAllow = (exchange: Exchange): RejectedRequest => ({
  exchange,
  label: `GET ${exchange.path}`,
  others:
    exchange.status === 405 && !exchange.headers.get('allow')?.includes('POST') ? ['Allow does not name POST.'] : [],
})

/** Checks the errors for an unknown path, a wrong method and an unknown record. */
export async function checkPaths(context: CheckContext): Promise<Line[]> {
  const { service, key } = context
  const unknownPath = await service.get('/api/v1/compare-nothing', { key })
  const wrongMethods: RejectedRequest[] = []
  for (const path of writePaths) wrongMethods.push(withAllow(await service.get(path, { key })))
  const reads: RejectedRequest[] = []
  for (const path of listUnknownPaths(context))
    reads.push({ exchange: await service.get(path, { key }), label: `GET ${path}` })
  const pathStatement = {
    id: 'path.unknown',
    title: 'an unknown path is 404 not_found in the envelope',
    source: '0003',
  }
  const methodStatement = { id: 'path.method', title: 'a wrong method is 405 with Allow', source: '0005' }
  const recordStatement = { id: 'record.unknown', title: 'an unknown record is 404 not_found', source: '0005' }
  const notFound = { status: 404, code: 'not_found' }
  // The service may check the scope before it looks up the record.
  const readable = reads.filter(({ exchange }) => exchange.status !== 403)
  return [
    judgeError(pathStatement, unknownPath, notFound),
    checkAbsentPath(await service.get(absentPath, { key }), unknownPath),
    judgeErrors(methodStatement, wrongMethods, { status: 405, code: 'method_not_allowed' }),
    readable.length === 0
      ? unknown(recordStatement, 'The key lacks the scopes to read records.')
      : judgeErrors(recordStatement, readable, notFound),
  ]
}

/** Checks that a resource does not exist: its path looks like a path that does not. */
function checkAbsentPath(exchange: Exchange, unknownPath: Exchange): Line {
  const statement = { id: 'path.absent', title: 'there is no customers resource', source: 'What the service does' }
  return judge(statement, [exchange], () => {
    // Another status of all unknown paths is reported with them.
    if (exchange.status === 404 || (exchange.status === unknownPath.status && isErrorResponse(exchange)))
      return holds(statement, `Tried: GET ${absentPath}.`)
    if (exchange.status === 401) return unknown(statement, 'The service rejects the key.')
    const list = Array.isArray(readData(exchange)) ? ` with a list of ${readRecords(exchange).length}` : ''
    return differs(statement, `GET ${absentPath} exists: got ${describeResponse(exchange)}${list}, not 404.`)
  })
}

/** Returns the reason why no record could be read. */
const describeMissingRecord = (list: Exchange): string =>
  list.problem ??
  (list.status === 403
    ? `The key lacks ${findOperation(list)?.scope}, so that no record is known.`
    : 'There is no record to read.')

/** Checks each operation of the endpoint table that a read can show. */
export function checkOperations(
  { balance, products, orders, payments, singles, singleOrders }: CheckContext,
  contract: Description,
): Line[] {
  const refs = new Set(readRecords(orders).map((order) => `/api/v1/payments/${readField(order, 'payment_ref')}`))
  const paymentsOfOrders = payments.filter(({ path }) => refs.has(decodeURIComponent(path)))
  const responses: Readonly<Record<string, readonly (Exchange | undefined)[]>> = {
    readBalance: [balance],
    listProducts: [products],
    listOrders: [orders],
    // A ref from the command line may be wrong.
    readPayment: paymentsOfOrders.length > 0 ? paymentsOfOrders : payments,
    readProduct: [singles.product],
    readOrder: singleOrders,
  }
  return endpointTable
    .filter(({ id, path }) => id !== 'createProduct' && contract.paths[path] !== undefined)
    .map(({ id, method, path }) => {
      const statement = { id: `path.${id}`, title: `${method} ${path}`, source: 'Endpoints' }
      if (method === 'POST') return unknown(statement, 'Only a write can show it: add --write.')
      const exchanges = (responses[id] ?? []).filter((one) => one !== undefined)
      if (exchanges.length === 0)
        return unknown(statement, describeMissingRecord(id === 'readProduct' ? products : orders))
      return checkReads(statement, exchanges)
    })
}

/** Checks the reads of one operation. */
function checkReads(statement: Statement, exchanges: readonly Exchange[]): Line {
  // The service may reject the key before it looks up the path.
  const usable = exchanges.filter(({ problem, status }) => problem === undefined && status !== 403)
  if (usable.length === 0) return unknown(statement, exchanges[0]?.problem ?? 'The key lacks the scope.')
  const failed = usable.filter(({ status, body }) => status !== 200 || !('data' in toObject(body)))
  const [first] = failed
  if (first === undefined) return holds(statement)
  const [, route = ''] = statement.title.split(' ')
  const isRecord = route.includes('{')
  const actions = first.status === 404 && !isRecord ? [{ target: `$.paths['${route}']`, remove: true as const }] : []
  const subject = isRecord ? `GET ${first.path.slice(0, 100)}: ` : ''
  const source = route.includes('payments') ? 'the payment_ref of an order' : 'from a list'
  const origin = isRecord && first.status === 404 ? ` Its identifier is ${source}.` : ''
  const count = usable.length > 1 ? ` ${failed.length} of ${usable.length} could not be read.` : ''
  return differs(statement, `${subject}Got ${describeResponse(first)}.${origin}${count}`, actions)
}
